#include "bsp_fft/plans/trigonometric/stage.hpp"

#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/layout/axis_parts.hpp"

namespace bspfft {

bool is_sine(Trigonometric kind)
{
    return kind == Trigonometric::dst1 || kind == Trigonometric::dst2 || kind == Trigonometric::dst3 ||
           kind == Trigonometric::dst4;
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
    return with_axis(layout, problem.axis, problem.shape[problem.axis],
                     is_sine(problem.kind) ? AxisLayout::zig_zag_from_one(period) : AxisLayout::zig_zag(period));
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
    if (length != problem.shape[problem.axis]) options.cut.clear();
    options.output.reset();
    if (options.input) options.input = with_axis(*options.input, problem.axis, length, AxisLayout::block());
    const Schedule own = schedule_for(shape, problem.p, resolved(options, shape, problem.p, bytes_per_real),
                                      bytes_per_real);
    const Layout in = as_product(own.input(), problem.axis), out = as_product(own.output(), problem.axis);
    const Layout first = with_axis(in, problem.axis, length, AxisLayout::cyclic());
    const AxisParts& after = out.axes()[problem.axis];
    const Layout second = with_axis(out, problem.axis, after.length(), suited(after, data));
    if (!(own.input() == first)) options.input = first;
    if (!(own.output() == second)) options.output = second;
    const PlanOptions chosen = resolved(options, shape, problem.p, bytes_per_real);
    Schedule forward = schedule_for(shape, problem.p, chosen, bytes_per_real);
    const ArraySpans spans = spans_of(forward.program(), inverse_schedule(forward, chosen).program(), problem.s);
    return {shape, options, std::move(forward), spans.input, spans.output, spans.shared};
}

Turning turning_of(const AxisParts& axis, Index coordinate, Index scale, Index order)
{
    Turning turning{axis.size(coordinate), 1, scale * axis.parts(), order};
    if (!axis.is_zig_zag() || coordinate + axis.kind().parameter == 0) return turning;
    const bool periodic = axis.kind().parameter > 0;
    turning.period = periodic ? std::max(Index{1}, axis.residues().count(coordinate)) : 2;
    turning.advance = scale * (periodic ? axis.chunk() : 2 * axis.parts());
    return turning;
}

template <class Real>
TrigonometricStage<Real>::TrigonometricStage(const StageProblem& problem, Layout first, Layout second)
    : problem_(problem), first_(std::move(first)), second_(std::move(second))
{
    const std::vector<Index> extents = first_.axis_extents(problem.s);
    for (std::size_t l = 0; l < extents.size(); ++l) {
        if (l < problem.axis) outer_ *= extents[l];
        if (l > problem.axis) inner_ *= extents[l];
    }
    coordinate_ = first_.coordinates(problem.s)[problem.axis];
    first_size_ = axis_of(first_).size(coordinate_);
    second_size_ = axis_of(second_).size(coordinate_);
}

template <class Real>
std::unique_ptr<TrigonometricStage<Real>> make_stage(const StageProblem& problem)
{
    switch (problem.kind) {
    case Trigonometric::dct1:
    case Trigonometric::dst1:
        return make_first_stage<Real>(problem);
    case Trigonometric::dct4:
    case Trigonometric::dst4:
        return make_fourth_stage<Real>(problem);
    default:
        return make_second_stage<Real>(problem);
    }
}

template class TrigonometricStage<float>;
template class TrigonometricStage<double>;
template std::unique_ptr<TrigonometricStage<float>> make_stage(const StageProblem& problem);
template std::unique_ptr<TrigonometricStage<double>> make_stage(const StageProblem& problem);

}  // namespace bspfft
