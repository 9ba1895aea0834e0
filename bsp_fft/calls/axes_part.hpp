// Arrays of several axes on one process: one axis after the other.
#pragma once

#include <memory>

#include "bsp_fft/calls/part.hpp"

namespace bspfft::calls {

/// Whether there is this way over p processes. It has no array for packets, but a sweep for each axis.
bool can_go_by_axes(const Request& request, Index p);
/// Whether it is the better one: the array stays in the caches, so that sweeps cost less than what a cut has around its
/// tiles.
bool goes_by_axes(const Request& request, Index p);

template <class Real>
std::unique_ptr<Part> make_axes_part(const Request& request);

}  // namespace bspfft::calls
