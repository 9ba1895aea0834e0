// What is inside a plan of cosine and sine transforms: stages, the moves between them, and the arrays.
#include <algorithm>
#include <array>
#include <span>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/gpu/device_arrays.hpp"
#include "bsp_fft/plans/planning.hpp"
#include "bsp_fft/plans/trigonometric/stage.hpp"
#include "bsp_fft/schedule/cut_choice.hpp"

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
        const auto move_to = [&](const Layout& after) {
            if (!(*before == after)) parts_.push_back({nullptr, before, &after});
            span_ = std::max({span_, before->local_span(s()), after.local_span(s())});
        };
        for (const auto& stage : stages_) {
            move_to(stage->input());
            parts_.push_back({stage.get()});
            before = &stage->output();
        }
        move_to(*layout_out_);
        // a process without elements has arrays too
        for (const auto& stage : stages_) {
            scratch_.reals = std::max(scratch_.reals, stage->scratch().reals + 1);
            scratch_.complex = std::max(scratch_.complex, stage->scratch().complex + 2);
        }
        const Index arrays = !options.keep_input ? 1 : needs_work() ? 3 : 2;
        const Index reals = checked_product(arrays, span_) + scratch_.reals + scratch_.complex;
        const Schedule& first = stages_.front()->inner().schedule;
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
        for (Part& part : parts_) {
            if (!part.stage) part.move = make_move(part, first);
        }
    }

    void* input() const override { return in_.data(); }
    void* output() const override { return out(); }
    const Layout& layout_in() const override { return *layout_in_; }
    const Layout& layout_out() const override { return *layout_out_; }
    const std::vector<Index>& shape() const override { return shape_; }
    const std::vector<Trigonometric>& kinds() const { return kinds_; }
    const PlanOptions& options() const override { return options_; }
    Index transforms() const override { return std::ssize(parts_); }
    const Schedule& schedule(Direction direction, Index transform) const override
    {
        const Part& one = part(transform);
        return one.runner().schedule(one.stage ? one.stage->inner_direction(direction) : direction, 0);
    }
    Index moves_between() const override { return std::ssize(parts_) - std::ssize(stages_); }

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
        for (const Part& part : parts_) part.runner().account(on);
    }
    Ledger ledger(Index transform) const override { return part(transform).runner().ledger(0); }

    Index bytes() const override
    {
        const Index reals = in_.size() + out_.size() + work_.size() + reals_.size() + complex_.size();
        Index bytes = reals * static_cast<Index>(sizeof(Real));
        for (const auto& stage : stages_) bytes += stage->table_bytes();
        for (const Part& part : parts_) bytes += part.runner().bytes();
        return bytes;
    }
    PlanTraffic traffic() const override
    {
        PlanTraffic sum;
        for (const Part& part : parts_) {
            const PlanTraffic more = part.runner().traffic();
            sum.puts += more.puts;
            sum.bytes += more.bytes;
            sum.synchronisations += more.synchronisations;
        }
        return sum;
    }

private:
    /// A stage of the forward transform, or a move between the layouts on its two sides.
    struct Part {
        TrigonometricStage<Real>* stage;
        const Layout* before = nullptr;
        const Layout* after = nullptr;
        std::unique_ptr<Runner> move = {};

        Runner& runner() const { return stage ? stage->runner() : *move; }
    };

    const Part& part(Index i) const { return parts_.at(static_cast<std::size_t>(i)); }
    std::unique_ptr<Runner> make_move(const Part& part, Real* array) const
    {
        return planned(Arguments("a cosine or sine transform"), [&](Index here) {
            const auto schedule = [&](const Layout& from, const Layout& to) {
                return move_schedule(from, to, options_.exchange, sizeof(Real));
            };
            PlanOptions options;
            options.kernel = Kernel::simd;
            options.exchange = options_.exchange;
            options.data = Data::real;
            RunnerRequest request{shape_, options, sizeof(Real), schedule(*part.before, *part.after)};
            request.inverse = schedule(*part.after, *part.before);
            request.arrays = RunnerRequest::Arrays::callers;
            request.in = request.out = array;
            return std::make_unique<Runner>(here, std::move(request));
        });
    }
    Real* out() const { return out_.data() ? out_.data() : in_.data(); }
    bool works_apart() const { return work_.data() != nullptr; }
    bool needs_work() const { return parts_.size() > 1; }
    void execute_between(Direction direction, const Real* from, Real* to)
    {
        const bool forward = direction == Direction::forward;
        if (works_apart()) std::copy_n(from, forward ? span_in_ : span_out_, work_.data());
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            Part& part = parts_[forward ? i : parts_.size() - 1 - i];
            part.stage ? part.stage->execute(direction) : part.move->execute(direction);
        }
        if (works_apart()) std::copy_n(work_.data(), forward ? span_out_ : span_in_, to);
    }

    std::vector<Index> shape_;
    std::vector<Trigonometric> kinds_;
    PlanOptions options_;
    std::vector<std::unique_ptr<TrigonometricStage<Real>>> stages_;
    std::vector<Part> parts_;  ///< of the forward transform, in order
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
