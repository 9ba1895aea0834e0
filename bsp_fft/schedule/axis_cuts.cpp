#include "bsp_fft/schedule/axis_cuts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/text.hpp"

namespace bspfft {

UncutAxis uncut_axis(const Problem& problem, std::size_t l)
{
    const bool half = problem.data != Data::complex && problem.half_axis() == l && problem.transformed[l];
    const auto transformed = std::count(problem.transformed.begin(), problem.transformed.end(), true);
    UncutAxis axis{problem.shape[l], problem.transformed[l], half, half && transformed > 1};
    axis.input = kept_of_array(problem, l);
    axis.output = kept_of_spectrum(problem, l);
    if (problem.back) std::swap(axis.input, axis.output);
    return axis;
}

UncutAxis uncut_axis(const Problem& problem, std::size_t l, const std::vector<Index>& fixed)
{
    UncutAxis axis = uncut_axis(problem, l);
    if (!fixed.empty() && axis.transformed) axis.fixed = fixed[l];
    return axis;
}

std::vector<Index> possible_cuts(const UncutAxis& axis, Index p)
{
    std::vector<Index> even, all;
    for (const Index a : divisors(axis.n)) {
        if (!axis.is_possible(p, a)) continue;
        all.push_back(a);
        if (axis.is_even(p, a)) even.push_back(a);
    }
    return even.empty() ? all : even;
}

Index most_processes(const UncutAxis& axis, Index a)
{
    if (!axis.transformed) return axis.n;
    return axis.whole ? 1 : std::min(axis.half ? a / 2 + 1 : a, axis.n / a);
}

std::vector<Index> balanced_cuts(const UncutAxis& axis, Index factor)
{
    std::vector<Index> cuts = possible_cuts(axis, 1);
    Index most = 1;
    for (const Index a : cuts) most = std::max(most, most_processes(axis, a));
    std::erase_if(cuts, [&](Index a) { return most_processes(axis, a) * factor < most; });
    return cuts;
}

double excess(Index count, Index p)
{
    return static_cast<double>((count + p - 1) / p * p) / static_cast<double>(count);
}

std::optional<double> imbalance(const UncutAxis& axis, Index p)
{
    if (p == 1) return 1;
    if (!axis.transformed) {
        if (p > axis.n) return std::nullopt;
        return excess(axis.n, p);
    }
    double least = std::numeric_limits<double>::infinity();
    for (const Index a : possible_cuts(axis, p)) {
        least = std::min(least, std::max(excess(axis.n / a, p), excess(axis.half ? a / 2 + 1 : a, p)));
    }
    if (std::isinf(least)) return std::nullopt;
    return least;
}

std::string nearest_cut(const UncutAxis& axis, Index p, Index wanted)
{
    const std::vector<Index> cuts = possible_cuts(axis, p);
    const auto distance = [&](Index a) {
        return std::abs(std::log(static_cast<double>(a) / static_cast<double>(std::max(wanted, Index{1}))));
    };
    const auto nearest = std::min_element(cuts.begin(), cuts.end(),
                                          [&](Index a, Index b) { return distance(a) < distance(b); });
    return text("the nearest is ", *nearest);
}

std::string law_of_kept(const UncutAxis& axis)
{
    if (axis.half && !axis.output.all()) return ", and with fewer modes of real data a = n";
    if (axis.input.all() && axis.output.all()) return "";
    return ", and unless one of the two is 1 a divides the output's elements at either end, n/a those of the input";
}

std::string nearest_counts(const UncutAxis& axis, Index p)
{
    UncutAxis full = axis;
    full.input = full.output = {};
    const std::vector<Index> cuts = possible_cuts(full, p);
    if (cuts.empty() || (axis.half && !axis.output.all())) return "";
    const auto nearest = [&](const Kept& kept, Index period) {
        const Index whole = kept.high > 0 ? 2 * period : period;
        return std::min(axis.n, std::max(Index{1}, (kept.count() + whole / 2) / whole) * whole);
    };
    std::string words;
    if (!axis.input.all()) words += text(", or ", nearest(axis.input, axis.n / cuts.back()), " elements of the input");
    if (!axis.output.all()) words += text(", or ", nearest(axis.output, cuts.front()), " of the output");
    return words;
}

}  // namespace bspfft
