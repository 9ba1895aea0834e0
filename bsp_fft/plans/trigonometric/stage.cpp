#include "bsp_fft/plans/trigonometric/stage.hpp"

#include "bsp_fft/base/refusal.hpp"
#include "bsp_fft/plans/trigonometric/first.hpp"
#include "bsp_fft/plans/trigonometric/fourth.hpp"
#include "bsp_fft/plans/trigonometric/second.hpp"

namespace bspfft {

const char* trigonometric_name(Trigonometric kind)
{
    constexpr const char* names[] = {"DCT-I", "DCT-II", "DCT-III", "DCT-IV", "DST-I", "DST-II", "DST-III", "DST-IV"};
    const auto number = static_cast<std::size_t>(kind);
    return number < std::size(names) ? names[number] : "";
}

Index logical_length(Trigonometric kind, Index n)
{
    if (kind == Trigonometric::dct1) return 2 * (n - 1);
    return kind == Trigonometric::dst1 ? 2 * (n + 1) : 2 * n;
}

Layout with_axis(const Layout& layout, std::size_t axis, Index length, AxisLayout kind)
{
    std::vector<Index> shape = layout.shape();
    std::vector<AxisLayout> kinds;
    for (const AxisParts& parts : layout.axes()) kinds.push_back(parts.kind());
    shape[axis] = length;
    kinds[axis] = kind;
    return Layout::grid(shape, layout.grid(), kinds);
}

Layout half_spectrum_layout(const StageProblem& problem, const Layout& layout, Index period)
{
    const Index given = layout.axes()[problem.axis].kind().parameter;
    if (given > 0) period = given;
    return with_axis(layout, problem.axis, problem.length(),
                     problem.is_sine() ? AxisLayout::zig_zag_from_one(period) : AxisLayout::zig_zag(period));
}

namespace {

// Only the processes of a layout that is not a product are known.
Layout as_product(const Layout& layout, std::size_t axis)
{
    if (layout.is_product()) return layout;
    std::vector<Index> grid(layout.shape().size(), 1);
    grid[axis] = layout.p();
    return Layout::cyclic_grid(layout.shape(), grid);
}

// Whether the array may need more room than real numbers in this layout, on some process: the same answer on all.
bool has_more_than(const Layout& layout, const Array& array)
{
    const Index each = layout.n() / layout.p();
    const bool even = layout.largest_local_size() == each && each * layout.p() == layout.n();
    return std::ranges::any_of(array.contents, [&](const Array::Content& content) {
        const Index reals = content.reals_per_element * content.layout.largest_local_size();
        return !(content.layout == layout && content.reals_per_element == 1) && (!even || reals > each);
    });
}

AxisLayout suited(const AxisParts& axis, Data data)
{
    if (data == Data::complex) return AxisLayout::cyclic();
    return axis.is_zig_zag() ? axis.kind() : AxisLayout::zig_zag();
}

}  // namespace

InnerTransform inner_transform(const StageProblem& problem, Index length, Data data, Index bytes_per_real)
{
    std::vector<Index> shape = problem.shape;
    shape[problem.axis] = length;
    PlanOptions options = problem.options;
    options.data = data;
    options.axes = {static_cast<Index>(problem.axis)};
    options.batch = 1;
    options.normalisation = Normalisation::none;
    options.keep_input = false;
    options.transposed_out = false;
    if (length != problem.length()) options.cut.clear();
    options.output.reset();
    if (options.input) options.input = with_axis(*options.input, problem.axis, length, AxisLayout::block());
    const Schedule own =
        schedule_for(shape, problem.p, resolved(options, shape, problem.p, bytes_per_real), bytes_per_real);
    const Layout in = as_product(own.input(), problem.axis), out = as_product(own.output(), problem.axis);
    const Layout first = with_axis(in, problem.axis, length, AxisLayout::cyclic());
    const AxisParts& after = out.axes()[problem.axis];
    const Layout second = with_axis(out, problem.axis, after.length(), suited(after, data));
    if (!(own.input() == first)) options.input = first;
    if (!(own.output() == second)) options.output = second;
    const PlanOptions chosen = resolved(options, shape, problem.p, bytes_per_real);
    Schedule forward = schedule_for(shape, problem.p, chosen, bytes_per_real);
    Schedule inverse = inverse_schedule(forward, chosen);
    const ArraySpans spans = spans_of(forward.program(), inverse.program(), problem.s);
    const bool needs_more = has_more_than(forward.input(), forward.program().array(ArrayId::input)) ||
                            has_more_than(forward.input(), inverse.program().array(ArrayId::output));
    return {shape, chosen, std::move(forward), std::move(inverse), spans, needs_more};
}

template <class Real>
std::unique_ptr<TrigonometricStage<Real>> make_stage(const StageProblem& problem)
{
    const Index n = problem.length();
    const auto inner = [&](Index length, Data data) { return inner_transform(problem, length, data, sizeof(Real)); };
    switch (problem.kind) {
    case Trigonometric::dct1:
    case Trigonometric::dst1:
        if (problem.kind == Trigonometric::dct1 && n < 2)
            throw refusal("a DCT-I along axis ", problem.axis, " of length ", n, "; it needs at least 2 elements");
        return std::make_unique<FirstStage<Real>>(problem, inner(logical_length(problem.kind, n), Data::real));
    case Trigonometric::dct4:
    case Trigonometric::dst4:
        // reproducible, it is the way that any p has
        if (n % 2 == 0 && !problem.options.reproducible) {
            InnerTransform half = inner(n / 2, Data::complex);
            if (n / 2 % half.schedule.input().grid()[problem.axis] == 0)
                return std::make_unique<FourthStage<Real>>(problem, std::move(half), true);
        }
        return std::make_unique<FourthStage<Real>>(problem, inner(2 * n, Data::complex), false);
    default:
        return std::make_unique<SecondStage<Real>>(problem, inner(n, Data::real));
    }
}

template std::unique_ptr<TrigonometricStage<float>> make_stage(const StageProblem& problem);
template std::unique_ptr<TrigonometricStage<double>> make_stage(const StageProblem& problem);

namespace {

using MakeStage = std::function<const Layout&(const StageProblem&)>;

// One axis alone is divided as its transform likes it best. Of several, each is transformed where it is not
// distributed: the processes of one that is, and not yet transformed, are given to another axis, as pencils do it. If
// no other axis is long enough for them, that axis is transformed across processes. Reproducible, the last axis is
// always the first to be transformed: roundings depend on the order.
class Route {
public:
    Route(const std::vector<Index>& shape, const std::vector<Index>& axes, const std::vector<Trigonometric>& kinds,
          const PlanOptions& options, Index p, Index s, const MakeStage& make)
        : options_(options), make_(make), pending_(shape.size()), kinds_(shape.size()), stage_{shape, 0, {}, options,
                                                                                               false, p, s}
    {
        for (std::size_t i = 0; i < axes.size(); ++i) {
            pending_[static_cast<std::size_t>(axes[i])] = true;
            kinds_[static_cast<std::size_t>(axes[i])] = kinds[i];
        }
        stage_.options.output.reset();
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
