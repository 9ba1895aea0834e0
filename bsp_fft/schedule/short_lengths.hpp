// Short vectors: which ones a process transforms one by one, in the cache and without a cut.
#pragma once

#include <vector>

#include "bspfft/cut.hpp"

namespace bspfft {

/// The longest: its stages are in L2.
constexpr Index longest_short = Index{1} << 15;

/// Whether there are stages for it: no prime factor above 13.
bool is_short_length(Index n);

/// Whether the one axis that is transformed is short, on one process and contiguous in memory, and there are too few
/// such vectors to fill the lanes of tiles.
bool has_short_columns(const std::vector<AxisCut>& axes, Index bytes_per_real);

}  // namespace bspfft
