// The twiddles of a tile of columns, different for every lane: products of two short tables.
#pragma once

#include <complex>
#include <vector>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/kernel/column_passes.hpp"
#include "bsp_fft/kernel/kernels.hpp"

namespace bspfft {

/// w_order^(k factor(c)), times the scale, for the columns c of a tile: a product of one by prefix of k and one by its
/// last digit. For short transforms the tables of all tiles are kept, in both directions; otherwise those of one tile
/// are filled anew, from roots of unity in tables of O(sqrt(order)).
template <class Real>
class LaneTwiddles {
public:
    struct Tables {
        Buffer<Real> by_prefix;
        Buffer<Real> by_digit;
    };

    LaneTwiddles(const Pass& pass, const ColumnPasses<Real>& passes, Index lanes, const Scales& scales);

    const Tables& of_tile(Index tile, Direction direction);

    static Index bytes(const Pass& pass, Index lanes);

private:
    static Index reals_a_tile(const Pass& pass, Index lanes);
    static bool keeps_all(const Pass& pass, Index lanes);

    Tables make_tables() const;
    void fill(Tables& tables, Index tile, double scale) const;
    void fill_rows(Real* rows, Index count, const Index* exponents, Index exponent_step, Index tile,
                   double scale) const;
    std::complex<double> root(Index exponent) const;

    const Pass& pass_;
    const ColumnPasses<Real>& passes_;
    Index lanes_;
    Scales scales_;
    Index tiles_;
    bool keeps_all_;
    int low_bits_ = 0;
    std::vector<std::complex<double>> high_roots_;  ///< w_order^(i 2^low_bits)
    std::vector<std::complex<double>> low_roots_;   ///< w_order^i, i < 2^low_bits
    std::vector<Tables> tables_;
};

}  // namespace bspfft
