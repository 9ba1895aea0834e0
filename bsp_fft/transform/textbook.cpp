// Local work, then one redistribution, until the cycle has grown from 1 to p  [PSC 3.4].
#include <optional>
#include <vector>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/kernel/local_fft.hpp"
#include "bsp_fft/redistribution/redistribution.hpp"
#include "bsp_fft/transform/walk.hpp"

namespace bspfft {

namespace {

/// What the schedule means on process s.
class Steps {
public:
    Steps(const Schedule& schedule, const PlanOptions& options, Index s)
        : schedule_(schedule), options_(options), s_(s)
    {}

    Index local_size() const { return schedule_.n() / schedule_.p(); }
    bool needs_other() const { return schedule_.p() > 1 && options_.exchange == Exchange::hpput; }

    LocalProblem problem(const Superstep& step) const
    {
        return {local_size(), step.radix, step.cycle, s_ % step.cycle};
    }

    /// The packets of a move; the blocks of the computation after it come in the order that the engine wants.
    PacketMap packets(const Superstep& move, const Superstep& next) const
    {
        using Numbering = GroupCyclic::Numbering;
        const GroupCyclic from(schedule_.n(), schedule_.p(), move.from_cycle,
                               move.from_bit_reversed ? Numbering::bit_reversed : Numbering::identity);
        const GroupCyclic to(schedule_.n(), schedule_.p(), move.cycle);
        const bool natural = describe(options_.kernel).order == BlockOrder::natural;
        return {from, to, s_, natural ? next.radix : 1};
    }

    template <class Compute, class Move>
    void for_each(Compute compute, Move move) const
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

private:
    const Schedule& schedule_;
    const PlanOptions& options_;
    Index s_;
};

template <class Real>
class Textbook final : public Walk<Real> {
public:
    using typename Walk<Real>::Complex;

    Textbook(const Schedule& schedule, const PlanOptions& options, Index s, Complex* x)
        : schedule_(schedule), options_(options), x_(x)
    {
        const Steps steps(schedule, options, s);
        if (steps.needs_other()) other_ = Buffer<Complex>(steps.local_size());
        build_moves(steps, s);
        build_computations(steps);
    }

    void push(Port& port) override
    {
        if (schedule_.p() > 1) port.push(x_, bytes());
        if (other_.data()) port.push(other_.data(), bytes());
    }
    void pop(Port& port) override
    {
        if (schedule_.p() > 1) port.pop(x_);
        if (other_.data()) port.pop(other_.data());
    }

    void execute(Port& port, Recorder& recorder, Direction direction) override
    {
        const auto scale =
            static_cast<Real>(normalisation_factor(options_.normalisation, direction, schedule_.n()));
        if (schedule_.opens_with_sync(options_.exchange)) port.sync();
        Complex* at = x_;
        auto move = moves_.begin();
        Index step = 0;
        for (std::size_t i = 0; i < computations_.size(); ++i) {
            // The last one brings the vector home.
            Complex* const to = i + 1 == computations_.size() ? x_ : at;
            computations_[i]->apply(direction, i == scaling_step_ ? scale : 1, at, to);
            at = to;
            recorder.done(step, move == moves_.end() ? step : step + 1);
            ++step;
            if (move == moves_.end()) continue;
            Complex* const elsewhere = at == x_ ? other_.data() : x_;
            move->run(port, at, elsewhere);
            if (move->changes_array()) at = elsewhere;
            ++move;
            recorder.done(step, step);
            ++step;
        }
    }

private:
    Index bytes() const { return schedule_.n() / schedule_.p() * static_cast<Index>(sizeof(Complex)); }

    void build_moves(const Steps& steps, Index s)
    {
        steps.for_each([](const Superstep&) {},
                       [&](const Superstep& move, const Superstep& next) {
                           moves_.emplace_back(steps.packets(move, next), options_.exchange, s);
                       });
    }

    // Where the vector is during each computation follows from the moves between them.
    void build_computations(const Steps& steps)
    {
        Complex* at = x_;
        auto move = moves_.begin();
        std::optional<std::size_t> scaling;
        steps.for_each(
            [&](const Superstep& step) {
                Complex* const to = step.last_stage == schedule_.n() ? x_ : at;
                computations_.push_back(make_local_fft<Real>(options_.kernel, steps.problem(step), at, to));
                if (!scaling && computations_.back()->scales_for_free()) scaling = computations_.size() - 1;
            },
            [&](const Superstep&, const Superstep&) {
                if (move++->changes_array()) at = at == x_ ? other_.data() : x_;
            });
        scaling_step_ = scaling.value_or(computations_.size() - 1);
    }

    const Schedule& schedule_;
    const PlanOptions& options_;
    Complex* x_;
    Buffer<Complex> other_;  ///< where packets land by hpput
    std::vector<std::unique_ptr<LocalFft<Real>>> computations_;
    std::vector<Redistribution<Real>> moves_;
    std::size_t scaling_step_ = 0;
};

}  // namespace

template <class Real>
Index textbook_bytes(const Schedule& schedule, const PlanOptions& options, Index s)
{
    constexpr auto element = static_cast<Index>(sizeof(std::complex<Real>));
    const Steps steps(schedule, options, s);
    Index bytes = steps.needs_other() ? steps.local_size() * element : 0;
    steps.for_each(
        [&](const Superstep& step) { bytes += table_bytes(options.kernel, steps.problem(step), element); },
        [&](const Superstep& move, const Superstep& next) {
            bytes += Redistribution<Real>::buffer_bytes(steps.packets(move, next), options.exchange);
        });
    return bytes;
}

template <class Real>
std::unique_ptr<Walk<Real>> make_textbook(const Schedule& schedule, const PlanOptions& options, Index s,
                                          std::complex<Real>* x)
{
    return std::make_unique<Textbook<Real>>(schedule, options, s, x);
}

template Index textbook_bytes<float>(const Schedule&, const PlanOptions&, Index);
template Index textbook_bytes<double>(const Schedule&, const PlanOptions&, Index);
template std::unique_ptr<Walk<float>> make_textbook(const Schedule&, const PlanOptions&, Index,
                                                    std::complex<float>*);
template std::unique_ptr<Walk<double>> make_textbook(const Schedule&, const PlanOptions&, Index,
                                                     std::complex<double>*);

}  // namespace bspfft
