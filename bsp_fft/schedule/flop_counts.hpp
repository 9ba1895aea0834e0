// Flops of single processes, which differ where parts are uneven.
#pragma once

#include "bsp_fft/schedule/program.hpp"

namespace bspfft {

inline constexpr Index flops_a_product = 6;  ///< of two complex numbers

/// Whether a computation on tiles has real numbers, before or after: it has half the flops of complex ones.
bool is_of_reals(const Compute& step);

/// What process s computes in a step. The largest over the processes is the step's own count.
Index flops_of_process(const Compute& step, Index s);

}  // namespace bspfft
