#include "bsp_fft/schedule/tile_counts.hpp"

#include <algorithm>

#include "bsp_fft/layout/grid_cut.hpp"
#include "bsp_fft/schedule/move_counts.hpp"

namespace bspfft {

namespace {

Index ceiling(Index a, Index b) { return (a + b - 1) / b; }

// Where blocks of that many elements become smaller.
std::vector<Index> smaller_blocks(Index count, Index p)
{
    const Index full = count / ceiling(count, p);
    return {full, full + 1};
}

std::vector<Index> smaller_blocks(const AxisCut& axis)
{
    if (!axis.transformed) return smaller_blocks(axis.n, axis.p);
    std::vector<Index> steps = smaller_blocks(axis.all_rows(), axis.p);
    const std::vector<Index> of_columns = smaller_blocks(axis.all_columns(), axis.p);
    steps.insert(steps.end(), of_columns.begin(), of_columns.end());
    return steps;
}

// Coordinates along an axis that differ in their columns or rows: where one of the two becomes smaller.
std::vector<Index> kinds_of(const AxisCut& axis)
{
    std::vector<Index> kinds;
    for (Index q = 0; q < axis.p;) {
        kinds.push_back(q);
        Index next = axis.p;
        std::vector<Index> steps =
            axis.in_blocks     ? smaller_blocks(axis)
            : axis.transformed ? std::vector<Index>{axis.all_rows() % axis.p, axis.all_columns() % axis.p}
                               : std::vector<Index>{axis.n % axis.p};
        // where zig-zag goes back, coordinate 0 and the last ones have one more
        if (axis.half != AxisCut::Half::none && !axis.in_blocks) {
            const Index more = (axis.half == AxisCut::Half::rows ? axis.all_rows() : axis.all_columns()) % axis.p;
            steps.insert(steps.end(), {1, axis.p - more + 1});
        }
        for (const Index step : steps) {
            if (step > q) next = std::min(next, step);
        }
        q = next;
    }
    return kinds;
}

/// Receivers that get the same number of rows of a tile.
struct Receivers {
    Index rows;
    Index count;
};

// They are counted, not listed: there may be millions, and they have few numbers of rows.
std::vector<Receivers> receivers_of(const std::vector<AxisCut>& axes)
{
    std::vector<Receivers> result{{1, 1}};
    for (const AxisCut& axis : axes) {
        if (!axis.transformed) continue;
        const std::vector<Index> kinds = kinds_of(axis);
        std::vector<Receivers> longer;
        for (const Receivers& so_far : result) {
            for (std::size_t i = 0; i < kinds.size(); ++i) {
                const Index alike = (i + 1 < kinds.size() ? kinds[i + 1] : axis.p) - kinds[i];
                longer.push_back({so_far.rows * axis.rows(kinds[i]), so_far.count * alike});
            }
        }
        result = std::move(longer);
    }
    return result;
}

// Puts of a tile to all others: with r rows a receiver needs ceil(r / put_rows).
Index puts_a_tile(const TilePackets& packets, Index s)
{
    Index puts = 0, own_rows = 1;
    for (const Receivers& some : receivers_of(packets.axes)) puts += some.count * ceiling(some.rows, packets.put_rows);
    for (const AxisCut& axis : packets.axes) {
        if (axis.transformed) own_rows *= axis.rows(axis.coordinate(s));
    }
    return puts - ceiling(own_rows, packets.put_rows);
}

}  // namespace

MoveCounts tile_counts(const TilePackets& packets, Index s)
{
    const CutPart part = part_of(packets.axes, s);
    Index batch = 1;
    for (std::size_t l = 0; l < packets.axes.size(); ++l)
        if (!packets.axes[l].transformed) batch *= part.columns[l];
    const Index columns = part.column_count(), rows = part.row_count();
    const Index tiles = tiles_of(columns, packets.lanes);
    return {words_per_complex * columns * (all_rows(packets.axes) - rows),
            words_per_complex * rows * (batch * all_columns(packets.axes) - columns),
            tiles == 0 ? 0 : tiles * puts_a_tile(packets, s)};
}

MoveCounts largest_counts(const TilePackets& packets)
{
    std::vector<Index> processes{0};
    for (const AxisCut& axis : packets.axes) {
        std::vector<Index> longer;
        for (const Index s : processes) {
            for (const Index q : kinds_of(axis)) longer.push_back(s + q * axis.process_weight);
        }
        processes = std::move(longer);
    }
    MoveCounts most{};
    for (const Index s : processes) {
        const MoveCounts counts = tile_counts(packets, s);
        most.words_sent = std::max(most.words_sent, counts.words_sent);
        most.words_received = std::max(most.words_received, counts.words_received);
        most.messages_sent = std::max(most.messages_sent, counts.messages_sent);
    }
    return most;
}

}  // namespace bspfft
