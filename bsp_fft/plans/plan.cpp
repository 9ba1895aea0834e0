#include "bspfft/plan.hpp"

#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/plans/plan_core.hpp"
#include "bsp_fft/plans/planning.hpp"

namespace bspfft {

namespace {

template <class Real>
Real* reals(std::complex<Real>* array)
{
    return reinterpret_cast<Real*>(array);
}

PlanOptions complex_data(PlanOptions options)
{
    options.data = Data::complex;
    return options;
}

}  // namespace

template <class Real>
class Plan<Real>::Implementation : public PlanCore<Real> {
public:
    using PlanCore<Real>::PlanCore;

    static std::unique_ptr<Implementation> make(std::span<const Index> shape, Complex* in, Complex* out, bool own,
                                                const PlanOptions& options)
    {
        return planned<Implementation>(
            arguments_of("a plan of complex numbers", shape, options, static_cast<Index>(sizeof(Real))), shape,
            typename PlanCore<Real>::Arrays{reals(in), reals(out), own}, options, Data::complex);
    }

    Complex* input() { return reinterpret_cast<Complex*>(PlanCore<Real>::input()); }
    Complex* output() { return reinterpret_cast<Complex*>(PlanCore<Real>::output()); }
};

template <class Real>
Plan<Real>::Plan(std::vector<Index> shape, const PlanOptions& options)
    : implementation_(Implementation::make(shape, nullptr, nullptr, true, options))
{}

template <class Real>
Plan<Real>::Plan(Index n, const PlanOptions& options)
    : implementation_(Implementation::make({&n, 1}, nullptr, nullptr, true, options))
{}

template <class Real>
Plan<Real>::Plan(std::vector<Index> shape, Complex* x, const PlanOptions& options)
    : implementation_(Implementation::make(shape, x, x, false, options))
{}

template <class Real>
Plan<Real>::Plan(Index n, Complex* x, const PlanOptions& options)
    : implementation_(Implementation::make({&n, 1}, x, x, false, options))
{}

template <class Real>
Plan<Real>::Plan(std::vector<Index> shape, Complex* in, Complex* out, const PlanOptions& options)
    : implementation_(Implementation::make(shape, in, out, false, options))
{}

template <class Real>
Plan<Real>::Plan(Plan&&) noexcept = default;
template <class Real>
Plan<Real>& Plan<Real>::operator=(Plan&&) noexcept = default;
template <class Real>
Plan<Real>::~Plan() = default;

template <class Real>
auto Plan<Real>::input() -> Complex*
{
    return implementation_->input();
}
template <class Real>
auto Plan<Real>::input() const -> const Complex*
{
    return implementation_->input();
}
template <class Real>
auto Plan<Real>::output() -> Complex*
{
    return implementation_->output();
}
template <class Real>
auto Plan<Real>::output() const -> const Complex*
{
    return implementation_->output();
}
template <class Real>
Index Plan<Real>::local_size() const
{
    return layout_in().local_size(implementation_->s());
}
template <class Real>
Index Plan<Real>::span() const
{
    return implementation_->span();
}
template <class Real>
Index Plan<Real>::span(const std::vector<Index>& shape, const PlanOptions& options)
{
    HomeSection::require_any("the span of a plan");
    const Port port;
    constexpr auto bytes_per_real = static_cast<Index>(sizeof(Real));
    const PlanOptions choices = resolved(complex_data(options), shape, port.p(), bytes_per_real);
    const Schedule there = schedule_for(shape, port.p(), choices, bytes_per_real);
    const bool same = !there.problem().is_partial() && there.input() == there.output();
    return spans_of(there, same ? there : schedule_back(there, choices), port.s()).shared / 2;
}
template <class Real>
void Plan<Real>::execute(Direction direction)
{
    implementation_->execute(direction);
}
template <class Real>
const Schedule& Plan<Real>::schedule() const
{
    return implementation_->schedule();
}
template <class Real>
const Layout& Plan<Real>::layout_in() const
{
    return schedule().input();
}
template <class Real>
const Layout& Plan<Real>::layout_out() const
{
    return schedule().output();
}
template <class Real>
const std::vector<Index>& Plan<Real>::shape() const
{
    return implementation_->shape();
}
template <class Real>
const PlanOptions& Plan<Real>::options() const
{
    return implementation_->options();
}
template <class Real>
std::string Plan<Real>::kernel_name() const
{
    return bspfft::kernel_name(options().kernel);
}
template <class Real>
Index Plan<Real>::bytes() const
{
    return implementation_->bytes();
}
template <class Real>
Index Plan<Real>::synchronisations() const
{
    return schedule().synchronisations();
}
template <class Real>
void Plan<Real>::account(bool on)
{
    implementation_->account(on);
}
template <class Real>
Ledger Plan<Real>::ledger() const
{
    return implementation_->ledger();
}
template <class Real>
PlanTraffic Plan<Real>::traffic() const
{
    return implementation_->traffic();
}

template class Plan<float>;
template class Plan<double>;

}  // namespace bspfft
