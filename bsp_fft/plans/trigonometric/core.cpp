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

/// A stage of the forward transform, or a move between the layouts on its two sides.
template <class Real>
struct Part {
    TrigonometricStage<Real>* stage;
    const Layout* before = nullptr;
    const Layout* after = nullptr;
    std::unique_ptr<Runner> move = {};

    Runner& runner() const { return stage ? stage->runner() : *move; }
};

/// What a plan over p processes consists of, as process s sees it; made without running anything.
template <class Real>
struct Composition {
    Composition(const std::vector<Index>& shape, std::span<const Trigonometric> given, const PlanOptions& options,
                Index p, Index s)
        : problem(problem_of(shape, options)), kinds(given.begin(), given.end())
    {
        require_host_memory(options, "a cosine or sine transform");
        const std::vector<Index> axes = axes_of(problem, options);
        if (kinds.size() == 1) kinds.resize(axes.size(), kinds.front());
        if (kinds.size() != axes.size())
            throw refusal(kinds.size(), " kinds for ", axes.size(),
                          " axes; give one for each axis that is transformed");
        require_choices(problem, options, p);
        make_stages(problem.shape, axes, kinds, with_batch_axis(options, axes.size()), p, s,
                    [&](const StageProblem& one) -> const Layout& {
                        stages.push_back(make_stage<Real>(one));
                        return stages.back()->output();
                    });
        input = options.input ? *options.input : stages.front()->input();
        output = options.output ? *options.output : stages.back()->output();
        const Layout* before = &*input;
        const auto move_to = [&](const Layout& after) {
            if (!(*before == after)) parts.push_back({nullptr, before, &after});
            span = std::max({span, before->local_span(s), after.local_span(s)});
        };
        for (const auto& stage : stages) {
            move_to(stage->input());
            parts.push_back({stage.get()});
            before = &stage->output();
        }
        move_to(*output);
        problem.data = Data::real;
    }
    Composition(const Composition&) = delete;
    Composition& operator=(const Composition&) = delete;

    Exchange exchange() const { return stages.front()->inner().schedule.exchange(); }
    Schedule schedule_of(const Part<Real>& move, bool forward) const
    {
        return move_schedule(forward ? *move.before : *move.after, forward ? *move.after : *move.before, exchange(),
                             sizeof(Real));
    }
    /// All of it; one part keeps the input where that is asked for.
    Schedule schedule(Direction direction, bool keep_input) const
    {
        const bool forward = direction == Direction::forward;
        std::vector<Schedule> all;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const Part<Real>& part = parts[forward ? i : parts.size() - 1 - i];
            all.push_back(part.stage ? part.stage->schedule(direction, keep_input && parts.size() == 1)
                                     : schedule_of(part, forward));
        }
        return joined(problem, forward ? *input : *output, forward ? *output : *input, all);
    }

    Problem problem;
    std::vector<Trigonometric> kinds;
    std::vector<std::unique_ptr<TrigonometricStage<Real>>> stages;
    std::optional<Layout> input, output;
    std::vector<Part<Real>> parts;  ///< of the forward transform, in order
    Index span = 1;                 ///< of the largest array
};

/// The arrays are one, unless the input is kept. Then one stage without moves goes from the one to the other; otherwise
/// stages work in a third array.
template <class Real>
class TrigonometricCore final : public PlanBody {
public:
    /// To be made by planned().
    TrigonometricCore(Index processes_here, std::span<const Index> shape, std::span<const Trigonometric> kinds,
                      const PlanOptions& options)
        : shape_(shape.begin(), shape.end()), options_(options), all_(shape_, kinds, options, Port().p(), s())
    {
        // a process without elements has arrays too
        for (const auto& stage : all_.stages) {
            scratch_.reals = std::max(scratch_.reals, stage->scratch().reals + 1);
            scratch_.complex = std::max(scratch_.complex, stage->scratch().complex + 2);
        }
        const Index arrays = !options.keep_input ? 1 : needs_work() ? 3 : 2;
        const Index reals = checked_product(arrays, all_.span) + scratch_.reals + scratch_.complex;
        const Schedule& first = all_.stages.front()->inner().schedule;
        require_memory(first, checked_product(reals, static_cast<Index>(sizeof(Real))), processes_here);
        options_.algorithm = first.algorithm();
        options_.kernel = first.kernel();
        options_.exchange = first.exchange();
    }
    void build()
    {
        const bool keep_input = options_.keep_input;
        in_ = Buffer<Real>(all_.span);
        if (keep_input) out_ = Buffer<Real>(all_.span);
        if (keep_input && needs_work()) work_ = Buffer<Real>(all_.span);
        reals_ = Buffer<Real>(scratch_.reals);
        complex_ = Buffer<Real>(scratch_.complex);
    }
    // Plans and moves agree on their failures themselves.
    void join()
    {
        Real* const first = works_apart() ? work_.data() : in_.data();
        Real* const last = works_apart() ? work_.data() : needs_work() ? in_.data() : out();
        for (const auto& stage : all_.stages)
            stage->bind(first, last, reals_.data(), reinterpret_cast<std::complex<Real>*>(complex_.data()));
        for (Part<Real>& part : all_.parts) {
            if (!part.stage) part.move = make_move(part, first);
        }
    }

    void* input() const override { return in_.data(); }
    void* output() const override { return out(); }
    const Layout& layout_in() const override { return *all_.input; }
    const Layout& layout_out() const override { return *all_.output; }
    const std::vector<Index>& shape() const override { return shape_; }
    const std::vector<Trigonometric>& kinds() const { return all_.kinds; }
    const PlanOptions& options() const override { return options_; }
    Index transforms() const override { return std::ssize(all_.parts); }
    const Schedule& schedule(Direction direction, Index transform) const override
    {
        const Part<Real>& one = part(transform);
        return one.runner().schedule(one.stage ? one.stage->inner_direction(direction) : direction, 0);
    }
    Index moves_between() const override { return std::ssize(all_.parts) - std::ssize(all_.stages); }

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
        for (const Part<Real>& part : all_.parts) part.runner().account(on);
    }
    Ledger ledger(Index transform) const override { return part(transform).runner().ledger(0); }

    Index bytes() const override
    {
        const Index reals = in_.size() + out_.size() + work_.size() + reals_.size() + complex_.size();
        Index bytes = reals * static_cast<Index>(sizeof(Real));
        for (const auto& stage : all_.stages) bytes += stage->table_bytes();
        for (const Part<Real>& part : all_.parts) bytes += part.runner().bytes();
        return bytes;
    }
    PlanTraffic traffic() const override
    {
        PlanTraffic sum;
        for (const Part<Real>& part : all_.parts) {
            const PlanTraffic more = part.runner().traffic();
            sum.puts += more.puts;
            sum.bytes += more.bytes;
            sum.synchronisations += more.synchronisations;
        }
        return sum;
    }

private:
    const Part<Real>& part(Index i) const { return all_.parts.at(static_cast<std::size_t>(i)); }
    std::unique_ptr<Runner> make_move(const Part<Real>& part, Real* array) const
    {
        return planned(Arguments("a cosine or sine transform"), [&](Index here) {
            PlanOptions options;
            options.kernel = Kernel::simd;
            options.exchange = options_.exchange;
            options.data = Data::real;
            RunnerRequest request{shape_, options, sizeof(Real), all_.schedule_of(part, true)};
            request.inverse = all_.schedule_of(part, false);
            request.arrays = RunnerRequest::Arrays::callers;
            request.in = request.out = array;
            return std::make_unique<Runner>(here, std::move(request));
        });
    }
    Real* out() const { return out_.data() ? out_.data() : in_.data(); }
    bool works_apart() const { return work_.data() != nullptr; }
    bool needs_work() const { return all_.parts.size() > 1; }
    void execute_between(Direction direction, const Real* from, Real* to)
    {
        const bool forward = direction == Direction::forward;
        if (works_apart()) std::copy_n(from, (forward ? layout_in() : layout_out()).local_span(s()), work_.data());
        const std::size_t count = all_.parts.size();
        for (std::size_t i = 0; i < count; ++i) {
            Part<Real>& part = all_.parts[forward ? i : count - 1 - i];
            part.stage ? part.stage->execute(direction) : part.move->execute(direction);
        }
        if (works_apart()) std::copy_n(work_.data(), (forward ? layout_out() : layout_in()).local_span(s()), to);
    }

    std::vector<Index> shape_;
    PlanOptions options_;
    Composition<Real> all_;
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

Schedule planned_schedule(const std::vector<Index>& shape, const std::vector<Trigonometric>& kinds, Index p,
                          const PlanOptions& options, Index bytes_per_real, Direction direction)
{
    const auto of = [&]<class Real>(Real) {
        return Composition<Real>(shape, kinds, options, p, 0).schedule(direction, options.keep_input);
    };
    return bytes_per_real == sizeof(float) ? of(float()) : of(double());
}

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
