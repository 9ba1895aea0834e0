#include <algorithm>
#include <cmath>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/schedule/cut_choice.hpp"

namespace bspfft {

namespace {

// A tile of this size leaves space in L2 for what it is read from and written to.
constexpr double cache_bytes = 600 << 10;

Index widest_lanes(Index bytes_per_real) { return line_bytes / bytes_per_real; }

double bytes_of_tile(Index length, Index lanes, Index bytes_per_real)
{
    return static_cast<double>(length) * static_cast<double>(2 * lanes * bytes_per_real);
}

// What a row of a tile costs beside its passes, in the same unit, if the tile is too large for the cache.
double size_of_columns_penalty(double bytes) { return bytes > cache_bytes ? 40 * std::log2(bytes / cache_bytes) : 0; }

// Rows are written by their last pass, columns are packed after it: the tile is swept once less.
double size_of_rows_penalty(double bytes)
{
    const double far = 4 * cache_bytes, slow = bytes > far ? 30 * std::log2(bytes / far) : 0;
    return slow + (bytes > cache_bytes ? 10 * std::log2(bytes / cache_bytes) : 0);
}

// Likewise if the lanes of a tile of `width` columns are not neighbours or not used.
double lanes_penalty(Index neighbours, Index columns, Index width)
{
    double penalty = 0;
    if (neighbours % width != 0) penalty += neighbours < width ? 20 : 6;
    const Index used = tiles_of(columns, width) * width;
    return penalty + 40 * (static_cast<double>(used) / static_cast<double>(std::max(columns, Index{1})) - 1);
}

// A plan of much data takes a twentieth of it for tiles and tables at most.
double memory_penalty(Index tile, Index data, Index bytes_per_complex)
{
    constexpr Index much_data = Index{2} << 20;
    if (data * bytes_per_complex < much_data) return 0;
    return 300 * std::max(0.0, static_cast<double>(tile) / static_cast<double>(data) - 0.04);
}

// Short transforms should begin with a butterfly of eight, whose only twiddle is sqrt(1/2).
constexpr Index fewest_roundings = 8;

// A row of a tile, to and from main memory.
constexpr double sweep_cost = 20;

// The largest share of those that exist, in units of an even share of all.
double share(Index count, Index all, Index p)
{
    return excess(count, p) * static_cast<double>(count) / static_cast<double>(all);
}

constexpr Index largest_prime = 13;
// The first results fill vectors where n has factors 2. Otherwise tiles, which are slow only at first, soon are better.
constexpr Index few_lanes = 4, longest_without_lanes = 640;

// For other lengths tiles are faster, though they are gathered.
bool is_worth_any(Index n, ShortVectors number) { return number == ShortVectors::any && n % few_lanes == 0; }

}  // namespace

double cut_cost(const std::vector<AxisCut>& axes, Index bytes_per_real, double columns_cost, double rows_cost)
{
    const CutPart part = part_of(axes, 0);
    const Index a = columns_length(axes), b = rows_length(axes);
    const Index lanes = lanes_for(axes, bytes_per_real);
    // how much more than its share the busiest process has, before and after
    double before = 1, after = 1;
    for (const AxisCut& axis : axes) {
        if (!axis.transformed) continue;
        before *= share(axis.all_columns(), axis.b, axis.p);
        // half of the rows, and a line more
        after *= axis.half == AxisCut::Half::none
                     ? share(axis.all_rows(), axis.a, axis.p)
                     : 2 * static_cast<double>(axis.rows(0) * axis.p) / static_cast<double>(axis.a);
    }
    const AxisCut* const half = half_axis_of(axes);
    const Index tile_columns = half ? 2 * lanes : lanes;  // two real columns are one lane
    double cost = before * (sweep_cost + columns_cost) + after * (sweep_cost + rows_cost);
    // An axis that is whole is mostly transformed in neighbouring rows of the tile, which then may be larger than L2.
    const Index cached = half && half->b == 1 ? a / 4 : a;
    cost += size_of_columns_penalty(bytes_of_tile(cached, lanes, bytes_per_real)) +
            lanes_penalty(part.columns.back(), part.column_count(), tile_columns);
    const bool last_moves = axes.back().transformed;
    cost += size_of_rows_penalty(bytes_of_tile(b, lanes, bytes_per_real)) +
            lanes_penalty(last_moves ? part.rows.back() : 1, part.row_count(), lanes);
    cost += 30.0 * (static_cast<double>(widest_lanes(bytes_per_real)) / static_cast<double>(lanes) - 1) / 7;
    if (a < fewest_roundings) cost += 3;
    const double unequal = std::abs(std::log2(static_cast<double>(a)) - std::log2(static_cast<double>(b)) - 0.1);
    return cost + 0.3 * unequal + memory_penalty(std::max(a, b) * lanes, part.column_count() * a, 2 * bytes_per_real);
}

Index lanes_for(const std::vector<AxisCut>& axes, Index bytes_per_real, Index asked)
{
    const CutPart part = part_of(axes, 0);
    const Index least = std::min(part.column_count(), part.row_count());
    if (asked > 0) return std::clamp(least, Index{1}, asked);
    const Index widest = widest_lanes(bytes_per_real);
    return least >= widest ? widest : least > 1 ? 4 : 1;
}

bool needs_no_cut(const std::vector<AxisCut>& axes, const ScheduleOptions& options)
{
    Index length = 1, columns = 1;
    for (const AxisCut& axis : axes) {
        if (axis.transformed && axis.p > 1) return false;
        // from an array of one shape to one of another it must land in between
        if (!axis.input.all() || !axis.output.all()) return false;
        if (axis.transformed) {
            length *= axis.n;
        } else {
            columns *= axis.columns(0);
        }
    }
    const Index bytes_per_real = options.bytes_per_real, lanes = widest_lanes(bytes_per_real);
    return options.whole_axes || (columns >= lanes && bytes_of_tile(length, lanes, bytes_per_real) <= cache_bytes);
}

bool is_short_length(Index n, Index bytes_per_real)
{
    if (n > longest_short_bytes / (2 * bytes_per_real)) return false;
    if (n % few_lanes != 0 && n > longest_without_lanes) return false;
    const std::vector<Index> factors = prime_factors(n);
    return factors.empty() || factors.back() <= largest_prime;
}

bool has_short_columns(const std::vector<AxisCut>& axes, Index bytes_per_real, ShortVectors number)
{
    Index columns = 1;
    for (const AxisCut& axis : axes) {
        if (axis.transformed != (&axis == &axes.back())) return false;
        if (!axis.transformed) columns *= axis.columns(0);
    }
    const AxisCut& last = axes.back();
    const bool are_few = columns < line_bytes / bytes_per_real;
    return last.p == 1 && last.half == AxisCut::Half::none && last.input.all() && last.output.all() &&
           (are_few || is_worth_any(last.n, number)) && is_short_length(last.n, bytes_per_real);
}

}  // namespace bspfft
