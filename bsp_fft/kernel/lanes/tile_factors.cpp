#include "bsp_fft/kernel/lanes/tile_factors.hpp"

#include "bsp_fft/layout/grid_cut.hpp"

namespace bspfft {

std::vector<std::vector<Index>> packet_rows(const TilePass& pass, Index s)
{
    std::vector<std::vector<Index>> packets;
    for (const TilePacket& packet : tile_packets_of(*pass.to, s)) {
        const CutPart part = part_of(pass.axes, packet.receiver);
        std::vector<Index> numbers{0};
        for (std::size_t l = 0; l < pass.axes.size(); ++l) {
            const AxisCut& axis = pass.axes[l];
            if (!axis.transformed) continue;
            std::vector<Index> longer;
            longer.reserve(numbers.size() * static_cast<std::size_t>(part.rows[l]));
            for (const Index number : numbers) {
                for (Index r = 0; r < part.rows[l]; ++r)
                    longer.push_back(number * axis.results() + axis.row(part.coordinates[l], r));
            }
            numbers = std::move(longer);
        }
        packets.push_back(std::move(numbers));
    }
    return packets;
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
