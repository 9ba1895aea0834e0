#include "bsp_fft/kernel/lanes/tile_factors.hpp"

#include "bsp_fft/layout/grid_cut.hpp"

namespace bspfft {

namespace {

Index packets_of(const std::vector<AxisCut>& axes)
{
    Index packets = 1;
    for (const AxisCut& axis : axes) packets *= axis.transformed ? axis.p : 1;
    return packets;
}

// The rows of one receiver; returns their end.
Index* fill_rows(const std::vector<AxisCut>& axes, Index receiver, Index* rows)
{
    const CutPart part = part_of(axes, receiver);
    rows[0] = 0;
    Index known = 1;
    for (std::size_t l = 0; l < axes.size(); ++l) {
        if (!axes[l].transformed) continue;
        for (Index at = known; at-- > 0;) {
            const Index number = rows[at] * axes[l].results();
            for (Index i = part.rows[l]; i-- > 0;)
                rows[at * part.rows[l] + i] = number + axes[l].row(part.coordinates[l], i);
        }
        known *= part.rows[l];
    }
    return rows + known;
}

}  // namespace

PacketRows::PacketRows(const TilePass& pass, Index s, Arena& arena)
    : begins_(arena.take<Index>(packets_of(pass.to->axes) + 1)), rows_(arena.take<Index>(all_rows(pass.axes)))
{
    if (arena.only_counts()) return;
    Index packet = 0, *rows = rows_.data();
    for (const TilePacket& to : tile_packets_of(*pass.to, s)) {
        begins_[packet++] = rows - rows_.data();
        if (to.rows > 0) rows = fill_rows(pass.axes, to.receiver, rows);
    }
    begins_[packet] = rows - rows_.data();
}

std::function<void(Index, Index*)> twiddle_factors(const TilePass& pass, Index s)
{
    return [axes = pass.axes, lanes = pass.lanes, part = part_of(pass.axes, s)](Index tile, Index* factors) {
        const Index columns = part.column_count();
        for (Index lane = 0; lane < lanes; ++lane) {
            Index rest = tile * lanes + lane, at = 0;
            const bool exists = rest < columns;
            for (const AxisCut& axis : axes) at += axis.transformed ? 1 : 0;
            for (std::size_t l = axes.size(); l-- > 0;) {
                if (part.columns[l] == 0) continue;
                const Index c = rest % part.columns[l];
                rest /= part.columns[l];
                if (!axes[l].transformed) continue;
                factors[--at * lanes + lane] = exists ? axes[l].column(part.coordinates[l], c) : 0;
            }
        }
    };
}

}  // namespace bspfft
