// Whether a plan fits in memory, before it allocates.
#pragma once

#include "bspfft/schedule.hpp"

namespace bspfft {

/// Throws Error(out_of_memory), with a shape that would fit, if all processes of this machine with so many bytes each
/// would not.
void require_memory(const Schedule& schedule, Index bytes);

}  // namespace bspfft
