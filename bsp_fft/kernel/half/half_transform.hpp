// Transforms of tiles of real columns, forward and inverse: a result determines the one at the negated index.
#pragma once

#include <vector>

#include "bsp_fft/kernel/lanes/lane_transform.hpp"

namespace bspfft {

/// Transforms of up to 2 * lanes real columns at once. Column l is part 0 of lane l, column lanes + l part 1. Only the
/// half rows of the results are used, those with k <= length / 2 on the half axis; they are numbered row by row over
/// the axes, the half axis shortened to length / 2 + 1. Tables are made by the constructor; nothing is allocated later.
template <class Real>
class HalfTransform {
public:
    /// The cache buffer is in the arena's workspace.
    HalfTransform(std::vector<Index> axes, std::size_t half_axis, Index lanes, Arena& arena);

    Index rows() const { return transform_.rows(); }
    Index half_rows() const { return results_.size(); }
    const LaneTransform<Real>& transform() const { return transform_; }

    /// Forward, of real columns (TileSource::real); the two parts of a lane are not yet separated. Then pack or write
    /// either part.
    void run(const TileSource<Real>& in) const { transform_.run(in); }

    /// Packs half rows of a part, times twiddles, as LaneTransform::pack does. The twiddles have the scale 1/2.
    void pack(Index part, const Index* half_rows, Index count, Index width,
              const typename LaneTwiddles<Real>::Tables& twiddles, Real* to) const;

    /// Writes the half rows of a part, times the target's scale, as complex numbers. The target has a row for each.
    void write(Index part, const TileTarget<Real>& out) const;

    /// Inverse: x_j = sum over all k of X_k exp(2 pi i j k / n), real columns, from the half rows of both parts; those
    /// of a part that is not there are zeros. What is read, after TileSource::swap, are numbers with their parts
    /// exchanged: the sources swap if they hold X, and do not if they hold Im X, Re X. The target has swap = true, as
    /// that of every inverse; without it, the two parts of a lane are exchanged.
    ///
    /// Half rows whose negated index is a half row too need not be conjugates of each other: instead of X_k counts
    /// (X_k + conj X_-k) / 2. For one axis this means that imaginary parts of X_0 and X_(n/2) are ignored.
    void run_back(const TileSource<Real>& first, const TileSource<Real>* second, const TileTarget<Real>& out) const;

private:
    LaneTransform<Real> transform_;
    Buffer<HalfResult> results_;
    Buffer<HalfInput> inputs_;
};

}  // namespace bspfft
