#include <algorithm>

#include "bsp_fft/execution/execution.hpp"
#include "bsp_fft/plans/operator_core.hpp"
#include "bsp_fft/schedule/builders.hpp"

namespace bspfft {

namespace {

// Rows of the spectrum, with whole tiles.
Index factors_size(const Schedule& schedule)
{
    const std::vector<const Compute*> all = schedule.program().computations();
    const Compute& middle = **std::find_if(
        all.begin(), all.end(), [](const Compute* step) { return step->access == Access::between_packets; });
    return factor_table_size(middle.cut, middle.lanes, Port().s());
}

RunnerRequest fused_request(const std::vector<Index>& shape, const PlanOptions& options, Index bytes_per_real)
{
    RunnerRequest request{shape, options, bytes_per_real,
                          spectral_operator_schedule(problem_of(shape, options), Port().p(),
                                                     request_of(options, bytes_per_real))};
    request.has_inverse = false;
    request.more_bytes = factors_size(request.forward) * bytes_per_real;
    return request;
}

template <class Real>
class FusedOperator final : public OperatorCore<Real> {
public:
    using typename OperatorCore<Real>::Factor;
    using typename OperatorCore<Real>::Function;

    using OperatorCore<Real>::OperatorCore;

    void build() override
    {
        Runner::build();
        factors_ = Buffer<Real>(factors_size(this->schedule(Direction::forward, 0)));
    }

    void set_factors(const Factor& factor) override
    {
        spectrum().tabulate(factor, factors_.data());
        has_factors_ = true;
    }

    void set_kernel(bool conjugate) override
    {
        this->port().require("the plan");
        spectrum().action = {.copy = factors_.data(), .conjugate = conjugate};
        execution().execute_to_spectrum(this->port());
        has_factors_ = true;
    }

    void multiply() override
    {
        spectrum().action = {.factors = has_factors_ ? factors_.data() : nullptr};
        Runner::transform(Direction::forward);
    }
    void execute_on(Direction direction, const void* from, void* to) override
    {
        this->require_forward(direction);
        spectrum().action = {.factors = has_factors_ ? factors_.data() : nullptr};
        Runner::execute_on(direction, from, to);
    }

    void apply(const Function& function) override
    {
        spectrum().action = {.function = &function};
        Runner::transform(Direction::forward);
    }

    bool is_fused() const override { return true; }

private:
    Execution<Real>& execution()
    {
        return static_cast<Execution<Real>&>(*this->side(Direction::forward).execution);
    }
    SpectrumKernel<Real>& spectrum() { return *execution().spectrum(); }

    Buffer<Real> factors_;
    bool has_factors_ = false;
};

}  // namespace

template <class Real>
std::unique_ptr<OperatorCore<Real>> make_fused_operator(const std::vector<Index>& shape, const PlanOptions& resolved)
{
    return planned(arguments_of("a fused operator", shape, resolved, sizeof(Real)), [&](Index here) {
        return std::make_unique<FusedOperator<Real>>(here, fused_request(shape, resolved, sizeof(Real)));
    });
}

template std::unique_ptr<OperatorCore<float>> make_fused_operator(const std::vector<Index>&, const PlanOptions&);
template std::unique_ptr<OperatorCore<double>> make_fused_operator(const std::vector<Index>&, const PlanOptions&);

}  // namespace bspfft
