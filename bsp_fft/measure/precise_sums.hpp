// Values of a discrete Fourier transform by its definition, in twice the precision.
#pragma once

#include <complex>
#include <vector>

#include "bsp_fft/base/roots.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

struct PreciseComplex {
    DoubleDouble re;
    DoubleDouble im;

    /// Adds (xr + i xi) * w.
    void add_product(double xr, double xi, const PreciseComplex& w)
    {
        re.add_product(xr, w.re.high);
        re.add_product(-xi, w.im.high);
        re.low += xr * w.re.low - xi * w.im.low;
        im.add_product(xr, w.im.high);
        im.add_product(xi, w.re.high);
        im.low += xr * w.im.low + xi * w.re.low;
    }
    void add_product(const PreciseComplex& x, const PreciseComplex& w)
    {
        add_product(x.re.high, x.im.high, w);
        add_product(x.re.low, x.im.low, w);
    }
    friend PreciseComplex operator*(const PreciseComplex& x, const PreciseComplex& w)
    {
        PreciseComplex product;
        product.add_product(x, w);
        return product;
    }
};

/// The part of process s in the sums for some k, which are indices into the output: over its elements x_j of the input
/// with the coordinates of k on the axes that are not transformed, x_j prod_l exp(-+2 pi i j_l k_l / n_l). Of half a
/// spectrum these are the sums over that half.
/// Cost: a product in twice the precision for each element and k.
template <class Real>
std::vector<PreciseComplex> precise_sums(const Problem& problem, const Layout& layout, Index s,
                                         const std::complex<Real>* x, const std::vector<Index>& bins,
                                         Direction direction);

}  // namespace bspfft
