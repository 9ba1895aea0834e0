// A convolution with a fixed kernel: a transform there, a product, a transform back; and before it one of the kernel.
#pragma once

#include <algorithm>
#include <complex>
#include <type_traits>
#include <vector>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/execution/choices.hpp"
#include "bspfft/plan.hpp"
#include "bspfft/real_plan.hpp"

namespace bspfft::tools {

/// Of real or complex numbers. Collective but for the getters.
template <class Number>
class ThreeTransforms {
    static constexpr bool is_real = std::is_floating_point_v<Number>;
    template <bool real, class Real>
    struct Of {
        using AnyPlan = RealPlan<Real>;
    };
    template <class Complex>
    struct Of<false, Complex> {
        using AnyPlan = Plan<typename Complex::value_type>;
    };
    using AnyPlan = typename Of<is_real, Number>::AnyPlan;

public:
    using Complex = typename AnyPlan::Complex;

    ThreeTransforms(const std::vector<Index>& shape, PlanOptions options) : plan_(shape, with_data(options)) {}

    Number* input() { return plan_.input(); }
    const Number* output() const { return plan_.input(); }
    const Layout& layout() const { return plan_.layout_in(); }

    /// The spectrum of what is in input() becomes the factors.
    void set_kernel()
    {
        plan_.forward();
        const Port port;
        factors_ = Buffer<Complex>(plan_.layout_out().local_span(port.s()));
        std::copy_n(plan_.output(), factors_.size(), factors_.data());
    }
    void execute()
    {
        plan_.account(accounts_);
        plan_.forward();
        if (accounts_) ledger_ = plan_.ledger();
        multiply();
        plan_.account(accounts_);
        plan_.inverse();
        if (accounts_) append(plan_.ledger());
    }

    /// With seconds from now on, or without.
    void account(bool on) { accounts_ = on; }
    /// Of the last execution that was accounted.
    const Ledger& ledger() const { return ledger_; }

    const PlanOptions& options() const { return plan_.options(); }
    /// There and back.
    Schedule schedule() const
    {
        const Schedule &there = plan_.schedule(), back = schedule_of_way_back();
        std::vector<Superstep> steps = there.supersteps();
        steps.insert(steps.end(), back.supersteps().begin(), back.supersteps().end());
        ScheduleOptions details;
        details.exchange = there.exchange();
        details.bytes_per_real = there.bytes_per_real();
        details.kernel = there.kernel();
        return {there.algorithm(), there.problem(), there.input(), there.input(), details, steps};
    }
    Index bytes() const { return plan_.bytes() + factors_.size() * static_cast<Index>(sizeof(Complex)); }

private:
    static PlanOptions with_data(PlanOptions options)
    {
        options.data = is_real ? Data::real : Data::complex;
        return options;
    }

    Schedule schedule_of_way_back() const
    {
        if constexpr (is_real) return plan_.schedule_back();
        const Schedule& there = plan_.schedule();
        return there.input() == there.output() ? there : schedule_back(there, plan_.options());
    }

    void append(const Ledger& back)
    {
        ledger_.seconds += back.seconds;
        ledger_.supersteps.insert(ledger_.supersteps.end(), back.supersteps.begin(), back.supersteps.end());
    }

    void multiply()
    {
        Complex* const spectrum = plan_.output();
        for (Index i = 0; i < factors_.size(); ++i) {
            const Complex y = spectrum[i], f = factors_.data()[i];
            spectrum[i] = {y.real() * f.real() - y.imag() * f.imag(), y.real() * f.imag() + y.imag() * f.real()};
        }
    }

    AnyPlan plan_;
    Buffer<Complex> factors_;
    bool accounts_ = false;
    Ledger ledger_;
};

}  // namespace bspfft::tools
