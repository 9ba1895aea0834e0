#include "bsp_fft/schedule/radices.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <optional>

#include "bsp_fft/base/integers.hpp"

namespace bspfft {

namespace {

// Nanoseconds for each row of a tile of 8 doubles, in the cache; only their ratios matter. All plans choose by these:
// passes, and with them the bits of a result, are the same in every run and on every machine. From measurements on a
// Neoverse V1 with NEON: what a pass of each radix, without twiddles, adds to tiles of several axes, fitted by hand.
// The sweep, the chirp's and what is unbalanced are not measured: the first and last are set so that powers of two are
// cut as was found fastest. The probe measures passes of these radices, to compare.
namespace radix_cost {
constexpr double sweep = 9.5;        // of any pass: a row is read and written, and times its twiddle
constexpr double halves = 6.7;       // more, for a transform in two halves: through a buffer, with twiddles
constexpr double generic = 0.66;     // more, for a generic one, for every row of it
constexpr double chirp = 10.0;       // more, for a chirp, besides the transforms of its convolution
constexpr double unbalanced = 0.02;  // times log2(radix)^2: radices alike have shorter tables of twiddles
// More, for a butterfly of that many rows in registers; 0: no such butterfly.
constexpr double butterfly[] = {0, 0, 0.9, 0.94, 1.04, 2.9, 0, 3.8, 2.6, 6.8};
}  // namespace radix_cost

bool has_butterfly(Index n) { return n < std::ssize(radix_cost::butterfly) && radix_cost::butterfly[n] > 0; }

double pass_cost(Index n)
{
    const double bits = std::log2(static_cast<double>(n));
    return radix_cost::sweep + radix_cost::unbalanced * bits * bits;
}

double cost_per_row(Index n);  // of a transform of this length

/// A small transform, and what it costs for each row.
struct Choice {
    Radix radix;
    double cost;
};

// The two halves of this length that cost least.
std::optional<Choice> two_halves(Index n)
{
    std::optional<Choice> best;
    for (Index second = 2; second <= longest_half && second * second <= n; ++second) {
        const Index first = n / second;
        if (n % second != 0 || first > longest_half) continue;
        if (!has_butterfly(first) || !has_butterfly(second)) continue;
        double cost = pass_cost(n) + radix_cost::halves;
        for (const Index half : {first, second}) cost += radix_cost::butterfly[half];
        if (!best || cost < best->cost) best = {{SmallKind::two, n, second, first}, cost};
    }
    return best;
}

// The small transform of this length that costs least.
std::optional<Choice> small_transform(Index n)
{
    if (n == 1) return {{{SmallKind::registers, 1, 1, 1}, radix_cost::sweep}};
    if (has_butterfly(n)) return {{{SmallKind::registers, n, 1, n}, pass_cost(n) + radix_cost::butterfly[n]}};
    const auto two = two_halves(n);
    if (two || !is_prime(n)) return two;
    const auto rows = static_cast<double>(n);
    if (n <= longest_generic) return {{{SmallKind::generic, n, 1, n}, pass_cost(n) + radix_cost::generic * rows}};
    const Index smooth = smooth_length(2 * n - 1);
    const double factor = static_cast<double>(smooth) / rows;
    return {{{SmallKind::chirp, n, 1, n}, radix_cost::chirp + 2 * factor * cost_per_row(smooth)}};
}

// For every divisor: the last radix of the best product, and what the whole product costs.
std::map<Index, Choice> choices_for(Index n)
{
    std::map<Index, Choice> best;
    const std::vector<Index> all = divisors(n);
    std::vector<Choice> small;
    for (const Index divisor : all) {
        // a chirp is for prime factors only, so that longer divisors are mostly passed over quickly
        if (const auto found = small_transform(divisor)) small.push_back(*found);
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

double cost_per_row(Index n) { return choices_for(n).at(n).cost; }

}  // namespace

std::vector<Radix> radices_of(Index n)
{
    const std::map<Index, Choice> choices = choices_for(n);
    std::vector<Radix> result;
    do {
        result.push_back(choices.at(n).radix);
        n /= result.back().length;
    } while (n > 1);
    std::stable_sort(result.begin(), result.end(), [](const Radix& a, const Radix& b) { return a.length < b.length; });
    return result;
}

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

bool is_smooth(Index n)
{
    for (const Index prime : {2, 3, 5, 7}) {
        while (n % prime == 0) n /= prime;
    }
    return n == 1;
}

Index smooth_length(Index n)
{
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

bool has_long_prime(Index n)
{
    constexpr Index long_prime = 4096;
    return n > 1 && prime_factors(n).back() >= long_prime;
}

bool leaves_lanes_empty(Index n, Index vectors, Index lanes)
{
    const Index longest = n > 1 ? prime_factors(n).back() : 1;
    return longest > longest_generic && vectors < lanes && vectors * (n / longest) < lanes;
}

}  // namespace bspfft
