// Two real columns are one lane of complex numbers: their transforms are separated by their symmetries when they are
// sent or written, and put together when they are read.
#include "bsp_fft/kernel/lanes/tile_kernels.hpp"

#include <algorithm>

#include "bsp_fft/kernel/half/half_transform.hpp"
#include "bsp_fft/kernel/lanes/plain_tiles.hpp"
#include "bsp_fft/kernel/lanes/tile_factors.hpp"

namespace bspfft {

namespace {

using Half = AxisCut::Half;

/// The lengths of a pass's transforms, and which of the axes is halved.
struct HalfAxes {
    std::vector<Index> lengths;
    std::size_t half = 0;
};

HalfAxes axes_of(const Pass& pass)
{
    const TilePass& tiles = *pass.tiles;
    HalfAxes axes;
    for (const AxisCut& axis : tiles.axes) {
        if (!axis.transformed) continue;
        if (axis.half != Half::none) axes.half = axes.lengths.size();
        axes.lengths.push_back(tiles.from ? axis.b : axis.a);
    }
    return axes;
}

template <class Real>
HalfTransform<Real> transform_of(const Pass& pass, Arena& arena)
{
    const HalfAxes axes = axes_of(pass);
    return {axes.lengths, axes.half, pass.tiles->lanes, arena};
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
          array_(plain_columns(*pass.tiles, pass.tiles->in_strides, pass.s, arena, 1)),
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
            const Index column = parts_ * pair * lanes_;
            const Index width = std::min(parts_ * lanes_, array_.column_count() - column);
            const LanePlaces places = array_.lanes_from(column, width);
            TileSource<Real> source{in + places.first, array_.rows(), places.table(), width};
            source.real = true;
            source.row_step = array_.row_step();
            source.gaps = array_.have_gaps();
            transform_.run(source);
            for (part_ = 0; part_ * lanes_ < width; ++part_) {
                const Index tile = parts_ * pair + part_;
                width_ = std::min(lanes_, width - part_ * lanes_);
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
          array_(plain_rows(*pass.tiles, pass.s, arena, 1)),
          transform_(transform_of<Real>(pass, arena)),
          offsets_{landed_.no_offsets(arena), landed_.no_offsets(arena)}
    {}

    Index tiles() const override { return landed_.batch() * pairs(); }

    void run(Direction direction, Index first, Index count, Real* in, Real* out) override
    {
        for (Index tile = first; tile < first + count; ++tile) {
            const Index batch = tile / pairs(), group = parts_ * (tile % pairs());
            const bool two = parts_ == 2 && group + 1 < landed_.groups();
            const TileSource<Real> one = source(in, batch, group, offsets_[0]);
            const TileSource<Real> other = two ? source(in, batch, group + 1, offsets_[1]) : TileSource<Real>{};
            const Index width = one.width + (two ? other.width : 0);
            const LanePlaces places = array_.lanes_from(batch * landed_.rows() + group * lanes_, width);
            TileTarget<Real> target{out + places.first, array_.rows(), places.table(), width, true,
                                    static_cast<Real>(scales_.of(direction))};
            target.real = true;
            target.row_step = array_.row_step();
            target.gaps = array_.have_gaps();
            transform_.run_back(one, two ? &other : nullptr, target);
        }
    }

private:
    Index pairs() const { return tiles_of(landed_.groups(), parts_); }

    TileSource<Real> source(const Real* in, Index batch, Index group, LandedRows::Offsets& offsets)
    {
        const Real* const from = in + landed_.find(batch, group, offsets);
        TileSource<Real> source{from, offsets.rows.data(), nullptr, landed_.width(group), true};
        source.gaps = landed_.have_gaps();
        return source;
    }

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
          reals_(plain_columns(*pass.tiles, inverse_ ? pass.tiles->out_strides : pass.tiles->in_strides, pass.s, arena,
                               1)),
          spectra_(plain_half_columns(*pass.tiles, inverse_ ? pass.tiles->in_strides : pass.tiles->out_strides, pass.s,
                                      arena)),
          transform_(transform_of<Real>(pass, arena))
    {}

    Index tiles() const override { return tiles_of(reals_.column_count(), parts_ * lanes_); }

    void run(Direction direction, Index first, Index count, Real* in, Real* out) override
    {
        const auto scale = static_cast<Real>(scales_.of(direction));
        for (Index pair = first; pair < first + count; ++pair) {
            const Index column = parts_ * pair * lanes_;
            const Index width = std::min(parts_ * lanes_, reals_.column_count() - column);
            inverse_ ? run_inverse(scale, column, width, in, out) : run_forward(scale, column, width, in, out);
        }
    }

private:
    void run_forward(Real scale, Index column, Index width, const Real* in, Real* out)
    {
        const LanePlaces from = reals_.lanes_from(column, width);
        TileSource<Real> source{in + from.first, reals_.rows(), from.table(), width};
        source.real = true;
        source.row_step = reals_.row_step();
        source.lane_step = reals_.column_step();
        transform_.run(source);
        for (Index part = 0; part * lanes_ < width; ++part) {
            const Index lanes = std::min(lanes_, width - part * lanes_);
            const LanePlaces to = spectra_.lanes_from(column + part * lanes_, lanes);
            TileTarget<Real> target{out + to.first, spectra_.rows(), to.table(), lanes, false, scale};
            target.row_step = spectra_.row_step();
            target.lane_step = spectra_.column_step();
            transform_.write(part, target);
        }
    }

    void run_inverse(Real scale, Index column, Index width, const Real* in, Real* out)
    {
        const Index first = std::min(lanes_, width);
        const LanePlaces one = spectra_.lanes_from(column, first);
        const LanePlaces other = width > first ? spectra_.lanes_from(column + first, width - first) : LanePlaces{};
        const TileSource<Real> source = spectrum(in, one, first), second = spectrum(in, other, width - first);
        const LanePlaces to = reals_.lanes_from(column, width);
        TileTarget<Real> target{out + to.first, reals_.rows(), to.table(), width, true, scale};
        target.real = true;
        target.row_step = reals_.row_step();
        target.lane_step = reals_.column_step();
        transform_.run_back(source, width > first ? &second : nullptr, target);
    }

    // Real and imaginary parts are exchanged before and after an inverse transform.
    TileSource<Real> spectrum(const Real* in, const LanePlaces& places, Index width) const
    {
        TileSource<Real> source{in + places.first, spectra_.rows(), places.table(), width, false, true};
        source.row_step = spectra_.row_step();
        source.lane_step = spectra_.column_step();
        return source;
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
