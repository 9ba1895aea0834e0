#include "bsp_fft/schedule/radices.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "bsp_fft/base/integers.hpp"

namespace bspfft {

// From measurements on a Neoverse V1 with NEON: what a pass of each radix, without twiddles, adds to tiles of several
// axes, fitted by hand. The first, the chirp's and the last are not measured: the first and last are set so that powers
// of two are cut as was found fastest.
const RadixCosts radix_costs{
    9.5, 6.7, {0, 0, 0.9, 0.94, 1.04, 2.9, 0, 3.8, 2.6, 6.8}, 0.66, 10.0, 0.02};

namespace {

bool has_butterfly(Index n, const RadixCosts& costs) { return n < 10 && costs.butterfly[n] > 0; }

double pass_cost(Index n, const RadixCosts& costs)
{
    const double bits = std::log2(static_cast<double>(n));
    return costs.sweep + costs.unbalanced * bits * bits;
}

double cost_of_halves(Index first, Index second, const RadixCosts& costs)
{
    return pass_cost(first * second, costs) + costs.halves + costs.butterfly[first] + costs.butterfly[second];
}

/// A small transform, and what it costs for each row.
struct Choice {
    Radix radix;
    double cost;
};

// The two halves of this length that cost least.
std::optional<Choice> two_halves(Index n, const RadixCosts& costs)
{
    std::optional<Choice> best;
    for (Index second = 2; second <= longest_half && second * second <= n; ++second) {
        const Index first = n / second;
        if (n % second != 0 || first > longest_half) continue;
        if (!has_butterfly(first, costs) || !has_butterfly(second, costs)) continue;
        const double cost = cost_of_halves(first, second, costs);
        if (!best || cost < best->cost) best = {{SmallKind::two, n, second, first}, cost};
    }
    return best;
}

// The small transform of this length that costs least.
std::optional<Choice> small_transform(Index n, const RadixCosts& costs)
{
    if (n == 1) return {{{SmallKind::registers, 1, 1, 1}, costs.sweep}};
    if (has_butterfly(n, costs)) return {{{SmallKind::registers, n, 1, n}, pass_cost(n, costs) + costs.butterfly[n]}};
    const auto halves = two_halves(n, costs);
    if (halves || !is_prime(n)) return halves;
    const auto rows = static_cast<double>(n);
    if (n <= longest_generic) return {{{SmallKind::generic, n, 1, n}, pass_cost(n, costs) + costs.generic * rows}};
    const Index smooth = smooth_length(2 * n - 1);
    const double factor = static_cast<double>(smooth) / rows;
    return {{{SmallKind::chirp, n, 1, n}, costs.chirp + 2 * factor * cost_per_row(smooth, costs)}};
}

// For every divisor: the last radix of the best product, and what the whole product costs.
std::map<Index, Choice> choices_for(Index n, const RadixCosts& costs)
{
    std::map<Index, Choice> best;
    const std::vector<Index> all = divisors(n);
    std::vector<Choice> small;
    for (const Index divisor : all) {
        // a chirp is for prime factors only, so that longer divisors are mostly passed over quickly
        if (const auto found = small_transform(divisor, costs)) small.push_back(*found);
    }
    for (const Index divisor : all) {
        for (const Choice& choice : small) {
            if (divisor % choice.radix.length != 0 || (choice.radix.length == 1 && divisor > 1)) continue;
            const Index rest = divisor / choice.radix.length;
            const double cost = choice.cost + (rest > 1 ? best.at(rest).cost : 0);
            const auto at = best.find(divisor);
            if (at == best.end() || cost < at->second.cost) best[divisor] = {choice.radix, cost};
        }
    }
    return best;
}

}  // namespace

std::vector<Radix> radices_of(Index n, const RadixCosts& costs)
{
    const std::map<Index, Choice> choices = choices_for(n, costs);
    std::vector<Radix> result;
    do {
        result.push_back(choices.at(n).radix);
        n /= result.back().length;
    } while (n > 1);
    std::stable_sort(result.begin(), result.end(), [](const Radix& a, const Radix& b) { return a.length < b.length; });
    return result;
}

double cost_per_row(Index n, const RadixCosts& costs) { return choices_for(n, costs).at(n).cost; }

namespace {

bool can_join(const AxisPass& before, const AxisPass& pass)
{
    const auto is_half = [](const Radix& radix) {
        return radix.kind == SmallKind::registers && radix.length > 1 && radix.length <= longest_half;
    };
    return before.rest == 1 && before.axis != pass.axis && is_half(before.radix) && is_half(pass.radix);
}

}  // namespace

std::vector<AxisPass> passes_over(const std::vector<Index>& axes)
{
    std::vector<AxisPass> single;
    for (std::size_t l = 0; l < axes.size(); ++l) {
        Index rest = axes[l];
        if (rest == 1) continue;
        for (const Radix& radix : radices_of(axes[l])) {
            rest /= radix.length;
            single.push_back({radix, l, rest});
        }
    }
    if (single.empty()) return {{radices_of(1).front(), 0, 1}};
    std::vector<AxisPass> result;
    for (std::size_t i = 0; i < single.size(); ++i) {
        const bool last = i + 1 == single.size();
        if (last || result.empty() || !can_join(result.back(), single[i])) {
            result.push_back(single[i]);
            continue;
        }
        const Index first = result.back().radix.length, second = single[i].radix.length;
        result.back() = {{SmallKind::two, first * second, first, second}, single[i].axis, single[i].rest, true};
    }
    return result;
}

Index smooth_length(Index n)
{
    const auto is_smooth = [](Index m) {
        for (const Index prime : {2, 3, 5, 7}) {
            while (m % prime == 0) m /= prime;
        }
        return m == 1;
    };
    Index best = 0;
    double least = std::numeric_limits<double>::max();
    // beyond a quarter more no length is cheaper: costs per row differ by less than that from the best
    for (Index m = n; m <= n + n / 4 + 8; ++m) {
        if (!is_smooth(m)) continue;
        const double cost = static_cast<double>(m) * cost_per_row(m);
        if (cost >= least) continue;
        best = m;
        least = cost;
    }
    return best;
}

}  // namespace bspfft
