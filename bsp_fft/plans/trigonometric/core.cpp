#include "bsp_fft/plans/trigonometric/core.hpp"

#include <array>

#include "bsp_fft/gpu/device_choices.hpp"
#include "bsp_fft/execution/any_execution.hpp"
#include "bsp_fft/plans/planning.hpp"
#include "bsp_fft/schedule/cut_choice.hpp"
#include "bsp_fft/schedule/size_limit.hpp"

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
        throw Error(Status::invalid_argument, "a cut of several axes of a cosine or sine transform; leave it out");
    options.batch = 1;
    return options;
}

void require_kinds(const std::vector<Trigonometric>& kinds, std::size_t axes)
{
    if (kinds.size() == axes) return;
    throw Error(Status::invalid_argument,
                text(kinds.size(), " kinds for ", axes, " axes; give one for each axis that is transformed"));
}

void require_choices(const Problem& problem, const PlanOptions& options, Index p)
{
    if (!options.grid.empty()) require_grid(options.grid, problem, p);
    for (const std::optional<Layout>* layout : {&options.input, &options.output}) {
        if (!*layout || ((*layout)->n() == problem.n() && (*layout)->p() == p)) continue;
        throw Error(Status::invalid_argument,
                    text("a layout of ", (*layout)->n(), " elements over p = ", (*layout)->p(), " for an array of ",
                         problem.n(), " over p = ", p, "; give one of the same"));
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
    : shape_(shape.begin(), shape.end()),
      kinds_(kinds.begin(), kinds.end()),
      normalisation_(options.normalisation),
      options_(options)
{
    require_host_memory(options, "a cosine or sine transform");
    const Problem problem = problem_of(shape_, options);
    axes_ = axes_of(problem, options);
    if (kinds_.size() == 1) kinds_.resize(axes_.size(), kinds_.front());
    require_kinds(kinds_, axes_.size());
    lengths_ = problem.shape;
    require_choices(problem, options, port_.p());
    stages_ = stages_of<Real>(problem.shape, axes_, kinds_, with_batch_axis(options, axes_.size()), port_.p(),
                              s());
    layout_in_ = options.input ? *options.input : from_or_to(0, true);
    layout_out_ = options.output ? *options.output : from_or_to(stages_.size() - 1, false);
    span_in_ = layout_in_->local_span(s());
    span_out_ = layout_out_->local_span(s());
    for (std::size_t i = 0; i <= stages_.size(); ++i) is_move_.push_back(!(before(i) == after(i)));
    forward_.resize(stages_.size() + 1);
    inverse_.resize(stages_.size() + 1);
    const Index arrays = !options.keep_input ? 1 : needs_work() ? 3 : 2;
    const StageScratch scratch = scratch_of_stages();
    const Index reals = checked_product(arrays, span()) + scratch.reals + scratch.complex;
    const Schedule& first = stage(0).schedule(true);
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
        const std::size_t boundary = forward ? i : count - i;
        std::optional<Move>& move = (forward ? forward_ : inverse_)[boundary];
        if (move) move->run(work);
        if (i < count) run(forward ? i : count - 1 - i, direction);
    }
    if (works_apart()) std::copy_n(work, forward ? span_out_ : span_in_, to);
}

template <class Real>
Index TrigonometricCore<Real>::bytes() const
{
    Index reals = own_in_.size() + own_out_.size() + work_.size() + reals_.size() + complex_.size();
    for (const auto& moves : {&forward_, &inverse_}) {
        for (std::size_t i = 0; i < moves->size(); ++i) {
            if ((*moves)[i]) reals += (moves == &forward_ ? after(i) : before(i)).local_span(s());
        }
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
    for (const auto& moves : {&forward_, &inverse_}) {
        for (const std::optional<Move>& move : *moves) {
            if (move) add(move->traffic());
        }
    }
    return sum;
}

template <class Real>
Index TrigonometricCore<Real>::span() const
{
    Index span = 1;
    for (std::size_t i = 0; i <= stages_.size(); ++i)
        span = std::max({span, before(i).local_span(s()), after(i).local_span(s())});
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
    for (std::size_t i = 0; i < stages_.size(); ++i) bind(i, first, last);
    make_moves(requested_exchange_);
}

template <class Real>
void TrigonometricCore<Real>::make_moves(Exchange exchange)
{
    for (std::size_t i = 0; i <= stages_.size(); ++i) {
        if (!is_move_[i]) continue;
        forward_[i].emplace(before(i), after(i), exchange);
        inverse_[i].emplace(after(i), before(i), exchange);
    }
}

template <class Real>
void TrigonometricCore<Real>::run(std::size_t i, Direction direction)
{
    const Trigonometric kind = kind_of(i);
    const Index n = lengths_[stages_[i]->axis()];
    const auto factor =
        static_cast<Real>(normalisation_factor(normalisation_, direction, logical_length(kind, n)));
    const bool to_second = is_third(kind) == (direction == Direction::inverse);
    to_second ? stages_[i]->to_second(factor) : stages_[i]->to_first(factor);
}

template class TrigonometricCore<float>;
template class TrigonometricCore<double>;

}  // namespace bspfft
