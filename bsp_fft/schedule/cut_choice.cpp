// The cut: columns and rows that fit in the cache, fill the lanes and have small prime factors.
#include "bsp_fft/schedule/cut_choice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/schedule/building.hpp"
#include "bsp_fft/schedule/vector_prices.hpp"

namespace bspfft {

namespace {

// The most cuts that are compared, and the most of an only axis: those near the square root.
constexpr double most_cuts = 20000, most_cuts_of_one_axis = 12;

std::size_t l_of(const AxisCut& axis) { return size_of(axis.axis); }

using Cuts = std::vector<std::vector<Index>>;  // of each axis

// Leaves out the cuts that are farthest from the square root, until few enough are left.
void shorten(const std::vector<AxisCut>& axes, Cuts& all)
{
    for (;;) {
        double count = 1;
        for (const auto& cuts : all) count *= static_cast<double>(cuts.size());
        if (count <= (all.size() == 1 ? most_cuts_of_one_axis : most_cuts)) return;
        const auto longest = std::ranges::max_element(all, {}, std::ranges::size);
        const double middle = std::sqrt(static_cast<double>(axes[static_cast<std::size_t>(longest - all.begin())].n));
        const auto distance = [&](Index a) { return std::abs(std::log(static_cast<double>(a) / middle)); };
        longest->erase(distance(longest->front()) > distance(longest->back()) ? longest->begin() : longest->end() - 1);
    }
}

// Seconds of columns and rows on process 0, which has most; and how much more a cut is to be avoided.
double cost_of_cut(const std::vector<AxisCut>& axes, Index bytes_per_real, Pricing& pricing)
{
    const CutPart part = part_of(axes, 0);
    const Index a = columns_length(axes), b = rows_length(axes), lanes = lanes_for(axes, bytes_per_real);
    const double cost = price_of_pass(axes, Access::to_packets, lanes, pricing) +
                        price_of_pass(axes, Access::from_packets, lanes, pricing);
    // short transforms should begin with a butterfly of eight, whose only twiddle is sqrt(1/2)
    const double rounding = a < 8 ? 2 : 0;
    // a plan of much data takes a twentieth of it for tiles and tables at most
    constexpr Index much_data = Index{8} << 20;
    Index data = 2 * bytes_per_real;
    for (const AxisCut& axis : axes) data *= axis.n;
    const double tile = real(std::max(a, b) * lanes) / real(part.column_count() * a);
    const double memory = data >= much_data ? 20 * std::max(0.0, tile - 0.04) : 0;
    const double unequal = std::abs(log2_of(a) - log2_of(b) - 0.1);  // of equals, the most even
    return cost * (1 + rounding + memory + 1e-3 * unequal);
}

// The best cut: of the axes that are not fixed all that are possible, or those near the square root.
std::vector<AxisCut> best_cut(const Problem& problem, std::vector<AxisCut> axes, Index bytes_per_real,
                              const std::vector<Index>& fixed, bool balanced = false)
{
    // several axes have many such cuts, one must be able to fit in the cache
    const Index factor = axes.size() == 1 ? 4 : 2;
    Cuts cuts;
    for (const AxisCut& axis : axes) {
        const UncutAxis uncut = uncut_axis(problem, l_of(axis));
        const Index a = !axis.transformed ? 1 : fixed.empty() ? 0 : fixed[l_of(axis)];
        cuts.push_back(a > 0      ? std::vector<Index>{a}
                       : balanced ? balanced_cuts(uncut, factor)
                                  : possible_cuts(uncut, axis.p));
    }
    shorten(axes, cuts);

    Pricing pricing(built_in_prices(bytes_per_real));
    std::vector<AxisCut> best;
    double least = std::numeric_limits<double>::infinity();
    const auto visit = [&](const auto& self, std::size_t at) -> void {
        if (at == axes.size()) {
            const double cost = cost_of_cut(axes, bytes_per_real, pricing);
            if (cost < least) best = axes;
            least = std::min(least, cost);
            return;
        }
        for (const Index a : cuts[at]) {
            if (axes[at].transformed) {
                axes[at].a = a;
                axes[at].b = axes[at].n / a;
            }
            self(self, at + 1);
        }
    };
    visit(visit, 0);
    return best;
}

void require_cuts(const Problem& problem, const std::vector<AxisCut>& axes, const std::vector<Index>& cut,
                  const std::vector<Index>& reproducible)
{
    if (cut.empty()) return;
    if (cut.size() != axes.size())
        throw refusal("the cut ", shape_text(cut), " is of ", cut.size(), " axes, the array has ", axes.size(),
                      "; give one length an axis, 0 where it is to be chosen");
    for (const AxisCut& axis : axes) {
        const Index a = cut[l_of(axis)];
        const UncutAxis uncut = uncut_axis(problem, l_of(axis), reproducible);
        if (a == 0 || !axis.transformed || (a > 0 && uncut.is_possible(axis.p, a))) continue;
        if (uncut.whole)
            throw refusal("the cut ", a, " of axis ", axis.axis, " is not possible; of real data the last axis is ",
                          "transformed as a whole, a = ", axis.n);
        throw refusal("the cut ", a, " of axis ", axis.axis, " is not possible; it must divide n = ", axis.n,
                      " and be from p = ", axis.p, " to n/p = ", axis.n / axis.p, law_of_kept(uncut), "; ",
                      nearest_cut(uncut, axis.p, a));
    }
}

// The a of each axis of the problem, by its shape alone, 1 where it is not transformed: near the square roots, so that
// many processes have a part, and those that promise the best time on one. Numbers of the options' cut stay.
std::vector<Index> reproducible_cut(const Problem& problem, const ScheduleOptions& options,
                                    const std::vector<Index>& memory)
{
    std::vector<AxisCut> alone = axes_over(problem, std::vector<Index>(problem.shape.size(), 1), memory);
    require_cuts(problem, alone, options.cut, {});
    std::vector<Index> cut(problem.shape.size(), 1);
    for (const AxisCut& axis : best_cut(problem, std::move(alone), options.bytes_per_real, options.cut, true)) {
        if (axis.transformed) cut[l_of(axis)] = axis.a;
    }
    return cut;
}

}  // namespace

Index numbers_of_pass(const std::vector<AxisCut>& axes, Access access)
{
    const bool are_reals = half_axis_of(axes) && access != Access::from_packets;
    return std::max(Index{1}, tile_elements(axes, access, 0) / (are_reals ? 2 : 1));
}

double price_of_pass(const std::vector<AxisCut>& axes, Access access, Index lanes, Pricing& pricing)
{
    const Index numbers = numbers_of_pass(axes, access);
    return real(numbers) * pricing.of(pass_of(axes, access, lanes), numbers).sum();
}

std::vector<AxisCut> axes_over(const Problem& problem, const std::vector<Index>& grid, const std::vector<Index>& memory)
{
    std::vector<AxisCut> axes;
    for (const Index l : memory) {
        const std::size_t at = size_of(l);
        AxisCut axis;
        axis.n = problem.shape[at];
        axis.p = grid[at];
        axis.axis = l;
        axis.transformed = problem.transformed[at];
        const UncutAxis uncut = uncut_axis(problem, at);
        if (uncut.half) axis.half = AxisCut::Half::rows;
        axis.input = uncut.input;
        axis.output = uncut.output;
        for (std::size_t later = at + 1; later < grid.size(); ++later) axis.process_weight *= grid[later];
        axes.push_back(axis);
    }
    return axes;
}

std::vector<AxisCut> choose_cut(const Problem& problem, Index p, const ScheduleOptions& options,
                                const std::vector<Index>& memory)
{
    const std::vector<Index> fixed =
        options.reproducible ? reproducible_cut(problem, options, memory) : std::vector<Index>{};
    std::vector<AxisCut> axes = axes_over(problem, grid_for(problem, p, options.grid, memory, fixed), memory);
    require_cuts(problem, axes, options.cut, fixed);
    if (options.reproducible) return best_cut(problem, std::move(axes), options.bytes_per_real, fixed);
    if (options.cut.empty() && needs_no_cut(axes, options)) {
        for (AxisCut& axis : axes) axis.a = axis.transformed ? axis.n : 1;
        return axes;
    }
    return best_cut(problem, std::move(axes), options.bytes_per_real, options.cut);
}

}  // namespace bspfft
