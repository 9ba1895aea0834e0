// Shapes of arrays as words: "256x256x256".
#pragma once

#include <string>
#include <vector>

#include "bspfft/error.hpp"

namespace bspfft::tools {

/// "256x256x256", "1000x360", "2^20": axes of at least 1, each as parse_length() reads it, as many and with as
/// many elements in all as a Problem may have; throws Error(invalid_argument) for anything else.
std::vector<Index> read_shape(const std::string& text);

/// {256, 256, 256} as "256x256x256".
std::string shape_text(const std::vector<Index>& shape);

}  // namespace bspfft::tools
