// Shapes of problems: refused where they have too many axes or are too large to be counted; and which of
// their elements exist.
#pragma once

#include <string>
#include <vector>

#include "bsp_fft/layout/grid_cut.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

/// The most axes of an array, as plans and requests have it: without a batch.
inline constexpr Index most_axes = 16;

/// Throws Error(invalid_argument) unless there are from `least` to most_axes of them.
void require_axes(Index count, Index least = 1);

/// Throws Error(invalid_argument) unless `batch` arrays of this shape, whose axes are at least 1 long, have at most
/// longest_transform elements; the message names the nearest shape or batch that does.
void require_countable(const std::vector<Index>& shape, Index batch = 1);

/// Which elements of an axis of the array exist, and which of the spectrum.
Kept kept_of_array(const Problem& problem, std::size_t axis);
Kept kept_of_spectrum(const Problem& problem, std::size_t axis);

}  // namespace bspfft
