// Slabs and pencils, as most distributed FFTs have them  [Czechowski et al. 2012, 2; P3DFFT]: blocks over a grid of
// processes. Axes that are local are transformed, one after the other. Then the processes of an axis that is not yet
// transformed are given to one that is, inside rows or columns of the grid, until all are done.
#include <algorithm>

#include "bsp_fft/schedule/cut_choice.hpp"
#include "bsp_fft/schedule/shape_text.hpp"
#include "bsp_fft/schedule/tiles.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

namespace {

class Pencils {
public:
    Pencils(const Problem& problem, const std::vector<Index>& grid, const ScheduleOptions& options)
        : problem_(problem), options_(options), grid_(grid), pending_(problem.transformed)
    {}

    std::vector<Superstep> supersteps()
    {
        std::vector<Superstep> result;
        for (;;) {
            for (std::size_t l = grid_.size(); l-- > 0;) {
                if (!pending_[l] || grid_[l] > 1) continue;
                result.push_back(local_transforms(axes_for(l), layout(), layout(), options_));
                result.back().name += text(" along axis ", l);
                pending_[l] = false;
            }
            const auto next = std::find(pending_.rbegin(), pending_.rend(), true);
            if (next == pending_.rend()) return result;
            const auto axis = static_cast<std::size_t>(pending_.rend() - next) - 1;
            const Layout before = layout();
            give_processes_of(axis);
            result.push_back(layout_move(before, layout()));
        }
    }

    Layout layout() const { return stored_like(Layout::blocks(problem_.shape, grid_), options_.input); }

private:
    // To an axis that is done and local if there is one, the longest of them; otherwise to the longest other one.
    void give_processes_of(std::size_t axis)
    {
        std::size_t to = axis;
        const auto rank = [&](std::size_t l) {
            return std::pair{!pending_[l] && grid_[l] == 1, problem_.shape[l] / grid_[l]};
        };
        for (std::size_t l = 0; l < grid_.size(); ++l) {
            if (l != axis && (to == axis || rank(l) > rank(to))) to = l;
        }
        grid_[to] *= grid_[axis];
        grid_[axis] = 1;
    }

    std::vector<AxisCut> axes_for(std::size_t transformed) const
    {
        std::vector<AxisCut> axes;
        for (const Index l : memory_order(problem_, options_.input)) {
            const auto at = static_cast<std::size_t>(l);
            AxisCut axis;
            axis.n = problem_.shape[at];
            axis.p = grid_[at];
            axis.axis = l;
            axis.transformed = at == transformed;
            axis.in_blocks = !axis.transformed;
            if (axis.transformed) axis.a = axis.n;
            for (std::size_t later = at + 1; later < grid_.size(); ++later) axis.process_weight *= grid_[later];
            axes.push_back(axis);
        }
        return axes;
    }

    const Problem& problem_;
    const ScheduleOptions& options_;
    std::vector<Index> grid_;
    std::vector<bool> pending_;
};

// Slabs, where the first two axes are long enough; else the processes of a pencil, as square as possible.
std::vector<Index> default_grid(const Problem& problem, Index p)
{
    std::vector<Index> grid(problem.shape.size(), 1);
    const std::vector<Index>& shape = problem.shape;
    if (!problem.transformed.front() || shape.size() < 3 || (p <= shape[0] && p <= shape[1])) {
        grid.front() = p;
        return grid;
    }
    for (Index q = 1; q <= p / q; ++q) {
        if (p % q != 0) continue;
        grid[0] = p / q;
        grid[1] = q;
    }
    return grid;
}

}  // namespace

Schedule pencils_schedule(const Problem& problem, Index p, ScheduleOptions options)
{
    require_resolved(options.exchange);
    if (problem.shape.size() < 2 && p > 1) {
        throw Error(Status::invalid_argument,
                    text("the algorithm pencils needs two axes for p = ", p,
                         ": an axis is transformed on one process; take the algorithm fast or bluestein"));
    }
    options.kernel = Kernel::simd;
    options.order = BlockOrder::tiles;
    if (!options.grid.empty()) require_grid(options.grid, problem, p);
    std::vector<Index> grid = options.grid.empty() ? default_grid(problem, p) : options.grid;
    if (options.grid.empty() && options.input && options.input->is_product()) grid = options.input->grid();

    Pencils pencils(problem, grid, options);
    const Layout input = pencils.layout();
    std::vector<Superstep> supersteps = pencils.supersteps();
    const Layout last = pencils.layout();
    if (supersteps.empty())
        throw Error(Status::invalid_argument, text("no axis of ", shape_text(problem.shape), " is transformed"));
    ScheduleOptions wanted = options;
    if (!options.output && !options.transposed_out) wanted.output = input;
    return between_layouts(Algorithm::pencils, problem, input, last, wanted, std::move(supersteps));
}

}  // namespace bspfft
