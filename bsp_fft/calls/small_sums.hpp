// The transforms that a few numbers have as products with a matrix: where their even and odd parts are, and the
// factors.
#pragma once

#include "bsp_fft/calls/request.hpp"
#include "bsp_fft/kernel/dense/dense_transform.hpp"

namespace bspfft::calls {

/// The transform of a request along this axis.
DenseProblem sums_of(const Axis& axis, const Request& request);

}  // namespace bspfft::calls
