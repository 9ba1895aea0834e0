#include "bspfft/spectral_operator.hpp"

#include <type_traits>

#include "bsp_fft/base/refusal.hpp"
#include "bsp_fft/gpu/device_arrays.hpp"
#include "bsp_fft/plans/operators.hpp"

namespace bspfft {

namespace {

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

bool can_be_fused(const PlanOptions& requested, const PlanOptions& resolved, const Problem& problem, Index p)
{
    // a reproducible cut is over any p
    const Index processes = resolved.reproducible ? 1 : p;
    return resolved.algorithm == Algorithm::fast && resolved.kernel == Kernel::simd &&
           has_fused_operator(problem, processes) && !requested.transposed_out;
}

RunnerRequest fused_request(const std::vector<Index>& shape, const PlanOptions& options, Index bytes_per_real)
{
    RunnerRequest request{
        shape, options, bytes_per_real,
        spectral_operator_schedule(problem_of(shape, options), Port().p(), request_of(options, bytes_per_real))};
    request.has_inverse = false;
    request.more_bytes = factors_size(request.forward) * bytes_per_real;
    return request;
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

template <class Number>
std::unique_ptr<PlanBody> operator_body(const std::vector<Index>& shape, const PlanOptions& given)
{
    using Real = typename RealOf<Number>::type;
    const bool real = std::is_floating_point_v<Number>;
    const char* const call = real ? "an operator on real numbers" : "an operator on complex numbers";
    using Core = std::unique_ptr<OperatorCore<Real>>;
    return planned(arguments_of(call, shape, given, sizeof(Real)), [&](Index here) -> Core {
        const Index p = Port().p();
        const PlanOptions requested = options_of(given, real ? Data::real : Data::complex);
        const PlanOptions chosen = resolved(requested, shape, p, sizeof(Real));
        if (can_be_fused(requested, chosen, problem_of(shape, requested), p))
            return std::make_unique<FusedOperator<Real>>(here, fused_request(shape, chosen, sizeof(Real)));
        return std::make_unique<PlainOperator<Real>>(here, plain_request(shape, requested, sizeof(Real)),
                                                     requested.keep_input);
    });
}

template <class Number>
OperatorCore<typename RealOf<Number>::type>& core(PlanBody& body)
{
    return static_cast<OperatorCore<typename RealOf<Number>::type>&>(body);
}

}  // namespace

template <class Number>
SpectralOperator<Number>::SpectralOperator(std::vector<Index> shape, const PlanOptions& options)
    : TypedPlan<Number, Number>(operator_body<Number>(shape, options))
{}

template <class Number>
void SpectralOperator<Number>::set_factors(const Factor& factor)
{
    core<Number>(this->body()).set_factors(factor);
}
template <class Number>
void SpectralOperator<Number>::set_kernel()
{
    core<Number>(this->body()).set_kernel(false);
}
template <class Number>
void SpectralOperator<Number>::set_correlation_kernel()
{
    core<Number>(this->body()).set_kernel(true);
}
template <class Number>
void SpectralOperator<Number>::apply(const Function& function)
{
    core<Number>(this->body()).apply(function);
}
template <class Number>
bool SpectralOperator<Number>::is_fused() const
{
    return core<Number>(this->body()).is_fused();
}

template class SpectralOperator<float>;
template class SpectralOperator<double>;
template class SpectralOperator<std::complex<float>>;
template class SpectralOperator<std::complex<double>>;

}  // namespace bspfft
