#include "bsp_fft/gpu/device_places.hpp"

#include <algorithm>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/kernel/lanes/plain_tiles.hpp"
#include "bsp_fft/kernel/lanes/tile_kernels.hpp"
#include "bsp_fft/kernel/lanes/tile_places.hpp"
#include "bsp_fft/layout/grid_cut.hpp"

namespace bspfft {

namespace {

template <class T>
std::vector<T> picked(const std::vector<T>& table, const std::vector<Index>& numbers)
{
    std::vector<T> result;
    result.reserve(numbers.size());
    for (const Index number : numbers) result.push_back(table[size_of(number)]);
    return result;
}

/// The axes of a pass's transforms. Numbers of rows are over the axes in the order of the cut; the work has the halved
/// axis last, as transforms of real data need it.
class WorkOrder {
public:
    explicit WorkOrder(const Pass& pass)
    {
        const TilePass& tiles = *pass.tiles;
        for (const AxisCut& axis : tiles.axes) {
            if (!axis.transformed) continue;
            const bool halved = is_half(pass) && axis.half != AxisCut::Half::none;
            (halved ? half_ : order_.emplace_back()) = std::ssize(lengths_);
            lengths_.push_back(tiles.from ? axis.b : axis.a);
        }
        if (half_ >= 0) order_.push_back(half_);
    }

    std::vector<Index> lengths() const { return ordered(lengths_); }
    std::vector<Index> ordered(const std::vector<Index>& by_axis) const { return picked(by_axis, order_); }

    /// The numbers of all rows, or of half of them, in the order of the work.
    std::vector<Index> rows(bool half) const
    {
        std::vector<Index> lengths = lengths_, weights(lengths_.size(), 1);
        if (half && half_ >= 0) lengths[size_of(half_)] = lengths[size_of(half_)] / 2 + 1;
        for (std::size_t l = lengths.size(); l-- > 1;) weights[l - 1] = weights[l] * lengths[l];
        std::vector<PlaceDigit> digits;
        for (const Index l : order_) digits.push_back({lengths[size_of(l)], weights[size_of(l)]});
        return all_of(Places(digits));
    }

private:
    std::vector<Index> lengths_;
    std::vector<Index> order_;
    Index half_ = -1;
};

// Where elements are at equal distances; nothing if some do not exist.
std::optional<DeviceStrides> strides_of(const PlainDigits& digits, const WorkOrder& order, Index reals)
{
    DeviceStrides strides;
    strides.begin = digits.begin / reals;
    std::vector<Index> steps;
    for (const PlaceDigit& digit : digits.rows) {
        if (!digit.kept.all()) return std::nullopt;
        steps.push_back(digit.step / reals);
    }
    strides.steps = order.ordered(steps);
    for (const PlaceDigit& digit : digits.columns) {
        if (digit.count == 1) continue;
        strides.column_counts.push_back(digit.count);
        strides.column_steps.push_back(digit.step / reals);
    }
    return strides;
}

// Reals up to the last one of an element.
Index span_of(const PlainDigits& digits, Index reals)
{
    Index span = digits.begin + reals;
    for (const auto* part : {&digits.rows, &digits.columns}) {
        for (const PlaceDigit& digit : *part) {
            if (digit.count == 0) return 0;
            const Index count = digit.kept.all() ? digit.count : digit.kept.count();
            span += (count - 1) * digit.step;
        }
    }
    return span;
}

DeviceSide plain_side(const PlainDigits& digits, const WorkOrder& order, Index reals)
{
    DeviceSide side;
    side.reals = reals;
    side.column_count = Places(digits.columns).count();
    side.strides = strides_of(digits, order, reals);
    side.span = span_of(digits, reals);
    side.dense = side.strides && side.span == Places(digits.rows).count() * side.column_count * reals;
    return side;
}

// Mirrored rows have other places.
DeviceSide mirrored_side(const PlainTiles& tiles)
{
    DeviceSide side;
    side.column_count = tiles.column_count();
    side.dense = false;
    const PlainTiles::Tables tables = tiles.tables();
    const auto add = [&](auto begin, auto end, const std::vector<Index>& columns) {
        if (begin == end || columns.empty()) return;
        const Index row = *std::max_element(begin, end), column = *std::ranges::max_element(columns);
        side.span = std::max(side.span, row + column + side.reals);
    };
    const auto middle = tables.rows.begin() + tiles.mirrored_from();
    add(tables.rows.begin(), middle, tables.columns);
    add(middle, tables.rows.end(), tables.mirrored_columns);
    return side;
}

/// The plain array before or after a pass.
class PlainArray {
public:
    PlainArray(const Pass& pass, bool before) : order_(pass)
    {
        const TilePass& tiles = *pass.tiles;
        const bool half = is_half(pass), back = half && half_axis_of(tiles.axes)->half == AxisCut::Half::columns;
        const std::vector<Index>& strides = before ? tiles.in_strides : tiles.out_strides;
        const bool rows = !before && tiles.from;
        half_spectrum_ = !rows && half && before == back;
        const PlainRows which = rows             ? PlainRows::results
                                : half_spectrum_ ? PlainRows::halves
                                                 : PlainRows::inputs;
        const bool reals = rows ? back : half && !half_spectrum_;
        digits_ = digits_of(which, tiles, strides, pass.s, reals ? 1 : 2);
    }

    DeviceSide side() const
    {
        Arena arena;
        if (digits_.mirror) return mirrored_side(PlainTiles(digits_, arena));
        return plain_side(digits_, order_, digits_.reals);
    }

    void add_tables_to(DeviceSide& side) const
    {
        Arena arena;
        const PlainTiles tiles(digits_, arena);
        PlainTiles::Tables tables = tiles.tables();
        side.rows = picked(tables.rows, order_.rows(half_spectrum_));
        side.columns = std::move(tables.columns);
        side.mirrored_columns = std::move(tables.mirrored_columns);
        // mirrored rows have one axis that is transformed: their order is the table's
        if (!side.mirrored_columns.empty()) side.mirrored_from = tiles.mirrored_from();
    }

private:
    WorkOrder order_;
    bool half_spectrum_;
    PlainDigits digits_{};
};

DeviceSide sent_side(const Pass& pass, const WorkOrder& order, bool half)
{
    const TilePackets& packets = *pass.tiles->to;
    DeviceSide side;
    side.kind = BSPFFT_DEVICE_PACKETS_OUT;
    side.lanes = packets.lanes;
    side.count = part_of(packets.axes, pass.s).column_count();
    const Index sender = sender_number(packets.axes, pass.s);
    for (const TilePacket& packet : tile_packets_of(packets, pass.s)) {
        const TileLanding landing(packets, packet.receiver);
        side.receivers.push_back({packet.receiver, packet.rows, landing.tile_length(), landing.tile(sender, 0)});
    }
    const std::vector<Index> numbers = order.rows(half);
    std::vector<std::int32_t> receiver(numbers.size(), -1), number(numbers.size(), 0);
    Arena arena;
    const PacketRows rows(*pass.tiles, pass.s, arena);
    for (Index packet = 0; packet < rows.packets(); ++packet) {
        for (Index i = 0; i < rows.count(packet); ++i) {
            receiver[size_of(rows.of(packet)[i])] = static_cast<std::int32_t>(packet);
            number[size_of(rows.of(packet)[i])] = static_cast<std::int32_t>(i);
        }
    }
    side.receiver_of = picked(receiver, numbers);
    side.number_of = picked(number, numbers);
    return side;
}

DeviceSide landed_side(const Pass& pass, const WorkOrder& order, bool half)
{
    Arena arena;
    const LandedRows landed(*pass.tiles->from, pass.s, arena);
    DeviceSide side;
    side.kind = BSPFFT_DEVICE_PACKETS_IN;
    side.lanes = pass.tiles->from->lanes;
    side.count = landed.rows();
    side.span = 2 * landed.length();
    const std::vector<Index> numbers = order.rows(half);
    for (Index batch = 0; batch < landed.batch(); ++batch) {
        for (const Index j2 : numbers) {
            const LandedRows::Column column = landed.find_column(batch, j2);
            side.landed.push_back({column.tile, column.width, column.lane});
        }
    }
    return side;
}

// k1 of rows and j2 of columns on each axis.
DeviceTwiddles twiddles_of(const Pass& pass, const WorkOrder& order, bool half, Index columns)
{
    const TilePass& tiles = *pass.tiles;
    std::vector<AxisCut> axes;
    std::ranges::copy_if(tiles.axes, std::back_inserter(axes), &AxisCut::transformed);
    const std::vector<Index> numbers = order.rows(half);
    const Index count = std::ssize(axes);
    DeviceTwiddles twiddles{lengths_of(tiles, &AxisCut::n), std::vector<Index>(axes.size() * numbers.size()),
                            std::vector<Index>(size_of(count * columns))};
    Index weight = 1;
    for (std::size_t l = axes.size(); l-- > 0; weight *= axes[l].results()) {
        for (std::size_t r = 0; r < numbers.size(); ++r)
            twiddles.row_index[l * numbers.size() + r] = numbers[r] / weight % axes[l].results();
    }
    const auto factors = twiddle_factors(tiles, pass.s);
    std::vector<Index> of_tile(size_of(count * tiles.lanes));
    for (Index c = 0; c < columns; ++c) {
        if (c % tiles.lanes == 0) factors(c / tiles.lanes, of_tile.data());
        for (Index l = 0; l < count; ++l)
            twiddles.column_index[size_of(l * columns + c)] = of_tile[size_of(l * tiles.lanes + c % tiles.lanes)];
    }
    return twiddles;
}

}  // namespace

DevicePassPlaces device_places_of(const Pass& pass)
{
    const TilePass& tiles = *pass.tiles;
    const WorkOrder order(pass);
    DevicePassPlaces places;
    places.lengths = order.lengths();
    const bool half = is_half(pass);
    const bool back = half && half_axis_of(tiles.axes)->half == AxisCut::Half::columns;
    if (half) places.data = back ? BSPFFT_DEVICE_HALF_TO_REAL : BSPFFT_DEVICE_REAL_TO_HALF;
    places.rows_before = places.rows_after = product_of(places.lengths);
    const Index last = places.lengths.back();
    Index& halved = back ? places.rows_before : places.rows_after;
    if (half) halved = halved / last * (last / 2 + 1);

    places.from = tiles.from ? landed_side(pass, order, back) : PlainArray(pass, true).side();
    places.to = tiles.to ? sent_side(pass, order, half) : PlainArray(pass, false).side();
    places.columns = tiles.from ? places.to.column_count : places.from.column_count;
    if (tiles.to) places.twiddles = twiddles_of(pass, order, half, places.columns);
    return places;
}

void add_tables(DevicePassPlaces& places, const Pass& pass, bool from, bool to)
{
    if (from && places.from.kind == BSPFFT_DEVICE_PLAIN) PlainArray(pass, true).add_tables_to(places.from);
    if (to && places.to.kind == BSPFFT_DEVICE_PLAIN) PlainArray(pass, false).add_tables_to(places.to);
}

}  // namespace bspfft
