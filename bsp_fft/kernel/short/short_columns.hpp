// Passes on a few short vectors that are contiguous, one after the other: the schedule has no tiles of them.
#pragma once

#include "bsp_fft/kernel/kernels.hpp"

namespace bspfft {

/// Whether a pass on tiles is one.
bool has_short_columns(const Pass& pass);

template <class Real>
std::unique_ptr<PassKernel<Real>> make_short_columns(const Pass& pass, const Scales& scales, Arena& arena);

}  // namespace bspfft
