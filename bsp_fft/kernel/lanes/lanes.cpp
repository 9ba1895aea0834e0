// Columns are lanes: a tile of neighbouring columns is transformed in the cache, with the columns as the lanes of
// vectors. Three passes fit it: columns of the process's array that become packets of tiles, rows that are read from
// such packets, and columns that stay where they are. Each sweeps memory once. Tables of O(sqrt(n)); nothing is
// allocated after planning.
#include <algorithm>
#include <cstdint>
#include <optional>

#include "bsp_fft/base/caches.hpp"
#include "bsp_fft/kernel/kernels.hpp"
#include "bsp_fft/kernel/lanes/lane_transform.hpp"
#include "bsp_fft/kernel/lanes/plain_tiles.hpp"
#include "bsp_fft/kernel/lanes/tile_kernels.hpp"

namespace bspfft {

namespace lanes_passes {

/// Columns from a plain array, with twiddles after them, to packets of tiles.
template <class Real>
class LanesToPackets final : public PassKernel<Real>, public TilePacker<Real> {
public:
    LanesToPackets(const Pass& pass, const PassArrays<Real>& arrays, Arena& arena)
        : inverse_(pass.inverse),
          lanes_(pass.tiles->lanes),
          array_(digits_of(PlainRows::inputs, *pass.tiles, pass.tiles->in_strides, pass.s), arena),
          transform_(lengths_of(*pass.tiles, &AxisCut::a), lanes_, arena),
          sink_(arrays.tiles),
          positions_(*pass.tiles, pass.s, arena)
    {
        for (Index& row : positions_.all()) row = transform_.position(row);
        const std::vector<AxisCut>& axes = pass.tiles->axes;
        if (std::any_of(axes.begin(), axes.end(), [](const AxisCut& l) { return l.transformed && l.a > 1 && l.b > 1; }))
            twiddles_.emplace(transform_, lengths_of(*pass.tiles, &AxisCut::n), tiles(),
                              twiddle_factors(*pass.tiles, pass.s), arena, 1, LaneTwiddles<Real>::Order::reversed,
                              pass.tiles->reproducible);
    }

    Index tiles() const override { return tiles_of(array_.column_count(), lanes_); }

    void run(Direction direction, Index first, Index count, Real* in, Real*) override
    {
        for (Index tile = first; tile < first + count; ++tile) {
            const LanePlaces from = array_.lanes_from(tile * lanes_, lanes_);
            transform_.run(array_.source(in, from, swaps(inverse_, direction)),
                           twiddles_ ? &twiddles_->of_tile(tile) : nullptr);
            width_ = from.width;
            sink_->deliver(tile, width_, *this);
        }
    }

    void pack(Index packet, Index first, Index count, Real* to) const override
    {
        transform_.pack(positions_.of(packet) + first, count, width_, to);
    }

private:
    bool inverse_;
    Index lanes_;
    PlainTiles array_;
    LaneTransform<Real> transform_;
    std::optional<LaneTwiddles<Real>> twiddles_;  ///< if an axis is cut
    TileSink<Real>* sink_;
    PacketRows positions_;  ///< in the cache, of each packet's rows
    Index width_ = 0;       ///< of the tile in the cache
};

/// Rows from packets of tiles, or columns from a plain array, to a plain array.
template <class Real>
class LanesToArray final : public PassKernel<Real> {
public:
    LanesToArray(const Pass& pass, const Scales& scales, Arena& arena)
        : inverse_(pass.inverse),
          lanes_(pass.tiles->lanes),
          scales_(scales),
          array_(digits_of(pass.tiles->from ? PlainRows::results : PlainRows::inputs, *pass.tiles,
                           pass.tiles->out_strides, pass.s),
                 arena),
          transform_(lengths_of(*pass.tiles, pass.tiles->from ? &AxisCut::b : &AxisCut::a), lanes_, arena)
    {
        if (pass.tiles->from) {
            landed_.emplace(*pass.tiles->from, pass.s, arena);
            offsets_ = landed_->no_offsets(arena);
        } else if (pass.tiles->in_strides != pass.tiles->out_strides) {
            before_.emplace(digits_of(PlainRows::inputs, *pass.tiles, pass.tiles->in_strides, pass.s), arena);
        }
        streams_ = !arena.only_counts() && writes_past_caches();
    }

    Index tiles() const override
    {
        return landed_ ? landed_->batch() * landed_->groups() : tiles_of(array_.column_count(), lanes_);
    }
    Index columns_a_tile() const override { return lanes_; }

    void run(Direction direction, Index first, Index count, Real* in, Real* out) override
    {
        const bool swap = swaps(inverse_, direction);
        const double scale = scales_.of(direction);
        const bool streams = streams_ && reinterpret_cast<std::uintptr_t>(out) % cache_line == 0;
        for (Index tile = first; tile < first + count; ++tile) {
            if (landed_) {
                const Index batch = tile / landed_->groups(), group = tile % landed_->groups();
                const TileSource<Real> source = landed_->source(in, batch, group, offsets_);
                const LanePlaces to = array_.lanes_from(batch * landed_->rows() + group * lanes_, source.width);
                run(source, to, out, swap, scale, streams);
            } else {
                const LanePlaces to = array_.lanes_from(tile * lanes_, lanes_);
                const LanePlaces from = before_ ? before_->lanes_from(tile * lanes_, lanes_) : to;
                const PlainTiles& before = before_ ? *before_ : array_;
                run(before.source(in, from, swap), to, out, swap, scale, streams);
            }
        }
    }

private:
    void run(const TileSource<Real>& source, const LanePlaces& to, Real* out, bool swap, double scale, bool streams)
    {
        TileTarget<Real> target = array_.target(out, to, swap, scale);
        target.streams = streams && to.width == lanes_;
        transform_.run(source, target);
    }

    // What is transformed where it is, may be in a cache already: small tiles, and those whose rows do not evict each
    // other.
    bool writes_past_caches() const
    {
        constexpr Index bytes = sizeof(Real);
        if (array_.reals() * bytes < streamed_from()) return false;
        if (landed_ && landed_->batch() > 1 && landed_->rows() % lanes_ != 0) return false;
        const bool is_small = transform_.rows() * 2 * lanes_ * bytes <= cache_size(1);
        if (!landed_ && (is_small || array_.stay_in(cache_size(2), bytes))) return false;
        return array_.have_whole_lines<Real>(lanes_);
    }

    bool inverse_;
    Index lanes_;
    Scales scales_;
    std::optional<LandedRows> landed_;
    LandedRows::Offsets offsets_;
    std::optional<PlainTiles> before_;  ///< the places of columns before, if they have others after
    PlainTiles array_;
    bool streams_ = false;
    LaneTransform<Real> transform_;
};

std::string objection(const Pass& pass)
{
    return pass.tiles ? "" : "it transforms tiles of columns; the algorithms fast, pencils and bluestein have them";
}

// In twiddles a scale would need tables for each direction.
bool scales_for_free(const Pass& pass) { return !pass.tiles->to; }

template <class Real>
std::unique_ptr<PassKernel<Real>> make(const Pass& pass, const Scales& scales, const PassArrays<Real>& arrays,
                                       Arena& arena)
{
    if (pass.tiles->from && pass.tiles->to) return make_between_lanes(pass, arrays, arena);
    const bool is_short = has_short_columns(pass);
    if (is_short && is_half(pass)) return make_half_columns<Real>(pass, scales, arena);
    if (is_half(pass)) return make_half_lanes(pass, scales, arrays, arena);
    if (is_short) return make_short_columns<Real>(pass, scales, arena);
    if (pass.tiles->to) return std::make_unique<LanesToPackets<Real>>(pass, arrays, arena);
    return std::make_unique<LanesToArray<Real>>(pass, scales, arena);
}

}  // namespace lanes_passes

extern const KernelEntry lanes_kernel{
    Kernel::simd, BlockOrder::tiles, lanes_passes::objection, lanes_passes::scales_for_free,
    {lanes_passes::make<double>, lanes_passes::make<float>}};

}  // namespace bspfft
