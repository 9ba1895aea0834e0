// What fewer modes and less extent are for: products without aliasing by the 3/2 rule, linear convolutions; and what
// they save, to the word.
#include <doctest/doctest.h>

#include <map>

#include "bsp_fft/schedule/builders.hpp"
#include "bspfft/plan.hpp"
#include "bspfft/spectral_operator.hpp"
#include "tests/fft/random_problems.hpp"

using namespace bspfft;

namespace {

// Two axes: modes from -7 to 7 and from -5 to 5, on a grid that is half as long again.
const std::vector<Index> grid_shape{24, 18}, grid_modes{16, 12};
constexpr Index most_0 = 7, most_1 = 5;

using Mode = std::pair<Index, Index>;
using Modes = std::map<Mode, LongComplex>;

// A real function: its modes at k and at -k are conjugates.
Modes random_modes(std::size_t first)
{
    const std::vector<LongComplex> random = random_vector(1000);
    Modes modes;
    std::size_t next = first;
    for (Index k = -most_0; k <= most_0; ++k) {
        for (Index l = -most_1; l <= most_1; ++l) {
            const LongComplex value = random[next++];
            modes[{k, l}] += value;
            modes[{-k, -l}] += std::conj(value);
        }
    }
    return modes;
}

Mode mode_at(const Layout& layout, Index i)
{
    const Index number = layout.global(static_cast<Index>(bsp_pid()), i), columns = layout.shape()[1];
    const Index k = number / columns;
    return {k < grid_modes[0] / 2 ? k : k - grid_modes[0], number % columns};
}

void values_of(RealPlan<double>& plan, const Modes& modes, std::vector<double>& values)
{
    const Layout& layout = plan.layout_out();
    const auto s = static_cast<Index>(bsp_pid());
    for (Index i = 0; i < layout.local_span(s); ++i) {
        const auto found = modes.find(mode_at(layout, i));
        plan.output()[i] = found == modes.end() ? 0 : std::complex<double>(found->second);
    }
    plan.inverse();
    values.assign(plan.input(), plan.input() + plan.layout_in().local_span(s));
}

void product_by_the_3_2_rule()
{
    PlanOptions options;
    options.normalisation = Normalisation::forward;
    options.modes = grid_modes;
    RealPlan<double> plan(grid_shape, options);
    const Modes u = random_modes(0), v = random_modes(300);
    std::vector<double> values_u, values_v;
    values_of(plan, u, values_u);
    values_of(plan, v, values_v);
    for (std::size_t i = 0; i < values_u.size(); ++i) plan.input()[i] = values_u[i] * values_v[i];
    plan.forward();
    const Layout& layout = plan.layout_out();
    double error = 0;
    for (Index i = 0; i < layout.local_span(static_cast<Index>(bsp_pid())); ++i) {
        const Mode k = mode_at(layout, i);
        // those beyond are only there because the numbers of modes are even
        if (k.first < -most_0 || k.second > most_1) continue;
        LongComplex sum = 0;
        for (const auto& [j, value] : u) {
            const auto other = v.find({k.first - j.first, k.second - j.second});
            if (other != v.end()) sum += value * other->second;
        }
        error = std::max(error, static_cast<double>(std::abs(LongComplex(plan.output()[i]) - sum)));
    }
    EXPECT(error < 1e-12);
}

template <class Number>
LongComplex number_at(const std::vector<LongComplex>& x, Index j)
{
    const LongComplex value = x[static_cast<std::size_t>(j)];
    return std::is_floating_point_v<Number> ? LongComplex(value.real()) : value;
}

// The first elements of the linear convolution, without the zeros that it is padded with.
template <class Number>
void convolve(Index n, Index extent)
{
    PlanOptions options;
    options.extent = {extent};
    SpectralOperator<Number> convolution({n}, options);
    const std::vector<LongComplex> x = random_vector(static_cast<std::size_t>(2 * extent));
    const std::vector<LongComplex> h(x.begin() + extent, x.end());
    fill(convolution.input(), convolution.layout(), h);
    convolution.set_kernel();
    fill(convolution.input(), convolution.layout(), x);
    convolution.execute();
    std::vector<LongComplex> expected(static_cast<std::size_t>(extent));
    for (Index j = 0; j < extent; ++j) {
        for (Index i = 0; i <= j; ++i)
            expected[static_cast<std::size_t>(j)] += number_at<Number>(h, i) * number_at<Number>(x, j - i);
    }
    EXPECT(convolution.layout().shape() == std::vector<Index>{extent});
    EXPECT(convolution.is_fused());
    EXPECT(equal(convolution.output(), convolution.layout(), expected, 1, n * n));
}

// By one row and two columns: zeros come in, nothing comes round.
template <class Number>
void shift(const std::vector<Index>& shape, const std::vector<Index>& extent)
{
    using Complex = typename SpectralOperator<Number>::Complex;
    PlanOptions options;
    options.extent = extent;
    SpectralOperator<Number> shifted(shape, options);
    shifted.set_factors([&](const Index* k) {
        const double turns = static_cast<double>(k[0]) / static_cast<double>(shape[0]) +
                             2 * static_cast<double>(k[1]) / static_cast<double>(shape[1]);
        return Complex(std::polar(1.0, -2 * std::acos(-1.0) * turns));
    });
    const std::vector<LongComplex> x = random_vector(static_cast<std::size_t>(extent[0] * extent[1]));
    std::vector<LongComplex> expected(x.size());
    for (Index j = 1; j < extent[0]; ++j) {
        for (Index i = 2; i < extent[1]; ++i)
            expected[static_cast<std::size_t>(j * extent[1] + i)] =
                number_at<Number>(x, (j - 1) * extent[1] + i - 2);
    }
    fill(shifted.input(), shifted.layout(), x);
    shifted.execute();
    EXPECT(shifted.layout().shape() == extent);
    EXPECT(equal(shifted.output(), shifted.layout(), expected, 1, shape[0] * shape[1]));
}

void linear_convolutions()
{
    shift<std::complex<double>>({32, 24}, {16, 13});
    shift<std::complex<float>>({64, 48}, {48, 46});
    shift<double>({32, 24}, {24, 17});
    convolve<double>(512, 256);
    convolve<float>(512, 192);
    convolve<std::complex<double>>(768, 256);
    if (bsp_nprocs() == 1) convolve<double>(101, 50);
}

Schedule with(std::vector<Index> cut, std::vector<Index> modes, std::vector<Index> extent)
{
    ScheduleOptions options;
    options.grid = {4, 1};
    options.cut = std::move(cut);
    Problem problem{{64, 48}, {true, true}};
    problem.modes = std::move(modes);
    problem.extent = std::move(extent);
    return free_cut_schedule(problem, 4, options);
}

std::string refusal(Index p, std::vector<Index> shape, const PlanOptions& options)
{
    try {
        free_cut_schedule(problem_of(shape, options), p);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

std::string refusal_of_modes(Index p, std::vector<Index> shape, std::vector<Index> modes, Data data = Data::complex)
{
    PlanOptions options;
    options.data = data;
    options.modes = std::move(modes);
    return refusal(p, std::move(shape), options);
}

}  // namespace

TEST_CASE("a product by the 3/2 rule is the convolution of the modes")
{
    for (const unsigned p : {1u, 2u, 4u}) {
        if (p > most_processes()) break;
        CAPTURE(p);
        CHECK(on(p, product_by_the_3_2_rule) == "");
    }
}

TEST_CASE("with half of the extent an operator convolves linearly")
{
    for (const unsigned p : {1u, 2u, 4u}) {
        if (p > most_processes()) break;
        CAPTURE(p);
        CHECK(on(p, linear_convolutions) == "");
    }
}

TEST_CASE("modes that are left out are neither moved nor transformed further")
{
    const Schedule all = with({8, 48}, {}, {}), some = with({8, 48}, {0, 32}, {});
    CHECK(48 * some.words() == 32 * all.words());
    CHECK(some.supersteps().front().computation.flops == all.supersteps().front().computation.flops);
    CHECK(48 * some.supersteps().back().computation.flops == 32 * all.supersteps().back().computation.flops);
    CHECK(some.output() == Layout::cyclic_grid({64, 32}, {4, 1}));
}

TEST_CASE("zeros beyond the extent are neither moved nor transformed")
{
    const Schedule all = with({8, 1}, {}, {}), some = with({8, 1}, {}, {0, 24});
    CHECK(2 * some.words() == all.words());
    CHECK(2 * some.supersteps().front().computation.flops == all.supersteps().front().computation.flops);
    CHECK(some.supersteps().back().computation.flops == all.supersteps().back().computation.flops);
    CHECK(some.input() == Layout::cyclic_grid({64, 24}, {4, 1}));
}

TEST_CASE("an axis over processes has fewer modes, cyclic again")
{
    const Schedule some = with({8, 48}, {32, 0}, {});
    CHECK(some.output() == Layout::cyclic_grid({32, 48}, {4, 1}));
    CHECK(some.input() == Layout::cyclic_grid({64, 48}, {4, 1}));
}

TEST_CASE("the planner chooses a cut that moves fewer words")
{
    for (const Data data : {Data::complex, Data::real}) {
        Problem problem{{48, 48, 48}, {true, true, true}, data};
        const Index all = free_cut_schedule(problem, 4).words();
        problem.modes = {32, 32, 32};
        CHECK(free_cut_schedule(problem, 4).words() * 3 <= all * 2 + all / 8);
    }
}

TEST_CASE("numbers of modes that are not possible are refused in one sentence")
{
    CHECK(refusal_of_modes(1, {12, 12}, {8}) ==
          "the number of modes 8 has 1 axes, the array has 2; give one number an axis, 0 for all");
    CHECK(refusal_of_modes(1, {12}, {13}) ==
          "axis 0 cannot have the number of modes 13, its length is 12; take 1 to 12, or 0 for all");
    CHECK(refusal_of_modes(1, {12}, {-1}).find("axis 0 cannot have the number of modes -1") == 0);
    CHECK(refusal_of_modes(2, {48}, {31}).find("p = 1 is possible, or 32 of the output") != std::string::npos);
    CHECK(refusal_of_modes(2, {48}, {32}) == "");
    CHECK(refusal_of_modes(2, {48}, {32}, Data::real).find("p = 1 is possible") != std::string::npos);
    PlanOptions options;
    options.axes = {1};
    options.extent = {6, 6};
    CHECK(refusal(1, {12, 12}, options).find("axis 0 is not transformed and has the extent 6") == 0);
    Problem problem{{12, 12}, {true, true}};
    problem.modes = {8, 8};
    CHECK_THROWS_AS(pencils_schedule(problem, 1), Error);
    CHECK_THROWS_AS(bluestein_schedule(Problem{{12}, {true}, Data::complex, {8}}, 1), Error);
}
