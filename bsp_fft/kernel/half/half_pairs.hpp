// A real vector whose neighbours are complex numbers: from their transform to half the spectrum, and back.
#pragma once

#include "bsp_fft/base/arena.hpp"
#include "bsp_fft/base/roots.hpp"
#include "bsp_fft/kernel/lanes/lanes_simd.hpp"

namespace bspfft {

/// For m pairs: m + 1 numbers of half a spectrum from the m of their transform, or back.
template <class Real>
class PairConversion {
public:
    PairConversion(Index m, bool back, Arena& arena) : m_(m), back_(back), weights_(arena.take<Real>(2 * weights()))
    {
        if (arena.only_counts()) return;
        for (Index k = 0; k < weights(); ++k) {
            const std::complex<double> weight = pair_weight(k, 2 * m_, back_);
            weights_.data()[k] = static_cast<Real>(weight.real());
            weights_.data()[weights() + k] = static_cast<Real>(weight.imag());
        }
    }

    /// The arrays are the same, or do not overlap.
    void run(const Real* from, Real* to) const
    {
        const Real factor = back_ ? Real{1} : Real{0.5};
        simd::convert_pairs(
            HalfPairs<Real>{m_, back_, factor, weights_.data(), weights_.data() + weights(), from, to});
    }

private:
    Index weights() const { return m_ / 2 + 1; }

    Index m_;
    bool back_;
    Buffer<Real> weights_;
};

}  // namespace bspfft
