// Cosine and sine transforms along one axis: a real or complex transform, and sweeps before and after it.
#pragma once

#include <memory>
#include <vector>

#include "bsp_fft/layout/axis_parts.hpp"
#include "bsp_fft/plans/trigonometric/sweeps.hpp"
#include "bspfft/layout.hpp"
#include "bspfft/ledger.hpp"
#include "bspfft/options.hpp"
#include "bspfft/plan.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

/// What a stage is made for.
struct StageProblem {
    std::vector<Index> shape;  ///< the batch included
    std::size_t axis = 0;
    Trigonometric kind = Trigonometric::dct2;
    /// Those of the transform inside; its grid and its input are the stage's, on the other axes.
    PlanOptions options;
    bool orthogonal = false;
    /// The first array need not have the natural order on an axis of one part: it may be folded.
    bool folded = false;
    Index p = 1;
    Index s = 0;
};

/// How many numbers of scratch memory a stage needs.
struct StageScratch {
    Index reals = 0;
    Index complex = 0;  ///< in reals too
};

/// A I, II or IV goes from the first array to the second, without a factor; a I, III or IV, which undoes it, goes from
/// the second to the first. So the forward transform of a III goes to the first.
template <class Real>
class TrigonometricStage {
public:
    using Complex = std::complex<Real>;

    virtual ~TrigonometricStage() = default;
    TrigonometricStage(const TrigonometricStage&) = delete;
    TrigonometricStage& operator=(const TrigonometricStage&) = delete;

    std::size_t axis() const { return problem_.axis; }
    const Layout& first() const { return first_; }
    const Layout& second() const { return second_; }
    virtual StageScratch scratch() const = 0;

    /// Before the first execution, collective: the two arrays, which may be one, and scratch memory. If the arrays are
    /// two, the one that an execution comes from is kept.
    virtual void bind(Real* first, Real* second, Real* reals, Complex* complex) = 0;
    /// Results are times the factor.
    virtual void to_second(Real factor) = 0;
    virtual void to_first(Real factor) = 0;

    /// The transform inside, when the stage goes to the second array or to the first; that is known after bind().
    virtual const Schedule& schedule(bool to_second) const = 0;
    virtual void account(bool on) = 0;
    virtual Ledger ledger() const = 0;
    /// Without arrays and scratch memory.
    virtual Index bytes() const = 0;
    virtual PlanTraffic traffic() const = 0;

protected:
    TrigonometricStage(const StageProblem& problem, Layout first, Layout second);

    /// How a local array lies around the axis: the products of the extents before and after it.
    Index outer() const { return outer_; }
    Index inner() const { return inner_; }
    /// Elements of the axis on this process.
    Index first_size() const { return first_size_; }
    Index second_size() const { return second_size_; }
    /// The stage's axis of a layout, and which part of it this process has.
    const AxisParts& axis_of(const Layout& layout) const { return layout.axes()[problem_.axis]; }
    Index coordinate() const { return coordinate_; }
    Index length() const { return problem_.shape[problem_.axis]; }
    const StageProblem& problem() const { return problem_; }

private:
    StageProblem problem_;
    Layout first_, second_;
    Index outer_ = 1, inner_ = 1;
    Index coordinate_ = 0;
    Index first_size_ = 0, second_size_ = 0;
};

/// Throws Error(invalid_argument) for a length that the kind does not have.
template <class Real>
std::unique_ptr<TrigonometricStage<Real>> make_stage(const StageProblem& problem);

/// Stages of quarter waves (II and III), half waves (I) and shifted ones (IV).
template <class Real>
std::unique_ptr<TrigonometricStage<Real>> make_second_stage(const StageProblem& problem);
template <class Real>
std::unique_ptr<TrigonometricStage<Real>> make_first_stage(const StageProblem& problem);
template <class Real>
std::unique_ptr<TrigonometricStage<Real>> make_fourth_stage(const StageProblem& problem);

bool is_sine(Trigonometric kind);
/// Whether the forward transform goes from the second array to the first.
bool is_third(Trigonometric kind);

/// The stages of all axes in the order of the forward transform, with their layouts, which say how the array is divided
/// meanwhile (route.cpp). The shape has the batch; kinds has one for each axis of it that is in `axes`.
template <class Real>
std::vector<std::unique_ptr<TrigonometricStage<Real>>> stages_of(const std::vector<Index>& shape,
                                                                 const std::vector<Index>& axes,
                                                                 const std::vector<Trigonometric>& kinds,
                                                                 const PlanOptions& options, Index p, Index s);

/// The transform inside a stage: another length of the axis, and options with which its layouts are cyclic along the
/// axis, and in zig-zag after a transform of real data; those of its algorithm, if they are.
struct InnerTransform {
    std::vector<Index> shape;
    PlanOptions options;
    Schedule schedule;
    Index input_reals;   ///< that its arrays need on this process
    Index output_reals;
    Index shared_reals;
};
InnerTransform inner_transform(const StageProblem& problem, Index length, Data data, Index bytes_per_real);

/// A layout with the axis in another length and kind; if it has one part, in natural order or folded.
Layout with_axis(const Layout& layout, std::size_t axis, Index length, AxisLayout kind);

/// Like this layout of half a spectrum, with the stage's length on its axis; a layout without a period has this one.
Layout half_spectrum_layout(const StageProblem& problem, const Layout& layout, Index period);

/// How the elements of a process on an axis that is cyclic, or in zig-zag, turn: k_i = scale times element i.
Turning turning_of(const AxisParts& axis, Index coordinate, Index scale, Index order);

extern template class TrigonometricStage<float>;
extern template class TrigonometricStage<double>;

}  // namespace bspfft
