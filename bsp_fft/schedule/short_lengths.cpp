#include "bsp_fft/schedule/short_lengths.hpp"

#include "bsp_fft/base/integers.hpp"

namespace bspfft {

namespace {

constexpr Index largest_prime = 13;
// The first results fill vectors where n has factors 2. Otherwise tiles, which are slow only at first, soon are better.
constexpr Index few_lanes = 4, longest_without_lanes = 640;

// For other lengths tiles are faster, though they are gathered.
bool is_worth_any(Index n, ShortVectors number) { return number == ShortVectors::any && n % few_lanes == 0; }

}  // namespace

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
