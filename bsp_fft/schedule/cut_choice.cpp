// The cut: columns and rows that fit in the cache, fill the lanes and have small prime factors.
#include "bsp_fft/schedule/cut_choice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/schedule/problem.hpp"
#include "bsp_fft/schedule/radices.hpp"

namespace bspfft {

namespace {

// The most cuts that are compared, and the most of an only axis: those near the square root.
constexpr double most_cuts = 20000, most_cuts_of_one_axis = 7;

std::size_t l_of(const AxisCut& axis) { return size_of(axis.axis); }

/// Goes through the cuts of all axes that are not fixed, and keeps the best.
class CutSearch {
public:
    CutSearch(const Problem& problem, std::vector<AxisCut> axes, Index bytes_per_real)
        : problem_(problem), axes_(std::move(axes)), bytes_(bytes_per_real)
    {}

    /// All cuts that are possible, or those near the square root.
    std::vector<AxisCut> best(const std::vector<Index>& fixed, bool balanced = false)
    {
        // several axes have many such cuts, one must be able to fit in the cache
        const Index factor = axes_.size() == 1 ? 4 : 2;
        for (const AxisCut& axis : axes_) {
            const UncutAxis uncut = uncut_axis(problem_, l_of(axis));
            const Index a = !axis.transformed ? 1 : fixed.empty() ? 0 : fixed[l_of(axis)];
            cuts_.push_back(a > 0      ? std::vector<Index>{a}
                            : balanced ? balanced_cuts(uncut, factor)
                                       : possible_cuts(uncut, axis.p));
        }
        shorten();
        visit(0);
        return best_;
    }

private:
    // Leaves out the cuts that are farthest from the square root, until few enough are left.
    void shorten()
    {
        for (;;) {
            double count = 1;
            for (const auto& cuts : cuts_) count *= static_cast<double>(cuts.size());
            if (count <= (cuts_.size() == 1 ? most_cuts_of_one_axis : most_cuts)) return;
            const auto longest = std::max_element(cuts_.begin(), cuts_.end(),
                                                  [](const auto& a, const auto& b) { return a.size() < b.size(); });
            const double middle =
                std::sqrt(static_cast<double>(axes_[static_cast<std::size_t>(longest - cuts_.begin())].n));
            const auto distance = [&](Index a) { return std::abs(std::log(static_cast<double>(a) / middle)); };
            longest->erase(distance(longest->front()) > distance(longest->back()) ? longest->begin()
                                                                                  : longest->end() - 1);
        }
    }

    void visit(std::size_t at)
    {
        if (at == axes_.size()) {
            const double cost = cut_cost(axes_, bytes_, cost_of(&AxisCut::a), cost_of(&AxisCut::b));
            if (cost < least_) {
                least_ = cost;
                best_ = axes_;
            }
            return;
        }
        for (const Index a : cuts_[at]) {
            if (axes_[at].transformed) {
                axes_[at].a = a;
                axes_[at].b = axes_[at].n / a;
            }
            visit(at + 1);
        }
    }

    // The cost of transforms of all axes together, each found once.
    double cost_of(Index AxisCut::* length)
    {
        std::vector<Index> lengths;
        for (const AxisCut& axis : axes_) {
            if (axis.transformed) lengths.push_back(axis.*length);
        }
        const auto [found, is_new] = costs_.try_emplace(lengths);
        if (is_new) found->second = cost_per_row(lengths);
        return found->second;
    }

    const Problem& problem_;
    std::vector<AxisCut> axes_;
    Index bytes_;
    std::vector<std::vector<Index>> cuts_;
    std::map<std::vector<Index>, double> costs_;
    std::vector<AxisCut> best_;
    double least_ = std::numeric_limits<double>::infinity();
};

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
    for (const AxisCut& axis : CutSearch(problem, std::move(alone), options.bytes_per_real).best(options.cut, true)) {
        if (axis.transformed) cut[l_of(axis)] = axis.a;
    }
    return cut;
}

}  // namespace

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
    if (options.reproducible) return CutSearch(problem, std::move(axes), options.bytes_per_real).best(fixed);
    if (options.cut.empty() && needs_no_cut(axes, options)) {
        for (AxisCut& axis : axes) axis.a = axis.transformed ? axis.n : 1;
        return axes;
    }
    return CutSearch(problem, std::move(axes), options.bytes_per_real).best(options.cut);
}

}  // namespace bspfft
