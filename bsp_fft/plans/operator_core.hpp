// Two ways to multiply in the spectrum: in one schedule forward and inverse, or between two transforms.
#pragma once

#include <functional>
#include <memory>

#include "bsp_fft/execution/execution.hpp"
#include "bsp_fft/plans/plan_body.hpp"

namespace bspfft {

/// The array has complex or real numbers, as options.data says.
template <class Real>
class OperatorCore : public PlanBody {
public:
    using Factor = typename SpectrumKernel<Real>::Factor;
    using Function = typename SpectrumKernel<Real>::Function;

    virtual void set_factors(const Factor& factor) = 0;
    /// The spectrum of the input, or its conjugate.
    virtual void set_kernel(bool conjugate) = 0;
    virtual void apply(const Function& function) = 0;
    virtual bool is_fused() const = 0;

    const Layout& layout_out() const override { return this->layout_in(); }

protected:
    static void require_forward(Direction direction)
    {
        if (direction == Direction::forward) return;
        throw Error(Status::invalid_argument, "a spectral operator has no inverse; other factors may undo it");
    }
};

/// Each of the two; fused requires has_fused_operator.
template <class Real>
std::unique_ptr<OperatorCore<Real>> make_fused_operator(const std::vector<Index>& shape, const PlanOptions& resolved);
template <class Real>
std::unique_ptr<OperatorCore<Real>> make_plain_operator(const std::vector<Index>& shape, const PlanOptions& requested);

}  // namespace bspfft
