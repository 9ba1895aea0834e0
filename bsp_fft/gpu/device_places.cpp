#include "bsp_fft/gpu/device_places.hpp"

#include <algorithm>
#include <numeric>

#include "bsp_fft/gpu/device_order.hpp"
#include "bsp_fft/kernel/lanes/plain_tiles.hpp"

namespace bspfft {

namespace {

using Half = AxisCut::Half;

template <class T>
std::vector<T> picked(const std::vector<T>& table, const std::vector<Index>& numbers)
{
    std::vector<T> result;
    result.reserve(numbers.size());
    for (const Index number : numbers) result.push_back(table[at(number)]);
    return result;
}

Index product_of(const std::vector<PlaceDigit>& digits)
{
    Index product = 1;
    for (const PlaceDigit& digit : digits) product *= digit.count;
    return product;
}

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
    side.column_count = product_of(digits.columns);
    side.strides = strides_of(digits, order, reals);
    side.span = span_of(digits, reals);
    side.dense = side.strides && side.span == product_of(digits.rows) * side.column_count * reals;
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
        const Index row = *std::max_element(begin, end), column = *std::max_element(columns.begin(), columns.end());
        side.span = std::max(side.span, row + column + side.reals);
    };
    const auto middle = tables.rows.begin() + tiles.mirrored_from();
    add(tables.rows.begin(), middle, tables.columns);
    add(middle, tables.rows.end(), tables.mirrored_columns);
    return side;
}

void add_tables(DeviceSide& side, const PlainTiles& tiles, const std::vector<Index>& numbers)
{
    PlainTiles::Tables tables = tiles.tables();
    side.rows = picked(tables.rows, numbers);
    side.columns = std::move(tables.columns);
    side.mirrored_columns = std::move(tables.mirrored_columns);
    // mirrored rows have one axis that is transformed: their order is the table's
    if (!side.mirrored_columns.empty()) side.mirrored_from = tiles.mirrored_from();
}

/// The plain arrays of a pass: what its digits are, and its tables.
class PlainArrays {
public:
    explicit PlainArrays(const Pass& pass) : pass_(pass), tiles_(*pass.tiles), order_(pass), half_(is_half(pass))
    {
        back_ = half_ && half_axis_of(tiles_.axes)->half == Half::columns;
    }

    DeviceSide from() const { return side_of(digits_from()); }
    DeviceSide to() const { return side_of(digits_to()); }
    void add_tables_from(DeviceSide& side) const
    {
        add_tables(side, PlainTiles(digits_from(), arena_), order_.rows(back_));
    }
    void add_tables_to(DeviceSide& side) const
    {
        const bool spectrum = !tiles_.from && half_ && !back_;
        add_tables(side, PlainTiles(digits_to(), arena_), order_.rows(spectrum));
    }

private:
    PlainDigits digits_from() const { return columns(tiles_.in_strides, back_); }
    PlainDigits digits_to() const
    {
        if (tiles_.from) return digits_of_rows(tiles_, pass_.s, back_ ? 1 : 2);
        return columns(tiles_.out_strides, half_ && !back_);
    }
    PlainDigits columns(const std::vector<Index>& strides, bool spectrum) const
    {
        if (spectrum) return digits_of_half_columns(tiles_, strides, pass_.s);
        return digits_of_columns(tiles_, strides, pass_.s, half_ ? 1 : 2);
    }
    DeviceSide side_of(const PlainDigits& digits) const
    {
        return digits.mirror ? mirrored_side(PlainTiles(digits, arena_)) : plain_side(digits, order_, digits.reals);
    }

    const Pass& pass_;
    const TilePass& tiles_;
    WorkOrder order_;
    bool half_;
    bool back_;
    mutable Arena arena_;  ///< of tables that are copied
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
            receiver[at(rows.of(packet)[i])] = static_cast<std::int32_t>(packet);
            number[at(rows.of(packet)[i])] = static_cast<std::int32_t>(i);
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
    DeviceTwiddles twiddles;
    const TilePass& tiles = *pass.tiles;
    const std::vector<Index> numbers = order.rows(half);
    Index axes = 0, weight = 1;
    for (const AxisCut& axis : tiles.axes) {
        if (!axis.transformed) continue;
        ++axes;
        twiddles.orders.push_back(axis.n);
    }
    twiddles.row_index.resize(at(axes) * numbers.size());
    twiddles.column_index.resize(at(axes * columns));
    Index l = axes;
    for (std::size_t i = tiles.axes.size(); i-- > 0;) {
        const AxisCut& axis = tiles.axes[i];
        if (!axis.transformed) continue;
        --l;
        for (std::size_t r = 0; r < numbers.size(); ++r)
            twiddles.row_index[at(l) * numbers.size() + r] = numbers[r] / weight % axis.results();
        weight *= axis.results();
    }
    const auto factors = twiddle_factors(tiles, pass.s);
    std::vector<Index> of_tile(at(axes * tiles.lanes));
    for (Index c = 0; c < columns; ++c) {
        if (c % tiles.lanes == 0) factors(c / tiles.lanes, of_tile.data());
        for (l = 0; l < axes; ++l)
            twiddles.column_index[at(l * columns + c)] = of_tile[at(l * tiles.lanes + c % tiles.lanes)];
    }
    return twiddles;
}

Index product(const std::vector<Index>& factors)
{
    return std::accumulate(factors.begin(), factors.end(), Index{1}, std::multiplies<>());
}

}  // namespace

DevicePassPlaces device_places_of(const Pass& pass)
{
    const TilePass& tiles = *pass.tiles;
    const WorkOrder order(pass);
    DevicePassPlaces places;
    places.lengths = order.lengths();
    const bool half = is_half(pass);
    const bool back = half && half_axis_of(tiles.axes)->half == Half::columns;
    if (half) places.data = back ? BSPFFT_DEVICE_HALF_TO_REAL : BSPFFT_DEVICE_REAL_TO_HALF;
    const Index full = product(places.lengths), halved = half ? full / places.lengths.back() *
                                                                    (places.lengths.back() / 2 + 1)
                                                              : full;
    places.rows_before = back ? halved : full;
    places.rows_after = half && !back ? halved : full;

    const PlainArrays arrays(pass);
    places.from = tiles.from ? landed_side(pass, order, back) : arrays.from();
    places.to = tiles.to ? sent_side(pass, order, half) : arrays.to();
    places.columns = tiles.from ? places.to.column_count : places.from.column_count;
    if (tiles.to) places.twiddles = twiddles_of(pass, order, half, places.columns);
    return places;
}

void add_tables(DevicePassPlaces& places, const Pass& pass, bool from, bool to)
{
    const PlainArrays arrays(pass);
    if (from && places.from.kind == BSPFFT_DEVICE_PLAIN) arrays.add_tables_from(places.from);
    if (to && places.to.kind == BSPFFT_DEVICE_PLAIN) arrays.add_tables_to(places.to);
}

}  // namespace bspfft
