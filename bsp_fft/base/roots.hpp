// Roots of unity, accurate to the last bit.
#pragma once

#include <complex>

#include "bspfft/error.hpp"

namespace bspfft {

/// exp(-2 pi i k/n) for 0 <= k < n < 2^60.
///
/// The angle is reduced to [0, pi/4] in integers and multiplied by pi in twice the precision, so that each
/// part is what the exact value rounds to, or its neighbour in rare ties; never a product of other roots.
std::complex<double> root_of_unity(Index k, Index n);

}  // namespace bspfft
