#include "bsp_fft/plans/trigonometric/core.hpp"

#include <array>

#include "bsp_fft/base/refusal.hpp"
#include "bsp_fft/execution/any_execution.hpp"
#include "bsp_fft/gpu/device_arrays.hpp"
#include "bsp_fft/plans/planning.hpp"
#include "bsp_fft/schedule/cut_choice.hpp"
#include "bsp_fft/schedule/problem.hpp"

namespace bspfft {

namespace {

// The axes that are transformed in the order of their kinds, the batch's axis counted.
std::vector<Index> axes_of(const Problem& problem, const PlanOptions& options)
{
    std::vector<Index> axes = options.axes;
    for (Index& axis : axes) axis += options.batch > 1 ? 1 : 0;
    for (std::size_t l = 0; options.axes.empty() && l < problem.shape.size(); ++l) {
        if (problem.transformed[l]) axes.push_back(static_cast<Index>(l));
    }
    return axes;
}

PlanOptions with_batch_axis(PlanOptions options, std::size_t axes)
{
    if (!options.cut.empty() && options.batch > 1) options.cut.insert(options.cut.begin(), 0);
    if (!options.cut.empty() && axes > 1)
        throw refusal("a cut of several axes of a cosine or sine transform; leave it out");
    options.batch = 1;
    return options;
}

void require_choices(const Problem& problem, const PlanOptions& options, Index p)
{
    if (!options.grid.empty()) require_grid(options.grid, problem, p);
    for (const std::optional<Layout>* layout : {&options.input, &options.output}) {
        if (!*layout || ((*layout)->n() == problem.n() && (*layout)->p() == p)) continue;
        throw refusal("a layout of ", (*layout)->n(), " elements over p = ", (*layout)->p(), " for an array of ",
                      problem.n(), " over p = ", p, "; give one of the same");
    }
}

}  // namespace

template <class Real>
Arguments TrigonometricCore<Real>::arguments(std::span<const Index> shape, std::span<const Trigonometric> kinds,
                                             const PlanOptions& options)
{
    Arguments all = arguments_of("a cosine or sine transform", shape, options, static_cast<Index>(sizeof(Real)));
    std::array<Index, most_axes + 1> numbers{};  // with a batch
    const std::size_t count = std::min(kinds.size(), numbers.size());
    std::transform(kinds.begin(), kinds.begin() + static_cast<std::ptrdiff_t>(count), numbers.begin(),
                   [](Trigonometric kind) { return static_cast<Index>(kind); });
    return all.add("the list of kinds", std::span<const Index>(numbers.data(), count));
}

template <class Real>
TrigonometricCore<Real>::TrigonometricCore(Index processes_here, std::span<const Index> shape,
                                           std::span<const Trigonometric> kinds, const PlanOptions& options)
    : shape_(shape.begin(), shape.end()), kinds_(kinds.begin(), kinds.end()), options_(options)
{
    require_host_memory(options, "a cosine or sine transform");
    const Problem problem = problem_of(shape_, options);
    const std::vector<Index> axes = axes_of(problem, options);
    if (kinds_.size() == 1) kinds_.resize(axes.size(), kinds_.front());
    if (kinds_.size() != axes.size())
        throw refusal(kinds_.size(), " kinds for ", axes.size(), " axes; give one for each axis that is transformed");
    const Index p = Port().p();
    require_choices(problem, options, p);
    make_stages(problem.shape, axes, kinds_, with_batch_axis(options, axes.size()), p, s(),
                [&](const StageProblem& one) -> const Layout& {
                    stages_.push_back(make_stage<Real>(one));
                    return stages_.back()->output();
                });
    layout_in_ = options.input ? *options.input : stages_.front()->input();
    layout_out_ = options.output ? *options.output : stages_.back()->output();
    span_in_ = layout_in_->local_span(s());
    span_out_ = layout_out_->local_span(s());
    const Layout* before = &*layout_in_;
    for (const auto& stage : stages_) {
        boundaries_.push_back({before, &stage->input()});
        before = &stage->output();
    }
    boundaries_.push_back({before, &*layout_out_});
    const Index arrays = !options.keep_input ? 1 : needs_work() ? 3 : 2;
    const StageScratch scratch = scratch_of_stages();
    const Index reals = checked_product(arrays, span()) + scratch.reals + scratch.complex;
    const Schedule& first = stage(0).inner().schedule;
    require_memory(first, checked_product(reals, static_cast<Index>(sizeof(Real))), processes_here);
    options_.algorithm = first.algorithm();
    options_.kernel = first.kernel();
    options_.exchange = first.exchange();
}

template <class Real>
void TrigonometricCore<Real>::execute_between(Direction direction, const Real* from, Real* to)
{
    const bool forward = direction == Direction::forward;
    if (works_apart()) std::copy_n(from, forward ? span_in_ : span_out_, work_.data());
    Real* const work = works_apart() ? work_.data() : in_;
    const std::size_t count = stages_.size();
    for (std::size_t i = 0; i <= count; ++i) {
        Boundary& boundary = boundaries_[forward ? i : count - i];
        if (boundary.is_move) (forward ? boundary.forward : boundary.inverse)->run(work);
        if (i < count) stages_[forward ? i : count - 1 - i]->execute(direction);
    }
    if (works_apart()) std::copy_n(work, forward ? span_out_ : span_in_, to);
}

template <class Real>
Index TrigonometricCore<Real>::bytes() const
{
    Index reals = own_in_.size() + own_out_.size() + work_.size() + reals_.size() + complex_.size();
    for (const Boundary& one : boundaries_) {
        if (one.is_move) reals += one.before->local_span(s()) + one.after->local_span(s());
    }
    Index bytes = reals * static_cast<Index>(sizeof(Real));
    for (const auto& stage : stages_) bytes += stage->bytes();
    return bytes;
}

template <class Real>
PlanTraffic TrigonometricCore<Real>::traffic() const
{
    PlanTraffic sum;
    const auto add = [&](const PlanTraffic& more) {
        sum.puts += more.puts;
        sum.bytes += more.bytes;
        sum.synchronisations += more.synchronisations;
    };
    for (const auto& stage : stages_) add(stage->traffic());
    for (const Boundary& one : boundaries_) {
        if (one.forward) add(one.forward->traffic());
        if (one.inverse) add(one.inverse->traffic());
    }
    return sum;
}

template <class Real>
Index TrigonometricCore<Real>::span() const
{
    Index span = 1;
    for (const Boundary& one : boundaries_)
        span = std::max({span, one.before->local_span(s()), one.after->local_span(s())});
    return span;
}

// A process without elements has arrays too.
template <class Real>
StageScratch TrigonometricCore<Real>::scratch_of_stages() const
{
    StageScratch scratch;
    for (const auto& stage : stages_) {
        scratch.reals = std::max(scratch.reals, stage->scratch().reals + 1);
        scratch.complex = std::max(scratch.complex, stage->scratch().complex + 2);
    }
    return scratch;
}

template <class Real>
void TrigonometricCore<Real>::build()
{
    const bool keep_input = options_.keep_input;
    own_in_ = Buffer<Real>(span());
    if (keep_input) own_out_ = Buffer<Real>(span());
    if (keep_input && needs_work()) work_ = Buffer<Real>(span());
    const StageScratch scratch = scratch_of_stages();
    reals_ = Buffer<Real>(scratch.reals);
    complex_ = Buffer<Real>(scratch.complex);
    in_ = own_in_.data();
    out_ = keep_input ? own_out_.data() : in_;
}

// Plans and moves agree on their failures themselves.
template <class Real>
void TrigonometricCore<Real>::join()
{
    Real* const first = works_apart() ? work_.data() : in_;
    Real* const last = works_apart() ? work_.data() : needs_work() ? in_ : out_;
    for (const auto& stage : stages_)
        stage->bind(first, last, reals_.data(), reinterpret_cast<std::complex<Real>*>(complex_.data()));
    for (Boundary& one : boundaries_) {
        if (!one.is_move) continue;
        one.forward.emplace(*one.before, *one.after, requested_exchange_);
        one.inverse.emplace(*one.after, *one.before, requested_exchange_);
    }
}

template class TrigonometricCore<float>;
template class TrigonometricCore<double>;

}  // namespace bspfft
