#include "bsp_fft/layout/grid_cut.hpp"

#include <functional>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/send_order.hpp"

namespace bspfft {

namespace {

template <class Value>
Index product_over(const std::vector<AxisCut>& axes, Value value)
{
    Index product = 1;
    for (const AxisCut& axis : axes) product *= std::invoke(value, axis);
    return product;
}

template <class Value>
Index product_over_transformed(const std::vector<AxisCut>& axes, Value value)
{
    return product_over(axes, [&](const AxisCut& axis) { return axis.transformed ? std::invoke(value, axis) : 1; });
}

}  // namespace

Index CutPart::column_count() const { return product_of(columns); }
Index CutPart::row_count() const { return product_of(rows); }

CutPart part_of(const std::vector<AxisCut>& axes, Index s)
{
    CutPart part;
    for (const AxisCut& axis : axes) {
        const Index q = axis.coordinate(s);
        part.coordinates.push_back(q);
        part.columns.push_back(axis.columns(q));
        part.rows.push_back(axis.rows(q));
        if (!axis.transformed) part.batch *= part.columns.back();
    }
    return part;
}

Index processes_of(const std::vector<AxisCut>& axes) { return product_over(axes, &AxisCut::p); }
Index moving_processes(const std::vector<AxisCut>& axes) { return product_over_transformed(axes, &AxisCut::p); }
Index columns_length(const std::vector<AxisCut>& axes) { return product_over_transformed(axes, &AxisCut::a); }
Index rows_length(const std::vector<AxisCut>& axes) { return product_over_transformed(axes, &AxisCut::b); }
Index all_rows(const std::vector<AxisCut>& axes) { return product_over_transformed(axes, &AxisCut::all_rows); }
Index all_columns(const std::vector<AxisCut>& axes) { return product_over_transformed(axes, &AxisCut::all_columns); }

const AxisCut* half_axis_of(const std::vector<AxisCut>& axes)
{
    const auto found = std::ranges::find_if(
        axes, [](AxisCut::Half half) { return half != AxisCut::Half::none; }, &AxisCut::half);
    return found == axes.end() ? nullptr : &*found;
}

Index blocks_of(const std::vector<AxisCut>& axes, Index s)
{
    Index blocks = 1;
    for (const AxisCut& axis : axes) {
        if (axis.transformed) break;
        blocks *= axis.columns(axis.coordinate(s));
    }
    return blocks;
}

void MoveCounts::raise_to(const MoveCounts& other)
{
    for (const auto number :
         {&MoveCounts::words_sent, &MoveCounts::words_received, &MoveCounts::messages, &MoveCounts::partners})
        this->*number = std::max(this->*number, other.*number);
}

TileLanding::TileLanding(const TilePackets& packets, Index receiver)
    : rows_(part_of(packets.axes, receiver).row_count()),
      senders_(moving_processes(packets.axes)),
      tile_length_(packets.lanes * rows_ + packets.apart)
{
    // coordinate 0 has the most columns
    const Index most = product_over(packets.axes, [&](const AxisCut& axis) {
        return axis.columns(axis.transformed ? 0 : axis.coordinate(receiver));
    });
    slot_ = tiles_of(most, packets.lanes) * tile_length_;
}

Index sender_number(const std::vector<AxisCut>& axes, Index s)
{
    Index number = 0;
    for (const AxisCut& axis : axes) {
        if (axis.transformed) number = number * axis.p + axis.coordinate(s);
    }
    return number;
}

std::vector<TilePacket> tile_packets_of(const TilePackets& packets, Index s)
{
    std::vector<TilePacket> result{{s, 1}};
    for (const AxisCut& axis : packets.axes) {
        if (!axis.transformed) continue;
        std::vector<TilePacket> longer;
        for (const TilePacket& packet : result) {
            const Index base = packet.receiver - axis.coordinate(s) * axis.process_weight;
            for (Index q = 0; q < axis.p; ++q)
                longer.push_back({base + q * axis.process_weight, packet.rows * axis.rows(q)});
        }
        result = std::move(longer);
    }
    const Index p = processes_of(packets.axes);
    std::ranges::sort(result, {}, [&](const TilePacket& one) { return send_order(s, one.receiver, p); });
    return result;
}

}  // namespace bspfft
