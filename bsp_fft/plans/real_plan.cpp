#include "bspfft/real_plan.hpp"

#include "bsp_fft/plans/plan_core.hpp"
#include "bsp_fft/plans/planning.hpp"

namespace bspfft {

namespace {

PlanOptions real_data(PlanOptions options)
{
    options.data = Data::real;
    return options;
}

template <class Real>
ArraySpans spans_for(const std::vector<Index>& shape, const PlanOptions& options)
{
    HomeSection::require_any("the span of a plan");
    const Port port;
    constexpr auto bytes_per_real = static_cast<Index>(sizeof(Real));
    const PlanOptions choices = resolved(real_data(options), shape, port.p(), bytes_per_real);
    const Schedule there = schedule_for(shape, port.p(), choices, bytes_per_real);
    return spans_of(there, schedule_back(there, choices), port.s());
}

}  // namespace

template <class Real>
class RealPlan<Real>::Implementation : public PlanCore<Real> {
public:
    using PlanCore<Real>::PlanCore;

    static std::unique_ptr<Implementation> make(std::span<const Index> shape, Real* in, Complex* out, bool own,
                                                const PlanOptions& options)
    {
        return planned<Implementation>(
            arguments_of("a plan of real numbers", shape, options, static_cast<Index>(sizeof(Real))), shape,
            typename PlanCore<Real>::Arrays{in, reinterpret_cast<Real*>(out), own}, options, Data::real);
    }

    Complex* output() { return reinterpret_cast<Complex*>(PlanCore<Real>::output()); }
};

template <class Real>
RealPlan<Real>::RealPlan(std::vector<Index> shape, const PlanOptions& options)
    : implementation_(Implementation::make(shape, nullptr, nullptr, true, options))
{}

template <class Real>
RealPlan<Real>::RealPlan(Index n, const PlanOptions& options)
    : implementation_(Implementation::make({&n, 1}, nullptr, nullptr, true, options))
{}

template <class Real>
RealPlan<Real>::RealPlan(std::vector<Index> shape, Real* in, Complex* out, const PlanOptions& options)
    : implementation_(Implementation::make(shape, in, out, false, options))
{}

template <class Real>
RealPlan<Real>::RealPlan(RealPlan&&) noexcept = default;
template <class Real>
RealPlan<Real>& RealPlan<Real>::operator=(RealPlan&&) noexcept = default;
template <class Real>
RealPlan<Real>::~RealPlan() = default;

template <class Real>
Real* RealPlan<Real>::input()
{
    return implementation_->input();
}
template <class Real>
const Real* RealPlan<Real>::input() const
{
    return implementation_->input();
}
template <class Real>
auto RealPlan<Real>::output() -> Complex*
{
    return implementation_->output();
}
template <class Real>
auto RealPlan<Real>::output() const -> const Complex*
{
    return implementation_->output();
}
template <class Real>
Index RealPlan<Real>::input_span(const std::vector<Index>& shape, const PlanOptions& options)
{
    return spans_for<Real>(shape, options).input;
}
template <class Real>
Index RealPlan<Real>::output_span(const std::vector<Index>& shape, const PlanOptions& options)
{
    return (spans_for<Real>(shape, options).output + 1) / 2;
}
template <class Real>
void RealPlan<Real>::execute(Direction direction)
{
    implementation_->execute(direction);
}
template <class Real>
void RealPlan<Real>::account(bool on)
{
    implementation_->account(on);
}
template <class Real>
Ledger RealPlan<Real>::ledger() const
{
    return implementation_->ledger();
}
template <class Real>
const Schedule& RealPlan<Real>::schedule() const
{
    return implementation_->schedule();
}
template <class Real>
const Schedule& RealPlan<Real>::schedule_back() const
{
    return implementation_->schedule_back();
}
template <class Real>
const Layout& RealPlan<Real>::layout_in() const
{
    return schedule().input();
}
template <class Real>
const Layout& RealPlan<Real>::layout_out() const
{
    return schedule().output();
}
template <class Real>
const std::vector<Index>& RealPlan<Real>::shape() const
{
    return implementation_->shape();
}
template <class Real>
std::vector<Index> RealPlan<Real>::spectrum_shape() const
{
    return schedule().problem().output_shape();
}
template <class Real>
const PlanOptions& RealPlan<Real>::options() const
{
    return implementation_->options();
}
template <class Real>
std::string RealPlan<Real>::kernel_name() const
{
    return bspfft::kernel_name(options().kernel);
}
template <class Real>
Index RealPlan<Real>::bytes() const
{
    return implementation_->bytes();
}
template <class Real>
PlanTraffic RealPlan<Real>::traffic() const
{
    return implementation_->traffic();
}
template <class Real>
Index RealPlan<Real>::synchronisations() const
{
    return schedule().synchronisations();
}

template class RealPlan<float>;
template class RealPlan<double>;

}  // namespace bspfft
