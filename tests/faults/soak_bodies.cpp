#include <bsp.h>

#include "soak_section.hpp"

using namespace bspfft;

Section section;
thread_local Shape my_shape;

std::string words() { return text_of(section.shape) + " on " + std::to_string(section.processes); }

namespace {

Index me() { return static_cast<Index>(bsp_pid()); }

template <class Number>
Number as(const std::complex<double>& value)
{
    if constexpr (std::is_floating_point_v<Number>) return static_cast<Number>(value.real());
    else return Number(static_cast<typename Number::value_type>(value.real()),
                       static_cast<typename Number::value_type>(value.imag()));
}

template <class Number>
void fill(const Layout& layout, Number* x)
{
    for (Index i = 0; i < layout.local_span(me()); ++i) {
        const Index j = layout.global(me(), i);
        if (j >= 0) x[i] = as<Number>(signal(section.seed, j, std::is_floating_point_v<Number>));
    }
}

/// Whether this process's part is the signal, moved by so much along each axis.
template <class Number>
void expect_signal(const Layout& layout, const Number* x, const char* where, Index moved = 0)
{
    using Real = typename RealOf<Number>::type;
    double largest = 0;
    for (Index i = 0; i < layout.local_span(me()); ++i) {
        const Index j = layout.global(me(), i);
        if (j < 0) continue;
        Shape at = indices_of(section.shape, j);
        for (std::size_t l = 0; l < at.size(); ++l)
            at[l] = ((at[l] - moved) % section.shape[l] + section.shape[l]) % section.shape[l];
        const Index from = element_at(section.shape, at);
        const auto expected = signal(section.seed, from, std::is_floating_point_v<Number>);
        largest = std::max(largest, std::abs(std::complex<double>(x[i]) - expected));
    }
    if (!(largest <= bound<Real>(elements_of(section.shape)))) wrong(words() + ": " + where);
}

/// Three values by the definition, on the process that has them.
template <class Real, class Number, class Value>
void expect_values(const Layout& layout, const Shape& shape, const Number* y, const char* where, Value value)
{
    for (std::uint64_t i = 0; i < 3; ++i) {
        const Index k = static_cast<Index>((section.seed + i) * 7919 % static_cast<std::uint64_t>(layout.n()));
        if (layout.owner(k) != me()) continue;
        const std::complex<double> found(y[layout.local(k)]);
        // a cosine transform is twice as large along each axis
        const double most = 4 * bound<Real>(elements_of(section.shape));
        if (!(std::abs(found - value(indices_of(shape, k))) <= most)) wrong(words() + ": " + where);
    }
    if (me() == 0) ++tally.transforms;
}

template <class Real>
void complex_plan()
{
    Plan<Real> plan(section.shape, section.options);
    fill(plan.layout_in(), plan.input());
    plan.forward();
    expect_values<Real>(plan.layout_out(), section.shape, plan.output(), "complex, forward", [](const Shape& k) {
        return spectrum_at(section.shape, section.seed, false, k);
    });
    plan.account(true);
    plan.inverse();
    if (plan.ledger().transforms != 1) wrong(words() + ": the ledger");
    expect_signal(plan.layout_in(), plan.input(), "complex, back");
}

template <class Real>
void real_plan()
{
    RealPlan<Real> plan(section.shape, section.options);
    fill(plan.layout_in(), plan.input());
    plan.forward();
    const Shape spectrum = plan.spectrum_shape();
    expect_values<Real>(plan.layout_out(), spectrum, plan.output(), "real, forward", [](const Shape& k) {
        return spectrum_at(section.shape, section.seed, true, k);
    });
    plan.inverse();
    expect_signal(plan.layout_in(), plan.input(), "real, back");
}

template <class Real>
void trigonometric_plan()
{
    TrigonometricPlan<Real> plan(section.shape, section.kind, section.options);
    fill(plan.layout_in(), plan.input());
    plan.forward();
    expect_values<Real>(plan.layout_out(), section.shape, plan.output(), "trigonometric, forward", [](const Shape& k) {
        return weighted_sum(section.shape, section.seed, true, k, [](Index n, Index j, Index at) {
            return std::complex<double>(cosine_weight(section.kind, n, j, at));
        });
    });
    plan.inverse();
    expect_signal(plan.layout_in(), plan.input(), "trigonometric, back");
}

// Multiplied by these roots, the array moves by 3 along every axis.
template <class Number>
void shift_operator()
{
    SpectralOperator<Number> shift(section.shape, section.options);
    shift.set_factors([](const Index* k) {
        std::complex<double> factor = 1;
        for (std::size_t l = 0; l < section.shape.size(); ++l) factor *= root(section.shape[l], 3 * k[l]);
        return as<typename SpectralOperator<Number>::Complex>(factor);
    });
    fill(shift.layout(), shift.input());
    shift.execute();
    expect_signal(shift.layout(), shift.output(), "an operator", 3);
    if (me() == 0) ++tally.transforms;
}

void redistribution()
{
    const Index n = elements_of(section.shape), p = static_cast<Index>(bsp_nprocs());
    const Layout from = Layout::block(n, p), to = Layout::cyclic(n, p);
    std::vector<std::complex<double>> x(
        static_cast<std::size_t>(std::max(from.local_span(me()), to.local_span(me()))));
    fill(from, x.data());
    Redistribution<double>(from, to).run(x.data());
    expect_signal(to, x.data(), "from blocks to cyclic");
}

/// Plans of several kinds beside each other, that go in another order than they came.
void several_plans()
{
    auto first = std::make_unique<Plan<double>>(section.shape);
    Plan<float> second(section.shape);
    fill(first->layout_in(), first->input());
    fill(second.layout_in(), second.input());
    for (int times = 0; times < 3; ++times) {
        first->forward();
        second.forward();
        first->inverse();
        second.inverse();
    }
    expect_signal(first->layout_in(), first->input(), "two plans, the first");
    first.reset();
    expect_signal(second.layout_in(), second.input(), "two plans, the second");
    if (me() == 0) tally.transforms += 12;
}

/// Plans alone, with zeros: nothing here allocates but the library.
template <class Real>
void zeros()
{
    Plan<Real> plan(std::move(my_shape), section.options);
    plan.forward();
}
template <class Real>
void real_zeros()
{
    RealPlan<Real> plan(std::move(my_shape), section.options);
    plan.forward();
}
void trigonometric_zeros()
{
    TrigonometricPlan<double> plan(std::move(my_shape), section.kind, section.options);
    plan.forward();
}
void operator_of_zeros()
{
    SpectralOperator<double> nothing(std::move(my_shape), section.options);
    nothing.execute();
}

}  // namespace

void (*random_plain_body(Random& random))()
{
    void (*const bodies[])() = {zeros<double>,      zeros<float>,        real_zeros<double>,
                                real_zeros<float>, trigonometric_zeros, operator_of_zeros};
    return bodies[random.number(0, static_cast<Index>(std::size(bodies)) - 1)];
}

void (*random_body(Random& random))()
{
    void (*const bodies[])() = {
        complex_plan<double>, complex_plan<double>, complex_plan<float>, real_plan<double>, real_plan<float>,
        trigonometric_plan<double>, trigonometric_plan<float>, shift_operator<double>, shift_operator<float>,
        shift_operator<std::complex<double>>, shift_operator<std::complex<float>>, redistribution, several_plans,
    };
    return bodies[random.number(0, static_cast<Index>(std::size(bodies)) - 1)];
}

void (*complex_body())() { return complex_plan<double>; }
