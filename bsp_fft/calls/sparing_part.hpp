// A long vector in place, without a second array: for when memory is short, or to be spared.
#pragma once

#include <memory>

#include "bsp_fft/calls/part.hpp"

namespace bspfft::calls {

/// Whether there is such a way: one vector of complex numbers whose length has a large square in it.
bool can_spare(const Request& request);

/// Collective.
template <class Real>
std::unique_ptr<Part> make_sparing_part(const Request& request);

}  // namespace bspfft::calls
