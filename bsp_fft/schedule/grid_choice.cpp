// Which cuts n = a b one axis can have over p processes; and the grid: even parts, few processes on axes that move, and
// none on the axis that runs fastest in memory.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/schedule/building.hpp"
#include "bsp_fft/schedule/cut_choice.hpp"
#include "bsp_fft/schedule/radices.hpp"

namespace bspfft {

namespace {

// Goes through all grids and keeps the best.
std::optional<std::vector<Index>> best_grid(const Problem& problem, Index p, const std::vector<Index>& memory,
                                            const std::vector<Index>& fixed = {})
{
    // A move is worth avoiding; over how many axes it goes does not matter.
    constexpr double price_of_moving = 1.5;
    std::vector<Index> grid(problem.shape.size(), 1);
    std::optional<std::vector<Index>> best;
    double least = std::numeric_limits<double>::infinity();
    const auto visit = [&](const auto& self, std::size_t axis, Index rest, double penalty, bool moves) -> void {
        if (axis == grid.size()) {
            if (moves) penalty *= price_of_moving;
            if (rest == 1 && penalty < least) {
                least = penalty;
                best = grid;
            }
            return;
        }
        const UncutAxis uncut = uncut_axis(problem, axis, fixed);
        const bool fastest = size_of(memory.back()) == axis;
        const auto place = std::find(memory.begin(), memory.end(), static_cast<Index>(axis)) - memory.begin();
        for (const Index q : divisors(rest)) {
            const std::optional<double> uneven = imbalance(uncut, q);
            if (!uneven) continue;
            const double along = q == 1 ? 1 : (fastest ? 1.1 : 1) * (1 + 0.01 * static_cast<double>(place));
            grid[axis] = q;
            self(self, axis + 1, rest / q, penalty * (*uneven * along), moves || (uncut.transformed && q > 1));
        }
        grid[axis] = 1;
    };
    visit(visit, 0, p, 1, false);
    return best;
}

[[noreturn]] void refuse(const Problem& problem, Index p)
{
    Index fewer = p - 1;
    while (!has_free_cut(problem, fewer)) --fewer;
    if (problem.is_partial()) {
        const UncutAxis first = uncut_axis(problem, problem.shape.size() == 1 ? 0 : problem.half_axis());
        throw refusal("no free cut of ", shape_text(problem.shape), " with these modes and this extent over p = ", p,
                      ": an axis that is distributed needs n = a b with a >= p and b >= p", law_of_kept(first),
                      "; p = ", fewer, " is possible", problem.shape.size() == 1 ? nearest_counts(first, p) : "");
    }
    throw refusal("no free cut of ", shape_text(problem.shape), " over p = ", p,
                  ": each axis that is distributed needs n = a b with a >= p and b >= p of its processes; p = ", fewer,
                  " is possible, and so are the algorithms bluestein (one axis) and pencils (several)");
}

}  // namespace

UncutAxis uncut_axis(const Problem& problem, std::size_t l, const std::vector<Index>& fixed)
{
    const bool half = problem.data != Data::complex && problem.half_axis() == l && problem.transformed[l];
    const auto transformed = std::count(problem.transformed.begin(), problem.transformed.end(), true);
    UncutAxis axis{problem.shape[l], problem.transformed[l], half, half && transformed > 1};
    axis.input = kept_of_array(problem, l);
    axis.output = kept_of_spectrum(problem, l);
    if (problem.back) std::swap(axis.input, axis.output);
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
    return text("the nearest is ", *std::ranges::min_element(cuts, {}, distance));
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

std::vector<Index> grid_for(const Problem& problem, Index p, const std::vector<Index>& asked,
                            const std::vector<Index>& memory, const std::vector<Index>& reproducible)
{
    if (asked.empty()) {
        if (const auto best = best_grid(problem, p, memory, reproducible)) return *best;
        refuse(problem, p);
    }
    require_grid(asked, problem, p);
    for (std::size_t l = 0; l < asked.size(); ++l) {
        const UncutAxis uncut = uncut_axis(problem, l, reproducible);
        if (!uncut.transformed || asked[l] == 1 || !possible_cuts(uncut, asked[l]).empty()) continue;
        if (uncut.whole)
            throw refusal("axis ", l, " cannot be over ", asked[l], " processes: of real data the last axis that ",
                          "is transformed is not distributed; take 1, and the other axes for the processes");
        Index fewer = asked[l] - 1;
        while (possible_cuts(uncut, fewer).empty()) --fewer;
        throw refusal("no free cut of axis ", l, " over ", asked[l], " processes: n = ", problem.shape[l],
                      " is no product a b with a and b of at least ", asked[l], law_of_kept(uncut), "; over ", fewer,
                      " there is one", nearest_counts(uncut, asked[l]));
    }
    return asked;
}

void require_grid(const std::vector<Index>& grid, const Problem& problem, Index p)
{
    if (grid.size() != problem.shape.size())
        throw refusal("the grid ", shape_text(grid), " has ", grid.size(), " axes, the array ",
                      shape_text(problem.shape), " has ", problem.shape.size(), "; give one number an axis");
    Index product = 1;
    for (const Index q : grid) {
        if (q < 1) throw refusal("the grid ", shape_text(grid), " has ", q, " processes along an axis; at least 1");
        product = checked_product(product, q);
    }
    if (product == p) return;
    std::vector<Index> nearest(grid.size(), 1);
    nearest.front() = p;
    throw refusal("the grid ", shape_text(grid), " has ", product, " processes, and there are p = ", p,
                  "; the product must be p, as in ", shape_text(nearest));
}

Algorithm reproducible_algorithm(const Problem& problem)
{
    constexpr Index small = 4096, few_processes = 16;
    if (problem.is_partial() || problem.n() < small) return Algorithm::fast;
    const bool alone = problem.shape.size() == 1;
    const bool is_long = alone && has_long_prime(problem.n());
    Index processes = 1;
    for (std::size_t l = 0; l < problem.shape.size(); ++l) {
        const UncutAxis axis = uncut_axis(problem, l);
        processes *= most_processes(axis, axis.transformed ? balanced_cuts(axis, 1).front() : 1);
        if (processes >= few_processes && !is_long) return Algorithm::fast;
    }
    return alone ? Algorithm::bluestein : Algorithm::pencils;
}

bool has_free_cut(const Problem& problem, Index p)
{
    return best_grid(problem, p, memory_order(problem, {})).has_value();
}

bool has_free_cut(Index n, Index p) { return !possible_cuts(UncutAxis{n}, p).empty(); }

}  // namespace bspfft
