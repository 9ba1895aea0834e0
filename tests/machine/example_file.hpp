// The machine file of the fictitious machine, for tests of the executable.
#pragma once

#include <string>

std::string example_machine_file();
