// Two ways to multiply in the spectrum: in one schedule forward and inverse, or between two transforms.
#include "bspfft/spectral_operator.hpp"

#include <algorithm>

#include "bsp_fft/base/refusal.hpp"
#include "bsp_fft/base/roots.hpp"
#include "bsp_fft/execution/execution.hpp"
#include "bsp_fft/gpu/device_arrays.hpp"
#include "bsp_fft/plans/runner.hpp"
#include "bsp_fft/schedule/building.hpp"

namespace bspfft {

namespace {

/// The array has complex or real numbers, as options.data says.
template <class Real>
class OperatorCore : public Runner {
public:
    using Runner::Runner;

    void execute(Direction direction) final
    {
        require_forward(direction);
        multiply();
    }
    const Layout& layout_out() const final { return layout_in(); }
    Index element_bytes(bool) const final { return Runner::element_bytes(false); }

    virtual void set_factors(const typename SpectrumKernel<Real>::Factor& factor) = 0;
    /// The spectrum of the input, or its conjugate.
    virtual void set_kernel(bool conjugate) = 0;
    /// Forward, times the factors, inverse.
    virtual void multiply() = 0;
    virtual void apply(const typename SpectrumKernel<Real>::Function& function) = 0;
    bool is_fused() const { return schedule(Direction::forward, 0).program().round_trip; }

protected:
    bool has_factors_ = false;

    void transform(Direction direction) { Runner::execute(direction); }
    static void require_forward(Direction direction)
    {
        if (direction == Direction::forward) return;
        throw refusal("a spectral operator has no inverse; other factors may undo it");
    }
};

/// In one schedule, where has_fused_operator; options of its request are resolved.
template <class Real>
class FusedOperator final : public OperatorCore<Real> {
public:
    using OperatorCore<Real>::OperatorCore;

    void set_factors(const typename SpectrumKernel<Real>::Factor& factor) override
    {
        spectrum().tabulate(factor);
        this->has_factors_ = true;
    }

    void set_kernel(bool conjugate) override
    {
        this->port().require("the plan");
        spectrum().action = {.copy = true, .conjugate = conjugate};
        execution().execute_to_spectrum(this->port());
        this->has_factors_ = true;
    }

    void multiply() override
    {
        use_factors();
        this->transform(Direction::forward);
    }
    void execute_on(Direction direction, const void* from, void* to) override
    {
        this->require_forward(direction);
        use_factors();
        Runner::execute_on(direction, from, to);
    }

    void apply(const typename SpectrumKernel<Real>::Function& function) override
    {
        spectrum().action = {.function = &function};
        this->transform(Direction::forward);
    }

private:
    Execution<Real>& execution() { return static_cast<Execution<Real>&>(*this->side(Direction::forward).execution); }
    SpectrumKernel<Real>& spectrum() { return *execution().spectrum(); }
    void use_factors() { spectrum().action = {.multiply = this->has_factors_}; }
};

Index input_reals(const Schedule& forward, Index s)
{
    const Index reals = forward.problem().data == Data::complex ? 2 : 1;
    return std::max(Index{1}, reals * forward.input().local_span(s));
}

/// Between a forward and an inverse transform. The spectrum is in the order of its layout.
template <class Real>
class PlainOperator final : public OperatorCore<Real> {
public:
    using Complex = std::complex<Real>;

    PlainOperator(Index processes_here, RunnerRequest request, bool keeps_input)
        : OperatorCore<Real>(processes_here, std::move(request)), keeps_(keeps_input)
    {}

    void build() override
    {
        Runner::build();
        if (keeps_) kept_ = Buffer<Real>(input_reals(this->schedule(Direction::forward, 0), this->s()));
        factors_ = Buffer<Complex>(spectrum_layout().local_span(this->s()));
    }

    void* input() const override { return keeps_ ? kept_.data() : Runner::input(); }
    void* output() const override { return Runner::input(); }

    void set_factors(const typename SpectrumKernel<Real>::Factor& factor) override
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
        for (Index i = 0; this->has_factors_ && i < factors_.size(); ++i) y[i] = product(y[i], f[i]);
        this->transform(Direction::inverse);
    }

    void execute_on(Direction direction, const void* from, void* to) override
    {
        this->execute_by_copies(direction, from, to);
    }

    void apply(const typename SpectrumKernel<Real>::Function& function) override
    {
        forward();
        Complex* const y = spectrum();
        for_each([&](Index i, const Index* k) { function(k, y[i]); });
        this->transform(Direction::inverse);
    }

private:
    const Layout& spectrum_layout() const { return this->schedule(Direction::forward, 0).output(); }
    Complex* spectrum() { return static_cast<Complex*>(Runner::output()); }

    void forward()
    {
        if (keeps_) std::copy_n(kept_.data(), kept_.size(), static_cast<Real*>(Runner::input()));
        this->transform(Direction::forward);
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

PlanOptions options_of(PlanOptions options, Data data)
{
    options.data = data;
    options.normalisation = Normalisation::inverse;
    require_host_memory(options, "a spectral operator");
    if (options.input || options.output)
        throw refusal("a spectral operator has a layout of its own, layout(); a Redistribution makes it of another");
    const bool all_modes = std::all_of(options.modes.begin(), options.modes.end(), [](Index m) { return m == 0; });
    if (!all_modes) throw refusal("a spectral operator has all modes of its spectrum; factors of 0 leave some out");
    return options;
}

/// The schedule of a fused operator; none where there are two.
std::optional<Schedule> fused_schedule(const std::vector<Index>& shape, Index p, const PlanOptions& requested,
                                       const PlanOptions& chosen, Index bytes_per_real)
{
    const Problem problem = problem_of(shape, requested);
    // a reproducible cut is over any p
    if (chosen.algorithm != Algorithm::fast || chosen.kernel != Kernel::simd || requested.transposed_out ||
        !has_fused_operator(problem, chosen.reproducible ? 1 : p))
        return {};
    return spectral_operator_schedule(problem, p, request_of(chosen, bytes_per_real));
}

// The input is kept in an array of the operator.
RunnerRequest plain_request(const std::vector<Index>& shape, PlanOptions options, Index bytes_per_real)
{
    const bool keeps = std::exchange(options.keep_input, false);
    RunnerRequest request = plan_request(options.data, shape, options, bytes_per_real);
    const Index s = Port().s(), kept = keeps ? input_reals(request.forward, s) : 0;
    request.more_bytes = (2 * request.forward.output().local_span(s) + kept) * bytes_per_real;
    return request;
}

template <class Number>
using CoreOf = OperatorCore<typename RealOf<Number>::type>;

template <class Number>
std::unique_ptr<PlanBody> operator_body(const std::vector<Index>& shape, const PlanOptions& given)
{
    using Real = typename RealOf<Number>::type;
    const bool real = std::is_floating_point_v<Number>;
    const char* const call = real ? "an operator on real numbers" : "an operator on complex numbers";
    return planned(arguments_of(call, shape, given, sizeof(Real)), [&](Index here) -> std::unique_ptr<CoreOf<Number>> {
        const Index p = Port().p();
        const PlanOptions requested = options_of(given, real ? Data::real : Data::complex);
        const PlanOptions chosen = resolved(requested, shape, p, sizeof(Real));
        if (auto fused = fused_schedule(shape, p, requested, chosen, sizeof(Real))) {
            RunnerRequest request{shape, chosen, sizeof(Real), std::move(*fused)};
            request.has_inverse = false;
            return std::make_unique<FusedOperator<Real>>(here, std::move(request));
        }
        return std::make_unique<PlainOperator<Real>>(here, plain_request(shape, requested, sizeof(Real)),
                                                     requested.keep_input);
    });
}

}  // namespace

Schedule planned_operator(const std::vector<Index>& shape, Index p, const PlanOptions& options, Index bytes_per_real)
{
    const PlanOptions requested = options_of(options, options.data);
    const PlanOptions chosen = resolved(requested, shape, p, bytes_per_real);
    if (auto fused = fused_schedule(shape, p, requested, chosen, bytes_per_real)) return *fused;
    const Schedule forward = schedule_for(shape, p, chosen, bytes_per_real);
    const Layout& spectrum = forward.output();
    return joined(forward.problem(), forward.input(), forward.input(),
                  {with_sweeps(forward, Compute{"", spectrum, spectrum, {}},
                               products("factors", spectrum, MultiplyStep::By::factors, spectrum)),
                   inverse_schedule(forward, chosen)});
}

template <class Number>
SpectralOperator<Number>::SpectralOperator(std::vector<Index> shape, const PlanOptions& options)
    : TypedPlan<Number, Number>(operator_body<Number>(shape, options))
{}

template <class Number>
void SpectralOperator<Number>::set_factors(const Factor& factor)
{
    static_cast<CoreOf<Number>&>(this->body()).set_factors(factor);
}
template <class Number>
void SpectralOperator<Number>::set_kernel()
{
    static_cast<CoreOf<Number>&>(this->body()).set_kernel(false);
}
template <class Number>
void SpectralOperator<Number>::set_correlation_kernel()
{
    static_cast<CoreOf<Number>&>(this->body()).set_kernel(true);
}
template <class Number>
void SpectralOperator<Number>::apply(const Function& function)
{
    static_cast<CoreOf<Number>&>(this->body()).apply(function);
}
template <class Number>
bool SpectralOperator<Number>::is_fused() const
{
    return static_cast<CoreOf<Number>&>(this->body()).is_fused();
}

template class SpectralOperator<float>;
template class SpectralOperator<double>;
template class SpectralOperator<std::complex<float>>;
template class SpectralOperator<std::complex<double>>;

}  // namespace bspfft
