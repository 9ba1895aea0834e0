// Every shape: random problems of one to four axes, any lengths, grids, cuts, batches, layouts, algorithms and
// directions, against the definition in higher precision; and the port's counts against the schedule's.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <string>

#include "bsp_fft/schedule/shape_text.hpp"
#include "bspfft/bspfft.hpp"
#include "tests/bsplib/spmd.hpp"
#include "tests/fft/oracle.hpp"

using namespace bspfft;

namespace {

struct Random {
    std::mt19937_64 engine;
    /// From first to last.
    Index number(Index first, Index last)
    {
        return first + static_cast<Index>(engine() % static_cast<std::uint64_t>(last - first + 1));
    }
    bool once_in(Index n) { return number(1, n) == 1; }
    template <class T>
    T one_of(std::initializer_list<T> choices)
    {
        return *(choices.begin() + number(0, static_cast<Index>(choices.size()) - 1));
    }
};

struct Case {
    std::vector<Index> shape;
    PlanOptions options;
};

// So many processes over the axes, at random.
std::vector<Index> random_grid(Random& random, std::size_t axes, Index p)
{
    std::vector<Index> grid(axes, 1);
    for (Index q = 2; p > 1; ++q) {
        for (; p % q == 0; p /= q) grid[static_cast<std::size_t>(random.number(0, static_cast<Index>(axes) - 1))] *= q;
    }
    return grid;
}

Layout random_layout(Random& random, const std::vector<Index>& shape, Index p)
{
    std::vector<AxisLayout> kinds;
    for (const Index n : shape) {
        const Index b = n % 3 == 0 ? n / 3 : n;
        kinds.push_back(random.one_of({AxisLayout::block(), AxisLayout::cyclic(), AxisLayout::residue_cyclic(b),
                                       AxisLayout::zig_zag(), AxisLayout::zig_zag(b), AxisLayout::folded()}));
    }
    Layout layout = Layout::grid(shape, random_grid(random, shape.size(), p), kinds);
    std::vector<Index> order(shape.size());
    std::iota(order.begin(), order.end(), Index{0});
    if (random.once_in(3)) std::shuffle(order.begin(), order.end(), random.engine);
    layout = layout.with_axes_in_memory(order);
    if (random.once_in(4)) layout = layout.with_leading_dimension(shape[static_cast<std::size_t>(order.back())] + 3);
    return layout;
}

Case random_case(unsigned seed, Index p)
{
    Random random{std::mt19937_64(seed)};
    Case result;
    const Index axes = random.one_of<Index>({1, 1, 1, 2, 2, 3, 3, 4});
    const Index most[] = {0, 700, 40, 14, 7};
    Index elements = 1;
    for (Index l = 0; l < axes; ++l) {
        const Index longest = std::max(Index{2}, std::min(most[axes], 2500 / elements));
        Index n = random.number(1, longest);
        // lengths that p divides often enough to have even cuts
        if (random.once_in(3) && p * p <= longest) n = p * p * random.number(1, longest / (p * p));
        result.shape.push_back(n);
        elements *= n;
    }
    PlanOptions& options = result.options;
    for (Index l = 0; axes > 1 && l < axes; ++l) {
        if (!random.once_in(4)) options.axes.push_back(l);
    }
    if (random.once_in(4) && elements < 400) options.batch = random.number(2, 30);
    std::vector<Index> whole = result.shape;
    if (options.batch > 1) whole.insert(whole.begin(), options.batch);
    options.exchange = random.one_of({Exchange::automatic, Exchange::put, Exchange::hpput});
    options.normalisation = random.one_of({Normalisation::inverse, Normalisation::symmetric});
    options.keep_input = random.once_in(3);
    if (random.once_in(6)) options.algorithm = axes > 1 || p == 1 ? Algorithm::pencils : Algorithm::bluestein;
    if (options.algorithm == Algorithm::bluestein && whole.size() > 1) options.algorithm = Algorithm::automatic;
    options.transposed_out = options.algorithm == Algorithm::pencils && random.once_in(2);
    if (random.once_in(4)) options.input = random_layout(random, whole, p);
    if (random.once_in(4)) options.output = random_layout(random, whole, p);
    return result;
}

std::string words(const Case& now)
{
    return shape_text(now.shape) + " batch " + std::to_string(now.options.batch) + " algorithm " +
           algorithm_name(now.options.algorithm) +
           (now.options.input ? " in " + now.options.input->description() : "") +
           (now.options.output ? " out " + now.options.output->description() : "") +
           (now.options.keep_input ? " keeps" : "");
}

// The definition of one line. In double, with roots from long double: long double itself is slow on some machines.
std::vector<std::complex<double>> definition(const std::vector<std::complex<double>>& x)
{
    const std::size_t n = x.size();
    std::vector<std::complex<double>> roots, y(n);
    for (std::size_t j = 0; j < n; ++j) {
        const long double angle = -2 * std::acos(-1.0L) * static_cast<long double>(j) / static_cast<long double>(n);
        roots.emplace_back(static_cast<double>(std::cos(angle)), static_cast<double>(std::sin(angle)));
    }
    for (std::size_t k = 0; k < n; ++k) {
        for (std::size_t j = 0; j < n; ++j) y[k] += x[j] * roots[j * k % n];
    }
    return y;
}

// Along one axis after the other.
std::vector<LongComplex> transformed(const std::vector<LongComplex>& values, const Problem& problem)
{
    std::vector<std::complex<double>> x(values.begin(), values.end());
    Index inner = 1;
    for (std::size_t l = problem.shape.size(); l-- > 0;) {
        const Index n = problem.shape[l];
        for (Index start = 0; problem.transformed[l] && start < problem.n(); ++start) {
            if (start / inner % n != 0) continue;
            std::vector<std::complex<double>> line;
            for (Index i = 0; i < n; ++i) line.push_back(x[static_cast<std::size_t>(start + i * inner)]);
            line = definition(line);
            for (Index i = 0; i < n; ++i)
                x[static_cast<std::size_t>(start + i * inner)] = line[static_cast<std::size_t>(i)];
        }
        inner *= n;
    }
    return {x.begin(), x.end()};
}

template <class Real>
void fill(std::complex<Real>* to, const Layout& layout, const std::vector<LongComplex>& values)
{
    const auto s = static_cast<Index>(bsp_pid());
    for (Index i = 0; i < layout.local_span(s); ++i) {
        const Index j = layout.global(s, i);
        if (j >= 0) to[i] = static_cast<std::complex<Real>>(values[static_cast<std::size_t>(j)]);
    }
}

template <class Real>
bool equal(const std::complex<Real>* to, const Layout& layout, const std::vector<LongComplex>& values,
           long double scale, Index length)
{
    const auto s = static_cast<Index>(bsp_pid());
    long double squares = 0, largest = 0;
    for (const LongComplex& v : values) squares += std::norm(v);
    const long double rms = std::sqrt(squares / static_cast<long double>(values.size()));
    for (Index i = 0; i < layout.local_span(s); ++i) {
        const Index j = layout.global(s, i);
        if (j < 0) continue;
        const LongComplex expected = values[static_cast<std::size_t>(j)];
        largest = std::max(largest, std::abs(static_cast<LongComplex>(to[i]) / scale - expected));
    }
    const auto digits = std::log2(2 * static_cast<double>(length));
    return largest <= 12 * std::numeric_limits<Real>::epsilon() * digits * rms + 1e-30L;
}

bool counts_agree(const PlanTraffic& traffic, const Schedule& schedule)
{
    const auto s = static_cast<Index>(bsp_pid());
    Index puts = 0, words = 0;
    for (const Superstep& step : schedule.supersteps()) {
        if (step.computes()) continue;
        const MoveCounts counts = schedule.counts(step, s);
        puts += counts.messages_sent;
        words += counts.words_sent;
        if (counts.words_sent > step.words_sent || counts.words_received > step.words_received ||
            counts.messages_sent > step.messages)
            return false;
    }
    return traffic.puts == puts && traffic.bytes == words * schedule.bytes_per_real() &&
           traffic.synchronisations == schedule.synchronisations();
}

template <class Real>
void check(const Case& now)
{
    const Problem problem = problem_of(now.shape, now.options);
    const std::vector<LongComplex> x = random_vector(static_cast<std::size_t>(problem.n()));
    const std::vector<LongComplex> y = transformed(x, problem);
    Plan<Real> plan(now.shape, now.options);
    fill(plan.input(), plan.layout_in(), x);
    plan.forward();
    const bool counted = counts_agree(plan.traffic(), plan.schedule());
    EXPECT(counted);
    const Index length = problem.transform();
    const auto scale = static_cast<long double>(
        normalisation_factor(now.options.normalisation, Direction::forward, length));
    const bool right = equal(plan.output(), plan.layout_out(), y, scale, length);
    EXPECT(right);
    if (now.options.keep_input) EXPECT(equal(plan.input(), plan.layout_in(), x, 1, 2));
    if (now.options.keep_input) std::fill_n(plan.input(), plan.span(), std::complex<Real>{});
    plan.inverse();
    const bool back = equal(plan.input(), plan.layout_in(), x, 1, length * length);
    EXPECT(back);
    if (!counted || !right || !back) complain(__FILE__, __LINE__, words(now).c_str());
}

constexpr unsigned problems = PROBLEMS;

void random_problems()
{
    const auto p = static_cast<Index>(bsp_nprocs());
    for (unsigned i = 0; i < problems; ++i) {
        const Case now = random_case(1000 * static_cast<unsigned>(p) + i, p);
        try {
            i % 3 == 0 ? check<float>(now) : check<double>(now);
        } catch (const std::exception& e) {
            complain(__FILE__, __LINE__, (words(now) + ": " + e.what()).c_str());
        }
    }
}

// The cases that an executable model of these algorithms was verified with: grids and cuts are given.
struct ModelCase {
    std::vector<Index> shape, grid, cut, axes;
};

const ModelCase model_cases[] = {
    {{64}, {4}, {8}, {}},
    {{72}, {6}, {6}, {}},
    {{72}, {6}, {12}, {}},
    {{16, 12, 10}, {2, 2, 1}, {4, 2, 10}, {}},
    {{16, 12, 10}, {2, 2, 1}, {8, 6, 1}, {}},
    {{8, 8, 8}, {2, 1, 1}, {2, 8, 2}, {}},
    {{5, 64}, {1, 8}, {0, 8}, {1}},
    {{7, 16, 9}, {3, 2, 1}, {0, 2, 3}, {1, 2}},
    {{72}, {4}, {9}, {}},
    {{1000}, {7}, {25}, {}},
    {{1001}, {3}, {77}, {}},
    {{35}, {5}, {5}, {}},
};

// Any n on any p: n = 1, n < p, primes, numbers that p does not divide.
const Index lengths_on_any_p[] = {1, 2, 3, 30, 64, 97, 101, 343, 1000};

void model_problems()
{
    const auto p = static_cast<Index>(bsp_nprocs());
    for (const ModelCase& model : model_cases) {
        if (std::accumulate(model.grid.begin(), model.grid.end(), Index{1}, std::multiplies<>()) != p) continue;
        Case now{model.shape, {}};
        now.options.grid = model.grid;
        now.options.cut = model.cut;
        now.options.axes = model.axes;
        check<double>(now);
        check<float>(now);
    }
    for (const Index n : lengths_on_any_p) {
        check<double>({{n}, {}});
        PlanOptions bluestein;
        bluestein.algorithm = Algorithm::bluestein;
        check<double>({{n}, bluestein});
    }
}

const unsigned numbers_of_tested_processes[] = {1, 2, 3, 4, 5, 6, 7, 8, 12};

}  // namespace

TEST_CASE("the model's cases, and any n on any p")
{
    for (const unsigned p : numbers_of_tested_processes) {
        if (p > most_processes()) break;
        CAPTURE(p);
        CHECK(on(p, model_problems) == "");
    }
}

TEST_CASE("random problems equal the definition, and what is sent is what the schedule counts")
{
    for (const unsigned p : numbers_of_tested_processes) {
        if (p > most_processes()) break;
        CAPTURE(p);
        CHECK(on(p, random_problems) == "");
    }
}
