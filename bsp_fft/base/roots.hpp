// Roots of unity, accurate to the last bit, and sums of products in twice the precision.
#pragma once

#include <cmath>
#include <complex>

#include "bspfft/error.hpp"

namespace bspfft {

/// exp(-2 pi i k/n) for 0 <= k < n < 2^60.
///
/// The angle is reduced to [0, pi/4] in integers and multiplied by pi in twice the precision, so that each
/// part is what the exact value rounds to, or its neighbour in rare ties; never a product of other roots.
std::complex<double> root_of_unity(Index k, Index n);

/// Element j of a chirp: exp(-2 pi i j^2/2n) for 0 <= j, 2n < 2^60. j^2 mod 2n in integers: rounded, it would cost all
/// accuracy.
inline std::complex<double> chirp_of(Index j, Index n)
{
    __extension__ using Wide = unsigned __int128;
    const auto wide = static_cast<Wide>(j);
    return root_of_unity(static_cast<Index>(wide * wide % static_cast<Wide>(2 * n)), 2 * n);
}

/// n real numbers, taken as n/2 complex ones with the spectrum Z, have half a spectrum Y_k = (a + b)/2 + w (a - b)
/// with a = Z_k, b = conj(Z_(n/2-k)) and w = -i/2 w_n^k; and back, Z_k = a + b + w (a - b) of Y, with w = i w_n^-k.
inline std::complex<double> pair_weight(Index k, Index n, bool back)
{
    const std::complex<double> root = root_of_unity(k, n);
    return back ? std::complex{root.imag(), root.real()} : std::complex{root.imag() / 2, -root.real() / 2};
}

/// Without the tests for NaN and infinity of std::complex, which cost too much in a loop.
template <class Real>
inline std::complex<Real> product(const std::complex<Real>& a, const std::complex<Real>& b)
{
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// An unevaluated sum of two doubles, about 106 bits.
struct DoubleDouble {
    double high = 0;
    double low = 0;

    double value() const { return high + low; }

    /// Adds x without losing its last bits  [Knuth's two-sum].
    void add(double x)
    {
        const double sum = high + x;
        const double part = sum - high;
        low += (high - (sum - part)) + (x - part);
        high = sum;
    }
    /// Adds x * y likewise  [Dot2 of Ogita, Rump and Oishi 2005].
    void add_product(double x, double y)
    {
        const double product = x * y;
        add(product);
        low += std::fma(x, y, -product);
    }
    void add(const DoubleDouble& other)
    {
        add(other.high);
        add(other.low);
    }
};

}  // namespace bspfft
