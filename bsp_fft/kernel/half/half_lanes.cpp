// Two real columns are one lane of complex numbers: their transforms are separated by their symmetries when they are
// sent or written, and put together when they are read.
#include "bsp_fft/kernel/lanes/tile_kernels.hpp"

#include <algorithm>

#include "bsp_fft/kernel/half/half_transform.hpp"
#include "bsp_fft/kernel/lanes/plain_tiles.hpp"

namespace bspfft {

namespace {

using Half = AxisCut::Half;

template <class Real>
HalfTransform<Real> transform_of(const Pass& pass, Arena& arena)
{
    const TilePass& tiles = *pass.tiles;
    std::size_t half_axis = 0;
    for (std::size_t l = 0, transformed = 0; l < tiles.axes.size(); ++l) {
        if (tiles.axes[l].half != Half::none) half_axis = transformed;
        if (tiles.axes[l].transformed) ++transformed;
    }
    return {lengths_of(tiles, tiles.from ? &AxisCut::b : &AxisCut::a), half_axis, tiles.lanes, arena};
}

// Columns of a lane: what the other one is changes the last bits.
Index columns_a_lane(const Pass& pass) { return pass.tiles->reproducible ? 1 : 2; }

/// Real columns from a plain array to packets of tiles. A transform makes two tiles, or one if it is reproducible.
template <class Real>
class HalfToPackets final : public PassKernel<Real>, public TilePacker<Real> {
public:
    HalfToPackets(const Pass& pass, const PassArrays<Real>& arrays, Arena& arena)
        : lanes_(pass.tiles->lanes),
          parts_(columns_a_lane(pass)),
          array_(digits_of(PlainRows::inputs, *pass.tiles, pass.tiles->in_strides, pass.s, 1), arena),
          transform_(transform_of<Real>(pass, arena)),
          // the sums and differences that separate two columns are twice their transforms
          twiddles_(transform_.transform(), lengths_of(*pass.tiles, &AxisCut::n),
                    tiles_of(array_.column_count(), lanes_), twiddle_factors(*pass.tiles, pass.s),
                    arena, 0.5, LaneTwiddles<Real>::Order::reversed, pass.tiles->reproducible),
          sink_(arrays.tiles),
          rows_(*pass.tiles, pass.s, arena)
    {}

    Index tiles() const override { return tiles_of(array_.column_count(), parts_ * lanes_); }

    void run(Direction, Index first, Index count, Real* in, Real*) override
    {
        for (Index pair = first; pair < first + count; ++pair) {
            const LanePlaces from = array_.lanes_from(parts_ * pair * lanes_, parts_ * lanes_);
            transform_.run(array_.source(in, from));
            for (part_ = 0; part_ * lanes_ < from.width; ++part_) {
                const Index tile = parts_ * pair + part_;
                width_ = std::min(lanes_, from.width - part_ * lanes_);
                tables_ = &twiddles_.of_tile(tile);
                sink_->deliver(tile, width_, *this);
            }
        }
    }

    void pack(Index packet, Index first, Index count, Real* to) const override
    {
        transform_.pack(part_, rows_.of(packet) + first, count, width_, *tables_, to);
    }

private:
    Index lanes_;
    Index parts_;
    PlainTiles array_;
    HalfTransform<Real> transform_;
    LaneTwiddles<Real> twiddles_;
    TileSink<Real>* sink_;
    PacketRows rows_;
    // of the tile in the cache
    Index part_ = 0;
    Index width_ = 0;
    const typename LaneTwiddles<Real>::Tables* tables_ = nullptr;
};

/// Half of each row from packets of tiles to real rows in a plain array.
template <class Real>
class HalfFromPackets final : public PassKernel<Real> {
public:
    HalfFromPackets(const Pass& pass, const Scales& scales, Arena& arena)
        : lanes_(pass.tiles->lanes),
          parts_(columns_a_lane(pass)),
          scales_(scales),
          landed_(*pass.tiles->from, pass.s, arena),
          array_(digits_of(PlainRows::results, *pass.tiles, pass.tiles->out_strides, pass.s, 1), arena),
          transform_(transform_of<Real>(pass, arena)),
          offsets_{landed_.no_offsets(arena), landed_.no_offsets(arena)}
    {}

    Index tiles() const override { return landed_.batch() * pairs(); }

    void run(Direction direction, Index first, Index count, Real* in, Real* out) override
    {
        for (Index tile = first; tile < first + count; ++tile) {
            const Index batch = tile / pairs(), group = parts_ * (tile % pairs());
            const bool two = parts_ == 2 && group + 1 < landed_.groups();
            const TileSource<Real> one = landed_.source(in, batch, group, offsets_[0]);
            const TileSource<Real> other =
                two ? landed_.source(in, batch, group + 1, offsets_[1]) : TileSource<Real>{};
            const Index width = one.width + other.width;
            const LanePlaces to = array_.lanes_from(batch * landed_.rows() + group * lanes_, width);
            transform_.run_back(one, two ? &other : nullptr, array_.target(out, to, true, scales_.of(direction)));
        }
    }

private:
    Index pairs() const { return tiles_of(landed_.groups(), parts_); }

    Index lanes_;
    Index parts_;
    Scales scales_;
    LandedRows landed_;
    PlainTiles array_;
    HalfTransform<Real> transform_;
    LandedRows::Offsets offsets_[2];
};

/// Real columns in one array, half of their spectra in another.
template <class Real>
class HalfInArrays final : public PassKernel<Real> {
public:
    HalfInArrays(const Pass& pass, const Scales& scales, Arena& arena)
        : lanes_(pass.tiles->lanes),
          parts_(columns_a_lane(pass)),
          inverse_(half_axis_of(pass.tiles->axes)->half == Half::columns),
          scales_(scales),
          reals_(digits_of(PlainRows::inputs, *pass.tiles, strides(pass, !inverse_), pass.s, 1), arena),
          spectra_(digits_of(PlainRows::halves, *pass.tiles, strides(pass, inverse_), pass.s), arena),
          transform_(transform_of<Real>(pass, arena))
    {}

    Index tiles() const override { return tiles_of(reals_.column_count(), parts_ * lanes_); }
    Index columns_a_tile() const override { return parts_ * lanes_; }

    void run(Direction direction, Index first, Index count, Real* in, Real* out) override
    {
        const double scale = scales_.of(direction);
        for (Index pair = first; pair < first + count; ++pair) {
            const Index column = parts_ * pair * lanes_;
            const LanePlaces reals = reals_.lanes_from(column, parts_ * lanes_);
            inverse_ ? run_inverse(scale, column, in, reals, out) : run_forward(scale, column, in, reals, out);
        }
    }

private:
    static const std::vector<Index>& strides(const Pass& pass, bool before)
    {
        return before ? pass.tiles->in_strides : pass.tiles->out_strides;
    }

    void run_forward(double scale, Index column, const Real* in, const LanePlaces& from, Real* out)
    {
        transform_.run(reals_.source(in, from));
        for (Index part = 0; part * lanes_ < from.width; ++part) {
            const LanePlaces to = spectra_.lanes_from(column + part * lanes_, lanes_);
            transform_.write(part, spectra_.target(out, to, false, scale));
        }
    }

    // Real and imaginary parts are exchanged before and after an inverse transform.
    void run_inverse(double scale, Index column, const Real* in, const LanePlaces& to, Real* out)
    {
        const bool two = to.width > lanes_;
        const LanePlaces one = spectra_.lanes_from(column, lanes_);
        const LanePlaces other = two ? spectra_.lanes_from(column + lanes_, lanes_) : LanePlaces{};
        const TileSource<Real> first = spectra_.source(in, one, true), second = spectra_.source(in, other, true);
        transform_.run_back(first, two ? &second : nullptr, reals_.target(out, to, true, scale));
    }

    Index lanes_;
    Index parts_;
    bool inverse_;
    Scales scales_;
    PlainTiles reals_;
    PlainTiles spectra_;
    HalfTransform<Real> transform_;
};

}  // namespace

bool is_half(const Pass& pass)
{
    const AxisCut* const half = half_axis_of(pass.tiles->axes);
    if (!half) return false;
    if (pass.tiles->to) return half->half == Half::rows;
    return !pass.tiles->from || half->half == Half::columns;
}

template <class Real>
std::unique_ptr<PassKernel<Real>> make_half_lanes(const Pass& pass, const Scales& scales,
                                                  const PassArrays<Real>& arrays, Arena& arena)
{
    if (pass.tiles->to) return std::make_unique<HalfToPackets<Real>>(pass, arrays, arena);
    if (pass.tiles->from) return std::make_unique<HalfFromPackets<Real>>(pass, scales, arena);
    return std::make_unique<HalfInArrays<Real>>(pass, scales, arena);
}

template std::unique_ptr<PassKernel<float>> make_half_lanes(const Pass&, const Scales&, const PassArrays<float>&,
                                                            Arena&);
template std::unique_ptr<PassKernel<double>> make_half_lanes(const Pass&, const Scales&, const PassArrays<double>&,
                                                             Arena&);

}  // namespace bspfft
