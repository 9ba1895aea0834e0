// Where an array of a plan is.
#pragma once

#include <complex>

#include "bspfft/error.hpp"

namespace bspfft {

/// Where an array is now: complex elements from `start` on.
template <class Real>
struct Slot {
    Real* base = nullptr;
    Index start = 0;

    Real* data() const { return base + 2 * start; }
    std::complex<Real>* elements() const { return reinterpret_cast<std::complex<Real>*>(base) + start; }
};

}  // namespace bspfft
