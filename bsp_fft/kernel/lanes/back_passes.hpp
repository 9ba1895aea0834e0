// The way back of a tile of one axis: from results in reversed order of digits to rows in natural order, in place.
#pragma once

#include <vector>

#include "bsp_fft/kernel/lanes/column_passes.hpp"

namespace bspfft {

/// The passes are those of the way there, the last first. Pass i transforms digit i. With b the number that the digits
/// from i on make then, and k the digit before them, which is transformed next, the twiddles are w^(b k).
template <class Real>
class BackPasses {
public:
    /// Requires one axis.
    BackPasses(const ColumnPasses<Real>& there, Arena& arena);

    /// Of each pass: by k, by the number of the digits after i, and slot; the first pass has none.
    const Real* const* twiddles() const { return twiddles_.data(); }

private:
    std::vector<Buffer<Real>> tables_;
    std::vector<const Real*> twiddles_;
};

}  // namespace bspfft
