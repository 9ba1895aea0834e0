// Which vectors need no cut: as columns of tiles in the cache, or because they are short.
#include <algorithm>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/schedule/cut_choice.hpp"

namespace bspfft {

namespace {

// A tile of this size leaves space in L2 for what it is read from and written to.
constexpr double cache_bytes = 600 << 10;

constexpr Index largest_prime = 13;
// The first results fill vectors where n has factors 2. Otherwise tiles, which are slow only at first, soon are better.
constexpr Index few_lanes = 4, longest_without_lanes = 640;

}  // namespace

Index lanes_for(const std::vector<AxisCut>& axes, Index bytes_per_real, Index asked)
{
    const CutPart part = part_of(axes, 0);
    const Index least = std::min(part.column_count(), part.row_count());
    if (asked > 0) return std::clamp(least, Index{1}, asked);
    const Index widest = line_bytes / bytes_per_real;
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
    const Index bytes_per_real = options.bytes_per_real, lanes = line_bytes / bytes_per_real;
    return options.whole_axes || (columns >= lanes && real(length * 2 * lanes * bytes_per_real) <= cache_bytes);
}

Index square_side(Index n, Index bytes_per_real)
{
    const Index bytes = 2 * bytes_per_real, lanes = line_bytes / bytes_per_real;
    const Index longest = longest_short_bytes / bytes;
    if (n < longest_stages_bytes / bytes || n > longest) return 0;
    // A transform of up to 64 rows is one pass, and pieces of 64 numbers are long enough.
    constexpr Index best = 64;
    // tiles of the first sweep, of n/a rows, are not larger than those of the longest vector
    const auto is_side = [&](Index a) { return a % lanes == 0 && n % (a * a) == 0 && n / a <= longest / best; };
    for (Index a = best; a >= best / 2; a -= lanes) {
        if (is_side(a)) return a;
    }
    for (Index a = best + lanes; a <= 2 * best; a += lanes) {
        if (is_side(a)) return a;
    }
    return 0;
}

bool is_short_length(Index n, Index bytes_per_real)
{
    if (n > longest_stages_bytes / (2 * bytes_per_real) && square_side(n, bytes_per_real) == 0) return false;
    if (n % few_lanes != 0 && n > longest_without_lanes) return false;
    const std::vector<Index> factors = prime_factors(n);
    return factors.empty() || factors.back() <= largest_prime;
}

Index short_length(const AxisCut& axis)
{
    if (axis.half == AxisCut::Half::none) return axis.n;
    return axis.n % 2 == 0 ? axis.n / 2 : 0;
}

bool has_short_columns(const std::vector<AxisCut>& axes, Index bytes_per_real)
{
    Index columns = 1;
    for (const AxisCut& axis : axes) {
        if (axis.transformed != (&axis == &axes.back())) return false;
        if (!axis.transformed) columns *= axis.columns(0);
    }
    const AxisCut& last = axes.back();
    // many other lengths are faster in tiles, though they are gathered
    const Index length = short_length(last);
    const bool is_worth_it = columns < line_bytes / bytes_per_real || length % few_lanes == 0;
    return last.p == 1 && length > 0 && last.input.all() && last.output.all() && is_worth_it &&
           is_short_length(length, bytes_per_real);
}

}  // namespace bspfft
