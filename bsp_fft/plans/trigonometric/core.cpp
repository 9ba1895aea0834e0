// What is inside a plan of cosine and sine transforms: stages, the moves between them, and the arrays.
#include <algorithm>
#include <array>
#include <span>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/gpu/device_arrays.hpp"
#include "bsp_fft/plans/planning.hpp"
#include "bsp_fft/plans/trigonometric/stage.hpp"
#include "bsp_fft/schedule/cut_choice.hpp"
#include "bspfft/redistribution.hpp"

namespace bspfft {

namespace {

// The axes that are transformed in the order of their kinds, the batch's axis counted.
std::vector<Index> axes_of(const Problem& problem, const PlanOptions& options)
{
    std::vector<Index> axes = options.axes;
    for (Index& axis : axes) axis += options.batch > 1 ? 1 : 0;
    return axes.empty() ? transformed_axes(problem) : axes;
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

Arguments arguments_with(std::span<const Trigonometric> kinds, Arguments others)
{
    std::array<Index, most_axes + 1> numbers{};  // with a batch
    const std::size_t count = std::min(kinds.size(), numbers.size());
    std::transform(kinds.begin(), kinds.begin() + static_cast<std::ptrdiff_t>(count), numbers.begin(),
                   [](Trigonometric kind) { return static_cast<Index>(kind); });
    return others.add("the list of kinds", std::span<const Index>(numbers.data(), count));
}

/// The arrays are one, unless the input is kept. Then one stage without moves goes from the one to the other; otherwise
/// stages work in a third array.
template <class Real>
class TrigonometricCore final : public PlanBody {
public:
    /// To be made by planned().
    TrigonometricCore(Index processes_here, std::span<const Index> shape, std::span<const Trigonometric> kinds,
                      const PlanOptions& options)
        : shape_(shape.begin(), shape.end()), kinds_(kinds.begin(), kinds.end()), options_(options)
    {
        require_host_memory(options, "a cosine or sine transform");
        const Problem problem = problem_of(shape_, options);
        const std::vector<Index> axes = axes_of(problem, options);
        if (kinds_.size() == 1) kinds_.resize(axes.size(), kinds_.front());
        if (kinds_.size() != axes.size())
            throw refusal(kinds_.size(), " kinds for ", axes.size(),
                          " axes; give one for each axis that is transformed");
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
        for (const Boundary& one : boundaries_)
            span_ = std::max({span_, one.before->local_span(s()), one.after->local_span(s())});
        // a process without elements has arrays too
        for (const auto& stage : stages_) {
            scratch_.reals = std::max(scratch_.reals, stage->scratch().reals + 1);
            scratch_.complex = std::max(scratch_.complex, stage->scratch().complex + 2);
        }
        const Index arrays = !options.keep_input ? 1 : needs_work() ? 3 : 2;
        const Index reals = checked_product(arrays, span_) + scratch_.reals + scratch_.complex;
        const Schedule& first = stage(0).inner().schedule;
        require_memory(first, checked_product(reals, static_cast<Index>(sizeof(Real))), processes_here);
        options_.algorithm = first.algorithm();
        options_.kernel = first.kernel();
        options_.exchange = first.exchange();
    }
    void build()
    {
        const bool keep_input = options_.keep_input;
        in_ = Buffer<Real>(span_);
        if (keep_input) out_ = Buffer<Real>(span_);
        if (keep_input && needs_work()) work_ = Buffer<Real>(span_);
        reals_ = Buffer<Real>(scratch_.reals);
        complex_ = Buffer<Real>(scratch_.complex);
    }
    // Plans and moves agree on their failures themselves.
    void join()
    {
        Real* const first = works_apart() ? work_.data() : in_.data();
        Real* const last = works_apart() ? work_.data() : needs_work() ? in_.data() : out();
        for (const auto& stage : stages_)
            stage->bind(first, last, reals_.data(), reinterpret_cast<std::complex<Real>*>(complex_.data()));
        for (Boundary& one : boundaries_) {
            if (!one.is_move) continue;
            one.forward.emplace(*one.before, *one.after, requested_exchange_);
            one.inverse.emplace(*one.after, *one.before, requested_exchange_);
        }
    }

    void* input() const override { return in_.data(); }
    void* output() const override { return out(); }
    const Layout& layout_in() const override { return *layout_in_; }
    const Layout& layout_out() const override { return *layout_out_; }
    const std::vector<Index>& shape() const override { return shape_; }
    const std::vector<Trigonometric>& kinds() const { return kinds_; }
    const PlanOptions& options() const override { return options_; }
    Index transforms() const override { return std::ssize(stages_); }
    const Schedule& schedule(Direction direction, Index transform) const override
    {
        return stage(transform).schedule(direction);
    }
    Index moves_between() const override
    {
        return std::count_if(boundaries_.begin(), boundaries_.end(), [](const Boundary& one) { return one.is_move; });
    }

    void execute(Direction direction) override
    {
        const bool forward = direction == Direction::forward;
        execute_between(direction, forward ? in_.data() : out(), forward ? out() : in_.data());
    }
    /// Without more copies where stages work in a third array.
    void execute_on(Direction direction, const void* from, void* to) override
    {
        if (!works_apart()) return PlanBody::execute_on(direction, from, to);
        execute_between(direction, static_cast<const Real*>(from), static_cast<Real*>(to));
    }
    Index element_bytes(bool) const override { return sizeof(Real); }
    void account(bool on) override
    {
        for (const auto& stage : stages_) stage->account(on);
    }
    Ledger ledger(Index transform) const override { return stage(transform).ledger(); }

    Index bytes() const override
    {
        Index reals = in_.size() + out_.size() + work_.size() + reals_.size() + complex_.size();
        for (const Boundary& one : boundaries_) {
            if (one.is_move) reals += one.before->local_span(s()) + one.after->local_span(s());
        }
        Index bytes = reals * static_cast<Index>(sizeof(Real));
        for (const auto& stage : stages_) bytes += stage->bytes();
        return bytes;
    }
    PlanTraffic traffic() const override
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

private:
    using Move = RealRedistribution<Real>;

    /// Before a stage of the forward transform, or after the last: the layouts on its two sides.
    struct Boundary {
        const Layout* before;
        const Layout* after;
        bool is_move = !(*before == *after);
        std::optional<Move> forward = {}, inverse = {};
    };

    const TrigonometricStage<Real>& stage(Index i) const { return *stages_.at(static_cast<std::size_t>(i)); }
    Real* out() const { return out_.data() ? out_.data() : in_.data(); }
    bool works_apart() const { return work_.data() != nullptr; }
    bool needs_work() const { return stages_.size() > 1 || moves_between() > 0; }
    void execute_between(Direction direction, const Real* from, Real* to)
    {
        const bool forward = direction == Direction::forward;
        if (works_apart()) std::copy_n(from, forward ? span_in_ : span_out_, work_.data());
        Real* const work = works_apart() ? work_.data() : in_.data();
        const std::size_t count = stages_.size();
        for (std::size_t i = 0; i <= count; ++i) {
            Boundary& boundary = boundaries_[forward ? i : count - i];
            if (boundary.is_move) (forward ? boundary.forward : boundary.inverse)->run(work);
            if (i < count) stages_[forward ? i : count - 1 - i]->execute(direction);
        }
        if (works_apart()) std::copy_n(work, forward ? span_out_ : span_in_, to);
    }

    std::vector<Index> shape_;
    std::vector<Trigonometric> kinds_;
    PlanOptions options_;
    Exchange requested_exchange_ = options_.exchange;  ///< of moves
    std::vector<std::unique_ptr<TrigonometricStage<Real>>> stages_;
    std::vector<Boundary> boundaries_;
    std::optional<Layout> layout_in_, layout_out_;
    Index span_in_ = 0, span_out_ = 0;                ///< gaps included
    Index span_ = 1;                                  ///< of the largest array
    StageScratch scratch_;                            ///< of all stages
    Buffer<Real> in_, out_, work_, reals_, complex_;  ///< without an output, the input is both
};

template <class Real>
std::unique_ptr<PlanBody> body_of(std::span<const Index> shape, std::span<const Trigonometric> kinds,
                                  const PlanOptions& options)
{
    const Arguments others = arguments_of("a cosine or sine transform", shape, options, sizeof(Real));
    return planned(arguments_with(kinds, others),
                   [&](Index here) { return std::make_unique<TrigonometricCore<Real>>(here, shape, kinds, options); });
}

}  // namespace

template <class Real>
TrigonometricPlan<Real>::TrigonometricPlan(std::vector<Index> shape, Trigonometric kind, const PlanOptions& options)
    : TypedPlan<Real, Real>(body_of<Real>(shape, {&kind, 1}, options))
{}
template <class Real>
TrigonometricPlan<Real>::TrigonometricPlan(std::vector<Index> shape, std::vector<Trigonometric> kinds,
                                           const PlanOptions& options)
    : TypedPlan<Real, Real>(body_of<Real>(shape, kinds, options))
{}
template <class Real>
const std::vector<Trigonometric>& TrigonometricPlan<Real>::kinds() const
{
    return static_cast<TrigonometricCore<Real>&>(this->body()).kinds();
}

template class TrigonometricPlan<float>;
template class TrigonometricPlan<double>;

}  // namespace bspfft
