#include "bspfft/trigonometric_plan.hpp"

#include <algorithm>
#include <optional>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/bsp/agreement.hpp"
#include "bsp_fft/execution/trigonometric_route.hpp"
#include "bsp_fft/schedule/cut_choice.hpp"
#include "bspfft/redistribution.hpp"

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

// The arrays are one, unless the input is kept. Then one stage without moves goes from the one to the other; otherwise
// stages work in a third array.
template <class Real>
class TrigonometricPlan<Real>::Implementation {
    using Complex = std::complex<Real>;

public:
    Implementation(std::vector<Index> shape, std::vector<Trigonometric> kinds, const PlanOptions& options)
        : shape_(std::move(shape)), kinds_(std::move(kinds)), normalisation_(options.normalisation)
    {
        const Problem problem = problem_of(shape_, options);
        axes_ = axes_of(problem, options);
        if (kinds_.size() == 1) kinds_.resize(axes_.size(), kinds_.front());
        require_kinds(kinds_, axes_.size());
        lengths_ = problem.shape;
        require_choices(problem, options, port_.p());
        stages_ = stages_of<Real>(problem.shape, axes_, kinds_, with_batch_axis(options, axes_.size()), port_.p(),
                                  port_.s());
        layout_in_ = options.input ? *options.input : from_or_to(0, true);
        layout_out_ = options.output ? *options.output : from_or_to(stages_.size() - 1, false);
        allocate(options.keep_input);
        Real* const first = works_apart() ? work_.data() : in_;
        Real* const last = works_apart() ? work_.data() : stages_.size() == 1 && !moves() ? out_ : in_;
        for (std::size_t i = 0; i < stages_.size(); ++i) bind(i, first, last);
        make_moves(options.exchange);
        options_ = options;
        options_.algorithm = stage(0).schedule().algorithm();
        options_.kernel = stage(0).schedule().kernel();
        options_.exchange = stage(0).schedule().exchange();
    }

    Real* input() { return in_; }
    Real* output() { return out_; }
    const Layout& layout_in() const { return *layout_in_; }
    const Layout& layout_out() const { return *layout_out_; }
    const std::vector<Index>& shape() const { return shape_; }
    const std::vector<Trigonometric>& kinds() const { return kinds_; }
    const PlanOptions& options() const { return options_; }
    const TrigonometricStage<Real>& stage(Index i) const { return *stages_.at(static_cast<std::size_t>(i)); }
    TrigonometricStage<Real>& stage(Index i) { return *stages_.at(static_cast<std::size_t>(i)); }
    Index stages() const { return static_cast<Index>(stages_.size()); }
    Index moves() const
    {
        Index count = 0;
        for (std::size_t i = 0; i <= stages_.size(); ++i) count += is_move(i) ? 1 : 0;
        return count;
    }

    void execute(Direction direction)
    {
        const bool forward = direction == Direction::forward;
        if (works_apart()) copy(forward ? in_ : out_, forward ? layout_in() : layout_out(), work_.data());
        Real* const work = works_apart() ? work_.data() : in_;
        const std::size_t count = stages_.size();
        for (std::size_t i = 0; i <= count; ++i) {
            const std::size_t boundary = forward ? i : count - i;
            std::optional<Move>& move = (forward ? there_ : back_)[boundary];
            if (move) move->run(work);
            if (i < count) run(forward ? i : count - 1 - i, direction);
        }
        if (works_apart()) copy(work, forward ? layout_out() : layout_in(), forward ? out_ : in_);
    }

    Index bytes() const
    {
        Index reals = own_in_.size() + own_out_.size() + work_.size() + reals_.size() + complex_.size();
        for (const auto& moves : {&there_, &back_}) {
            for (std::size_t i = 0; i < moves->size(); ++i) {
                if ((*moves)[i]) reals += (moves == &there_ ? after(i) : before(i)).local_span(port_.s());
            }
        }
        Index bytes = reals * static_cast<Index>(sizeof(Real));
        for (const auto& stage : stages_) bytes += stage->bytes();
        return bytes;
    }
    PlanTraffic traffic() const
    {
        PlanTraffic sum;
        const auto add = [&](const PlanTraffic& more) {
            sum.puts += more.puts;
            sum.bytes += more.bytes;
            sum.synchronisations += more.synchronisations;
        };
        for (const auto& stage : stages_) add(stage->traffic());
        for (const auto& moves : {&there_, &back_}) {
            for (const std::optional<Move>& move : *moves) {
                if (move) add(move->traffic());
            }
        }
        return sum;
    }

private:
    using Move = RealRedistribution<Real>;

    // Boundary i is before stage i of the forward transform, or after the last: the layouts on its two sides.
    const Layout& before(std::size_t i) const { return i == 0 ? *layout_in_ : from_or_to(i - 1, false); }
    const Layout& after(std::size_t i) const { return i == stages_.size() ? *layout_out_ : from_or_to(i, true); }
    const Layout& from_or_to(std::size_t i, bool from) const
    {
        return from != is_third(kind_of(i)) ? stages_[i]->first() : stages_[i]->second();
    }
    bool is_move(std::size_t i) const { return !(before(i) == after(i)); }
    bool works_apart() const { return work_.data() != nullptr; }

    Trigonometric kind_of(std::size_t i) const
    {
        const auto at = std::find(axes_.begin(), axes_.end(), static_cast<Index>(stages_[i]->axis()));
        return kinds_[static_cast<std::size_t>(at - axes_.begin())];
    }

    void allocate(bool keep_input)
    {
        const Index s = port_.s();
        Index span = 1;
        StageScratch scratch;
        for (std::size_t i = 0; i <= stages_.size(); ++i)
            span = std::max({span, before(i).local_span(s), after(i).local_span(s)});
        for (const auto& stage : stages_) {
            scratch.reals = std::max(scratch.reals, stage->scratch().reals);
            scratch.complex = std::max(scratch.complex, stage->scratch().complex);
        }
        Agreement all(port_);
        all.on([&] {
            own_in_ = Buffer<Real>(span);
            if (keep_input) own_out_ = Buffer<Real>(span);
            if (keep_input && (stages_.size() > 1 || moves() > 0)) work_ = Buffer<Real>(span);
            // a process without elements has arrays too
            reals_ = Buffer<Real>(scratch.reals + 1);
            complex_ = Buffer<Real>(scratch.complex + 2);
        });
        in_ = own_in_.data();
        out_ = keep_input ? own_out_.data() : in_;
    }

    void bind(std::size_t i, Real* input, Real* output)
    {
        const bool third = is_third(kind_of(i));
        stages_[i]->bind(third ? output : input, third ? input : output, reals_.data(),
                         reinterpret_cast<Complex*>(complex_.data()));
    }

    void make_moves(Exchange exchange)
    {
        there_.resize(stages_.size() + 1);
        back_.resize(stages_.size() + 1);
        for (std::size_t i = 0; i <= stages_.size(); ++i) {
            if (!is_move(i)) continue;
            there_[i].emplace(before(i), after(i), exchange);
            back_[i].emplace(after(i), before(i), exchange);
        }
    }

    void run(std::size_t i, Direction direction)
    {
        const Trigonometric kind = kind_of(i);
        const Index n = lengths_[stages_[i]->axis()];
        const auto factor =
            static_cast<Real>(normalisation_factor(normalisation_, direction, logical_length(kind, n)));
        if (is_third(kind) != (direction == Direction::forward)) {
            stages_[i]->there(factor);
        } else {
            stages_[i]->back(factor);
        }
    }

    // Gaps go along.
    void copy(const Real* from, const Layout& layout, Real* to)
    {
        std::copy_n(from, layout.local_span(port_.s()), to);
    }

    Port port_;
    std::vector<Index> shape_;
    std::vector<Trigonometric> kinds_;
    Normalisation normalisation_;
    PlanOptions options_;
    std::vector<Index> lengths_;  ///< of all axes, the batch's too
    std::vector<Index> axes_;     ///< that the kinds are for
    std::vector<std::unique_ptr<TrigonometricStage<Real>>> stages_;
    std::optional<Layout> layout_in_, layout_out_;
    Real* in_ = nullptr;
    Real* out_ = nullptr;
    Buffer<Real> own_in_, own_out_, work_, reals_, complex_;
    std::vector<std::optional<Move>> there_, back_;
};

template <class Real>
TrigonometricPlan<Real>::TrigonometricPlan(std::vector<Index> shape, Trigonometric kind, const PlanOptions& options)
    : TrigonometricPlan(std::move(shape), std::vector<Trigonometric>{kind}, options)
{}

template <class Real>
TrigonometricPlan<Real>::TrigonometricPlan(std::vector<Index> shape, std::vector<Trigonometric> kinds,
                                           const PlanOptions& options)
    : implementation_(std::make_unique<Implementation>(std::move(shape), std::move(kinds), options))
{}

template <class Real>
TrigonometricPlan<Real>::TrigonometricPlan(TrigonometricPlan&&) noexcept = default;
template <class Real>
TrigonometricPlan<Real>& TrigonometricPlan<Real>::operator=(TrigonometricPlan&&) noexcept = default;
template <class Real>
TrigonometricPlan<Real>::~TrigonometricPlan() = default;

template <class Real>
Real* TrigonometricPlan<Real>::input()
{
    return implementation_->input();
}
template <class Real>
const Real* TrigonometricPlan<Real>::input() const
{
    return implementation_->input();
}
template <class Real>
Real* TrigonometricPlan<Real>::output()
{
    return implementation_->output();
}
template <class Real>
const Real* TrigonometricPlan<Real>::output() const
{
    return implementation_->output();
}
template <class Real>
void TrigonometricPlan<Real>::execute(Direction direction)
{
    implementation_->execute(direction);
}
template <class Real>
const Layout& TrigonometricPlan<Real>::layout_in() const
{
    return implementation_->layout_in();
}
template <class Real>
const Layout& TrigonometricPlan<Real>::layout_out() const
{
    return implementation_->layout_out();
}
template <class Real>
const std::vector<Index>& TrigonometricPlan<Real>::shape() const
{
    return implementation_->shape();
}
template <class Real>
const std::vector<Trigonometric>& TrigonometricPlan<Real>::kinds() const
{
    return implementation_->kinds();
}
template <class Real>
Index TrigonometricPlan<Real>::transforms() const
{
    return implementation_->stages();
}
template <class Real>
const Schedule& TrigonometricPlan<Real>::schedule(Index transform) const
{
    return implementation_->stage(transform).schedule();
}
template <class Real>
Index TrigonometricPlan<Real>::moves_between() const
{
    return implementation_->moves();
}
template <class Real>
const PlanOptions& TrigonometricPlan<Real>::options() const
{
    return implementation_->options();
}
template <class Real>
Index TrigonometricPlan<Real>::synchronisations() const
{
    Index count = 2 * moves_between();
    for (Index i = 0; i < transforms(); ++i) count += schedule(i).synchronisations();
    return count;
}
template <class Real>
void TrigonometricPlan<Real>::account(bool on)
{
    for (Index i = 0; i < transforms(); ++i) implementation_->stage(i).account(on);
}
template <class Real>
Ledger TrigonometricPlan<Real>::ledger(Index transform) const
{
    return implementation_->stage(transform).ledger();
}
template <class Real>
Index TrigonometricPlan<Real>::bytes() const
{
    return implementation_->bytes();
}
template <class Real>
PlanTraffic TrigonometricPlan<Real>::traffic() const
{
    return implementation_->traffic();
}

template class TrigonometricPlan<float>;
template class TrigonometricPlan<double>;

}  // namespace bspfft
