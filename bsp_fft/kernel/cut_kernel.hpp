// The fast local transforms: columns are lanes of vectors, and each sweep over memory does half of the FFT.
#pragma once

#include <complex>
#include <vector>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/kernel/cut_tasks.hpp"
#include "bsp_fft/schedule/cut_shape.hpp"
#include "bspfft/options.hpp"

namespace bspfft {

/// How a column of length N is transformed inside the cache: N = R_1 R_2 ... R_m, one pass for each R_i.
/// After pass i the value with the digits (k_1, ..., k_i) is in place of (j_1, ..., j_i), so that the result
/// comes out in reversed order of digits: k = k_1 + R_1 k_2 + R_1 R_2 k_3 + ....
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

private:
    std::vector<std::vector<Real>> tables_;  ///< that the passes point into
};

/// What the two supersteps of the fast algorithm compute on one process. Tables of O(sqrt(n)); no allocation
/// after the constructor.
template <class Real>
class CutKernel {
public:
    using Complex = std::complex<Real>;

    /// The scales of the two directions are multiplied into the middle weights.
    CutKernel(const CutShape& shape, double forward_scale, double inverse_scale);

    const CutShape& shape() const { return shape_; }

    /// Transforms one block of columns of x, multiplies by the middle weights, and keeps the result in the
    /// cache buffer.
    void transform_columns(Index block, Direction direction, const Complex* x);

    /// Writes row blocks first .. first+count-1 of process t's packet of that block of columns: 2 lanes^2
    /// reals each.
    void pack(Index t, Index first, Index count, Real* packet) const;

    /// Transforms one block of rows from the middle array into y.
    void transform_rows(Index block, Direction direction, const Real* middle, Complex* y);

    /// Bytes of tables and cache buffers for a shape, for the check before planning.
    static Index bytes(const CutShape& shape);

private:
    /// The middle weights of one block of columns: w_n^(k1 j2) is a product of one by prefix and one by last
    /// digit of k1.
    struct MiddleWeights {
        Buffer<Real> by_prefix;
        Buffer<Real> by_digit;
    };

    std::complex<double> middle_root(Index exponent) const;
    MiddleWeights make_middle_weights() const;
    void fill(MiddleWeights& weights, Index block, double scale) const;
    void fill_rows(Real* rows, Index count, const Index* factors, Index factor_step, Index block,
                   double scale) const;
    const MiddleWeights& middle_weights(Index block, Direction direction);
    ColumnTask<Real> task(const ColumnPasses<Real>& passes, Direction direction);

    CutShape shape_;
    double scale_[2];
    ColumnPasses<Real> columns_;
    ColumnPasses<Real> rows_;
    int low_bits_ = 0;
    std::vector<std::complex<double>> high_roots_;  ///< w_n^(i 2^low_bits)
    std::vector<std::complex<double>> low_roots_;   ///< w_n^i, i < 2^low_bits
    bool keeps_all_;
    Buffer<Real> cache_;  ///< a tile of columns or rows
    /// For short transforms those of all blocks, in both directions; otherwise one, filled anew for every
    /// block.
    std::vector<MiddleWeights> middle_weights_;
};

}  // namespace bspfft
