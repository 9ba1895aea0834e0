// What a probe found of a device, for people.
#pragma once

#include <string>

#include "bspfft/machine.hpp"

namespace bspfft::tools {

/// One line where there is none.
void print_device(const Machine& machine, const std::string& why_none);

}  // namespace bspfft::tools
