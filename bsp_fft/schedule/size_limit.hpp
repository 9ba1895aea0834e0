// The one place where arrays are refused that are too large to be counted.
#pragma once

#include <vector>

#include "bspfft/index.hpp"

namespace bspfft {

/// Throws Error(invalid_argument) unless so many arrays of this shape, whose axes are at least 1 long, have at most
/// longest_transform elements; the message names the nearest shape or batch that does.
void require_countable(const std::vector<Index>& shape, Index batch = 1);

}  // namespace bspfft
