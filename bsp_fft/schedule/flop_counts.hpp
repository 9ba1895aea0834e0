// Flops of single processes, which differ where parts are uneven.
#pragma once

#include "bspfft/schedule.hpp"

namespace bspfft {

/// What process s computes in a superstep of the schedule. The largest over the processes is the superstep's own count.
Index flops_of_process(const Schedule& schedule, const Superstep& superstep, Index s);

}  // namespace bspfft
