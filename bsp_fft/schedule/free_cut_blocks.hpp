// The free cut for kernels that want whole arrays.
#pragma once

#include "bsp_fft/schedule/program.hpp"

namespace bspfft {

/// Columns, move and rows of n = 2^m over p = 2^q, cyclic to cyclic. Throws Error(invalid_argument) for other n, p or
/// cuts.
std::vector<Step> free_cut_in_blocks(Index n, Index p, const ScheduleOptions& options);

}  // namespace bspfft
