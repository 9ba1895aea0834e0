// Products element by element, as a loop over two arrays: what users write between two transforms.
#pragma once

#include <complex>

#include "bspfft/error.hpp"

namespace bspfft::tools {

/// values[i] *= factors[i]. NaN and infinity are not looked for, as a standard product of complex numbers does.
template <class Real>
void multiply(std::complex<Real>* values, const std::complex<Real>* factors, Index count);
template <class Real>
void multiply(std::complex<Real>* values, const Real* factors, Index count);

}  // namespace bspfft::tools
