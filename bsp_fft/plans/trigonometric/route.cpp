// One axis alone is divided as its transform likes it best. Of several, each is transformed where it is not
// distributed: the processes of one that is, and not yet transformed, are given to another axis, as pencils do it. If
// no other axis is long enough for them, that axis is transformed across processes. Reproducible, the last axis is
// always the first to be transformed: roundings depend on the order.
#include "bsp_fft/plans/trigonometric/stage.hpp"

#include <algorithm>

#include "bsp_fft/layout/axis_parts.hpp"

namespace bspfft {

namespace {

using MakeStage = std::function<const Layout&(const StageProblem&)>;

class Route {
public:
    Route(const std::vector<Index>& shape, const std::vector<Index>& axes, const std::vector<Trigonometric>& kinds,
          const PlanOptions& options, Index p, Index s, const MakeStage& make)
        : options_(options), make_(make), pending_(shape.size()), kinds_(shape.size())
    {
        for (std::size_t i = 0; i < axes.size(); ++i) {
            pending_[static_cast<std::size_t>(axes[i])] = true;
            kinds_[static_cast<std::size_t>(axes[i])] = kinds[i];
        }
        stage_.shape = shape;
        stage_.options = options;
        stage_.options.input.reset();
        stage_.options.output.reset();
        stage_.p = p;
        stage_.s = s;
        begin(axes);
    }

    void make_stages()
    {
        for (;;) {
            for (std::size_t l = pending_.size(); l-- > 0;) {
                if (pending_[l] && is_local(l) && (!options_.reproducible || l == last_pending())) add(l);
            }
            const std::size_t axis = last_pending();
            if (axis == pending_.size()) return;
            if (!give_processes_of(axis)) add(axis);
        }
    }

private:
    // All axes if none is.
    std::size_t last_pending() const
    {
        const auto last = std::find(pending_.rbegin(), pending_.rend(), true);
        if (last == pending_.rend()) return pending_.size();
        return static_cast<std::size_t>(pending_.rend() - last) - 1;
    }

    bool is_local(std::size_t l) const { return !grid_.empty() && grid_[l] == 1; }

    // A caller's layout may be of another shape with as many elements.
    bool is_product(const std::optional<Layout>& layout) const
    {
        return layout && layout->is_product() && layout->shape() == stage_.shape;
    }

    // As the caller's input is, or by the grid that was asked for, or over the longest axis, a batch's if it is long
    // enough. One axis alone has no grid if none of these has it on one process.
    void begin(const std::vector<Index>& axes)
    {
        const std::vector<Index>& shape = stage_.shape;
        divisions_.assign(shape.size(), AxisLayout::cyclic());
        if (is_product(options_.input)) {
            grid_ = options_.input->grid();
            for (std::size_t l = 0; l < shape.size(); ++l) {
                const AxisLayout kind = options_.input->axes()[l].kind();
                if (kind.kind == AxisLayout::Kind::block) divisions_[l] = kind;
            }
        } else if (!options_.grid.empty()) {
            grid_ = options_.grid;
        }
        if (axes.size() == 1) {
            if (!is_local(static_cast<std::size_t>(axes.front()))) grid_.clear();
            return;
        }
        if (!grid_.empty()) return;
        grid_.assign(shape.size(), 1);
        const auto rank = [&](std::size_t l) { return std::pair{!pending_[l] && shape[l] >= stage_.p, shape[l]}; };
        std::size_t best = 0;
        for (std::size_t l = 1; l < shape.size(); ++l) best = rank(l) > rank(best) ? l : best;
        grid_[best] = stage_.p;
    }

    // To the longest axis that is not distributed, one that is done if it is long enough; false if none is.
    bool give_processes_of(std::size_t axis)
    {
        if (grid_.empty()) return false;
        const std::vector<Index>& shape = stage_.shape;
        const auto rank = [&](std::size_t l) { return std::pair{!pending_[l], shape[l]}; };
        std::size_t to = axis;
        for (std::size_t l = 0; l < shape.size(); ++l) {
            if (l == axis || grid_[l] > 1 || shape[l] < grid_[axis]) continue;
            if (to == axis || rank(l) > rank(to)) to = l;
        }
        if (to == axis) {
            grid_.clear();
            return false;
        }
        std::swap(grid_[to], grid_[axis]);
        return true;
    }

    void add(std::size_t axis)
    {
        stage_.axis = axis;
        stage_.kind = kinds_[axis];
        stage_.folded = wants_folded(axis);
        stage_.options.grid = grid_;
        stage_.options.input.reset();
        if (!grid_.empty()) {
            std::vector<AxisLayout> divisions = divisions_;
            divisions[axis] = AxisLayout::block();
            stage_.options.input = Layout::grid(stage_.shape, grid_, divisions);
        }
        const Layout& left = grid_.empty() && is_first_ && !options_.grid.empty() ? made_by_grid() : make_(stage_);
        is_first_ = false;
        pending_[axis] = false;
        // the others go on where this one has left the array
        if (grid_.empty()) grid_ = left.grid();
    }
    // Across processes by the grid that was asked for, if the transform inside has one of that kind.
    const Layout& made_by_grid() const
    {
        StageProblem stage = stage_;
        stage.options.grid = options_.grid;
        try {
            return make_(stage);
        } catch (const Error&) {
            return make_(stage_);
        }
    }
    // The caller's array is folded along the axis.
    bool wants_folded(std::size_t axis) const
    {
        const std::optional<Layout>& layout = stage_.is_third() ? options_.output : options_.input;
        return is_product(layout) && layout->axes()[axis].is_folded();
    }

    const PlanOptions& options_;
    const MakeStage& make_;
    bool is_first_ = true;  ///< the stage that is made next
    std::vector<bool> pending_;
    std::vector<Trigonometric> kinds_;
    std::vector<Index> grid_;            ///< now; none: as the transform likes it
    std::vector<AxisLayout> divisions_;  ///< of distributed axes
    StageProblem stage_;
};

}  // namespace

void make_stages(const std::vector<Index>& shape, const std::vector<Index>& axes,
                 const std::vector<Trigonometric>& kinds, const PlanOptions& options, Index p, Index s,
                 const MakeStage& make)
{
    Route(shape, axes, kinds, options, p, s, make).make_stages();
}

}  // namespace bspfft
