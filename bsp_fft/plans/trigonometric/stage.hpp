// Cosine and sine transforms along one axis: a real or complex transform, and sweeps before and after it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/kernel/sweeps.hpp"
#include "bsp_fft/plans/runner.hpp"
#include "bsp_fft/schedule/building.hpp"

namespace bspfft {

/// What a stage is made for.
struct StageProblem {
    std::vector<Index> shape;  ///< the batch included
    std::size_t axis = 0;
    Trigonometric kind = Trigonometric::dct2;
    /// Those of the transform inside, but for the normalisation; its grid and its input are the stage's, on the other
    /// axes.
    PlanOptions options;
    /// The first array need not have the natural order on an axis of one part: it may be folded.
    bool folded = false;
    Index p = 1;
    Index s = 0;

    Index length() const { return shape[axis]; }
    bool is_sine() const { return kind >= Trigonometric::dst1; }
    /// Whether the forward transform goes from the second array to the first.
    bool is_third() const { return kind == Trigonometric::dct3 || kind == Trigonometric::dst3; }
};

/// How many numbers of scratch memory a stage needs.
struct StageScratch {
    Index reals = 0;
    Index complex = 0;  ///< in reals too
};

/// The transform inside a stage: another length of the axis, and options with which its layouts are cyclic along the
/// axis, and in zig-zag after a transform of real data; those of its algorithm, if they are.
struct InnerTransform {
    std::vector<Index> shape;
    PlanOptions options;  ///< resolved
    Schedule schedule;
    Schedule inverse;
    ArraySpans spans;  ///< reals that its arrays need on this process
    bool needs_more;   ///< its input may need more than the elements of its layout, on some process
};
InnerTransform inner_transform(const StageProblem& problem, Index length, Data data, Index bytes_per_real);

/// A I, II or IV goes from the first array to the second, without a factor; a I, III or IV, which undoes it, goes from
/// the second to the first. So the forward transform of a III goes to the first.
template <class Real>
class TrigonometricStage {
public:
    using Complex = std::complex<Real>;

    virtual ~TrigonometricStage() = default;

    /// The layouts of the forward transform.
    const Layout& input() const { return problem_.is_third() ? second_ : first_; }
    const Layout& output() const { return problem_.is_third() ? first_ : second_; }
    const InnerTransform& inner() const { return inner_; }
    StageScratch scratch() const
    {
        if (inner_.options.data == Data::complex) return {0, inner_.spans.shared};
        return {needs_v(true) ? inner_.spans.input : 0, inner_.spans.output};
    }

    /// Before the first execution, collective: input and output of the forward transform, which may be one array, and
    /// scratch memory. If the arrays are two, the one that an execution comes from is kept.
    void bind(Real* input, Real* output, Real* reals, Complex* complex)
    {
        x_ = problem_.is_third() ? output : input;
        y_ = problem_.is_third() ? input : output;
        v_ = needs_v(input != output) ? reals : x_;
        spectrum_ = complex;
        // the arguments of the plan around it were the same on all processes
        runner_ = planned(Arguments("a cosine or sine transform"), [&](Index here) {
            const bool two = input != output, is_complex = inner_.options.data == Data::complex;
            RunnerRequest request{inner_.shape, inner_.options, sizeof(Real), swept(false, two)};
            if (!is_complex) request.inverse = swept(true, two);
            request.arrays = RunnerRequest::Arrays::callers;
            request.in = is_complex ? static_cast<void*>(spectrum_) : v_;
            request.out = spectrum_;
            request.sweep = [this](bool after) { sweep(after); };
            return std::make_unique<Runner>(here, std::move(request));
        });
    }
    void execute(Direction direction)
    {
        factor_ = static_cast<Real>(
            normalisation_factor(problem_.options.normalisation, direction, logical_length(problem_.kind, length())));
        to_first_ = goes_to_first(direction);
        runner_->execute(inner_direction(direction));
    }

    /// The transform inside with the sweeps of this direction, before there is a runner; between two arrays or in one.
    Schedule schedule(Direction direction, bool two_arrays) const
    {
        return swept(goes_to_first(direction), two_arrays);
    }
    /// That of the transform inside which a direction has.
    Direction inner_direction(Direction direction) const
    {
        // a complex transform is forward in both
        const bool forward = !goes_to_first(direction) || inner_.options.data == Data::complex;
        return forward ? Direction::forward : Direction::inverse;
    }
    /// After bind(): the transform inside, with its sweeps.
    Runner& runner() const { return *runner_; }
    Index table_bytes() const { return table_bytes_; }

protected:
    TrigonometricStage(const StageProblem& problem, InnerTransform inner, Layout first, Layout second)
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

    using Pattern = SweepStep::Pattern;

    /// Before and after the transform inside, for line o, on the way to the first array or to the second. One of the
    /// two multiplies by the factor.
    virtual void load(Index o, bool to_first, Real factor) = 0;
    virtual void store(Index o, bool to_first, Real factor) = 0;
    /// The sweeps that load and store are; none has no name.
    virtual Compute load_sweep(bool to_first, bool two_arrays) const = 0;
    virtual Compute store_sweep(bool to_first, bool two_arrays) const = 0;
    /// One of this pattern; rows of several numbers are copied as they are. The same on all processes.
    Compute sweep_of(Pattern pattern, const Layout& before, const Layout& after, bool strided = false) const
    {
        Index width = 1;
        const std::vector<Index> extents = first_.axis_extents(0);
        for (std::size_t l = problem_.axis + 1; l < extents.size(); ++l) width *= extents[l];
        const bool folds = pattern == Pattern::fold || pattern == Pattern::unfold;
        return bspfft::sweep({folds && width > 1 ? Pattern::copy : pattern, strided && width == 1, width}, before,
                             after);
    }
    const Layout& inner_input() const { return inner_.schedule.input(); }
    const Layout& inner_output() const { return inner_.schedule.output(); }
    /// Whether the transform of real data has an input of its own, v(), rather than the first array.
    virtual bool needs_v([[maybe_unused]] bool two_arrays) const { return true; }

    Index length() const { return problem_.length(); }
    /// The stage's axis of a layout.
    const AxisParts& axis_of(const Layout& layout) const { return layout.axes()[problem_.axis]; }
    /// Whether this process has row k of the spectrum: as its first, or its last.
    bool begins_with(Index k) const { return spectrum_rows_ > 0 && spectrum_row(0) == k; }
    bool ends_with(Index k) const { return spectrum_rows_ > 0 && spectrum_row(spectrum_rows_ - 1) == k; }
    Index spectrum_row(Index i) const { return axis_of(inner_.schedule.output()).global(coordinate_, i); }

    /// The lines with this number of the two arrays, the spectrum, and the input of a transform of real data.
    Real* x(Index number) const { return x_ + number * first_rows_ * width_; }
    Real* y(Index number) const { return y_ + number * second_rows_ * width_; }
    Complex* spectrum(Index number) const { return spectrum_ + number * spectrum_rows_ * width_; }
    Real* v(Index number) const { return v_ + number * v_rows_ * width_; }
    bool has_v() const { return v_ != x_; }

    /// Roots for the first `count` elements of this process on an axis that is cyclic, or in zig-zag: the angle of
    /// element k is scale k + offset.
    Turns<Real> turns_of(const AxisParts& axis, Index count, Index scale, Index offset, Index order)
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

    /// The factors of an orthogonal transform's edges, as SciPy has them: before and after it.
    Real edge_before() const { return is_orthogonal() ? static_cast<Real>(std::sqrt(2.0)) : 1; }
    Real edge_after() const { return is_orthogonal() ? static_cast<Real>(std::sqrt(0.5)) : 1; }

    const StageProblem problem_;
    const InnerTransform inner_;
    const Layout first_, second_;
    Index width_ = 1;       ///< numbers of a row of this process's arrays: the product of the extents after the axis
    Index coordinate_ = 0;  ///< which part of the axis this process has
    Index first_rows_, second_rows_, spectrum_rows_, v_rows_;  ///< of a line on this process

private:
    bool goes_to_first(Direction direction) const { return problem_.is_third() == (direction == Direction::forward); }
    void sweep(bool after)
    {
        for (Index o = 0; o < outer_; ++o) after ? store(o, to_first_, factor_) : load(o, to_first_, factor_);
    }
    Schedule swept(bool to_first, bool two_arrays) const
    {
        const bool inverse = to_first && inner_.options.data != Data::complex;
        Compute after = store_sweep(to_first, two_arrays);
        for (LocalStep& step : after.steps) std::get<SweepStep>(step).after = true;
        return with_sweeps(inverse ? inner_.inverse : inner_.schedule, load_sweep(to_first, two_arrays),
                           std::move(after));
    }
    bool is_orthogonal() const { return problem_.options.normalisation == Normalisation::symmetric; }

    Index outer_ = 1;
    Index table_bytes_ = 0;
    std::unique_ptr<Runner> runner_;
    bool to_first_ = false;  ///< the execution that runs
    Real factor_ = 1;
    Real* x_ = nullptr;  ///< the first array
    Real* y_ = nullptr;  ///< the second
    Real* v_ = nullptr;
    Complex* spectrum_ = nullptr;
};

/// Throws Error(invalid_argument) for a length that the kind does not have.
template <class Real>
std::unique_ptr<TrigonometricStage<Real>> make_stage(const StageProblem& problem);

/// Makes the stages of all axes in the order of the forward transform, whose layouts say how the array is divided
/// meanwhile: make() returns the layout of a stage's output. The shape has the batch; kinds has one for
/// each axis of it that is in `axes`.
void make_stages(const std::vector<Index>& shape, const std::vector<Index>& axes,
                 const std::vector<Trigonometric>& kinds, const PlanOptions& options, Index p, Index s,
                 const std::function<const Layout&(const StageProblem&)>& make);

/// A layout with the axis in another length and kind; if it has one part, in natural order or folded.
Layout with_axis(const Layout& layout, std::size_t axis, Index length, AxisLayout kind);

/// Like this layout of half a spectrum, with the stage's length on its axis; a layout without a period has this one.
Layout half_spectrum_layout(const StageProblem& problem, const Layout& layout, Index period);

}  // namespace bspfft
