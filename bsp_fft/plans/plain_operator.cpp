#include <algorithm>

#include "bsp_fft/plans/operator_core.hpp"
#include "bsp_fft/schedule/size_limit.hpp"

namespace bspfft {

namespace {

Index input_reals(const Schedule& forward, Index s)
{
    const Index reals = forward.problem().data == Data::complex ? 2 : 1;
    return std::max(Index{1}, reals * forward.input().local_span(s));
}

// The input is kept in an array of the operator.
RunnerRequest plain_request(const std::vector<Index>& shape, PlanOptions options, Index bytes_per_real)
{
    const bool keeps = std::exchange(options.keep_input, false);
    options.normalisation = Normalisation::inverse;
    RunnerRequest request = plan_request(options.data, shape, options, bytes_per_real);
    const Index s = Port().s(), kept = keeps ? input_reals(request.forward, s) : 0;
    request.more_bytes = (2 * request.forward.output().local_span(s) + kept) * bytes_per_real;
    return request;
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
        has_factors_ = true;
    }

    void set_kernel(bool conjugate) override
    {
        forward();
        const Complex* const y = spectrum();
        for (Index i = 0; i < factors_.size(); ++i) factors_.data()[i] = conjugate ? std::conj(y[i]) : y[i];
        has_factors_ = true;
    }

    void multiply() override
    {
        forward();
        Complex* const y = spectrum();
        const Complex* const f = factors_.data();
        for (Index i = 0; has_factors_ && i < factors_.size(); ++i) {
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
    bool has_factors_ = false;
};

}  // namespace

template <class Real>
std::unique_ptr<OperatorCore<Real>> make_plain_operator(const std::vector<Index>& shape, const PlanOptions& requested)
{
    return planned(arguments_of("a plain operator", shape, requested, sizeof(Real)), [&](Index here) {
        return std::make_unique<PlainOperator<Real>>(here, plain_request(shape, requested, sizeof(Real)),
                                                     requested.keep_input);
    });
}

template std::unique_ptr<OperatorCore<float>> make_plain_operator(const std::vector<Index>&, const PlanOptions&);
template std::unique_ptr<OperatorCore<double>> make_plain_operator(const std::vector<Index>&, const PlanOptions&);

}  // namespace bspfft
