// Columns are lanes: a tile of neighbouring columns is transformed in the cache, with the columns as the lanes of
// vectors. Three passes fit it: columns of the process's array that become packets of tiles, rows that are read from
// such packets, and columns that stay where they are. Each sweeps memory once. Tables of O(sqrt(n)); nothing is
// allocated after planning.
#include <algorithm>

#include "bsp_fft/kernel/kernels.hpp"
#include "bsp_fft/kernel/lane_transform.hpp"
#include "bsp_fft/kernel/tile_places.hpp"

namespace bspfft {

namespace {

// The inverse is the forward transform with real and imaginary parts exchanged before and after.
bool swaps(const Pass& pass, Direction direction) { return (direction == Direction::inverse) != pass.inverse; }

/// The rows and columns of a tile in a plain array.
struct PlainTiles {
    PlainTiles(std::vector<PlaceDigit> row_digits, std::vector<PlaceDigit> column_digits)
        : columns(std::move(column_digits))
    {
        const Places places(std::move(row_digits));
        rows = places.all();
        row_step = places.step();
    }

    std::vector<Index> rows;
    Index row_step;  ///< 0 if it is not always the same
    Places columns;
};

// Element j1 C + c along an axis of C columns, or of a batch.
PlainTiles plain_columns(const TilePass& pass, const std::vector<Index>& strides, Index s)
{
    const CutPart part = part_of(pass.axes, s);
    std::vector<PlaceDigit> rows, columns;
    for (std::size_t l = 0; l < pass.axes.size(); ++l) {
        const Index step = 2 * strides[l];
        if (pass.axes[l].transformed) rows.push_back({pass.axes[l].a, part.columns[l] * step});
        columns.push_back({part.columns[l], step});
    }
    return {std::move(rows), std::move(columns)};
}

// Element r + R k2 along an axis of R rows, or of a batch. Columns are numbered by batch first, then by r.
PlainTiles plain_rows(const TilePass& pass, Index s)
{
    const CutPart part = part_of(pass.axes, s);
    std::vector<PlaceDigit> rows, batch, columns;
    for (std::size_t l = 0; l < pass.axes.size(); ++l) {
        const Index step = 2 * pass.out_strides[l];
        if (pass.axes[l].transformed) {
            rows.push_back({pass.axes[l].b, part.rows[l] * step});
            columns.push_back({part.rows[l], step});
        } else {
            batch.push_back({part.columns[l], step});
        }
    }
    batch.insert(batch.end(), columns.begin(), columns.end());
    return {std::move(rows), std::move(batch)};
}

/// Columns from a plain array, with twiddles after them, to packets of tiles.
template <class Real>
class LanesToPackets final : public PassKernel<Real>, public TilePacker<Real> {
public:
    LanesToPackets(const Pass& pass, const PassArrays<Real>& arrays)
        : pass_(pass),
          part_(part_of(pass.tiles->axes, pass.s)),
          tiles_of_array_(plain_columns(*pass.tiles, pass.tiles->in_strides, pass.s)),
          transform_(lengths_of(*pass.tiles, &AxisCut::a), lanes(), arrays.workspace),
          twiddles_(transform_, lengths_of(*pass.tiles, &AxisCut::n), tiles(),
                    [this](Index tile, Index* factors) { find_factors(tile, factors); }),
          sink_(arrays.tiles)
    {
        find_positions();
    }

    Index tiles() const override { return tiles_of(tiles_of_array_.columns.count(), lanes()); }

    void run(Direction direction, Index first, Index count, Real* in, Real*, PacketSink<Real>*) override
    {
        for (Index tile = first; tile < first + count; ++tile) {
            const Index width = width_of(tile);
            const LanePlaces places = lanes_at(tiles_of_array_.columns, tile * lanes(), width);
            TileSource<Real> source{in + places.first, tiles_of_array_.rows.data(), places.table(), width};
            source.swap = swaps(pass_, direction);
            transform_.run(source, &twiddles_.of_tile(tile));
            width_ = width;
            sink_->deliver(tile, width, *this);
        }
    }

    void pack(Index packet, Index first, Index count, Real* to) const override
    {
        transform_.pack(positions_[static_cast<std::size_t>(packet)].data() + first, count, width_, to);
    }

private:
    Index lanes() const { return pass_.tiles->lanes; }
    Index width_of(Index tile) const
    {
        return std::min(lanes(), tiles_of_array_.columns.count() - tile * lanes());
    }

    // The twiddles' factors: j2 = q + p c.
    void find_factors(Index tile, Index* factors) const
    {
        const std::vector<AxisCut>& axes = pass_.tiles->axes;
        for (Index lane = 0; lane < lanes(); ++lane) {
            Index rest = tile * lanes() + lane;
            const bool exists = lane < width_of(tile);
            auto at = static_cast<Index>(transform_.axes().size());
            for (std::size_t l = axes.size(); l-- > 0;) {
                const Index c = rest % part_.columns[l];
                rest /= part_.columns[l];
                if (!axes[l].transformed) continue;
                factors[--at * lanes() + lane] = exists ? part_.coordinates[l] + axes[l].p * c : 0;
            }
        }
    }

    // Of each packet's rows k1 = t + p r.
    void find_positions()
    {
        const std::vector<AxisCut>& axes = pass_.tiles->axes;
        for (const TilePacket& packet : tile_packets_of(*pass_.tiles->to, pass_.s)) {
            const CutPart part = part_of(axes, packet.receiver);
            std::vector<PlaceDigit> digits;
            Index first = 0;
            for (std::size_t l = 0; l < axes.size(); ++l) {
                if (!axes[l].transformed) continue;
                first = first * axes[l].a + part.coordinates[l];
                for (PlaceDigit& digit : digits) digit.step *= axes[l].a;
                digits.push_back({part.rows[l], axes[l].p});
            }
            std::vector<Index> positions = Places(digits).all();
            if (packet.rows == 0) positions.clear();
            for (Index& position : positions) position = transform_.position(first + position);
            positions_.push_back(std::move(positions));
        }
    }

    Pass pass_;
    CutPart part_;
    PlainTiles tiles_of_array_;
    LaneTransform<Real> transform_;
    LaneTwiddles<Real> twiddles_;
    TileSink<Real>* sink_;
    std::vector<std::vector<Index>> positions_;  ///< in the cache, of each packet's rows
    Index width_ = 0;                            ///< of the tile in the cache
};

/// Rows from packets of tiles to a plain array.
template <class Real>
class LanesFromPackets final : public PassKernel<Real> {
public:
    LanesFromPackets(const Pass& pass, const Scales& scales, const PassArrays<Real>& arrays)
        : pass_(pass),
          scales_(scales),
          landed_(*pass.tiles->from, pass.s),
          tiles_of_array_(plain_rows(*pass.tiles, pass.s)),
          transform_(lengths_of(*pass.tiles, &AxisCut::b), pass.tiles->lanes, arrays.workspace),
          offsets_(tiles_of_array_.rows.size())
    {}

    Index tiles() const override { return landed_.batch() * landed_.groups(); }

    void run(Direction direction, Index first, Index count, Real* in, Real* out, PacketSink<Real>*) override
    {
        const auto scale = static_cast<Real>(scales_.of(direction));
        for (Index tile = first; tile < first + count; ++tile) {
            const Index batch = tile / landed_.groups(), group = tile % landed_.groups();
            const Index width = landed_.width(group);
            const Real* const from = in + landed_.find(batch, group, offsets_);
            const TileSource<Real> source{from, offsets_.data(), nullptr, width, true};
            const LanePlaces places = lanes_at(tiles_of_array_.columns,
                                               batch * landed_.rows() + group * pass_.tiles->lanes, width);
            transform_.run(source, {out + places.first, tiles_of_array_.rows.data(), places.table(), width,
                                    swaps(pass_, direction), scale});
        }
    }

private:
    Pass pass_;
    Scales scales_;
    LandedRows landed_;
    PlainTiles tiles_of_array_;
    LaneTransform<Real> transform_;
    std::vector<Index> offsets_;
};

/// Columns from a plain array to a plain array.
template <class Real>
class LanesInArray final : public PassKernel<Real> {
public:
    LanesInArray(const Pass& pass, const Scales& scales, const PassArrays<Real>& arrays)
        : pass_(pass),
          scales_(scales),
          before_(plain_columns(*pass.tiles, pass.tiles->in_strides, pass.s)),
          after_(plain_columns(*pass.tiles, pass.tiles->out_strides, pass.s)),
          alike_(pass.tiles->in_strides == pass.tiles->out_strides),
          transform_(lengths_of(*pass.tiles, &AxisCut::a), pass.tiles->lanes, arrays.workspace)
    {}

    Index tiles() const override { return tiles_of(before_.columns.count(), pass_.tiles->lanes); }

    void run(Direction direction, Index first, Index count, Real* in, Real* out, PacketSink<Real>*) override
    {
        const Index lanes = pass_.tiles->lanes;
        const bool swap = swaps(pass_, direction);
        for (Index tile = first; tile < first + count; ++tile) {
            const Index width = std::min(lanes, before_.columns.count() - tile * lanes);
            const LanePlaces from = lanes_at(before_.columns, tile * lanes, width);
            const LanePlaces to = alike_ ? from : lanes_at(after_.columns, tile * lanes, width);
            transform_.run(TileSource<Real>{in + from.first, before_.rows.data(), from.table(), width, false, swap,
                                            before_.row_step, before_.columns.step()},
                           {out + to.first, after_.rows.data(), to.table(), width, swap,
                            static_cast<Real>(scales_.of(direction)), after_.row_step, after_.columns.step()});
        }
    }

private:
    Pass pass_;
    Scales scales_;
    PlainTiles before_;
    PlainTiles after_;
    bool alike_;  ///< before and after
    LaneTransform<Real> transform_;
};

std::string objection(const Pass& pass)
{
    return pass.tiles ? "" : "it transforms tiles of columns; the algorithms fast, pencils and bluestein have them";
}

Index cost(const Pass&) { return 1; }
// In twiddles a scale would need tables for each direction.
bool scales_for_free(const Pass& pass) { return !pass.tiles->to; }

std::vector<Index> lengths_of(const Pass& pass)
{
    return lengths_of(*pass.tiles, pass.tiles->from ? &AxisCut::b : &AxisCut::a);
}

template <class Real>
Index bytes_of(const Pass& pass)
{
    const std::vector<Index> axes = lengths_of(pass);
    const Index tables = LaneTransform<Real>::bytes(axes) + pass.rows * static_cast<Index>(sizeof(Index));
    if (!pass.tiles->to) return tables;
    const Index tiles = tiles_of(part_of(pass.tiles->axes, pass.s).column_count(), pass.tiles->lanes);
    return tables + LaneTwiddles<Real>::bytes(axes, pass.tiles->lanes, lengths_of(*pass.tiles, &AxisCut::n), tiles);
}

Index bytes(const Pass& pass)
{
    return pass.bytes_per_real == sizeof(float) ? bytes_of<float>(pass) : bytes_of<double>(pass);
}

Index workspace(const Pass& pass)
{
    return pass.tiles ? LaneTransform<double>::workspace(lengths_of(pass), pass.tiles->lanes) : 0;
}

template <class Real>
std::unique_ptr<PassKernel<Real>> make(const Pass& pass, const Scales& scales, const PassArrays<Real>& arrays)
{
    if (pass.tiles->to) return std::make_unique<LanesToPackets<Real>>(pass, arrays);
    if (pass.tiles->from) return std::make_unique<LanesFromPackets<Real>>(pass, scales, arrays);
    return std::make_unique<LanesInArray<Real>>(pass, scales, arrays);
}

}  // namespace

extern const KernelEntry lanes_kernel{Kernel::simd, BlockOrder::tiles, objection, cost, scales_for_free,
                                      bytes, workspace, make<double>, make<float>};

}  // namespace bspfft
