// Reproducible transforms have the same bits over any number of processes: all values of p = 1 ... 16 are compared.
// Under mpirun the same; sections may have fewer processes than were started.
#include <doctest/doctest.h>

#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/kernel/lanes/lanes_simd.hpp"
#include "bspfft/bspfft.hpp"
#include "tests/bsplib/spmd.hpp"

using namespace bspfft;

namespace {

constexpr unsigned most_tested = 16;

// The same number for an index everywhere.
double number(Index j)
{
    const auto mixed = (static_cast<std::uint64_t>(j) + 1) * 0x9E3779B97F4A7C15U;
    return static_cast<double>(mixed >> 40) / (1 << 24) - 0.5;
}

template <class Real>
void set(std::complex<Real>& value, Index j)
{
    value = {static_cast<Real>(number(2 * j)), static_cast<Real>(number(2 * j + 1))};
}
void set(float& value, Index j) { value = static_cast<float>(number(j)); }
void set(double& value, Index j) { value = number(j); }

template <class Number>
void fill(const Layout& layout, Number* array)
{
    const Index s = bsp_pid();
    for (Index i = 0; i < layout.local_span(s); ++i) {
        const Index j = layout.global(s, i);
        if (j >= 0) set(array[i], j);
    }
}

/// All values in the order of their indices, as doubles, on process 0. A float is a double, so that nothing is lost.
template <class Number>
std::vector<double> collected(const Layout& layout, const Number* array)
{
    Port port;
    constexpr Index reals = std::is_floating_point_v<Number> ? 1 : 2;
    std::vector<double> all(static_cast<std::size_t>(reals * layout.n()));
    port.push(all.data(), static_cast<Index>(all.size() * sizeof(double)));
    port.sync();
    for (Index i = 0; i < layout.local_span(port.s()); ++i) {
        const Index j = layout.global(port.s(), i);
        if (j < 0) continue;
        double value[2] = {static_cast<double>(std::real(array[i])), static_cast<double>(std::imag(array[i]))};
        port.put(0, value, all.data(), j * reals * static_cast<Index>(sizeof(double)),
                 reals * static_cast<Index>(sizeof(double)));
    }
    port.pop(all.data());
    port.sync();
    return all;
}

using Values = std::vector<double>;

template <class TypedPlan>
Values both_ways(TypedPlan plan)
{
    fill(plan.layout_in(), plan.input());
    plan.forward();
    Values values = collected(plan.layout_out(), plan.output());
    plan.inverse();
    const Values back = collected(plan.layout_in(), plan.input());
    values.insert(values.end(), back.begin(), back.end());
    return values;
}

struct Case {
    std::string name;
    std::function<Values(PlanOptions)> values;
    bool for_some_p = false;  ///< others are refused
};

template <class Real>
void add(std::vector<Case>& cases, const std::vector<Index>& shape, bool for_some_p = false)
{
    std::string name = sizeof(Real) == sizeof(float) ? "float" : "double";
    for (const Index n : shape) name += " " + std::to_string(n);
    cases.push_back({name, [=](const PlanOptions& o) { return both_ways(Plan<Real>(shape, o)); }, for_some_p});
    cases.push_back(
        {name + " real", [=](const PlanOptions& o) { return both_ways(RealPlan<Real>(shape, o)); }, for_some_p});
}

template <class Real>
void add_trigonometric(std::vector<Case>& cases, const std::vector<Index>& shape, Trigonometric kind)
{
    cases.push_back({trigonometric_name(kind) + std::string(" of ") + std::to_string(shape.size()) + " axes",
                     [=](const PlanOptions& o) { return both_ways(TrigonometricPlan<Real>(shape, kind, o)); }});
}

template <class Number>
Values filtered(const std::vector<Index>& shape, const PlanOptions& options)
{
    SpectralOperator<Number> filter(shape, options);
    using Complex = typename SpectralOperator<Number>::Complex;
    filter.set_factors([](const Index* k) {
        return static_cast<Complex>(std::complex<double>(1.0 / (1 + static_cast<double>(*k)), 0.3));
    });
    fill(filter.layout(), filter.input());
    filter.execute();
    return collected(filter.layout(), filter.output());
}

template <class Real>
void add_with_options(std::vector<Case>& cases)
{
    cases.push_back({"batch of 5", [](PlanOptions o) {
                         o.batch = 5;
                         return both_ways(Plan<Real>(96, o));
                     }});
    cases.push_back({"batch of 40", [](PlanOptions o) {
                         o.batch = 40;
                         return both_ways(RealPlan<Real>({60}, o));
                     }});
    cases.push_back({"an axis of three", [](PlanOptions o) {
                         o.axes = {1};
                         return both_ways(Plan<Real>({6, 64, 10}, o));
                     }});
    cases.push_back({"pencils", [](PlanOptions o) {
                         o.algorithm = Algorithm::pencils;
                         return both_ways(Plan<Real>({20, 18, 24}, o));
                     }});
    cases.push_back({"pencils real", [](PlanOptions o) {
                         o.algorithm = Algorithm::pencils;
                         return both_ways(RealPlan<Real>({20, 18, 24}, o));
                     }});
    cases.push_back({"fewer modes", [](PlanOptions o) {
                         o.modes = {32, 24};
                         return both_ways(Plan<Real>({64, 48}, o));
                     }});
    cases.push_back({"in blocks, by put, in two arrays", [](PlanOptions o) {
                         o.input = o.output = Layout::block(1024, static_cast<Index>(bsp_nprocs()));
                         o.exchange = Exchange::put;
                         o.keep_input = true;
                         return both_ways(Plan<Real>(1024, o));
                     }});
    cases.push_back({"operator", [](const PlanOptions& o) { return filtered<std::complex<Real>>({1024}, o); }});
    cases.push_back({"real operator", [](const PlanOptions& o) { return filtered<Real>({32, 36}, o); }});
}

template <class Real>
void add_all(std::vector<Case>& cases)
{
    for (const Index n : {1, 2, 12, 64, 97, 360, 1024, 4096, 5005, 2 * 1009}) add<Real>(cases, {n});
    for (const std::vector<Index>& shape : std::vector<std::vector<Index>>{{60, 64}, {64, 60}, {7, 9, 11}, {16, 16, 16},
                                                                           {67, 71}, {4, 6, 8, 5}})
        add<Real>(cases, shape);
    add<Real>(cases, {8219}, true);  // a long prime
    add_with_options<Real>(cases);
    add_trigonometric<Real>(cases, {240}, Trigonometric::dct1);
    add_trigonometric<Real>(cases, {256}, Trigonometric::dct2);
    add_trigonometric<Real>(cases, {4096}, Trigonometric::dct2);
    add_trigonometric<Real>(cases, {45}, Trigonometric::dst3);
    add_trigonometric<Real>(cases, {256}, Trigonometric::dct4);
    add_trigonometric<Real>(cases, {12, 20}, Trigonometric::dct2);
    add_trigonometric<Real>(cases, {20, 12, 9}, Trigonometric::dst1);
}

std::vector<Case> all_cases()
{
    std::vector<Case> cases;
    add_all<double>(cases);
    add_all<float>(cases);
    return cases;
}

/// What one process found, by case; process 0 has it.
std::map<std::string, Values> of_one;
std::string different;

bool same_bits(const Values& a, const Values& b)
{
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

void compare_all(bool reproducible)
{
    std::size_t place = 0;
    for (const Case& one : all_cases()) {
        const std::string key = std::to_string(place++) + " " + one.name;
        PlanOptions options;
        options.reproducible = reproducible;
        Values values;
        try {
            values = one.values(options);
        } catch (const Error& error) {
            EXPECT(one.for_some_p && error.status() == Status::invalid_argument);
            continue;
        }
        if (bsp_pid() != 0) continue;
        if (bsp_nprocs() == 1) {
            of_one[key] = values;
        } else if (!same_bits(of_one[key], values)) {
            different += std::to_string(bsp_nprocs()) + " processes: " + one.name + "\n";
        }
    }
}

void compare_reproducible() { compare_all(true); }
void compare_default() { compare_all(false); }

}  // namespace

TEST_CASE("reproducible transforms have the same bits over 1 to 16 processes")
{
    different.clear();
    for (unsigned p = 1; p <= std::min(most_tested, most_processes()); ++p) {
        CAPTURE(p);
        REQUIRE(on(p, compare_reproducible) == "");
    }
    REQUIRE(of_one.size() > 50);
    CHECK(different == "");
}

TEST_CASE("transforms that are not reproducible differ, or the test would not find it")
{
    different.clear();
    CHECK(on(1, compare_default) == "");
    CHECK(on(std::min(3U, most_processes()), compare_default) == "");
    CHECK(different != "");
}

// A sum of products differs where it is not fused; with such sets only among themselves.
bool fuses(const std::string& set)
{
    return set.rfind("NEON", 0) == 0 || set.rfind("SVE", 0) == 0 || set.rfind("AVX", 0) == 0;
}

TEST_CASE("instruction sets that fuse products and sums have the same bits")
{
    different.clear();
    std::string compared;
    for (const std::string& set : simd::targets()) {
        if (!fuses(set)) continue;
        simd::force_target(set);
        if (compared.empty()) REQUIRE(on(1, compare_reproducible) == "");
        CHECK(on(std::min(compared.empty() ? 3U : 2U, most_processes()), compare_reproducible) == "");
        compared += " " + set;
    }
    simd::force_target("auto");
    MESSAGE("compared:" << compared);
    CHECK(different == "");
}

TEST_CASE("what cannot be reproducible is refused, with what can")
{
    const auto refusal = [](void (*body)()) { return on(1, body); };
    CHECK(refusal([] {
              PlanOptions options;
              options.reproducible = true;
              options.algorithm = Algorithm::textbook;
              std::string message;
              try {
                  Plan<double> plan(64, options);
              } catch (const Error& error) {
                  message = error.what();
              }
              EXPECT(message.find("the algorithms fast, pencils and bluestein are") != std::string::npos);
          }) == "");
}
