#include "bsp_fft/kernel/device_places.hpp"

#include <algorithm>
#include <numeric>

#include "bsp_fft/kernel/half_lanes.hpp"
#include "bsp_fft/kernel/plain_tiles.hpp"
#include "bsp_fft/kernel/tile_factors.hpp"

namespace bspfft {

namespace {

using Half = AxisCut::Half;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// The axes of a pass's transforms. Numbers of rows are over the axes in the order of the cut; the work has the halved
/// axis last, as transforms of real data need it.
class WorkOrder {
public:
    explicit WorkOrder(const Pass& pass)
    {
        const TilePass& tiles = *pass.tiles;
        for (const AxisCut& axis : tiles.axes) {
            if (!axis.transformed) continue;
            if (is_half(pass) && axis.half != Half::none) half_ = static_cast<Index>(lengths_.size());
            lengths_.push_back(tiles.from ? axis.b : axis.a);
        }
        order_.resize(lengths_.size());
        std::iota(order_.begin(), order_.end(), std::size_t{0});
        if (half_ >= 0) {
            order_.erase(order_.begin() + half_);
            order_.push_back(at(half_));
        }
    }

    std::vector<Index> lengths() const { return ordered(lengths_); }
    template <class T>
    std::vector<T> ordered(const std::vector<T>& by_axis) const
    {
        std::vector<T> result;
        for (const std::size_t l : order_) result.push_back(by_axis[l]);
        return result;
    }

    /// The numbers of all rows, or of half of them, in the order of the work.
    std::vector<Index> rows(bool half) const
    {
        std::vector<Index> lengths = lengths_, weights(lengths_.size(), 1);
        if (half && half_ >= 0) lengths[at(half_)] = lengths[at(half_)] / 2 + 1;
        for (std::size_t l = lengths.size(); l-- > 1;) weights[l - 1] = weights[l] * lengths[l];
        std::vector<Index> numbers{0};
        for (const std::size_t l : order_) {
            std::vector<Index> longer;
            longer.reserve(numbers.size() * at(lengths[l]));
            for (const Index number : numbers) {
                for (Index i = 0; i < lengths[l]; ++i) longer.push_back(number + i * weights[l]);
            }
            numbers = std::move(longer);
        }
        return numbers;
    }

private:
    std::vector<Index> lengths_;
    std::vector<std::size_t> order_;
    Index half_ = -1;
};

template <class T>
std::vector<T> picked(const std::vector<T>& table, const std::vector<Index>& numbers)
{
    std::vector<T> result;
    result.reserve(numbers.size());
    for (const Index number : numbers) result.push_back(table[at(number)]);
    return result;
}

std::optional<DeviceStrides> strides_of(const PlainTiles& tiles, const WorkOrder& order, Index reals)
{
    const auto in_elements = [&](Index step) { return step % reals == 0; };
    DeviceStrides strides;
    if (tiles.have_gaps() || !in_elements(tiles.begin())) return std::nullopt;
    strides.begin = tiles.begin() / reals;
    std::vector<Index> steps;
    for (const PlaceDigit& digit : tiles.row_digits()) steps.push_back(digit.step / reals);
    strides.steps = order.ordered(steps);
    for (const PlaceDigit& digit : tiles.column_digits()) {
        strides.column_counts.push_back(digit.count);
        strides.column_steps.push_back(digit.step / reals);
    }
    return strides;
}

// The last real of an array, and whether there are others than elements before it.
void measure(DeviceSide& side, std::size_t elements)
{
    const auto largest = [](const std::vector<Index>& table, std::size_t from, std::size_t to) {
        Index most = BSPFFT_DEVICE_MISSING_ROW;
        for (std::size_t i = from; i < std::min(to, table.size()); ++i) most = std::max(most, table[i]);
        return most;
    };
    const std::size_t middle = side.mirrored_columns.empty() ? side.rows.size() : at(side.mirrored_from);
    for (const bool mirrored : {false, true}) {
        const std::vector<Index>& columns = mirrored ? side.mirrored_columns : side.columns;
        const Index row = largest(side.rows, mirrored ? middle : 0, mirrored ? side.rows.size() : middle);
        if (columns.empty() || row == BSPFFT_DEVICE_MISSING_ROW) continue;
        side.span = std::max(side.span, row + largest(columns, 0, columns.size()) + side.reals);
    }
    side.dense = side.strides && side.span == static_cast<Index>(elements) * side.reals;
}

DeviceSide plain_side(const PlainTiles& tiles, const WorkOrder& order, bool half, Index reals)
{
    DeviceSide side;
    side.reals = reals;
    PlainTiles::Tables tables = tiles.tables();
    const std::vector<Index> numbers = order.rows(half);
    side.rows = picked(tables.rows, numbers);
    side.columns = std::move(tables.columns);
    side.mirrored_columns = std::move(tables.mirrored_columns);
    // mirrored rows have one axis that is transformed: their order is the table's
    if (!side.mirrored_columns.empty()) side.mirrored_from = tiles.mirrored_from();
    if (side.mirrored_columns.empty()) side.strides = strides_of(tiles, order, reals);
    measure(side, side.rows.size() * side.columns.size());
    return side;
}

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
    const std::vector<std::vector<Index>> rows = packet_rows(*pass.tiles, pass.s);
    for (std::size_t packet = 0; packet < rows.size(); ++packet) {
        for (std::size_t i = 0; i < rows[packet].size(); ++i) {
            receiver[at(rows[packet][i])] = static_cast<std::int32_t>(packet);
            number[at(rows[packet][i])] = static_cast<std::int32_t>(i);
        }
    }
    side.receiver_of = picked(receiver, numbers);
    side.number_of = picked(number, numbers);
    return side;
}

DeviceSide landed_side(const Pass& pass, const WorkOrder& order, bool half)
{
    const LandedRows landed(*pass.tiles->from, pass.s);
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

    const auto array = [&](const std::vector<Index>& strides, bool spectrum) {
        if (half && spectrum) return plain_side(plain_half_columns(tiles, strides, pass.s), order, true, 2);
        const Index reals = half ? 1 : 2;
        return plain_side(plain_columns(tiles, strides, pass.s, reals), order, false, reals);
    };
    places.from = tiles.from ? landed_side(pass, order, back) : array(tiles.in_strides, back);
    if (tiles.to) {
        places.to = sent_side(pass, order, half);
    } else if (tiles.from) {
        const Index reals = back ? 1 : 2;
        places.to = plain_side(plain_rows(tiles, pass.s, reals), order, false, reals);
    } else {
        places.to = array(tiles.out_strides, half && !back);
    }
    const bool rows_come = tiles.from.has_value();
    places.columns = rows_come ? static_cast<Index>(places.to.columns.size())
                               : static_cast<Index>(places.from.columns.size());
    if (tiles.to) places.twiddles = twiddles_of(pass, order, half, places.columns);
    return places;
}

}  // namespace bspfft
