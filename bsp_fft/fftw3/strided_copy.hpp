// Copies an array of any number of axes from one set of strides to another.
#pragma once

#include <vector>

#include "bsp_fft/fftw3/problem.hpp"

namespace bspfft::fftw3 {

/// The axes are those of both sides, with strides in reals; the last one runs fastest.
template <class Real>
void copy(const std::vector<Axis>& axes, const Real* in, Real* out)
{
    const std::size_t outer = axes.empty() ? 0 : axes.size() - 1;
    const Axis row = axes.empty() ? Axis{1, 0, 0} : axes.back();
    std::vector<Index> at(outer);
    for (std::size_t axis = 1; axis > 0;) {
        for (Index j = 0; j < row.n; ++j) out[j * row.out] = in[j * row.in];
        for (axis = outer; axis > 0; --axis) {
            const Axis& a = axes[axis - 1];
            in += a.in;
            out += a.out;
            if (++at[axis - 1] < a.n) break;
            in -= a.n * a.in;
            out -= a.n * a.out;
            at[axis - 1] = 0;
        }
    }
}

}  // namespace bspfft::fftw3
