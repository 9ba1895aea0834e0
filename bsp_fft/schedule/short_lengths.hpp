// Short vectors: which ones a process transforms one by one, in the cache and without a cut.
#pragma once

#include <vector>

#include "bsp_fft/layout/cut.hpp"

namespace bspfft {

constexpr Index line_bytes = 64;  ///< in a cache line

/// The longest, in bytes of its array. Stages go through all of it, in the cache that a core has to itself, or little
/// more than that; above, tiles are better, and take less memory.
constexpr Index longest_short_bytes = Index{1} << 20;

/// Whether it is not longer, and there are stages for it: no prime factor above 13, and lanes to fill.
bool is_short_length(Index n, Index bytes_per_real);

/// How many such vectors a process has: too few to fill the lanes of tiles, or any number.
enum class ShortVectors { few, any };

/// Whether the one axis that is transformed is short, on one process and contiguous in memory.
bool has_short_columns(const std::vector<AxisCut>& axes, Index bytes_per_real, ShortVectors number);

}  // namespace bspfft
