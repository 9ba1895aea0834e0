// Two ways to multiply in the spectrum: in one schedule forward and inverse, or between two transforms.
#pragma once

#include <memory>

#include "bsp_fft/kernel/lanes/tile_kernels.hpp"
#include "bsp_fft/plans/runner.hpp"

namespace bspfft {

/// The array has complex or real numbers, as options.data says.
template <class Real>
class OperatorCore : public Runner {
public:
    using Factor = typename SpectrumKernel<Real>::Factor;
    using Function = typename SpectrumKernel<Real>::Function;

    using Runner::Runner;

    void execute(Direction direction) final
    {
        require_forward(direction);
        multiply();
    }
    const Layout& layout_out() const final { return layout_in(); }
    Index element_bytes(bool) const final { return Runner::element_bytes(false); }

    virtual void set_factors(const Factor& factor) = 0;
    /// The spectrum of the input, or its conjugate.
    virtual void set_kernel(bool conjugate) = 0;
    /// Forward, times the factors, inverse.
    virtual void multiply() = 0;
    virtual void apply(const Function& function) = 0;
    virtual bool is_fused() const = 0;

protected:
    static void require_forward(Direction direction)
    {
        if (direction == Direction::forward) return;
        throw Error(Status::invalid_argument, "a spectral operator has no inverse; other factors may undo it");
    }
};

/// Each of the two; fused requires has_fused_operator. Options of the one are resolved, of the other requested.
template <class Real>
std::unique_ptr<OperatorCore<Real>> make_fused_operator(const std::vector<Index>& shape, const PlanOptions& resolved);
template <class Real>
std::unique_ptr<OperatorCore<Real>> make_plain_operator(const std::vector<Index>& shape, const PlanOptions& requested);

}  // namespace bspfft
