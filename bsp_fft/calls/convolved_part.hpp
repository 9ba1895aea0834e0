// A long vector whose length has a long prime factor: Bluestein's algorithm on arrays that all processes see.
#pragma once

#include <memory>

#include "bsp_fft/calls/part.hpp"

namespace bspfft::calls {

/// Whether a request is transformed so over p processes: one vector for which a plan would take Bluestein's algorithm,
/// and that is not so short that memory does not matter.
bool is_convolved(const Request& request, Index p);

/// Collective.
template <class Real>
std::unique_ptr<Part> make_convolved_part(const Request& request);

}  // namespace bspfft::calls
