// The plain radix-2 butterflies of the book.
#pragma once

#include <vector>

#include "bsp_fft/kernel/local_fft.hpp"

namespace bspfft {

/// Decimation in time  [PSC 3.3, Algorithm 3.3]: for a whole FFT the bit-reversal permutation first,
/// explicitly; then stage after stage of butterflies
///
///     (x_j, x_(j+k/2)) -> (x_j + w x_(j+k/2), x_j - w x_(j+k/2)),
///
/// with one table of weights for each stage, read in order. Written to be read beside the book; every sweep
/// of a stage goes through all of the data.
template <class Real>
class Radix2 final : public LocalFft<Real> {
public:
    using typename LocalFft<Real>::Complex;

    explicit Radix2(const LocalProblem& problem);

    void apply(Direction direction, Real scale, const Complex* in, Complex* out) override;
    bool scales_for_free() const override { return problem_.whole(); }

private:
    template <bool forward>
    void stages(const Complex* in, Complex* out) const;
    void permute(Real scale, const Complex* in, Complex* out) const;
    Index reversed(Index j) const;

    LocalProblem problem_;
    std::vector<std::vector<Complex>> weights_;  ///< of the stages k = 2M, 4M, ..., N of the local array
    std::vector<Index> reversed_low_;   ///< of the lower half of the bits of an index, moved to the top
    std::vector<Index> reversed_high_;  ///< of the upper half, moved to the bottom
    int low_bits_ = 0;
};

}  // namespace bspfft
