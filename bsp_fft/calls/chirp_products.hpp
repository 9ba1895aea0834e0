// A vector times the chirp of Bluestein's algorithm, before its convolution and after it, for all kinds of data.
#pragma once

#include <algorithm>
#include <complex>

#include "bsp_fft/base/roots.hpp"
#include "bsp_fft/calls/request.hpp"

namespace bspfft::calls {

/// Between the caller's arrays, with the strides of the request's one axis that is transformed, and an array of the
/// convolution. The inverse is the forward transform with real and imaginary parts exchanged before and after.
template <class Real>
struct ChirpProducts {
    using Complex = std::complex<Real>;

    explicit ChirpProducts(const Request& request)
        : data(request.data),
          inverse(request.direction == Direction::inverse),
          axis(*std::ranges::find_if(request.axes, &Axis::transformed)),
          scale(static_cast<Real>(request.scale))
    {}

    Index n() const { return axis.length; }
    Index count_in() const { return data == Data::half_spectrum ? n() / 2 + 1 : n(); }
    Index count_out() const { return data == Data::real ? n() / 2 + 1 : n(); }

    // Elements of half a spectrum that have mirrors count twice: then one part of the sum is what the mirrors would
    // make of it.
    /// Elements first .. last-1 of `padded`, with zeros behind those of x.
    void before(const Real* x, const Complex* chirp, Complex* padded, Index first, Index last) const
    {
        const auto* const complex = reinterpret_cast<const Complex*>(x);
        const Index count = std::clamp(count_in(), first, last), step = axis.in;
        const auto fill = [&](auto value) {
            for (Index j = first; j < count; ++j) padded[j] = product(value(j), chirp[j]);
        };
        if (data == Data::real) {
            fill([&](Index j) { return Complex(x[j * step]); });
        } else if (data == Data::half_spectrum) {
            fill([&](Index k) {
                const bool alone = k == 0 || 2 * k == n();
                return alone ? Complex(0, complex[k * step].real()) : Real{2} * swapped(complex[k * step]);
            });
        } else if (inverse) {
            fill([&](Index j) { return swapped(complex[j * step]); });
        } else {
            fill([&](Index j) { return complex[j * step]; });
        }
        std::fill(padded + count, padded + last, Complex{});
    }

    /// Elements first .. last-1 of y.
    void after(const Complex* padded, const Complex* chirp, Real* y, Index first, Index last) const
    {
        auto* const complex = reinterpret_cast<Complex*>(y);
        const Index step = axis.out;
        const auto fill = [&](auto take) {
            for (Index k = first; k < last; ++k) take(k, scale * product(padded[k], chirp[k]));
        };
        if (data == Data::half_spectrum) {
            fill([&](Index k, const Complex& value) { y[k * step] = value.imag(); });
        } else if (inverse) {
            fill([&](Index k, const Complex& value) { complex[k * step] = swapped(value); });
        } else {
            fill([&](Index k, const Complex& value) { complex[k * step] = value; });
        }
    }

    static Complex swapped(const Complex& x) { return {x.imag(), x.real()}; }

    Data data;
    bool inverse;
    Axis axis;
    Real scale;
};

/// conj(c_j) at j and length - j, which the spectrum is of.
template <class Real>
std::complex<Real> padded_chirp(const std::complex<Real>* chirp, Index n, Index at, Index length)
{
    const Index j = std::min(at, length - at);
    return j < n ? std::conj(chirp[j]) : std::complex<Real>{};
}

}  // namespace bspfft::calls
