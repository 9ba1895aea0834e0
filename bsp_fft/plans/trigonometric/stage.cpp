#include "bsp_fft/plans/trigonometric/stage.hpp"

#include "bsp_fft/base/refusal.hpp"
#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/plans/planning.hpp"
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
    const ArraySpans spans = spans_of(forward.program(), inverse_schedule(forward, chosen).program(), problem.s);
    return {shape, options, std::move(forward), spans.input, spans.output, spans.shared};
}

template <class Real>
TrigonometricStage<Real>::TrigonometricStage(const StageProblem& problem, InnerTransform inner, Layout first,
                                             Layout second)
    : problem_(problem), inner_(std::move(inner)), first_(std::move(first)), second_(std::move(second))
{
    const std::vector<Index> extents = first_.axis_extents(problem.s);
    for (std::size_t l = 0; l < extents.size(); ++l) {
        if (l < problem.axis) outer_ *= extents[l];
        if (l > problem.axis) width_ *= extents[l];
    }
    coordinate_ = first_.coordinates(problem.s)[problem.axis];
    first_rows_ = axis_of(first_).size(coordinate_);
    second_rows_ = axis_of(second_).size(coordinate_);
    v_rows_ = axis_of(inner_.schedule.input()).size(coordinate_);
    spectrum_rows_ = axis_of(inner_.schedule.output()).size(coordinate_);
}

template <class Real>
StageScratch TrigonometricStage<Real>::scratch() const
{
    if (inner_.options.data == Data::complex) return {0, inner_.shared_reals};
    return {needs_v(true) ? inner_.input_reals : 0, inner_.output_reals};
}

template <class Real>
void TrigonometricStage<Real>::bind(Real* input, Real* output, Real* reals, Complex* complex)
{
    x_ = problem_.is_third() ? output : input;
    y_ = problem_.is_third() ? input : output;
    v_ = needs_v(input != output) ? reals : x_;
    spectrum_ = complex;
    std::vector<Index> shape = made_together([&] { return inner_.shape; });
    if (inner_.options.data == Data::complex) {
        plan_.emplace(Plan<Real>(std::move(shape), spectrum_, inner_.options));
    } else {
        plan_.emplace(RealPlan<Real>(std::move(shape), v_, spectrum_, inner_.options));
    }
}

template <class Real>
void TrigonometricStage<Real>::execute(Direction direction)
{
    const auto factor = static_cast<Real>(
        normalisation_factor(problem_.options.normalisation, direction, logical_length(problem_.kind, length())));
    const bool forward = direction == Direction::forward;
    problem_.is_third() == forward ? to_first(factor) : to_second(factor);
}

template <class Real>
const Schedule& TrigonometricStage<Real>::schedule(Direction direction) const
{
    // a complex transform is forward in both
    const bool to_first = problem_.is_third() == (direction == Direction::forward);
    return to_first && inner_.options.data == Data::real ? plan_->schedule(Direction::inverse) : inner_.schedule;
}

template <class Real>
bool TrigonometricStage<Real>::begins_with(Index k) const
{
    return spectrum_rows_ > 0 && axis_of(inner_.schedule.output()).global(coordinate_, 0) == k;
}

template <class Real>
bool TrigonometricStage<Real>::ends_with(Index k) const
{
    return spectrum_rows_ > 0 && axis_of(inner_.schedule.output()).global(coordinate_, spectrum_rows_ - 1) == k;
}

template <class Real>
Turns<Real> TrigonometricStage<Real>::turns_of(const AxisParts& axis, Index count, Index scale, Index offset,
                                               Index order)
{
    Turning turning{count, 1, scale * axis.parts(), order, problem_.options.reproducible};
    if (axis.is_zig_zag() && coordinate_ + axis.kind().parameter != 0) {
        const bool periodic = axis.kind().parameter > 0;
        turning.period = periodic ? std::max(Index{1}, axis.residues().count(coordinate_)) : 2;
        turning.advance = scale * (periodic ? axis.chunk() : 2 * axis.parts());
    }
    Turns<Real> turns(turning, [&](Index i) { return scale * axis.global(coordinate_, i) + offset; });
    table_bytes_ += turns.bytes();
    return turns;
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

template class TrigonometricStage<float>;
template class TrigonometricStage<double>;
template std::unique_ptr<TrigonometricStage<float>> make_stage(const StageProblem& problem);
template std::unique_ptr<TrigonometricStage<double>> make_stage(const StageProblem& problem);

}  // namespace bspfft
