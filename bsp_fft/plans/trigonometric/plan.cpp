#include "bspfft/trigonometric_plan.hpp"

#include "bsp_fft/plans/planning.hpp"
#include "bsp_fft/plans/trigonometric/core.hpp"

namespace bspfft {

template <class Real>
class TrigonometricPlan<Real>::Implementation : public TrigonometricCore<Real> {
public:
    using TrigonometricCore<Real>::TrigonometricCore;

    static std::unique_ptr<Implementation> make(std::span<const Index> shape, std::span<const Trigonometric> kinds,
                                                const PlanOptions& options)
    {
        return planned<Implementation>(TrigonometricCore<Real>::arguments(shape, kinds, options), shape, kinds,
                                       options);
    }
};

template <class Real>
TrigonometricPlan<Real>::TrigonometricPlan(std::vector<Index> shape, Trigonometric kind, const PlanOptions& options)
    : implementation_(Implementation::make(shape, {&kind, 1}, options))
{}

template <class Real>
TrigonometricPlan<Real>::TrigonometricPlan(std::vector<Index> shape, std::vector<Trigonometric> kinds,
                                           const PlanOptions& options)
    : implementation_(Implementation::make(shape, kinds, options))
{}

template <class Real>
TrigonometricPlan<Real>::TrigonometricPlan(TrigonometricPlan&&) noexcept = default;
template <class Real>
TrigonometricPlan<Real>& TrigonometricPlan<Real>::operator=(TrigonometricPlan&&) noexcept = default;
template <class Real>
TrigonometricPlan<Real>::~TrigonometricPlan() = default;

template <class Real>
Real* TrigonometricPlan<Real>::input()
{
    return implementation_->input();
}
template <class Real>
const Real* TrigonometricPlan<Real>::input() const
{
    return implementation_->input();
}
template <class Real>
Real* TrigonometricPlan<Real>::output()
{
    return implementation_->output();
}
template <class Real>
const Real* TrigonometricPlan<Real>::output() const
{
    return implementation_->output();
}
template <class Real>
void TrigonometricPlan<Real>::execute(Direction direction)
{
    implementation_->execute(direction);
}
template <class Real>
const Layout& TrigonometricPlan<Real>::layout_in() const
{
    return implementation_->layout_in();
}
template <class Real>
const Layout& TrigonometricPlan<Real>::layout_out() const
{
    return implementation_->layout_out();
}
template <class Real>
const std::vector<Index>& TrigonometricPlan<Real>::shape() const
{
    return implementation_->shape();
}
template <class Real>
const std::vector<Trigonometric>& TrigonometricPlan<Real>::kinds() const
{
    return implementation_->kinds();
}
template <class Real>
Index TrigonometricPlan<Real>::transforms() const
{
    return implementation_->stages();
}
template <class Real>
const Schedule& TrigonometricPlan<Real>::schedule(Index transform) const
{
    return implementation_->stage(transform).schedule();
}
template <class Real>
Index TrigonometricPlan<Real>::moves_between() const
{
    return implementation_->moves();
}
template <class Real>
const PlanOptions& TrigonometricPlan<Real>::options() const
{
    return implementation_->options();
}
template <class Real>
Index TrigonometricPlan<Real>::synchronisations() const
{
    Index count = 2 * moves_between();
    for (Index i = 0; i < transforms(); ++i) count += schedule(i).synchronisations();
    return count;
}
template <class Real>
void TrigonometricPlan<Real>::account(bool on)
{
    for (Index i = 0; i < transforms(); ++i) implementation_->stage(i).account(on);
}
template <class Real>
Ledger TrigonometricPlan<Real>::ledger(Index transform) const
{
    return implementation_->stage(transform).ledger();
}
template <class Real>
Index TrigonometricPlan<Real>::bytes() const
{
    return implementation_->bytes();
}
template <class Real>
PlanTraffic TrigonometricPlan<Real>::traffic() const
{
    return implementation_->traffic();
}

template class TrigonometricPlan<float>;
template class TrigonometricPlan<double>;

}  // namespace bspfft
