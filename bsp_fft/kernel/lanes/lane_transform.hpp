// Transforms of tiles: columns are lanes, of any length and any number of axes.
#pragma once

#include <memory>
#include <vector>

#include "bsp_fft/kernel/lanes/column_passes.hpp"
#include "bsp_fft/kernel/lanes/lane_twiddles.hpp"
#include "bsp_fft/kernel/lanes/lanes_tasks.hpp"

namespace bspfft {

/// The inverse of a tile of one axis, from results in reversed order of digits to rows in natural order, in place. The
/// passes are those of the forward transform, the last first. Pass i transforms digit i. With b the number that the
/// digits from i on make then, and k the digit before them, which is transformed next, the twiddles are w^(b k).
template <class Real>
class BackPasses {
public:
    /// Requires one axis.
    BackPasses(const ColumnPasses<Real>& forward, Arena& arena);

    /// Tables of the passes: by k, by the number of the digits after i, and slot; the first pass has none.
    const Real* const* twiddles() const { return twiddles_.data(); }

private:
    std::vector<Buffer<Real>> tables_;
    std::vector<const Real*> twiddles_;
};

/// Forward transforms of up to `lanes` columns at once, over all axes. The rows of a column are numbered row by row
/// over the axes, the last fastest, before and after. A tile lies in the cache buffer, rows of `lanes` real parts, then
/// `lanes` imaginary parts. Tables are made by the constructor; nothing is allocated later.
///
/// Source and target may be the same memory if each lane has the same elements in both.
template <class Real>
class LaneTransform {
public:
    /// Axes of length 1 are allowed, lanes are the widest, 4 or 1. The cache buffer is in the arena's workspace, from
    /// real `begin` on; others may use it before a run and after the last pack of it.
    LaneTransform(std::vector<Index> axes, Index lanes, Arena& arena, Index begin = 0);

    static constexpr Index widest = 64 / static_cast<Index>(sizeof(Real));

    Index rows() const { return passes_->rows(); }
    Index lanes() const { return lanes_; }
    const std::vector<Index>& axes() const { return passes_->axes(); }
    /// The place of result k in the tile, for pack.
    Index position(Index k) const { return passes_->position()[k]; }
    /// Result k itself, after a run into the cache buffer: real parts, then imaginary parts.
    Real* row(Index k) const { return task_.cache + position(k) * 2 * lanes_; }
    const std::shared_ptr<const ColumnPasses<Real>>& passes() const { return passes_; }

    void run(const TileSource<Real>& in, const TileTarget<Real>& out) const;
    /// Into the cache buffer, times twiddles, if any (LaneTwiddles::of_tile); then pack.
    void run(const TileSource<Real>& in, const typename LaneTwiddles<Real>::Tables* twiddles = nullptr) const;
    /// Into the cache buffer, each result times its own factors, lane by lane: rows of `lanes` real parts, then `lanes`
    /// imaginary parts, that of result k at factor_row(k). Real and imaginary parts are then exchanged, so that another
    /// transform of them is the inverse.
    void run(const TileSource<Real>& in, const Real* factors) const;
    /// And at once that transform, of one axis, times twiddles: row j is then at ColumnPasses::natural_places.
    void run_and_back(const TileSource<Real>& in, const Real* factors, const BackPasses<Real>& back,
                      const typename LaneTwiddles<Real>::Tables& twiddles) const;
    Index factor_row(Index k) const { return passes_->order(k); }
    /// Transforms rows that are in the cache buffer already, at ColumnPasses::natural_places.
    void run_in_cache(const TileTarget<Real>& out) const;
    Real* cache() const { return task_.cache; }
    Index cache_reals() const { return passes_->cache_reals(lanes_); }

    /// Packs rows out of the cache buffer, transposed. In groups of lanes() rows, the last maybe of fewer: for each
    /// column below the width the real parts of the group's rows, then their imaginary parts.
    void pack(const Index* positions, Index rows, Index width, Real* to) const;

private:
    std::shared_ptr<const ColumnPasses<Real>> passes_;
    Index lanes_;
    TileTask<Real> task_;
};

}  // namespace bspfft
