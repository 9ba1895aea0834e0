// The plan builds what the schedule names, then walks it: local work, then one redistribution, until the
// cycle has grown from 1 to p  [PSC 3.4]. All tables and buffers are made by the constructor; nothing is
// allocated afterwards.
#include "bspfft/plan.hpp"

#include <optional>
#include <vector>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/bsp/agreement.hpp"
#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/kernel/local_fft.hpp"
#include "bsp_fft/redistribution/redistribution.hpp"

namespace bspfft {

namespace {

PlanOptions decided(PlanOptions options)
{
    if (options.algorithm == Algorithm::automatic) options.algorithm = Algorithm::textbook;
    options.kernel = resolve(options.kernel);
    if (options.exchange == Exchange::automatic)
        options.exchange = Port::completes_at_call() ? Exchange::hpput : Exchange::put;
    return options;
}

}  // namespace

template <class Real>
class Plan<Real>::Implementation {
public:
    Implementation(Index n, Complex* x, const PlanOptions& wishes)
        : schedule_(Schedule::textbook(n, port_.p())),
          distribution_(GroupCyclic::cyclic(n, port_.p())),
          options_(decided(wishes)),
          x_(x)
    {
        Agreement all(port_);
        all.on([&] { require_memory(!x); });
        all.on([&] { build(); });
        register_arrays();
        planning_ = port_.traffic();
    }

    ~Implementation()
    {
        if (!Port::inside_section()) return;
        if (other_.data()) port_.pop(other_.data());
        if (p() > 1) port_.pop(x_);
    }
    Implementation(const Implementation&) = delete;
    Implementation& operator=(const Implementation&) = delete;

    void execute(Direction direction)
    {
        const auto scale =
            static_cast<Real>(normalisation_factor(options_.normalisation, direction, schedule_.n()));
        if (opens_with_sync_) port_.sync();
        Complex* at = x_;
        auto move = moves_.begin();
        for (std::size_t i = 0; i < steps_.size(); ++i) {
            // The last one brings the vector home.
            Complex* const to = i + 1 == steps_.size() ? x_ : at;
            steps_[i]->apply(direction, i == scaling_step_ ? scale : 1, at, to);
            at = to;
            if (move == moves_.end()) continue;
            Complex* const elsewhere = at == x_ ? other_.data() : x_;
            move->run(port_, at, elsewhere);
            if (move->changes_array()) at = elsewhere;
            ++move;
        }
    }

    Complex* data() { return x_; }
    const Schedule& schedule() const { return schedule_; }
    const GroupCyclic& distribution() const { return distribution_; }
    const PlanOptions& options() const { return options_; }
    Index bytes() const { return bytes_; }
    Index synchronisations() const { return schedule_.redistributions() + Index{opens_with_sync_}; }

    PlanTraffic traffic() const
    {
        const Traffic& now = port_.traffic();
        return {now.puts - planning_.puts, now.bytes - planning_.bytes,
                now.synchronisations - planning_.synchronisations};
    }

private:
    static constexpr auto element = static_cast<Index>(sizeof(Complex));

    Index p() const { return schedule_.p(); }
    Index local_size() const { return distribution_.local_size(); }
    bool needs_other() const { return p() > 1 && options_.exchange == Exchange::hpput; }

    LocalProblem problem(const Superstep& step) const
    {
        return {local_size(), step.radix, step.cycle, port_.s() % step.cycle};
    }

    /// The packets of a move; the blocks of the computation after it come in the order that the engine wants.
    PacketMap packets(const Superstep& move, const Superstep& next) const
    {
        using Numbering = GroupCyclic::Numbering;
        const GroupCyclic from(schedule_.n(), p(), move.from_cycle,
                               move.from_bit_reversed ? Numbering::bit_reversed : Numbering::identity);
        const GroupCyclic to(schedule_.n(), p(), move.cycle);
        const bool natural = describe(options_.kernel).order == BlockOrder::natural;
        return {from, to, port_.s(), natural ? next.radix : 1};
    }

    template <class Compute, class Move>
    void for_each_superstep(Compute compute, Move move) const
    {
        const auto& steps = schedule_.supersteps();
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (steps[i].computes()) {
                compute(steps[i]);
            } else {
                move(steps[i], steps[i + 1]);
            }
        }
    }

    void require_memory(bool owns_x)
    {
        bytes_ = (Index{owns_x} + Index{needs_other()}) * local_size() * element;
        for_each_superstep(
            [&](const Superstep& step) { bytes_ += table_bytes(options_.kernel, problem(step), element); },
            [&](const Superstep& move, const Superstep& next) {
                bytes_ += Redistribution<Real>::buffer_bytes(packets(move, next), options_.exchange);
            });
        const Index processes = Port::sharing_memory(p());
        const Index available = available_memory();
        if (bytes_ <= available / processes) return;
        throw Error(Status::out_of_memory,
                    text("a plan for n = ", schedule_.n(), " needs ", bytes_, " bytes on each process, ",
                         bytes_ * processes, " on this machine, which has ", available,
                         " available; take a smaller n"));
    }

    void build()
    {
        if (!x_) {
            own_x_ = Buffer<Complex>(local_size());
            x_ = own_x_.data();
        }
        if (needs_other()) other_ = Buffer<Complex>(local_size());
        for_each_superstep([&](const Superstep&) {},
                           [&](const Superstep& move, const Superstep& next) {
                               moves_.emplace_back(packets(move, next), options_.exchange, port_.s());
                           });
        build_steps();
    }

    // Where the vector is during each computation follows from the moves between them.
    void build_steps()
    {
        Complex* at = x_;
        auto move = moves_.begin();
        std::optional<std::size_t> scaling;
        for_each_superstep(
            [&](const Superstep& step) {
                Complex* const to = step.last_stage == schedule_.n() ? x_ : at;
                steps_.push_back(make_local_fft<Real>(options_.kernel, problem(step), at, to));
                if (!scaling && steps_.back()->scales_for_free()) scaling = steps_.size() - 1;
            },
            [&](const Superstep&, const Superstep&) {
                if (move++->changes_array()) at = at == x_ ? other_.data() : x_;
            });
        scaling_step_ = scaling.value_or(steps_.size() - 1);
        opens_with_sync_ = at != x_;
    }

    void register_arrays()
    {
        if (p() > 1) port_.push(x_, local_size() * element);
        if (other_.data()) port_.push(other_.data(), local_size() * element);
        port_.sync();
    }

    Port port_;
    Schedule schedule_;
    GroupCyclic distribution_;
    PlanOptions options_;
    Complex* x_;
    Buffer<Complex> own_x_;
    Buffer<Complex> other_;  ///< where packets land by hpput
    std::vector<std::unique_ptr<LocalFft<Real>>> steps_;
    std::vector<Redistribution<Real>> moves_;
    std::size_t scaling_step_ = 0;
    /// The last computation reads the array that the first packets of the next transform land in: nobody may
    /// send before all are through.
    bool opens_with_sync_ = false;
    Index bytes_ = 0;
    Traffic planning_;
};

template <class Real>
Plan<Real>::Plan(Index n, const PlanOptions& options)
    : implementation_(std::make_unique<Implementation>(n, nullptr, options))
{}

template <class Real>
Plan<Real>::Plan(Index n, Complex* x, const PlanOptions& options)
{
    if (!x) throw Error(Status::invalid_argument, "the array is NULL; leave it out to let the plan own one");
    implementation_ = std::make_unique<Implementation>(n, x, options);
}

template <class Real>
Plan<Real>::Plan(Plan&&) noexcept = default;
template <class Real>
Plan<Real>& Plan<Real>::operator=(Plan&&) noexcept = default;
template <class Real>
Plan<Real>::~Plan() = default;

template <class Real>
auto Plan<Real>::data() -> Complex*
{
    return implementation_->data();
}
template <class Real>
auto Plan<Real>::data() const -> const Complex*
{
    return implementation_->data();
}
template <class Real>
Index Plan<Real>::local_size() const
{
    return distribution().local_size();
}
template <class Real>
void Plan<Real>::execute(Direction direction)
{
    implementation_->execute(direction);
}
template <class Real>
const Schedule& Plan<Real>::schedule() const
{
    return implementation_->schedule();
}
template <class Real>
const GroupCyclic& Plan<Real>::distribution() const
{
    return implementation_->distribution();
}
template <class Real>
const PlanOptions& Plan<Real>::options() const
{
    return implementation_->options();
}
template <class Real>
std::string Plan<Real>::kernel_name() const
{
    return describe(options().kernel).name;
}
template <class Real>
Index Plan<Real>::bytes() const
{
    return implementation_->bytes();
}
template <class Real>
Index Plan<Real>::synchronisations() const
{
    return implementation_->synchronisations();
}
template <class Real>
PlanTraffic Plan<Real>::traffic() const
{
    return implementation_->traffic();
}

template class Plan<float>;
template class Plan<double>;

}  // namespace bspfft
