// The machine file of the made-up machine, for tests that know the executable only.
#pragma once

#include <string>

std::string example_machine_file();
