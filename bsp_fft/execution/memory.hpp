// Whether a plan fits in memory, before it allocates.
#pragma once

#include "bspfft/schedule.hpp"

namespace bspfft {

/// Throws Error(out_of_memory), with a shape that would fit, if the processes of this machine, with this many bytes
/// each, would not. The BSPlib's own memory is counted as well.
void require_memory(const Schedule& schedule, Index bytes, Index processes_here);

/// What a BSPlib, or FFTW, may hold on process s besides the plan while a transform of this schedule runs: copies of
/// what is put, and buffers as large as the array.
Index bytes_beside(const Schedule& schedule, Index s);

}  // namespace bspfft
