// Small arrays of several axes on one process: one axis after the other.
#pragma once

#include <memory>

#include "bsp_fft/calls/part.hpp"

namespace bspfft::calls {

/// Whether that is the better way over p processes: the array stays in the caches, so that a sweep for each axis costs
/// less than what a cut has around its tiles.
bool goes_by_axes(const Request& request, Index p);

template <class Real>
std::unique_ptr<Part> make_axes_part(const Request& request);

}  // namespace bspfft::calls
