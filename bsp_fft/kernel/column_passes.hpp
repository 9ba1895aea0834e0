// How the lanes kernel transforms a column inside the cache: a pass for each factor of its length.
#pragma once

#include <vector>

#include "bsp_fft/kernel/lanes_tasks.hpp"

namespace bspfft {

/// A column of length N = R_1 R_2 ... R_m. After pass i the value with the digits (k_1, ..., k_i) is in place of
/// (j_1, ..., j_i), so that the result comes out in reversed order of digits: k = k_1 + R_1 k_2 + R_1 R_2 k_3 + ....
template <class Real>
struct ColumnPasses {
    explicit ColumnPasses(Index length);

    Index length;
    std::vector<PassTask<Real>> passes;
    TilePlaces places;
    std::vector<Index> prefix;    ///< of block q of the last pass: k without its last digit
    std::vector<Index> position;  ///< the place of k in the end

    Index last_radix() const { return passes.back().radix; }
    Index last_blocks() const { return length / last_radix(); }

    /// Reals of the tile in the cache, so many lanes wide.
    static Index cache_reals(Index length, Index lanes);
    static Index last_radix_of(Index length);

private:
    std::vector<std::vector<Real>> tables_;  ///< that the passes point into
};

}  // namespace bspfft
