// Flops of single processes, which differ where parts are uneven.
#pragma once

#include "bspfft/schedule.hpp"

namespace bspfft {

inline constexpr Index flops_a_product = 6;  ///< of two complex numbers

/// Whether a computation on tiles is of real numbers, before or after: it has half the flops of complex ones.
bool is_of_reals(const Superstep& superstep);

/// What process s computes in a superstep of the schedule. The largest over the processes is the superstep's own count.
Index flops_of_process(const Schedule& schedule, const Superstep& superstep, Index s);

}  // namespace bspfft
