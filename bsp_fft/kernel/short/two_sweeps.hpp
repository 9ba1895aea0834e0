// Transforms of one vector that does not fit in the nearest caches: two sweeps over it, in place.
#pragma once

#include "bsp_fft/base/arena.hpp"
#include "bsp_fft/kernel/lanes/lane_transform.hpp"

namespace bspfft {

/// Forward transforms of n = a b a complex numbers, interleaved, in natural order: the four-step algorithm, whose
/// transposition is of squares that fit in the cache  [Bailey 1990]. With j = j1 a + j2 and k = k1 + a b k3, where
/// j2, k3 < a,
///
///     X(k1 + a b k3) = sum over j2 of w_a^(j2 k3) w_n^(j2 k1) (sum over j1 of w_(a b)^(j1 k1) x(j1 a + j2)).
///
/// The first sweep does the inner sums, for a cache line of j2 at a time, and the second the outer ones, for a line of
/// k1 at a time. In memory the vector is a b rows of a numbers. The second sweep reads what belongs to the lines
/// k1 = m a .. m a + a - 1 and writes their results to the rows m, m + b, m + 2 b, ...: so the first puts it there, in
/// squares of a line of k1 by a line of j2, and one copy of a^2 numbers in the cache is enough.
template <class Real>
class TwoSweeps {
public:
    TwoSweeps(Index n, Index a, Arena& arena);

    /// As ShortTransform::run.
    void run(const Real* in, Real* out, bool swap, Real scale);

private:
    Index squares() const { return columns_length_ / a_; }
    void transform_tile(Index tile, const Real* in, Real* out, bool swap);
    void transform_square(Index square, Real* out, bool swap, Real scale);

    static constexpr Index lanes = LaneTransform<Real>::widest;

    Index a_;
    Index columns_length_;  ///< a b
    LaneTransform<Real> columns_;
    LaneTransform<Real> rows_;
    LaneTwiddles<Real> twiddles_;
    Buffer<Index> columns_in_;  ///< reals from a column's beginning to row j1
    Buffer<Index> rows_in_;     ///< reals from a group's beginning in the square to j2
    Buffer<Index> rows_out_;    ///< reals from k1 to k1 + a b k3
    Real* square_;
};

extern template class TwoSweeps<float>;
extern template class TwoSweeps<double>;

}  // namespace bspfft
