#include "bspfft/spectral_operator.hpp"

#include <algorithm>
#include <type_traits>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/gpu/device_choices.hpp"
#include "bsp_fft/plans/operator_core.hpp"
#include "bsp_fft/plans/planning.hpp"
#include "bsp_fft/schedule/builders.hpp"

namespace bspfft {

namespace {

template <class Number>
PlanOptions options_of(PlanOptions options)
{
    options.data = std::is_floating_point_v<Number> ? Data::real : Data::complex;
    options.normalisation = Normalisation::inverse;
    require_host_memory(options, "a spectral operator");
    if (options.input || options.output)
        throw Error(Status::invalid_argument,
                    "a spectral operator has a layout of its own, layout(); a Redistribution makes it of another");
    const bool all_modes = std::all_of(options.modes.begin(), options.modes.end(), [](Index m) { return m == 0; });
    if (!all_modes)
        throw Error(Status::invalid_argument,
                    "a spectral operator has all modes of its spectrum; factors of 0 leave some out");
    return options;
}

bool can_be_fused(const PlanOptions& requested, const PlanOptions& resolved, const Problem& problem, Index p)
{
    // a reproducible cut is over any p
    const Index processes = resolved.reproducible ? 1 : p;
    return resolved.algorithm == Algorithm::fast && resolved.kernel == Kernel::simd &&
           has_fused_operator(problem, processes) && !requested.transposed_out;
}

/// What was asked for, and what becomes of it.
struct Choices {
    PlanOptions requested, resolved;
    bool fused = false;
};

template <class Number>
Choices choices_of(const std::vector<Index>& shape, const PlanOptions& given)
{
    const Index p = Port().p();
    Choices choices{options_of<Number>(given), {}};
    choices.resolved = resolved(choices.requested, shape, p, sizeof(typename RealOf<Number>::type));
    choices.fused = can_be_fused(choices.requested, choices.resolved, problem_of(shape, choices.requested), p);
    return choices;
}

template <class Number>
std::unique_ptr<PlanBody> operator_body(const std::vector<Index>& shape, const PlanOptions& given)
{
    using Real = typename RealOf<Number>::type;
    const bool real = std::is_floating_point_v<Number>;
    HomeSection::require_any("a spectral operator");
    Port port;
    Agreement all(port);
    all.compare(arguments_of(real ? "an operator on real numbers" : "an operator on complex numbers", shape, given,
                             sizeof(Real)));
    Choices choices;
    all.on([&] { choices = choices_of<Number>(shape, given); });
    if (choices.fused) return make_fused_operator<Real>(shape, choices.resolved);
    return make_plain_operator<Real>(shape, choices.requested);
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
