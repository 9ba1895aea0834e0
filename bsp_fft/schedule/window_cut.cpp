// The cut n = a b a, with j = (j1 b + j2) a + j3 and m = j2 a + j3, is the four-step algorithm  [Bailey 1990] with two
// digits of equal length exchanged on the way:
//
//     y_(k1 + a k2) = sum over m of  w_(n/a)^(k2 m)  w_n^(k1 m)  sum over j1 of  w_a^(k1 j1)  x_(j1 n/a + m)
//
// Columns: the inner sum and its twiddle, for a slice of values of j2, all j1 and all j3. Results (k1, j2, j3) go to
// the place (j3 b + j2) a + k1. Since j1, j3 and k1 all run over 0 .. a-1, a slice is read from and written to the same
// places, those with (place div a) mod b = j2.
//
// Rows: the outer sum for a slice of values of k1. Its elements are at the places m' a + k1, m' = j3 b + j2, and
// results go to k2 a + k1: again the same places, and the natural order.
//
// So two sweeps over the bus, in place, and no other array on the host.
#include <algorithm>
#include <limits>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/schedule/building.hpp"
#include "bsp_fft/schedule/device.hpp"

namespace bspfft {

namespace {

// In parts of the window: three slices, of which one comes, one is transformed and one goes, of rows a quarter each;
// beside them one of columns, an eighth, which are transformed from array to array. Scratch memory and tables have the
// other eighth.
constexpr Index row_slices_in_window = 4, column_slices_in_window = 8;
// Numbers of the shortest piece that is copied: shorter ones leave the bus unused, and have long tables.
constexpr Index shortest_piece = 32;

// All a with a^2 | n and at least the shortest piece, in ascending order.
std::vector<Index> lengths_of(Index n)
{
    std::vector<Index> lengths = divisors(root_of_largest_square(n));
    lengths.erase(lengths.begin(), std::lower_bound(lengths.begin(), lengths.end(), shortest_piece));
    return lengths;
}

Index largest_divisor(Index n, Index most)
{
    const std::vector<Index> all = divisors(n);
    const auto after = std::upper_bound(all.begin(), all.end(), most);
    return after == all.begin() ? 0 : *(after - 1);
}

// The most elements of a slice.
struct Room {
    Index columns;
    Index rows;
};

std::optional<WindowCut> cut_for(Index n, const Room& room)
{
    std::optional<WindowCut> best;
    for (const Index a : lengths_of(n)) {
        if (a * a > room.columns) break;
        const WindowCut cut{a, n / a / a, largest_divisor(n / a / a, room.columns / a / a),
                            largest_divisor(a, room.rows / (n / a))};
        if (cut.rows >= shortest_piece && (!best || cut.rows >= best->rows)) best = cut;
    }
    return best;
}

// What both sweeps take, in sweeps of one direction that nothing waits for. The first slice comes, and the last one
// goes, alone.
double cost_of(const WindowCut& cut, Index bytes_per_real)
{
    const auto sweep = [&](Index piece, Index slices) {
        const double slower = piece * 2 * bytes_per_real < long_piece_bytes ? short_pieces_take : 1;
        return slower * (1 + 1 / static_cast<double>(slices));
    };
    return sweep(cut.columns * cut.a, cut.column_slices()) + sweep(cut.rows, cut.row_slices());
}

// The digit of j1 is the first to be transformed: k1 has weight 1, and m, later k2, has weight a.
Layout at_first(Index n, Index a) { return {{n}, {}, {{a, 1}, {n / a, a}}}; }
Layout between(const WindowCut& cut, Index n)
{
    return {{n}, {}, {{cut.a, cut.a}, {cut.b, cut.a * cut.a}, {cut.a, 1}}};
}

}  // namespace

std::optional<WindowCut> window_cut(Index n, Index bytes_per_real, Index window)
{
    const Index numbers = window / (2 * bytes_per_real);
    std::optional<WindowCut> best;
    for (Index slices = 2 * enough_slices; slices > 1; slices /= 2) {
        const auto cut = cut_for(n, {std::min(numbers / column_slices_in_window, n / slices),
                                     std::min(numbers / row_slices_in_window, n / slices)});
        if (cut && (!best || cost_of(*cut, bytes_per_real) < cost_of(*best, bytes_per_real))) best = cut;
    }
    return best;
}

Index smallest_window(Index n, Index bytes_per_real)
{
    Index least = std::numeric_limits<Index>::max();
    for (const Index a : lengths_of(n)) {
        const std::vector<Index> widths = divisors(a);
        const Index columns = a * a, rows = n / a * *std::lower_bound(widths.begin(), widths.end(), shortest_piece);
        if (std::max(columns, rows) > n / 2) continue;
        least = std::min(least, std::max(column_slices_in_window * columns, row_slices_in_window * rows));
    }
    return least == std::numeric_limits<Index>::max() ? 0 : least * 2 * bytes_per_real;
}

Schedule window_schedule(const Problem& problem, const ScheduleOptions& options)
{
    require_resolved(options.exchange);
    const Index n = problem.n();
    const std::optional<WindowCut> cut = window_cut(n, options.bytes_per_real, options.device_window);
    if (!cut) {
        const Index smallest = smallest_window(n, options.bytes_per_real);
        throw refusal("a vector of ", n, " numbers does not go through a window of ", options.device_window,
                      " bytes in slices; ",
                      smallest > 0 ? text("the smallest that it does is ", smallest, " bytes")
                                   : "it does through none, for n = a b a has no long a");
    }
    const Index rest = n / cut->a;
    const Layout natural = Layout::cyclic(n, 1);
    Compute columns = computation(text("columns of length ", cut->a), at_first(n, cut->a), between(*cut, n),
                                  {cut->a, 1}, {TransformStep{{cut->a, 1}}, TwiddleStep{{rest, cut->a}}});
    Compute rows = computation(text("rows of length ", rest), between(*cut, n), natural, {rest, cut->a},
                               {TransformStep{{rest, cut->a}}});
    columns.slices = cut->column_slices();
    rows.slices = cut->row_slices();
    columns.sweeps = rows.sweeps = 1;
    columns.kernel = rows.kernel = options.kernel;
    return between_layouts(Algorithm::fast, problem, natural, natural, options, {{columns}, {rows}});
}

}  // namespace bspfft
