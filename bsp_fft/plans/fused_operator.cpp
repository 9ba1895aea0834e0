#include <algorithm>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/execution/memory.hpp"
#include "bsp_fft/plans/operator_core.hpp"
#include "bsp_fft/plans/planning.hpp"

namespace bspfft {

namespace {

template <class Real>
Schedule schedule_of(const std::vector<Index>& shape, Index p, const PlanOptions& options)
{
    ScheduleOptions details;
    details.exchange = options.exchange;
    details.bytes_per_real = static_cast<Index>(sizeof(Real));
    details.grid = options.grid;
    details.cut = options.cut;
    details.reproducible = options.reproducible;
    return spectral_operator_schedule(problem_of(shape, options), p, details);
}

template <class Real>
class FusedOperator final : public OperatorCore<Real> {
public:
    using typename OperatorCore<Real>::Factor;
    using typename OperatorCore<Real>::Function;

    FusedOperator(Index processes_here, const std::vector<Index>& shape, const PlanOptions& options)
        : shape_(shape),
          options_(options),
          schedule_(schedule_of<Real>(shape, port_.p(), options)),
          recorder_(port_, schedule_, bytes_per_real)
    {
        const ScratchNeeds scratch = Execution<Real>::needs(schedule_, options_, port_.s());
        bytes_ = (2 * scratch.landing + scratch.workspace + factors_size() +
                  (options_.keep_input ? 2 : 1) * array_size()) * bytes_per_real +
                 Execution<Real>::bytes(schedule_, options_, port_.s());
        require_memory(schedule_, bytes_ + bytes_beside(schedule_, port_.s()), processes_here);
    }

    void build()
    {
        in_ = Buffer<Real>(array_size());
        if (options_.keep_input) out_ = Buffer<Real>(array_size());
        const ScratchNeeds scratch = Execution<Real>::needs(schedule_, options_, port_.s());
        landing_ = Buffer<Real>(2 * scratch.landing);
        workspace_ = Buffer<Real>(scratch.workspace);
        factors_ = Buffer<Real>(factors_size());
        Real* const out = options_.keep_input ? out_.data() : in_.data();
        execution_.emplace(schedule_, options_, port_.s(),
                           PlanArrays<Real>{in_.data(), out, landing_.data(), nullptr, workspace_.data(), &turn_});
        Port::require_addressable(landing_.size() * bytes_per_real);
    }

    void join()
    {
        home_.join();
        if (landing_.data()) port_.push(landing_.data(), landing_.size() * bytes_per_real);
        port_.sync();
        planning_ = port_.traffic();
    }

    ~FusedOperator() override
    {
        if (landing_.data() && home_.is_here()) port_.pop(landing_.data());
    }

    void* input() const override { return in_.data(); }
    void* output() const override { return options_.keep_input ? out_.data() : in_.data(); }

    void set_factors(const Factor& factor) override
    {
        spectrum().tabulate(factor, factors_.data());
        has_factors_ = true;
    }

    void set_kernel(bool conjugate) override
    {
        home_.require("the operator");
        spectrum().copy_to(factors_.data(), conjugate);
        execution_->execute_to_spectrum(port_);
        has_factors_ = true;
    }

    void execute(Direction direction) override
    {
        this->require_forward(direction);
        spectrum().multiply_by(has_factors_ ? factors_.data() : nullptr);
        run();
    }

    void apply(const Function& function) override
    {
        spectrum().call(function);
        run();
    }

    void account(bool on) override
    {
        require_equal_transforms();
        Port apart;
        Agreement(apart).on([&] { recorder_.account(on); });
    }
    Ledger ledger(Index transform) const override
    {
        require_first(transform);
        require_equal_transforms();
        return recorder_.ledger();
    }
    const Schedule& schedule(Direction, Index transform) const override
    {
        require_first(transform);
        return schedule_;
    }
    const std::vector<Index>& shape() const override { return shape_; }
    const PlanOptions& options() const override { return options_; }
    Index bytes() const override { return bytes_; }
    bool is_fused() const override { return true; }
    PlanTraffic traffic() const override
    {
        const Traffic& now = port_.traffic();
        return {now.puts - planning_.puts, now.bytes - planning_.bytes,
                now.synchronisations - planning_.synchronisations};
    }

private:
    static constexpr auto bytes_per_real = static_cast<Index>(sizeof(Real));

    SpectrumKernel<Real>& spectrum() { return *execution_->spectrum(); }

    void require_equal_transforms() const
    {
        home_.require("the operator");
        bspfft::require_equal_transforms("an operator", recorder_.transforms(), 0);
    }

    void run()
    {
        home_.require("the operator");
        recorder_.begin();
        execution_->execute(port_, recorder_, Direction::forward);
        recorder_.end();
    }

    Index array_size() const
    {
        const Index reals = options_.data == Data::complex ? 2 : 1;
        return std::max(Index{1}, reals * schedule_.input().local_span(port_.s()));
    }

    // Rows of the spectrum, with whole tiles.
    Index factors_size() const
    {
        const std::vector<Superstep>& supersteps = schedule_.supersteps();
        const auto middle = std::find_if(supersteps.begin(), supersteps.end(), [](const Superstep& step) {
            return step.computes() && step.access == Access::between_packets;
        });
        return factor_table_size(middle->cut, middle->lanes, port_.s());
    }

    Port port_;
    HomeSection home_;
    std::vector<Index> shape_;
    PlanOptions options_;
    Schedule schedule_;
    Recorder recorder_;
    Buffer<Real> in_, out_, landing_, workspace_, factors_;
    std::optional<Execution<Real>> execution_;
    Index turn_ = 0;
    bool has_factors_ = false;
    Index bytes_ = 0;
    Traffic planning_;
};

}  // namespace

template <class Real>
std::unique_ptr<OperatorCore<Real>> make_fused_operator(const std::vector<Index>& shape, const PlanOptions& resolved)
{
    return planned<FusedOperator<Real>>(
        arguments_of("a fused operator", shape, resolved, static_cast<Index>(sizeof(Real))), shape, resolved);
}

template std::unique_ptr<OperatorCore<float>> make_fused_operator(const std::vector<Index>&, const PlanOptions&);
template std::unique_ptr<OperatorCore<double>> make_fused_operator(const std::vector<Index>&, const PlanOptions&);

}  // namespace bspfft
