// The public plans: they translate types, and their bodies do the rest.
#include "bspfft/plan.hpp"

#include <cstring>

#include "bsp_fft/base/refusal.hpp"
#include "bsp_fft/plans/runner.hpp"

namespace bspfft {

namespace {

using Arrays = RunnerRequest::Arrays;

std::unique_ptr<PlanBody> body_of(Data data, std::span<const Index> shape, const PlanOptions& options,
                                  Index bytes_per_real, Arrays arrays = Arrays::own, void* in = nullptr,
                                  void* out = nullptr)
{
    const char* const call = data == Data::complex ? "a plan of complex numbers" : "a plan of real numbers";
    return planned(arguments_of(call, shape, options, bytes_per_real), [&](Index here) {
        RunnerRequest request = plan_request(data, shape, options, bytes_per_real);
        request.arrays = arrays;
        request.in = in;
        request.out = out;
        return std::make_unique<Runner>(here, std::move(request));
    });
}

ArraySpans spans_for(const std::vector<Index>& shape, const PlanOptions& options, Data data, Index bytes_per_real)
{
    Port::require_section("the span of a plan");
    const RunnerRequest plan = plan_request(data, shape, options, bytes_per_real);
    return spans_of(plan.forward.program(), (plan.inverse ? *plan.inverse : plan.forward).program(), Port().s());
}

void copy_elements(const Layout& layout, Index s, Index element_bytes, const void* from, void* to)
{
    const Index bytes = layout.local_span(s) * element_bytes;
    if (from != to && bytes > 0) std::memcpy(to, from, static_cast<std::size_t>(bytes));
}

Index sum_of(const PlanBody& body, Direction direction, Index (Schedule::*count)() const)
{
    Index sum = 0;
    for (Index i = 0; i < body.transforms(); ++i) sum += (body.schedule(direction, i).*count)();
    return sum;
}

}  // namespace

void PlanBody::execute_by_copies(Direction direction, const void* from, void* to)
{
    if (options().memory == Memory::device)
        throw refusal("a plan with arrays on a device transforms these only; plan for others");
    const bool inverse = direction == Direction::inverse;
    const Layout &before = inverse ? layout_out() : layout_in(), &after = inverse ? layout_in() : layout_out();
    copy_elements(before, s(), element_bytes(inverse), from, inverse ? output() : input());
    execute(direction);
    copy_elements(after, s(), element_bytes(!inverse), inverse ? input() : output(), to);
}

Schedule planned_schedule(const std::vector<Index>& shape, Index p, const PlanOptions& options, Index bytes_per_real)
{
    return schedule_for(shape, p, resolved(options, shape, p, bytes_per_real), bytes_per_real);
}

AnyPlan::AnyPlan(std::unique_ptr<PlanBody> body) : body_(std::move(body)) {}
AnyPlan::AnyPlan(AnyPlan&&) noexcept = default;
AnyPlan& AnyPlan::operator=(AnyPlan&&) noexcept = default;
AnyPlan::~AnyPlan() = default;

void AnyPlan::execute(Direction direction) { body_->execute(direction); }
void AnyPlan::execute(Direction direction, const void* from, void* to) { body_->execute_on(direction, from, to); }
void* AnyPlan::input() { return body_->input(); }
const void* AnyPlan::input() const { return body_->input(); }
void* AnyPlan::output() { return body_->output(); }
const void* AnyPlan::output() const { return body_->output(); }
void AnyPlan::account(bool on) { body_->account(on); }
Ledger AnyPlan::ledger(Index transform) const { return body_->ledger(transform); }
const Schedule& AnyPlan::schedule(Direction direction, Index transform) const
{
    return body_->schedule(direction, transform);
}
Index AnyPlan::transforms() const { return body_->transforms(); }
Index AnyPlan::moves_between() const { return body_->moves_between(); }
Index AnyPlan::flops(Direction direction) const { return sum_of(*body_, direction, &Schedule::flops); }
Index AnyPlan::words(Direction direction) const { return sum_of(*body_, direction, &Schedule::words); }
Index AnyPlan::synchronisations(Direction direction) const
{
    return sum_of(*body_, direction, &Schedule::synchronisations);
}
const Layout& AnyPlan::layout_in() const { return body_->layout_in(); }
const Layout& AnyPlan::layout_out() const { return body_->layout_out(); }
Index AnyPlan::local_size() const { return layout_in().local_size(body_->s()); }
const std::vector<Index>& AnyPlan::shape() const { return body_->shape(); }
const PlanOptions& AnyPlan::options() const { return body_->options(); }
std::string AnyPlan::kernel_name() const { return bspfft::kernel_name(options().kernel); }
Index AnyPlan::bytes() const { return body_->bytes(); }
PlanTraffic AnyPlan::traffic() const { return body_->traffic(); }

template <class Real>
Plan<Real>::Plan(std::vector<Index> shape, const PlanOptions& options)
    : TypedPlan<Complex, Complex>(body_of(Data::complex, shape, options, sizeof(Real)))
{}
template <class Real>
Plan<Real>::Plan(Index n, const PlanOptions& options)
    : TypedPlan<Complex, Complex>(body_of(Data::complex, {&n, 1}, options, sizeof(Real)))
{}
template <class Real>
Plan<Real>::Plan(std::vector<Index> shape, Complex* x, const PlanOptions& options)
    : TypedPlan<Complex, Complex>(body_of(Data::complex, shape, options, sizeof(Real), Arrays::callers, x, x))
{}
template <class Real>
Plan<Real>::Plan(Index n, Complex* x, const PlanOptions& options)
    : TypedPlan<Complex, Complex>(body_of(Data::complex, {&n, 1}, options, sizeof(Real), Arrays::callers, x, x))
{}
template <class Real>
Plan<Real>::Plan(std::vector<Index> shape, Complex* in, Complex* out, const PlanOptions& options)
    : TypedPlan<Complex, Complex>(body_of(Data::complex, shape, options, sizeof(Real), Arrays::callers, in, out))
{}

template <class Real>
Index Plan<Real>::span() const
{
    return static_cast<Runner&>(this->body()).spans().shared / 2;
}
template <class Real>
Index Plan<Real>::span(const std::vector<Index>& shape, const PlanOptions& options)
{
    return spans_for(shape, options, Data::complex, sizeof(Real)).shared / 2;
}

template <class Real>
RealPlan<Real>::RealPlan(std::vector<Index> shape, const PlanOptions& options)
    : TypedPlan<Real, Complex>(body_of(Data::real, shape, options, sizeof(Real)))
{}
template <class Real>
RealPlan<Real>::RealPlan(Index n, const PlanOptions& options)
    : TypedPlan<Real, Complex>(body_of(Data::real, {&n, 1}, options, sizeof(Real)))
{}
template <class Real>
RealPlan<Real>::RealPlan(std::vector<Index> shape, Real* in, Complex* out, const PlanOptions& options)
    : TypedPlan<Real, Complex>(body_of(Data::real, shape, options, sizeof(Real), Arrays::callers, in, out))
{}

template <class Real>
Index RealPlan<Real>::input_span(const std::vector<Index>& shape, const PlanOptions& options)
{
    return spans_for(shape, options, Data::real, sizeof(Real)).input;
}
template <class Real>
Index RealPlan<Real>::output_span(const std::vector<Index>& shape, const PlanOptions& options)
{
    return (spans_for(shape, options, Data::real, sizeof(Real)).output + 1) / 2;
}

template class Plan<float>;
template class Plan<double>;
template class RealPlan<float>;
template class RealPlan<double>;

}  // namespace bspfft
