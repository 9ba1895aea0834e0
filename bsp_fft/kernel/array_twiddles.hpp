// Twiddles of a whole array, one for each of its elements: for kernels that sweep the whole array in any case.
#pragma once

#include <complex>

#include "bsp_fft/base/arena.hpp"
#include "bsp_fft/base/roots.hpp"
#include "bsp_fft/kernel/kernels.hpp"

namespace bspfft {

/// w_order^(row factor(column)) of a pass in natural order; or 1, where only the scale is multiplied by.
template <class Real>
class ArrayTwiddles {
public:
    using Complex = std::complex<Real>;

    ArrayTwiddles(const Pass& pass, bool has_twiddles, Arena& arena)
        : ones_(has_twiddles ? pass.columns : pass.size()),
          twiddles_(arena.table<Complex>(pass.size() - ones_, [&](Complex* to) {
              for (Index r = 1; r < pass.rows; ++r) {
                  for (Index c = 0; c < pass.columns; ++c)
                      *to++ = static_cast<Complex>(root_of_unity(r * pass.factor(c) % pass.order, pass.order));
              }
          }))
    {}

    /// out = scale * twiddle * in
    void multiply(Direction direction, Real scale, const Complex* in, Complex* out) const
    {
        if (in != out || scale != 1) {
            for (Index j = 0; j < ones_; ++j) out[j] = scale * in[j];
        }
        const Index count = twiddles_.size();
        const Complex* const twiddles = twiddles_.data();
        const Real imaginary_scale = direction == Direction::forward ? scale : -scale;
        in += ones_;
        out += ones_;
        for (Index j = 0; j < count; ++j) {
            const Complex w{scale * twiddles[j].real(), imaginary_scale * twiddles[j].imag()};
            out[j] = product(w, in[j]);
        }
    }

private:
    Index ones_;  ///< elements whose twiddle is 1: row 0, or all
    Buffer<Complex> twiddles_;
};

}  // namespace bspfft
