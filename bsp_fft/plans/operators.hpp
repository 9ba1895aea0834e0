// Two ways to multiply in the spectrum: in one schedule forward and inverse, or between two transforms.
#pragma once

#include <algorithm>

#include "bsp_fft/base/refusal.hpp"
#include "bsp_fft/execution/execution.hpp"
#include "bsp_fft/plans/runner.hpp"
#include "bsp_fft/schedule/builders.hpp"
#include "bsp_fft/schedule/problem.hpp"

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
    bool has_factors_ = false;

    static void require_forward(Direction direction)
    {
        if (direction == Direction::forward) return;
        throw refusal("a spectral operator has no inverse; other factors may undo it");
    }
};

// Rows of the spectrum, with whole tiles.
inline Index factors_size(const Schedule& schedule)
{
    const std::vector<const Compute*> all = schedule.program().computations();
    const Compute& middle = **std::find_if(all.begin(), all.end(),
                                           [](const Compute* step) { return step->access == Access::between_packets; });
    return factor_table_size(middle.cut, middle.lanes, Port().s());
}

/// In one schedule, where has_fused_operator; options of its request are resolved.
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
        this->has_factors_ = true;
    }

    void set_kernel(bool conjugate) override
    {
        this->port().require("the plan");
        spectrum().action = {.copy = factors_.data(), .conjugate = conjugate};
        execution().execute_to_spectrum(this->port());
        this->has_factors_ = true;
    }

    void multiply() override
    {
        use_factors();
        Runner::transform(Direction::forward);
    }
    void execute_on(Direction direction, const void* from, void* to) override
    {
        this->require_forward(direction);
        use_factors();
        Runner::execute_on(direction, from, to);
    }

    void apply(const Function& function) override
    {
        spectrum().action = {.function = &function};
        Runner::transform(Direction::forward);
    }

    bool is_fused() const override { return true; }

private:
    Execution<Real>& execution() { return static_cast<Execution<Real>&>(*this->side(Direction::forward).execution); }
    SpectrumKernel<Real>& spectrum() { return *execution().spectrum(); }
    void use_factors() { spectrum().action = {.factors = this->has_factors_ ? factors_.data() : nullptr}; }

    Buffer<Real> factors_;
};

inline Index input_reals(const Schedule& forward, Index s)
{
    const Index reals = forward.problem().data == Data::complex ? 2 : 1;
    return std::max(Index{1}, reals * forward.input().local_span(s));
}

/// Between a forward and an inverse transform. The spectrum is in the order of its layout.
template <class Real>
class PlainOperator final : public OperatorCore<Real> {
public:
    using Complex = std::complex<Real>;
    using typename OperatorCore<Real>::Factor;
    using typename OperatorCore<Real>::Function;

    PlainOperator(Index processes_here, RunnerRequest request, bool keeps_input)
        : OperatorCore<Real>(processes_here, std::move(request)), keeps_(keeps_input)
    {}

    void build() override
    {
        Runner::build();
        if (keeps_) kept_ = Buffer<Real>(input_reals(forward_schedule(), this->s()));
        factors_ = Buffer<Complex>(spectrum_layout().local_span(this->s()));
    }

    void* input() const override { return keeps_ ? kept_.data() : Runner::input(); }
    void* output() const override { return Runner::input(); }

    void set_factors(const Factor& factor) override
    {
        for_each([&](Index i, const Index* k) { factors_.data()[i] = factor(k); });
        this->has_factors_ = true;
    }

    void set_kernel(bool conjugate) override
    {
        forward();
        const Complex* const y = spectrum();
        for (Index i = 0; i < factors_.size(); ++i) factors_.data()[i] = conjugate ? std::conj(y[i]) : y[i];
        this->has_factors_ = true;
    }

    void multiply() override
    {
        forward();
        Complex* const y = spectrum();
        const Complex* const f = factors_.data();
        for (Index i = 0; this->has_factors_ && i < factors_.size(); ++i) {
            y[i] = {y[i].real() * f[i].real() - y[i].imag() * f[i].imag(),
                    y[i].real() * f[i].imag() + y[i].imag() * f[i].real()};
        }
        Runner::transform(Direction::inverse);
    }

    void execute_on(Direction direction, const void* from, void* to) override
    {
        this->execute_by_copies(direction, from, to);
    }

    void apply(const Function& function) override
    {
        forward();
        Complex* const y = spectrum();
        for_each([&](Index i, const Index* k) { function(k, y[i]); });
        Runner::transform(Direction::inverse);
    }

    bool is_fused() const override { return false; }

private:
    const Schedule& forward_schedule() const { return this->schedule(Direction::forward, 0); }
    const Layout& spectrum_layout() const { return forward_schedule().output(); }
    Complex* spectrum() { return static_cast<Complex*>(Runner::output()); }

    void forward()
    {
        if (keeps_) std::copy_n(kept_.data(), kept_.size(), static_cast<Real*>(Runner::input()));
        Runner::transform(Direction::forward);
    }

    // Places that hold no element are left out.
    template <class Visit>
    void for_each(Visit visit) const
    {
        const Layout& layout = spectrum_layout();
        const std::vector<Index>& shape = layout.shape();
        for (Index i = 0; i < factors_.size(); ++i) {
            Index number = layout.global(this->s(), i);
            if (number < 0) continue;
            Index k[most_axes + 1];  // with a batch
            for (std::size_t l = shape.size(); l-- > 0; number /= shape[l]) k[l] = number % shape[l];
            visit(i, k);
        }
    }

    bool keeps_;
    Buffer<Real> kept_;
    Buffer<Complex> factors_;
};

}  // namespace bspfft
