// The fast local transforms: columns are lanes of vectors, and each sweep over memory does half of the FFT.
#pragma once

#include <complex>
#include <memory>
#include <string>
#include <vector>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/kernel/cut_shape.hpp"
#include "bspfft/options.hpp"

namespace bspfft {

/// How a column of length N is transformed inside the cache: as N = R_1 R_2 ... R_m, one pass for each R_i. After pass i the value with digits (k_1,
/// ..., k_i) so far is in place of (j_1, ..., j_i): the result comes out in reversed order of digits, k = k_1 + R_1 k_2 + R_1 R_2 k_3 + ....
template <class Real>
struct ColumnPasses {
    explicit ColumnPasses(Index length);

    Index length;
    std::vector<Index> radices;
    std::vector<std::vector<std::complex<Real>>> weights;  ///< after pass i < m: w_M^(b k), in the order in which they are used
    std::vector<Index> prefix;                             ///< k of block q of the last pass, without its last digit
    std::vector<Index> position;                           ///< where k is found in the end
    Index last_radix() const { return radices.back(); }
    Index last_blocks() const { return length / radices.back(); }
};

/// What the two supersteps of the fast algorithm compute on process s. Tables of O(sqrt(n)); no allocation after the constructor.
template <class Real>
class CutKernel {
public:
    using Complex = std::complex<Real>;

    explicit CutKernel(const CutShape& shape);

    const CutShape& shape() const { return shape_; }

    /// Transforms one block of columns of x, multiplies by the middle weights and by scale, and keeps it in the cache buffer. For the inverse
    /// the real and the imaginary parts change places.
    void transform_columns(Index block, Direction direction, Real scale, const Complex* x);

    /// Writes row blocks first .. first+count-1 of process t's packet of that block: 2 lanes^2 reals each.
    void pack(Index t, Index first, Index count, Real* packet) const;

    /// Transforms one block of rows from the middle array into y.
    void transform_rows(Index block, Direction direction, const Real* middle, Complex* y);

    /// Bytes of tables and cache buffers for a shape, before one is made.
    static Index bytes(const CutShape& shape);

    /// The instruction set in use.
    static std::string target();

private:
    void prepare_middle_weights(Index block, Real scale);

    CutShape shape_;
    ColumnPasses<Real> columns_;
    ColumnPasses<Real> rows_;
    Index low_bits_ = 0;
    std::vector<std::complex<double>> high_roots_;  ///< w_n^(i 2^low_bits)
    std::vector<std::complex<double>> low_roots_;   ///< w_n^i, i < 2^low_bits
    Buffer<Real> cache_;                            ///< a tile of columns or rows, split
    Buffer<Real> by_prefix_;                        ///< middle weights of a block of columns: the product of one of these
    Buffer<Real> by_digit_;                         ///< and one of these
};

}  // namespace bspfft
