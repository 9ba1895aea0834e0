// Forward, multiply, inverse as one plan: random shapes against the definition.
#include <doctest/doctest.h>

#include <cmath>

#include "bsp_fft/schedule/builders.hpp"
#include "tests/fft/random_problems.hpp"

using namespace bspfft;

namespace {

// A factor that has the symmetry of a real operator's: f(-k) = conj(f(k)), along the axes that are transformed.
LongComplex factor_at(const Problem& problem, const Index* k)
{
    const long double pi = std::acos(-1.0L);
    const std::vector<Index>& shape = problem.shape;
    long double even = 1, odd = 0;
    for (std::size_t l = 0; l < shape.size(); ++l) {
        const long double angle = 2 * pi * static_cast<long double>(k[l]) / static_cast<long double>(shape[l]);
        even += static_cast<long double>(l + 1) * std::cos(angle);
        if (problem.transformed[l]) odd += std::sin(angle) / static_cast<long double>(l + 2);
    }
    return {even, odd};
}

void find(const std::vector<Index>& shape, Index number, Index* k)
{
    for (std::size_t l = shape.size(); l-- > 0; number /= shape[l]) k[l] = number % shape[l];
}

std::vector<LongComplex> filtered_by(const std::vector<LongComplex>& x, const std::vector<LongComplex>& factors,
                                     const Problem& problem)
{
    std::vector<LongComplex> y = transformed(x, problem);
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = std::conj(y[i] * factors[i]);
    y = transformed(y, problem);
    const auto length = static_cast<long double>(problem.transform());
    for (LongComplex& value : y) value = std::conj(value) / length;
    return y;
}

template <class Number>
std::vector<LongComplex> numbers(std::size_t n, unsigned turn)
{
    std::vector<LongComplex> x = random_vector(n);
    std::rotate(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(turn % n), x.end());
    if (std::is_floating_point_v<Number>) {
        for (LongComplex& value : x) value = value.real();
    }
    return x;
}

template <class Number>
void check(const Case& now)
{
    const Problem problem = problem_of(now.shape, now.options);
    const auto n = static_cast<std::size_t>(problem.n());
    const std::vector<Index>& shape = problem.shape;
    const std::vector<LongComplex> x = numbers<Number>(n, 0), h = numbers<Number>(n, 7);
    std::vector<LongComplex> factors(n);
    std::vector<Index> k(shape.size());
    for (std::size_t i = 0; i < n; ++i) {
        find(shape, static_cast<Index>(i), k.data());
        factors[i] = factor_at(problem, k.data());
    }
    using Operator = SpectralOperator<Number>;
    Operator plan(now.shape, now.options);
    const Index length = problem.transform();
    bool right = true;
    const auto expect = [&](const std::vector<LongComplex>& y) {
        const bool equals = equal(plan.output(), plan.layout(), y, 1, length * length);
        EXPECT(equals);
        right = right && equals;
    };

    fill(plan.input(), plan.layout(), x);
    plan.execute();
    expect(x);

    plan.set_factors([&](const Index* at) {
        return static_cast<typename Operator::Complex>(factor_at(problem, at));
    });
    fill(plan.input(), plan.layout(), x);
    const PlanTraffic before = plan.traffic();
    plan.execute();
    PlanTraffic traffic = plan.traffic();
    traffic.puts -= before.puts;
    traffic.bytes -= before.bytes;
    traffic.synchronisations -= before.synchronisations;
    if (plan.is_fused()) EXPECT(counts_agree(traffic, plan.schedule()));
    const std::vector<LongComplex> filtered = filtered_by(x, factors, problem);
    expect(filtered);
    if (now.options.keep_input) EXPECT(equal(plan.input(), plan.layout(), x, 1, 2));

    fill(plan.input(), plan.layout(), x);
    plan.apply([&](const Index* at, typename Operator::Complex& value) {
        value *= static_cast<typename Operator::Complex>(factor_at(problem, at));
    });
    expect(filtered);

    std::vector<LongComplex> spectrum = transformed(h, problem);
    fill(plan.input(), plan.layout(), h);
    plan.set_kernel();
    fill(plan.input(), plan.layout(), x);
    plan.execute();
    expect(filtered_by(x, spectrum, problem));

    for (LongComplex& value : spectrum) value = std::conj(value);
    fill(plan.input(), plan.layout(), h);
    plan.set_correlation_kernel();
    fill(plan.input(), plan.layout(), x);
    plan.execute();
    expect(filtered_by(x, spectrum, problem));
    if (!right) complain(__FILE__, __LINE__, words(now).c_str());
}

constexpr unsigned problems = PROBLEMS;

void random_problems()
{
    const auto p = static_cast<Index>(bsp_nprocs());
    for (unsigned i = 0; i < problems; ++i) {
        Case now = random_case(9000 + 1000 * static_cast<unsigned>(p) + i, p);
        now.options.input.reset();
        now.options.output.reset();
        try {
            switch (i % 5) {
            case 0:
                check<float>(now);
                break;
            case 1:
                check<std::complex<double>>(now);
                break;
            case 2:
                check<std::complex<float>>(now);
                break;
            default:
                check<double>(now);
            }
        } catch (const std::exception& e) {
            complain(__FILE__, __LINE__, (words(now) + ": " + e.what()).c_str());
        }
    }
}

const unsigned numbers_of_tested_processes[] = {1, 2, 3, 4, 6, 8, 12};

}  // namespace

TEST_CASE("random operators equal the definition: factors, functions, convolutions, correlations")
{
    for (const unsigned p : numbers_of_tested_processes) {
        if (p > most_processes()) break;
        CAPTURE(p);
        CHECK(on(p, random_problems) == "");
    }
}

TEST_CASE("with a free cut an operator has two moves and three sweeps")
{
    for (const Data data : {Data::complex, Data::real}) {
        const Schedule one = spectral_operator_schedule(Problem{{1 << 20}, {true}, data}, 4);
        CHECK(one.redistributions() == 2);
        CHECK(one.sweeps() == 3);
        CHECK(one.synchronisations() == 2);
        const Schedule cube = spectral_operator_schedule(Problem{{64, 64, 64}, {true, true, true}, data}, 4);
        CHECK(cube.redistributions() == 2);
        CHECK(cube.sweeps() == 3);
        CHECK(cube.input() == cube.output());
        // without a plan: the same, and with a batch two transforms and the factors between them
        PlanOptions options;
        options.data = data;
        CHECK(planned_operator({1 << 20}, 4, options).words() == one.words());
        CHECK(planned_operator({1 << 20}, 4, options).flops() == one.flops());
        options.batch = 8;
        const Schedule two = planned_operator({1000}, 4, options), there = planned_schedule({1000}, 4, options);
        CHECK(two.flops() == 2 * there.flops() + 6 * there.output().largest_local_size());
        CHECK(two.supersteps().front().name().find("factors") != std::string::npos);
    }
}
