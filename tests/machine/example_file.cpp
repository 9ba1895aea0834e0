#include "tests/machine/example_file.hpp"

#include "bsp_fft/machine/machine_json.hpp"
#include "tests/machine/example.hpp"

std::string example_machine_file() { return bspfft::json_of(example_machine()).dump(2); }

std::string example_machine_file_with_device() { return bspfft::json_of(example_machine_with_device()).dump(2); }
