// Passes on real columns, two to a lane: to half a spectrum, and back.
#pragma once

#include "bsp_fft/kernel/kernels.hpp"

namespace bspfft {

/// Whether a pass on tiles has real numbers before or after it.
bool is_half(const Pass& pass);

template <class Real>
std::unique_ptr<PassKernel<Real>> make_half_lanes(const Pass& pass, const Scales& scales,
                                                  const PassArrays<Real>& arrays, Arena& arena);

}  // namespace bspfft
