#include "bspfft/spectral_operator.hpp"

#include <algorithm>
#include <type_traits>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/gpu/device_choices.hpp"
#include "bsp_fft/plans/operator_core.hpp"
#include "bsp_fft/plans/planning.hpp"

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

}  // namespace

template <class Number>
class SpectralOperator<Number>::Implementation {
public:
    Implementation(std::vector<Index> shape, const PlanOptions& requested)
        : options_(options_of<Number>(requested)), shape_(std::move(shape))
    {
        const Index p = Port().p();
        choices_ = resolved(options_, shape_, p, static_cast<Index>(sizeof(Real)));
        fused_ = can_be_fused(options_, choices_, problem_of(shape_, options_), p);
    }

    static std::unique_ptr<Implementation> make(std::vector<Index>& shape, const PlanOptions& requested)
    {
        HomeSection::require_any("a spectral operator");
        Port port;
        Agreement all(port);
        all.compare(arguments_of(std::is_floating_point_v<Number> ? "an operator on real numbers"
                                                                  : "an operator on complex numbers",
                                 shape, requested, static_cast<Index>(sizeof(Real))));
        std::unique_ptr<Implementation> made;
        all.on([&] { made = std::make_unique<Implementation>(std::move(shape), requested); });
        made->core = made->fused_ ? make_fused_operator<Real>(made->shape_, made->choices_)
                                  : make_plain_operator<Real>(made->shape_, made->options_);
        return made;
    }

    const std::vector<Index>& shape() const { return shape_; }

    std::unique_ptr<OperatorCore<Real>> core;

private:
    PlanOptions options_, choices_;
    bool fused_ = false;
    std::vector<Index> shape_;
};

template <class Number>
SpectralOperator<Number>::SpectralOperator(std::vector<Index> shape, const PlanOptions& options)
    : implementation_(Implementation::make(shape, options))
{}

template <class Number>
SpectralOperator<Number>::SpectralOperator(SpectralOperator&&) noexcept = default;
template <class Number>
SpectralOperator<Number>& SpectralOperator<Number>::operator=(SpectralOperator&&) noexcept = default;
template <class Number>
SpectralOperator<Number>::~SpectralOperator() = default;

template <class Number>
Number* SpectralOperator<Number>::input()
{
    return reinterpret_cast<Number*>(implementation_->core->input());
}
template <class Number>
Number* SpectralOperator<Number>::output()
{
    return reinterpret_cast<Number*>(implementation_->core->output());
}
template <class Number>
void SpectralOperator<Number>::set_factors(const Factor& factor)
{
    implementation_->core->set_factors(factor);
}
template <class Number>
void SpectralOperator<Number>::set_kernel()
{
    implementation_->core->set_kernel(false);
}
template <class Number>
void SpectralOperator<Number>::set_correlation_kernel()
{
    implementation_->core->set_kernel(true);
}
template <class Number>
void SpectralOperator<Number>::execute()
{
    implementation_->core->execute();
}
template <class Number>
void SpectralOperator<Number>::apply(const Function& function)
{
    implementation_->core->apply(function);
}
template <class Number>
void SpectralOperator<Number>::account(bool on)
{
    implementation_->core->account(on);
}
template <class Number>
Ledger SpectralOperator<Number>::ledger() const
{
    return implementation_->core->ledger();
}
template <class Number>
const Schedule& SpectralOperator<Number>::schedule() const
{
    return implementation_->core->schedule();
}
template <class Number>
bool SpectralOperator<Number>::is_fused() const
{
    return implementation_->core->is_fused();
}
template <class Number>
const Layout& SpectralOperator<Number>::layout() const
{
    return schedule().input();
}
template <class Number>
const std::vector<Index>& SpectralOperator<Number>::shape() const
{
    return implementation_->shape();
}
template <class Number>
const PlanOptions& SpectralOperator<Number>::options() const
{
    return implementation_->core->options();
}
template <class Number>
Index SpectralOperator<Number>::bytes() const
{
    return implementation_->core->bytes();
}
template <class Number>
PlanTraffic SpectralOperator<Number>::traffic() const
{
    return implementation_->core->traffic();
}

template class SpectralOperator<float>;
template class SpectralOperator<double>;
template class SpectralOperator<std::complex<float>>;
template class SpectralOperator<std::complex<double>>;

}  // namespace bspfft
