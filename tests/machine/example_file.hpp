// The machine file of the fictitious machine, for tests of the executable.
#pragma once

#include <string>

std::string example_machine_file();
/// With a device.
std::string example_machine_file_with_device();
