// New-array execution: a plan on other arrays of its layouts does what it does on its own.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include "bspfft/bspfft.hpp"
#include "tests/bsplib/spmd.hpp"

namespace {

using namespace bspfft;

std::vector<Index> shape;
PlanOptions options;
Trigonometric kind;

double value_of(Index j) { return static_cast<double>(j * j * 7 % 31) - 15; }

/// An array of one process, of odd alignment.
template <class Element>
class Array {
public:
    explicit Array(Index size) : numbers_(static_cast<std::size_t>(size + 1), Element(12345)) {}

    Element* data() { return numbers_.data() + 1; }
    void fill(const Layout& layout)
    {
        for_each(layout, [&](Index i, Index j) { data()[i] = static_cast<Element>(value_of(j)); });
    }
    bool holds_values(const Layout& layout)
    {
        bool right = true;
        for_each(layout, [&](Index i, Index j) { right = right && std::abs(data()[i] - Element(value_of(j))) < 1e-9; });
        return right;
    }
    /// Gaps may hold anything.
    bool equals(const Layout& layout, const Element* other)
    {
        bool same = true;
        for_each(layout, [&](Index i, Index) { same = same && std::abs(data()[i] - other[i]) < 1e-9; });
        return same;
    }

private:
    template <class Visit>
    static void for_each(const Layout& layout, Visit visit)
    {
        const auto s = static_cast<Index>(bsp_pid());
        for (Index i = 0; i < layout.local_span(s); ++i) {
            if (layout.global(s, i) >= 0) visit(i, layout.global(s, i));
        }
    }

    std::vector<Element> numbers_;
};

template <class Element, class Typed>
void fill(const Typed& plan, Element* array)
{
    Array<Element> values(plan.layout_in().local_span(static_cast<Index>(bsp_pid())));
    values.fill(plan.layout_in());
    std::copy_n(values.data(), plan.layout_in().local_span(static_cast<Index>(bsp_pid())), array);
}

/// From x to y, and from y to z; the plan's own arrays work afterwards as before.
template <class In, class Out, class Typed>
void check_other_arrays(Typed& plan)
{
    fill(plan, plan.input());
    plan.forward();
    const auto s = static_cast<Index>(bsp_pid());
    const Index in_size = plan.layout_in().local_span(s), out_size = plan.layout_out().local_span(s);
    const std::vector<Out> expected(plan.output(), plan.output() + plan.layout_out().local_span(s));
    Array<In> x(in_size), z(in_size);
    Array<Out> y(out_size);
    x.fill(plan.layout_in());
    plan.forward(x.data(), y.data());
    EXPECT(y.equals(plan.layout_out(), expected.data()));
    EXPECT(x.holds_values(plan.layout_in()));
    plan.inverse(y.data(), z.data());
    EXPECT(z.holds_values(plan.layout_in()));
    fill(plan, plan.input());
    plan.forward();
    plan.inverse();
    Array<In> own(in_size);
    std::copy_n(plan.input(), plan.layout_in().local_span(s), own.data());
    EXPECT(own.holds_values(plan.layout_in()));
}

template <class Real>
void complex_plans()
{
    using Complex = std::complex<Real>;
    const Index span = Plan<Real>::span(shape, options);
    Plan<Real> own(shape, options);
    check_other_arrays<Complex, Complex>(own);
    std::vector<Complex> a(static_cast<std::size_t>(span)), b(a);
    Plan<Real> in_place(shape, a.data(), options), apart(shape, a.data(), b.data(), options);
    check_other_arrays<Complex, Complex>(in_place);
    check_other_arrays<Complex, Complex>(apart);
    const auto s = static_cast<Index>(bsp_pid());
    Array<Complex> x(std::max(own.layout_in().local_span(s), own.layout_out().local_span(s)));
    for (Plan<Real>* const plan : {&in_place, &apart}) {
        x.fill(plan->layout_in());
        plan->forward(x.data(), x.data());
        plan->inverse(x.data(), x.data());
        EXPECT(x.holds_values(plan->layout_in()));
    }
}

void real_plans()
{
    using Complex = std::complex<double>;
    const Index in = RealPlan<double>::input_span(shape, options), out = RealPlan<double>::output_span(shape, options);
    RealPlan<double> own(shape, options);
    check_other_arrays<double, Complex>(own);
    std::vector<double> x(static_cast<std::size_t>(in));
    std::vector<Complex> y(static_cast<std::size_t>(out));
    RealPlan<double> apart(shape, x.data(), y.data(), options);
    check_other_arrays<double, Complex>(apart);
}

void trigonometric_plans()
{
    TrigonometricPlan<double> plan(shape, kind, options);
    check_other_arrays<double, double>(plan);
}

template <class Number>
void operators()
{
    SpectralOperator<Number> plan(shape, options);
    plan.set_factors([](const Index* k) { return std::complex<double>(k[0] == 0 ? 3 : 2); });
    const Index span = plan.layout().local_span(static_cast<Index>(bsp_pid()));
    fill(plan, plan.input());
    plan.execute();
    const std::vector<Number> expected(plan.output(), plan.output() + span);
    Array<Number> x(span), y(span);
    x.fill(plan.layout());
    plan.forward(x.data(), y.data());
    EXPECT(y.equals(plan.layout(), expected.data()));
    plan.forward(x.data(), x.data());
    for (Index i = 0; i < span; ++i) EXPECT(std::abs(x.data()[i] - y.data()[i]) < 1e-9);
}

/// On one to four processes, with the input kept and not.
void check_all(void (*body)())
{
    for (const unsigned p : {1U, 2U, 3U, 4U}) {
        for (const bool keeps : {false, true}) {
            options.keep_input = keeps;
            CAPTURE(shape.front());
            CAPTURE(p);
            CAPTURE(keeps);
            CHECK(on(p, body) == "");
        }
    }
}

const std::vector<std::vector<Index>> shapes{{1}, {64}, {60}, {101}, {1024}, {16, 12}, {5, 7, 6}};

}  // namespace

TEST_CASE("complex numbers in other arrays are transformed as in the plan's own")
{
    for (const std::vector<Index>& one : shapes) {
        shape = one;
        options = {};
        check_all(complex_plans<double>);
    }
}

TEST_CASE("with every algorithm, layouts with gaps and both exchanges")
{
    for (const Exchange exchange : {Exchange::put, Exchange::hpput}) {
        options = {};
        options.exchange = exchange;
        for (const Algorithm algorithm :
             {Algorithm::fast, Algorithm::bluestein, Algorithm::textbook, Algorithm::pencils}) {
            options.algorithm = algorithm;
            shape = algorithm == Algorithm::pencils ? std::vector<Index>{8, 12} : std::vector<Index>{256};
            for (const unsigned p : {1U, 2U, 4U}) {
                CAPTURE(static_cast<int>(algorithm));
                CAPTURE(p);
                CHECK(on(p, complex_plans<double>) == "");
            }
        }
        options.algorithm = Algorithm::automatic;
        shape = {6, 10};
        for (const unsigned p : {1U, 2U, 3U}) {
            options.input = Layout::grid(shape, {static_cast<Index>(p), 1}, {AxisLayout::block(), AxisLayout::block()})
                                .with_leading_dimension(13);
            CAPTURE(p);
            CHECK(on(p, complex_plans<double>) == "");
        }
    }
}

TEST_CASE("so are real numbers, cosines and sines, and operators")
{
    for (const std::vector<Index>& one : shapes) {
        shape = one;
        options = {};
        check_all(real_plans);
        check_all(operators<double>);
        check_all(operators<std::complex<double>>);
        for (const Trigonometric now : {Trigonometric::dct2, Trigonometric::dct3, Trigonometric::dst4}) {
            kind = now;
            check_all(trigonometric_plans);
        }
    }
}
