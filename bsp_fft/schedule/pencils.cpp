// Slabs and pencils, as most distributed FFTs have them  [Czechowski et al. 2012, 2; P3DFFT]: blocks over a grid of
// processes. Axes that are local are transformed, one after the other. Then the processes of an axis that is not yet
// transformed are given to one that is, inside rows or columns of the grid, until all are done.
#include <algorithm>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/schedule/building.hpp"
#include "bsp_fft/schedule/cut_choice.hpp"

namespace bspfft {

namespace {

class Pencils {
public:
    Pencils(const Problem& problem, const std::vector<Index>& grid, const ScheduleOptions& options)
        : problem_(problem),
          options_(options),
          grid_(grid),
          pending_(problem.transformed),
          shape_(problem.input_shape()),
          // real data is halved first, half a spectrum is made whole last
          waits_(problem.data == Data::half_spectrum),
          words_(problem.data == Data::real ? 1 : 2)
    {}

    std::vector<Step> steps()
    {
        std::vector<Step> result;
        for (;;) {
            for (std::size_t l = grid_.size(); l-- > 0;) {
                if (!pending_[l] || grid_[l] > 1 || must_wait(l)) continue;
                // then always in the same order
                if (options_.reproducible && l != next_axis()) continue;
                const Layout before = layout();
                if (is_half(l)) shape_ = problem_.output_shape();
                Compute transforms = local_transforms(axes_for(l), before, layout(), options_);
                transforms.name += text(" along axis ", l);
                result.push_back({std::move(transforms)});
                pending_[l] = false;
                if (is_half(l)) words_ = problem_.data == Data::real ? 2 : 1;
            }
            const auto next = next_axis();
            if (next == pending_.size()) return result;
            if (grid_[next] == 1) continue;  // it waited for others, and need not move
            const Layout before = layout();
            give_processes_of(next);
            result.push_back({layout_move(before, layout(), words_)});
        }
    }

    Layout layout() const { return stored_like(Layout::blocks(shape_, grid_), options_.input); }

private:
    bool is_half(std::size_t l) const { return problem_.data != Data::complex && l == problem_.half_axis(); }
    bool must_wait(std::size_t l) const
    {
        if (problem_.data == Data::complex) return false;
        if (waits_) return is_half(l) && std::count(pending_.begin(), pending_.end(), true) > 1;
        return !is_half(l) && pending_[problem_.half_axis()];
    }

    // The last axis that is not yet transformed and may be; all if there is none.
    std::size_t next_axis() const
    {
        for (std::size_t l = pending_.size(); l-- > 0;) {
            if (pending_[l] && !must_wait(l)) return l;
        }
        return pending_.size();
    }

    // To an axis that is done and local if there is one, the longest of them; otherwise to the longest other one.
    void give_processes_of(std::size_t axis)
    {
        std::size_t to = axis;
        const auto rank = [&](std::size_t l) { return std::pair{!pending_[l] && grid_[l] == 1, shape_[l] / grid_[l]}; };
        for (std::size_t l = 0; l < grid_.size(); ++l) {
            if (l != axis && (to == axis || rank(l) > rank(to))) to = l;
        }
        grid_[to] *= grid_[axis];
        grid_[axis] = 1;
    }

    std::vector<AxisCut> axes_for(std::size_t transformed) const
    {
        std::vector<AxisCut> axes = axes_over(problem_, grid_, memory_order(problem_, options_.input));
        for (AxisCut& axis : axes) {
            const std::size_t l = size_of(axis.axis);
            axis.transformed = l == transformed;
            axis.in_blocks = !axis.transformed;
            if (axis.transformed) axis.a = axis.n;
            if (!axis.transformed) axis.n = shape_[l];
            axis.half = !axis.transformed || !is_half(l) ? AxisCut::Half::none
                        : waits_                         ? AxisCut::Half::columns
                                                         : AxisCut::Half::rows;
        }
        return axes;
    }

    const Problem& problem_;
    const ScheduleOptions& options_;
    std::vector<Index> grid_;
    std::vector<bool> pending_;
    std::vector<Index> shape_;  ///< of the data now
    bool waits_;
    Index words_;  ///< of an element now
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
    require_all_elements(problem, "algorithm pencils");
    if (problem.shape.size() < 2 && p > 1)
        throw refusal("the algorithm pencils needs two axes for p = ", p,
                      ": an axis is transformed on one process; take the algorithm fast or bluestein");
    if (options.kernel != Kernel::cuda) options.kernel = Kernel::simd;
    options.order = BlockOrder::tiles;
    if (!options.grid.empty()) require_grid(options.grid, problem, p);
    std::vector<Index> grid = options.grid.empty() ? default_grid(problem, p) : options.grid;
    if (options.grid.empty() && options.input && options.input->is_product()) grid = options.input->grid();

    Pencils pencils(problem, grid, options);
    const Layout input = pencils.layout();
    std::vector<Step> steps = pencils.steps();
    const Layout last = pencils.layout();
    if (steps.empty()) throw refusal("no axis of ", shape_text(problem.shape), " is transformed");
    ScheduleOptions wanted = options;
    const bool as_before = problem.data == Data::complex;
    if (!options.output && !options.transposed_out)
        wanted.output = as_before ? input : stored_like(Layout::blocks(problem.output_shape(), grid), options.input);
    return between_layouts(Algorithm::pencils, problem, input, last, wanted, std::move(steps));
}

}  // namespace bspfft
