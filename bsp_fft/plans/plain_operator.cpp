#include <algorithm>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/plans/operator_core.hpp"
#include "bsp_fft/plans/plan_core.hpp"
#include "bsp_fft/plans/planning.hpp"
#include "bsp_fft/schedule/size_limit.hpp"

namespace bspfft {

namespace {

/// Between a forward and an inverse transform. The spectrum is in the order of its layout.
template <class Real>
class PlainOperator final : public OperatorCore<Real> {
public:
    using Complex = std::complex<Real>;
    using typename OperatorCore<Real>::Factor;
    using typename OperatorCore<Real>::Function;

    /// If it fails, the plan is left alone.
    PlainOperator(PlanCore<Real>& plan, bool keeps_input)
        : plan_(&plan),
          keeps_(keeps_input),
          kept_(keeps_input ? input_reals() : 0),
          factors_(layout().local_span(plan_->s()))
    {}

    void own(std::unique_ptr<PlanCore<Real>> plan) noexcept { owned_ = std::move(plan); }

    static PlanOptions in_two_arrays(PlanOptions options)
    {
        options.keep_input = false;
        options.normalisation = Normalisation::inverse;
        return options;
    }

    void* input() const override { return keeps_ ? kept_.data() : plan_->input(); }
    void* output() const override { return plan_->input(); }

    void set_factors(const Factor& factor) override
    {
        for_each([&](Index i, const Index* k) { factors_.data()[i] = factor(k); });
        has_factors_ = true;
    }

    void set_kernel(bool conjugate) override
    {
        forward();
        const Complex* const y = spectrum();
        for (Index i = 0; i < factors_.size(); ++i) factors_.data()[i] = conjugate ? std::conj(y[i]) : y[i];
        has_factors_ = true;
    }

    void execute(Direction direction) override
    {
        this->require_forward(direction);
        forward();
        Complex* const y = spectrum();
        const Complex* const f = factors_.data();
        for (Index i = 0; has_factors_ && i < factors_.size(); ++i) {
            y[i] = {y[i].real() * f[i].real() - y[i].imag() * f[i].imag(),
                    y[i].real() * f[i].imag() + y[i].imag() * f[i].real()};
        }
        plan_->execute(Direction::inverse);
    }

    void apply(const Function& function) override
    {
        forward();
        Complex* const y = spectrum();
        for_each([&](Index i, const Index* k) { function(k, y[i]); });
        plan_->execute(Direction::inverse);
    }

    void account(bool on) override { plan_->account(on); }
    Ledger ledger(Index transform) const override { return plan_->ledger(transform); }
    const Schedule& schedule(Direction, Index transform) const override
    {
        return plan_->schedule(Direction::forward, transform);
    }
    const std::vector<Index>& shape() const override { return plan_->shape(); }
    const PlanOptions& options() const override { return plan_->options(); }
    Index bytes() const override
    {
        return plan_->bytes() + kept_.size() * static_cast<Index>(sizeof(Real)) +
               factors_.size() * static_cast<Index>(sizeof(Complex));
    }
    PlanTraffic traffic() const override { return plan_->traffic(); }
    bool is_fused() const override { return false; }

private:
    const Layout& layout() const { return plan_->layout_out(); }
    Complex* spectrum() { return static_cast<Complex*>(plan_->output()); }
    Index input_reals() const
    {
        const Index reals = plan_->options().data == Data::complex ? 2 : 1;
        return std::max(Index{1}, reals * plan_->layout_in().local_span(plan_->s()));
    }

    void forward()
    {
        if (keeps_) std::copy_n(kept_.data(), kept_.size(), static_cast<Real*>(plan_->input()));
        plan_->execute(Direction::forward);
    }

    // Places that hold no element are left out.
    template <class Visit>
    void for_each(Visit visit) const
    {
        const std::vector<Index>& shape = layout().shape();
        for (Index i = 0; i < factors_.size(); ++i) {
            Index number = layout().global(plan_->s(), i);
            if (number < 0) continue;
            Index k[most_axes + 1];  // with a batch
            for (std::size_t l = shape.size(); l-- > 0; number /= shape[l]) k[l] = number % shape[l];
            visit(i, k);
        }
    }

    std::unique_ptr<PlanCore<Real>> owned_;
    PlanCore<Real>* plan_;
    bool keeps_;
    Buffer<Real> kept_;
    Buffer<Complex> factors_;
    bool has_factors_ = false;
};

}  // namespace

template <class Real>
std::unique_ptr<OperatorCore<Real>> make_plain_operator(const std::vector<Index>& shape, const PlanOptions& requested)
{
    const auto options = made_together([&] {
        return std::make_unique<const PlanOptions>(PlainOperator<Real>::in_two_arrays(requested));
    });
    auto plan = planned<PlanCore<Real>>(
        arguments_of("a plain operator", shape, *options, static_cast<Index>(sizeof(Real))),
        std::span<const Index>(shape), typename PlanCore<Real>::Arrays{}, *options, options->data);
    auto made = made_together([&] { return std::make_unique<PlainOperator<Real>>(*plan, requested.keep_input); });
    made->own(std::move(plan));
    return made;
}

template std::unique_ptr<OperatorCore<float>> make_plain_operator(const std::vector<Index>&, const PlanOptions&);
template std::unique_ptr<OperatorCore<double>> make_plain_operator(const std::vector<Index>&, const PlanOptions&);

}  // namespace bspfft
