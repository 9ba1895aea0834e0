#include "bsp_fft/plans/alternatives.hpp"

#include <algorithm>
#include <cmath>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/schedule/cut_choice.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

namespace {

constexpr std::size_t most_candidates = 28, most_other_grids = 4;

using Grid = std::vector<Index>;

// The processes on few axes first.
std::vector<Grid> other_grids(const Problem& problem, Index p, const Grid& known)
{
    std::vector<Grid> all;
    Grid grid;
    const auto add_longer = [&](const auto& self, Index rest) -> void {
        if (grid.size() == problem.shape.size()) {
            if (rest == 1 && grid != known) all.push_back(grid);
            return;
        }
        const UncutAxis axis = uncut_axis(problem, grid.size());
        for (const Index q : divisors(rest)) {
            if (!imbalance(axis, q)) continue;
            grid.push_back(q);
            self(self, rest / q);
            grid.pop_back();
        }
    };
    add_longer(add_longer, p);
    std::ranges::stable_sort(all, std::greater(), [](const Grid& one) { return std::ranges::count(one, 1); });
    if (all.size() > most_other_grids) all.resize(most_other_grids);
    return all;
}

// On this side of a, the one that is nearest to a * factor, within a factor of about 2.
std::optional<Index> nearest(const std::vector<Index>& cuts, Index a, double factor)
{
    std::optional<Index> best;
    const auto distance = [&](Index b) {
        return std::abs(std::log2(static_cast<double>(b) / (static_cast<double>(a) * factor)));
    };
    for (const Index b : cuts) {
        const bool on_side = factor > 1 ? b > a : b < a;
        if (on_side && distance(b) < 0.9 && (!best || distance(b) < distance(*best))) best = b;
    }
    return best;
}

// 0 where there is none.
Index near_root(const UncutAxis& axis, Index p)
{
    const std::vector<Index> cuts = axis.transformed ? possible_cuts(axis, p) : std::vector<Index>{};
    return cuts.empty() ? 0 : cuts[cuts.size() / 2];
}

// The cuts around one: from one axis to another, which keeps the sizes of tiles; then on one axis; by factors of about
// 2, then 4.
std::vector<CutTrial> neighbours(const std::vector<Index>& shape, const PlanOptions& options, const CutTrial& centre)
{
    const Problem problem = problem_of(shape, options);
    const std::size_t batch = problem.shape.size() - shape.size();
    std::vector<std::vector<Index>> cuts;  // possible on each axis, but for the batch's
    for (std::size_t l = 0; l < shape.size(); ++l) {
        const UncutAxis axis = uncut_axis(problem, l + batch);
        const bool free = axis.transformed && (options.cut.empty() || options.cut[l] == 0);
        cuts.push_back(free ? possible_cuts(axis, centre.grid[l + batch]) : std::vector<Index>{});
    }
    std::vector<CutTrial> found;
    const auto add = [&](std::initializer_list<std::pair<std::size_t, double>> changes) {
        CutTrial trial{centre.grid, centre.cut};
        for (const auto& [axis, factor] : changes) {
            const std::optional<Index> other = nearest(cuts[axis], trial.cut[axis], factor);
            if (!other) return;
            trial.cut[axis] = *other;
        }
        found.push_back(trial);
    };
    for (const double factor : {2.0, 4.0}) {
        for (std::size_t up = 0; up < cuts.size(); ++up) {
            for (std::size_t down = 0; down < cuts.size(); ++down) {
                if (up != down) add({{up, factor}, {down, 1 / factor}});
            }
        }
        for (std::size_t l = 0; l < cuts.size(); ++l) {
            add({{l, 1 / factor}});
            add({{l, factor}});
        }
    }
    return found;
}

}  // namespace

CutTrial trial_of(const Schedule& schedule, std::size_t batch_axes)
{
    CutTrial trial;
    const std::size_t axes = schedule.shape().size();
    trial.grid.assign(axes, 1);
    std::vector<Index> cut(axes, 0);
    for (const AxisCut& axis : schedule.program().cut()) {
        const auto l = static_cast<std::size_t>(axis.axis);
        trial.grid[l] = axis.p;
        if (axis.transformed) cut[l] = axis.a;
    }
    cut.erase(cut.begin(), cut.begin() + static_cast<std::ptrdiff_t>(batch_axes));
    if (!schedule.program().is_whole()) trial.cut = cut;
    return trial;
}

PlanOptions with_trial(PlanOptions options, const CutTrial& trial)
{
    // of one axis there is no other
    if (trial.grid.size() > 1) options.grid = trial.grid;
    options.cut = trial.cut;
    return options;
}

std::vector<CutTrial> cut_candidates(const std::vector<Index>& shape, Index p, const PlanOptions& options,
                                     Index bytes_per_real)
{
    const Problem problem = problem_of(shape, options);
    const std::size_t batch = problem.shape.size() - shape.size();
    std::vector<CutTrial> candidates{trial_of(schedule_for(shape, p, options, bytes_per_real), batch)};
    const CutTrial model = candidates.front();
    const auto add = [&](const PlanOptions& changed) {
        try {
            const CutTrial trial = trial_of(schedule_for(shape, p, changed, bytes_per_real), batch);
            const auto is_same = [&](const CutTrial& one) { return one.grid == trial.grid && one.cut == trial.cut; };
            const bool is_new = std::ranges::none_of(candidates, is_same);
            if (is_new && candidates.size() < most_candidates) candidates.push_back(trial);
        } catch (const Error&) {
            // no cut of this grid, or a layout that does not go with it
        }
    };
    if (options.grid.empty()) {
        for (const std::vector<Index>& grid : other_grids(problem, p, model.grid)) {
            PlanOptions changed = options;
            changed.grid = grid;
            add(changed);
        }
    }
    CutTrial centre = model;
    if (centre.cut.empty()) {
        const auto transformed = std::ranges::count(problem.transformed, true);
        if (transformed == 1 || options.kernel == Kernel::cuda) return candidates;
        // several axes in sweeps in place: cuts near the square roots as well
        for (std::size_t l = batch; l < problem.shape.size(); ++l)
            centre.cut.push_back(near_root(uncut_axis(problem, l), model.grid[l]));
        add(with_trial(options, centre));
    }
    for (const CutTrial& trial : neighbours(shape, options, centre)) add(with_trial(options, trial));
    return candidates;
}

}  // namespace bspfft
