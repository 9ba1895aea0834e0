// Twiddles of a whole array, one for each of its elements: for kernels that sweep the whole array in any case.
#pragma once

#include <complex>

#include "bsp_fft/base/arena.hpp"
#include "bsp_fft/base/roots.hpp"
#include "bsp_fft/kernel/pass.hpp"

namespace bspfft {

/// w_order^(row factor(column)) of a pass in natural order. Row 0 has the twiddle 1.
template <class Real>
class ArrayTwiddles {
public:
    using Complex = std::complex<Real>;

    ArrayTwiddles() = default;
    ArrayTwiddles(const Pass& pass, Arena& arena)
        : first_(pass.columns), twiddles_(arena.table<Complex>((pass.rows - 1) * pass.columns, [&](Complex* to) {
              for (Index r = 1; r < pass.rows; ++r) {
                  for (Index c = 0; c < pass.columns; ++c)
                      *to++ = static_cast<Complex>(root_of_unity(r * pass.factor(c) % pass.order, pass.order));
              }
          }))
    {}

    /// out = scale * twiddle * in
    template <bool forward>
    void multiply(Real scale, const Complex* in, Complex* out) const
    {
        if (in != out || scale != 1) {
            for (Index j = 0; j < first_; ++j) out[j] = scale * in[j];
        }
        const Index count = twiddles_.size();
        const Complex* const twiddles = twiddles_.data();
        in += first_;
        out += first_;
        for (Index j = 0; j < count; ++j) {
            const Real wr = scale * twiddles[j].real();
            const Real wi = forward ? scale * twiddles[j].imag() : -scale * twiddles[j].imag();
            const Complex x = in[j];
            out[j] = {wr * x.real() - wi * x.imag(), wr * x.imag() + wi * x.real()};
        }
    }

private:
    Index first_ = 0;  ///< elements of row 0
    Buffer<Complex> twiddles_;
};

}  // namespace bspfft
