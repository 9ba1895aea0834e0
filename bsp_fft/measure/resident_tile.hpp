// One tile of the lanes kernel that stays where it is.
#pragma once

#include <vector>

#include "bsp_fft/kernel/lanes/lane_transform.hpp"
#include "bsp_fft/kernel/kernels.hpp"

namespace bspfft {

/// Whether a schedule is the fast algorithm with a cut: columns that become packets of tiles, and rows from them.
inline bool has_two_tile_passes(const Schedule& schedule, Index s)
{
    if (schedule.algorithm() != Algorithm::fast) return false;
    const std::vector<Pass> passes = passes_of(schedule, s);
    return passes.size() == 2 && passes[0].tiles && passes[0].tiles->to && passes[1].tiles && passes[1].tiles->from;
}

/// Transforms of one tile of zeros in the cache buffer itself, from split rows to split rows: butterflies and nothing
/// else.
template <class Real>
class ResidentTile {
public:
    ResidentTile(const std::vector<Index>& axes, Index lanes)
        : transform_(axes, lanes, arena_), rows_(transform_.passes()->natural_places(arena_))
    {
        for (Index& row : rows_) row *= 2 * lanes;
    }

    void run() const { transform_.run(source()); }
    /// Rows that are in the cache buffer already.
    TileSource<Real> source() const { return {transform_.cache(), rows_.data(), nullptr, transform_.lanes(), true}; }
    const LaneTransform<Real>& transform() const { return transform_; }
    Index elements() const { return transform_.rows() * transform_.lanes(); }

private:
    Arena arena_;
    LaneTransform<Real> transform_;
    Buffer<Index> rows_;
};

}  // namespace bspfft
