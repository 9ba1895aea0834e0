// The cut: columns and rows that fit in the cache, fill the lanes and have small prime factors.
#include "bsp_fft/schedule/cut_choice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/schedule/axis_cuts.hpp"
#include "bsp_fft/schedule/cut_cost.hpp"
#include "bsp_fft/schedule/shape_text.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

namespace {

// The most cuts that are compared, and the most of an only axis: those near the square root.
constexpr double most_cuts = 20000, most_cuts_of_one_axis = 7;

std::size_t l_of(const AxisCut& axis) { return static_cast<std::size_t>(axis.axis); }

/// Goes through the cuts of all axes that are not fixed, and keeps the best.
class CutSearch {
public:
    CutSearch(const Problem& problem, std::vector<AxisCut> axes, Index bytes_per_real)
        : problem_(problem), axes_(std::move(axes)), bytes_(bytes_per_real)
    {}

    std::vector<AxisCut> best(const std::vector<Index>& fixed)
    {
        return best_of(fixed, [&](const AxisCut& axis) {
            return possible_cuts(uncut_axis(problem_, l_of(axis)), axis.p);
        });
    }
    /// Only cuts near the square root.
    std::vector<AxisCut> best_balanced(const std::vector<Index>& fixed)
    {
        // several axes have many such cuts, one must be able to fit in the cache
        const Index factor = axes_.size() == 1 ? 4 : 2;
        return best_of(fixed, [&](const AxisCut& axis) {
            return balanced_cuts(uncut_axis(problem_, l_of(axis)), factor);
        });
    }

private:
    template <class CutsOf>
    std::vector<AxisCut> best_of(const std::vector<Index>& fixed, const CutsOf& cuts_of)
    {
        for (const AxisCut& axis : axes_) {
            const Index a = fixed.empty() ? 0 : fixed[l_of(axis)];
            cuts_.push_back(!axis.transformed ? std::vector<Index>{1}
                            : a > 0           ? std::vector<Index>{a}
                                              : cuts_of(axis));
        }
        shorten();
        visit(0);
        return best_;
    }

    // Leaves out the cuts that are farthest from the square root, until few enough are left.
    void shorten()
    {
        for (;;) {
            double count = 1;
            for (const auto& cuts : cuts_) count *= static_cast<double>(cuts.size());
            if (count <= (cuts_.size() == 1 ? most_cuts_of_one_axis : most_cuts)) return;
            const auto longest = std::max_element(
                cuts_.begin(), cuts_.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
            const double middle = std::sqrt(static_cast<double>(axes_[static_cast<std::size_t>(
                                                                          longest - cuts_.begin())].n));
            const auto distance = [&](Index a) { return std::abs(std::log(static_cast<double>(a) / middle)); };
            longest->erase(distance(longest->front()) > distance(longest->back()) ? longest->begin()
                                                                                  : longest->end() - 1);
        }
    }

    void visit(std::size_t at)
    {
        if (at == axes_.size()) {
            const double cost = cut_cost(axes_, bytes_, costs_);
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

    const Problem& problem_;
    std::vector<AxisCut> axes_;
    Index bytes_;
    std::vector<std::vector<Index>> cuts_;
    TransformCosts costs_;
    std::vector<AxisCut> best_;
    double least_ = std::numeric_limits<double>::infinity();
};

void require_cuts(const Problem& problem, const std::vector<AxisCut>& axes, const std::vector<Index>& cut,
                  const std::vector<Index>& reproducible)
{
    if (cut.empty()) return;
    if (cut.size() != axes.size()) {
        throw Error(Status::invalid_argument,
                    text("the cut ", shape_text(cut), " is of ", cut.size(), " axes, the array has ", axes.size(),
                         "; give one length an axis, 0 where it is to be chosen"));
    }
    for (const AxisCut& axis : axes) {
        const Index a = cut[l_of(axis)];
        const UncutAxis uncut = uncut_axis(problem, l_of(axis), reproducible);
        if (a == 0 || !axis.transformed || (a > 0 && uncut.is_possible(axis.p, a))) continue;
        if (uncut.whole) {
            throw Error(Status::invalid_argument,
                        text("the cut ", a, " of axis ", axis.axis, " is not possible; of real data the last axis is ",
                             "transformed as a whole, a = ", axis.n));
        }
        throw Error(Status::invalid_argument,
                    text("the cut ", a, " of axis ", axis.axis, " is not possible; it must divide n = ", axis.n,
                         " and be from p = ", axis.p, " to n/p = ", axis.n / axis.p, law_of_kept(uncut), "; ",
                         nearest_cut(uncut, axis.p, a)));
    }
}

// In the order of memory, before there is a cut.
std::vector<AxisCut> axes_over(const Problem& problem, const std::vector<Index>& grid, const std::vector<Index>& memory)
{
    std::vector<AxisCut> axes;
    for (const Index l : memory) {
        const auto at = static_cast<std::size_t>(l);
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

}  // namespace

std::vector<Index> reproducible_cut(const Problem& problem, const ScheduleOptions& options,
                                    const std::vector<Index>& memory)
{
    std::vector<AxisCut> alone = axes_over(problem, std::vector<Index>(problem.shape.size(), 1), memory);
    require_cuts(problem, alone, options.cut, {});
    std::vector<Index> cut(problem.shape.size(), 1);
    for (const AxisCut& axis :
         CutSearch(problem, std::move(alone), options.bytes_per_real).best_balanced(options.cut)) {
        if (axis.transformed) cut[l_of(axis)] = axis.a;
    }
    return cut;
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
