// Two ways to multiply in the spectrum: in one schedule there and back, or between two transforms.
#pragma once

#include <functional>
#include <memory>

#include "bsp_fft/execution/execution.hpp"
#include "bspfft/ledger.hpp"
#include "bspfft/plan.hpp"

namespace bspfft {

/// Arrays are of reals here; of complex numbers or of real ones, as options.data says.
template <class Real>
class OperatorCore {
public:
    using Factor = typename SpectrumKernel<Real>::Factor;
    using Function = typename SpectrumKernel<Real>::Function;

    OperatorCore() = default;
    OperatorCore(const OperatorCore&) = delete;
    OperatorCore& operator=(const OperatorCore&) = delete;
    virtual ~OperatorCore() = default;

    virtual Real* input() = 0;
    virtual Real* output() = 0;
    virtual void set_factors(const Factor& factor) = 0;
    /// The spectrum of the input, or its conjugate.
    virtual void set_kernel(bool conjugate) = 0;
    virtual void execute() = 0;
    virtual void apply(const Function& function) = 0;
    virtual void account(bool on) = 0;
    virtual Ledger ledger() const = 0;
    virtual const Schedule& schedule() const = 0;
    virtual const PlanOptions& options() const = 0;
    virtual Index bytes() const = 0;
    virtual PlanTraffic traffic() const = 0;
    virtual bool is_fused() const = 0;
};

/// Each of the two; fused requires has_fused_operator.
template <class Real>
std::unique_ptr<OperatorCore<Real>> make_fused_operator(const std::vector<Index>& shape, const PlanOptions& resolved);
template <class Real>
std::unique_ptr<OperatorCore<Real>> make_plain_operator(const std::vector<Index>& shape, const PlanOptions& requested);

}  // namespace bspfft
