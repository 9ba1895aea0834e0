// The plans that bspfft.h makes: those of a section.
#include <algorithm>
#include <complex>

#include "bsp_fft/base/refusal.hpp"
#include "bsp_fft/bsp/agreement.hpp"
#include "bsp_fft/c/handle.hpp"
#include "bspfft/spectral_operator.hpp"

namespace bspfft::c {

namespace {

class SectionPlan : public bspfft_plan {
public:
    SectionPlan(std::unique_ptr<AnyPlan> plan, const Request& request, const Port& port)
        : plan_(std::move(plan)),
          p_(port.p()),
          input_{plan_->input(), &plan_->layout_in(), request.batch_of_one, port.s()},
          output_{plan_->output(), &plan_->layout_out(), request.batch_of_one, port.s()}
    {}

    bool is_collective() const override { return true; }
    void execute(Direction direction) override { plan_->execute(direction); }
    void execute_on(Direction direction, const void* in, void* out) override
    {
        if (plan_->options().memory == Memory::device)
            throw Error(Status::not_available, "bspfft_execute_on: arrays on a device are the plan's own");
        plan_->execute(direction, in, out);
    }
    void account(bool on) override { plan_->account(on); }
    Ledger ledger() const override { return plan_->ledger(); }
    Counts counts() const override
    {
        return {p_, plan_->flops(), plan_->words(), plan_->synchronisations(), plan_->bytes()};
    }
    Side input() const override { return input_; }
    Side output() const override { return output_; }

protected:
    AnyPlan& plan() const { return *plan_; }

private:
    std::unique_ptr<AnyPlan> plan_;
    Index p_;
    Side input_, output_;
};

template <class Number>
class OperatorPlan final : public SectionPlan {
public:
    using SectionPlan::SectionPlan;
    using Operator = SpectralOperator<Number>;
    using Complex = typename Operator::Complex;

    void set_factors(bspfft_function function, void* context) override
    {
        const auto call = at_index(function, context);
        one().set_factors([&](const Index* k) { return call(k, Complex(1)); });
    }
    void set_kernel(bool correlates) override { correlates ? one().set_correlation_kernel() : one().set_kernel(); }
    void apply(bspfft_function function, void* context) override
    {
        const auto call = at_index(function, context);
        one().apply([&](const Index* k, Complex& value) { value = call(k, value); });
    }
    bool is_fused() const override { return one().is_fused(); }

private:
    Operator& one() const { return static_cast<Operator&>(plan()); }

    // A function of C, at an index of C.
    auto at_index(bspfft_function function, void* context) const
    {
        const std::size_t batch = input().batch_of_one ? 1 : 0, axes = input().layout->shape().size();
        return [=](const Index* k, Complex value) -> Complex {
            std::int64_t index[BSPFFT_MOST_AXES + 1] = {};
            std::copy_n(k, axes, index + batch);
            double parts[2] = {value.real(), value.imag()};
            function(index, context, parts);
            return static_cast<Complex>(std::complex<double>(parts[0], parts[1]));
        };
    }
};

// Plans with the arguments of a constructor, which are moved: here nothing is copied, and memory is taken where all
// processes agree on it. Where there is no memory for a handle, no process has one; a plan leaves its section after
// they have agreed on that.
template <class Handle, class Plan, class... Arguments>
std::unique_ptr<bspfft_plan> made(Request& request, Port& port, Agreement& all, Arguments... arguments)
{
    Plan plan(std::move(request.shape), std::move(arguments)..., request.options);
    std::unique_ptr<Plan> owned;
    std::unique_ptr<bspfft_plan> handle;
    all.on([&] {
        owned = std::make_unique<Plan>(std::move(plan));
        handle = std::make_unique<Handle>(std::move(owned), request, port);
    });
    return handle;
}

template <class Real>
std::unique_ptr<bspfft_plan> made(Request& request, void* in, void* out, Port& port, Agreement& all)
{
    using Complex = std::complex<Real>;
    const bool is_real = request.options.data == Data::real;
    auto* const to = static_cast<Complex*>(out);
    if (request.is_operator) {
        return is_real ? made<OperatorPlan<Real>, SpectralOperator<Real>>(request, port, all)
                       : made<OperatorPlan<Complex>, SpectralOperator<Complex>>(request, port, all);
    }
    if (!request.kinds.empty())
        return made<SectionPlan, TrigonometricPlan<Real>>(request, port, all, std::move(request.kinds));
    if (is_real) {
        return in ? made<SectionPlan, RealPlan<Real>>(request, port, all, static_cast<Real*>(in), to)
                  : made<SectionPlan, RealPlan<Real>>(request, port, all);
    }
    return in ? made<SectionPlan, Plan<Real>>(request, port, all, static_cast<Complex*>(in), to)
              : made<SectionPlan, Plan<Real>>(request, port, all);
}

template <class Real>
std::pair<Index, Index> spans(const Request& request)
{
    if (request.options.data == Data::real)
        return {RealPlan<Real>::input_span(request.shape, request.options),
                RealPlan<Real>::output_span(request.shape, request.options)};
    const Index span = Plan<Real>::span(request.shape, request.options);
    return {span, span};
}

// Whether a plan may have arrays of its caller.
bool takes_arrays(const Request& request) { return !request.is_operator && request.kinds.empty(); }

}  // namespace

void require_arrays(const char* function, const Request& request, void* in, void*& out)
{
    if (!in && !out) return;
    if (!takes_arrays(request))
        throw refusal(function, ": operators, and plans of cosines and sines, own their arrays; in and out must be "
                                "NULL");
    require(in, function, "in, but not out,");
    if (request.options.data == Data::real) {
        require(out, function, "out, but not in,");
        if (in == out) throw refusal("in and out are one array; give two, or let the plan own one that is for both");
        return;
    }
    if (!out) out = in;
    if (in == out && request.options.keep_input)
        throw refusal("keep_input is 1, and in and out are one array; give two, or let the plan own them");
}

std::unique_ptr<bspfft_plan> section_plan(Request& request, void* in, void* out, Port& port, Agreement& all)
{
    return request.single ? made<float>(request, in, out, port, all) : made<double>(request, in, out, port, all);
}

std::pair<Index, Index> spans_of(const Request& request)
{
    if (!takes_arrays(request))
        throw refusal("operators, and plans of cosines and sines, own their arrays; there is no span to ask for");
    return request.single ? spans<float>(request) : spans<double>(request);
}

}  // namespace bspfft::c
