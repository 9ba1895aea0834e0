// The parallel transform itself: every n and p up to 2^14, every algorithm, kernel, exchange, precision and direction.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/fftw/fftw.hpp"
#include "bsp_fft/kernel/kernels.hpp"
#include "bsp_fft/kernel/lanes/lanes_simd.hpp"
#include "bsp_fft/schedule/builders.hpp"
#include "bspfft/bspfft.hpp"
#include "tests/bsplib/spmd.hpp"
#include "tests/fft/oracle.hpp"

using namespace bspfft;

namespace {

// What the processes of the section under test share; written outside of it.
struct Case {
    Index n = 0;
    std::vector<LongComplex> x;
    std::vector<LongComplex> y;  ///< the transform of x
    std::map<const std::vector<LongComplex>*, long double> rms;
} now;

long double root_mean_square(const std::vector<LongComplex>& values)
{
    long double squares = 0;
    for (const LongComplex& v : values) squares += std::norm(v);
    return std::sqrt(squares / static_cast<long double>(values.size()));
}

void prepare(Index n)
{
    now.n = n;
    now.x = random_vector(static_cast<std::size_t>(n));
    now.y = long_double_dft(now.x);
    now.rms = {{&now.x, root_mean_square(now.x)}, {&now.y, root_mean_square(now.y)}};
}

template <class Real>
void fill(Plan<Real>& plan, const std::vector<LongComplex>& values)
{
    for (Index i = 0; i < plan.local_size(); ++i) {
        const Index j = plan.layout().global(bsp_pid(), i);
        plan.data()[i] = static_cast<std::complex<Real>>(values[static_cast<std::size_t>(j)]);
    }
}

// The largest difference from scale * values on this process, in units of eps log2(n) rms(values).
template <class Real>
long double error(const Plan<Real>& plan, const std::vector<LongComplex>& values, long double scale)
{
    long double largest = 0;
    for (Index i = 0; i < plan.local_size(); ++i) {
        const Index j = plan.layout().global(bsp_pid(), i);
        const LongComplex difference =
            static_cast<LongComplex>(plan.data()[i]) - scale * values[static_cast<std::size_t>(j)];
        largest = std::max(largest, std::abs(difference));
    }
    const auto digits = std::log2(2 * static_cast<double>(now.n));
    return largest / (std::numeric_limits<Real>::epsilon() * digits * scale * now.rms.at(&values));
}

// All that can transform n over the processes of this section: each kernel with each algorithm that it fits.
std::vector<PlanOptions> all_choices()
{
    std::vector<PlanOptions> result;
    const auto p = static_cast<Index>(bsp_nprocs());
    for (const KernelEntry* kernel : kernels()) {
        if (kernel->kernel == Kernel::cuda) continue;  // needs a device: tests/device
        if (kernel->kernel == Kernel::fftw && !why_no_fftw().empty()) continue;
        for (const Algorithm algorithm : {Algorithm::textbook, Algorithm::fast}) {
            if (algorithm == Algorithm::fast && !has_free_cut(now.n, p)) continue;
            if (algorithm == Algorithm::textbook && kernel->kernel == Kernel::simd) continue;
            // for other kernels than its own, small n are enough to test the free cut
            if (algorithm == Algorithm::fast && kernel->kernel != Kernel::simd && now.n > 1024) continue;
            for (const Exchange exchange : {Exchange::put, Exchange::hpput}) {
                PlanOptions options;
                options.algorithm = algorithm;
                options.kernel = kernel->kernel;
                options.exchange = exchange;
                result.push_back(options);
            }
        }
    }
    return result;
}

constexpr long double tolerance = 3;

template <class Real>
void check_round_trip(const PlanOptions& options)
{
    Plan<Real> plan(now.n, options);
    fill(plan, now.x);
    plan.forward();
    EXPECT(error(plan, now.y, 1) < tolerance);
    fill(plan, now.y);
    plan.inverse();
    EXPECT(error(plan, now.x, 1) < 2 * tolerance);  // y was rounded once more
}

void every_choice()
{
    for (const PlanOptions& options : all_choices()) {
        check_round_trip<double>(options);
        check_round_trip<float>(options);
    }
}

template <class Real>
void check_traffic(const PlanOptions& options)
{
    Plan<Real> plan(now.n, options);
    Index puts = 0, words = 0;
    for (const Move* move : plan.schedule().program().moves()) {
        const MoveCounts counts = move->counts(bsp_pid());
        puts += counts.messages;
        words += counts.words_sent;
    }
    for (int times = 1; times <= 3; ++times) {
        plan.execute(times % 2 ? Direction::forward : Direction::inverse);
        const PlanTraffic traffic = plan.traffic();
        EXPECT(traffic.puts == times * puts);
        EXPECT(traffic.bytes == times * words * static_cast<Index>(sizeof(Real)));
        EXPECT(traffic.synchronisations == times * plan.synchronisations());
    }
    const Index t = plan.schedule().redistributions();
    EXPECT(plan.synchronisations() >= t);
    EXPECT(plan.synchronisations() <= (options.exchange == Exchange::put ? t : t + t % 2));
}

void traffic_is_as_promised()
{
    for (const PlanOptions& options : all_choices()) {
        check_traffic<double>(options);
        check_traffic<float>(options);
    }
}

void every_cut()
{
    const auto p = static_cast<Index>(bsp_nprocs());
    for (Index cut = p; cut <= now.n / p; cut *= 2) {
        PlanOptions options;
        options.cut = {cut};
        check_round_trip<double>(options);
        check_round_trip<float>(options);
    }
}

void every_normalisation()
{
    const auto n = static_cast<long double>(now.n);
    const std::map<Normalisation, std::pair<long double, long double>> scales{
        {Normalisation::none, {1, n}},
        {Normalisation::inverse, {1, 1}},
        {Normalisation::symmetric, {1 / std::sqrt(n), std::sqrt(n)}},
        {Normalisation::forward, {1 / n, n}},
    };
    for (const auto& [normalisation, scale] : scales) {
        for (PlanOptions options : all_choices()) {
            options.normalisation = normalisation;
            Plan<double> plan(now.n, options);
            fill(plan, now.x);
            plan.forward();
            EXPECT(error(plan, now.y, scale.first) < tolerance);
            fill(plan, now.y);
            plan.inverse();
            EXPECT(error(plan, now.x, scale.second) < 2 * tolerance);
        }
    }
}

void the_callers_array_and_several_plans()
{
    const Index local = now.n / static_cast<Index>(bsp_nprocs());
    // off the alignment that the plan would choose
    std::vector<std::complex<double>> memory(static_cast<std::size_t>(local) + 1);
    std::complex<double>* const x = memory.data() + 1;
    for (Index i = 0; i < local; ++i) {
        x[i] =
            static_cast<std::complex<double>>(now.x[static_cast<std::size_t>(i * bsp_nprocs() + bsp_pid())]);
    }
    Plan<double> on_mine(now.n, x);
    Plan<double> other(now.n);
    auto moved = std::make_unique<Plan<double>>(std::move(other));
    EXPECT(on_mine.data() == x);
    fill(*moved, now.x);
    moved->forward();
    on_mine.forward();
    EXPECT(error(on_mine, now.y, 1) < tolerance);
    EXPECT(error(*moved, now.y, 1) < tolerance);
    moved.reset();
    bsp_sync();
    on_mine.inverse();
    EXPECT(error(on_mine, now.x, 1) < 2 * tolerance);
}

void wait_for(double seconds)
{
    const double start = bsp_time();
    while (bsp_time() - start < seconds) {
    }
}

void many_transforms_in_a_row()
{
    // Without a sync of the caller's in between, and with processes out of step.
    const int rounds = now.n > 1024 || bsp_nprocs() > 16 ? 10 : 100;
    for (const PlanOptions& options : all_choices()) {
        Plan<double> plan(now.n, options);
        fill(plan, now.x);
        for (int round = 0; round < rounds; ++round) {
            plan.forward();
            if (round % 7 == static_cast<int>(bsp_pid() % 7)) wait_for(20e-6);
            plan.inverse();
        }
        EXPECT(error(plan, now.x, 1) < 2 * rounds * tolerance);
    }
}

std::string thrown_by_all;
void a_plan_that_cannot_be()
{
    PlanOptions options;
    options.algorithm = Algorithm::textbook;
    std::string message;
    Status status = Status::ok;
    try {
        Plan<double> plan(now.n, options);
    } catch (const Error& e) {
        message = e.what();
        status = e.status();
    }
    EXPECT(message.find(thrown_by_all) != std::string::npos);
    EXPECT(status != Status::ok);
    bsp_sync();  // the section continues
}

// Values at which a transform is known without a reference.
void properties()
{
    Plan<double> plan(now.n);
    const auto n = static_cast<double>(now.n);
    const double eps = std::numeric_limits<double>::epsilon() * std::log2(2 * n);
    const auto set = [&](auto value) {
        for (Index i = 0; i < plan.local_size(); ++i)
            plan.data()[i] = value(plan.layout().global(bsp_pid(), i));
    };
    const auto check = [&](auto value, double size) {
        for (Index i = 0; i < plan.local_size(); ++i) {
            EXPECT(std::abs(plan.data()[i] - value(plan.layout().global(bsp_pid(), i))) <=
                   4 * eps * size);
        }
    };
    const auto wave = [&](Index j, Index k) {
        const double angle = -2 * M_PI * static_cast<double>(j * k % now.n) / n;
        return std::complex<double>(std::cos(angle), std::sin(angle));
    };
    // An impulse at any place becomes a wave; a wave becomes an impulse.
    for (const Index at : {Index{0}, Index{1}, now.n / 2, now.n - 1}) {
        set([&](Index j) { return std::complex<double>(j == at, 0); });
        plan.forward();
        check([&](Index k) { return wave(k, at); }, 1);
        set([&](Index j) { return std::conj(wave(j, at)); });
        plan.forward();
        check([&](Index k) { return std::complex<double>(k == at ? n : 0, 0); }, n);
    }
}

// The most that are tried; the environment variable PROCESSES may say another number, up to 8192.
Index most_tried()
{
    const char* const word = std::getenv("PROCESSES");
    return word ? std::atoll(word) : MAX_P;
}

// Many processes only where they have the shortest vector that they can have, or the longest.
std::vector<Index> numbers_of_processes(Index n)
{
    std::vector<Index> result;
    constexpr Index few = 64;
    for (Index p = 1; p <= std::min<Index>(n / 2, most_tried()); p *= 2) {
        if (p <= few || p == n / 2 || n == MAX_N) result.push_back(p);
    }
    return result;
}

}  // namespace

TEST_CASE("every n and p up to 2^14, with every algorithm, kernel, exchange, precision and direction")
{
    for (Index n = 2; n <= MAX_N; n *= 2) {
        prepare(n);
        for (const Index p : numbers_of_processes(n)) {
            CAPTURE(n);
            CAPTURE(p);
            CHECK(on(static_cast<unsigned>(p), every_choice) == "");
        }
    }
}

TEST_CASE("the port counts exactly the words of the schedule")
{
    for (Index n = 2; n <= 4096; n *= 2) {
        prepare(n);
        for (const Index p : numbers_of_processes(n)) {
            CAPTURE(n);
            CAPTURE(p);
            CHECK(on(static_cast<unsigned>(p), traffic_is_as_promised) == "");
        }
    }
}

TEST_CASE("the fast algorithm may be cut anywhere from p to n/p")
{
    for (const Index n : {Index{64}, Index{4096}}) {
        prepare(n);
        for (const unsigned p : {1U, 2U, 4U}) CHECK(on(p, every_cut) == "");
    }
}

TEST_CASE("with every instruction set of this machine the results are right")
{
    REQUIRE_FALSE(simd::targets().empty());
    prepare(4096);
    for (const std::string& target : simd::targets()) {
        CAPTURE(target);
        simd::force_target(target);
        CHECK(simd::target() == target);
        for (const unsigned p : {1U, 2U, 4U}) CHECK(on(p, every_choice) == "");
        simd::force_target("auto");
    }
    CHECK_THROWS_WITH_AS(simd::force_target("abacus"), doctest::Contains("abacus is not available"), Error);
}

TEST_CASE("a processor without vectors has the book's kernel, and a sentence where that is not enough")
{
    simd::force_target("none");
    CHECK(simd::target() == "none");
    CHECK(resolved({}, {4096}, 2, 8).kernel == Kernel::radix2);
    CHECK_THROWS_WITH_AS(resolved({}, {360}, 2, 8), doctest::Contains("needs a processor with one of"), Error);
    PlanOptions vectors;
    vectors.kernel = Kernel::simd;
    CHECK_THROWS_WITH_AS(resolved(vectors, {4096}, 2, 8), doctest::Contains("needs a processor with one of"), Error);
    simd::force_target("auto");
    CHECK(resolved({}, {4096}, 2, 8).kernel == Kernel::simd);
}

TEST_CASE("a prime with few columns on one process is a convolution as a whole")
{
    const auto chosen = [](Index n, Index p, Index bytes_per_real, const PlanOptions& options = {}) {
        return resolved(options, {n}, p, bytes_per_real).algorithm;
    };
    CHECK(chosen(503, 1, 8) == Algorithm::bluestein);
    CHECK(chosen(101, 1, 8) == Algorithm::bluestein);
    CHECK(chosen(97, 1, 8) == Algorithm::fast);
    CHECK(chosen(7 * 503, 1, 8) == Algorithm::bluestein);
    CHECK(chosen(8 * 503, 1, 8) == Algorithm::fast);
    CHECK(chosen(8 * 503, 1, 4) == Algorithm::bluestein);
    CHECK(chosen(16 * 503, 1, 4) == Algorithm::fast);
    CHECK(chosen(4 * 503, 2, 8) == Algorithm::fast);
    CHECK(chosen(8 * 4099, 1, 8) == Algorithm::bluestein);
    PlanOptions options;
    options.cut = {503};
    CHECK(chosen(4 * 503, 1, 8, options) == Algorithm::fast);
    options.cut = {0};
    CHECK(chosen(4 * 503, 1, 8, options) == Algorithm::bluestein);
    options = {};
    options.reproducible = true;
    CHECK(chosen(503, 1, 8, options) == Algorithm::fast);
}

TEST_CASE("each normalisation puts its factor where it says")
{
    for (const Index n : {2, 16, 1024}) {
        prepare(n);
        for (Index p = 1; p <= std::min<Index>(n / 2, 64); p *= 2)
            CHECK(on(static_cast<unsigned>(p), every_normalisation) == "");
    }
}

TEST_CASE("a plan works on the caller's array, and several plans exist at the same time")
{
    prepare(512);
    for (const unsigned p : {1U, 2U, 4U, 32U, 64U, 256U})
        CHECK(on(p, the_callers_array_and_several_plans) == "");
}

TEST_CASE("transforms may follow one another without a sync of the caller's")
{
    prepare(256);
    for (const unsigned p : {2U, 4U, 8U, 16U, 32U, 128U}) CHECK(on(p, many_transforms_in_a_row) == "");
    // so long that there is one landing array, which a sync at the start protects
    prepare(MAX_N < 16384 ? MAX_N : Index{1} << 16);
    for (const unsigned p : {2U, 4U}) CHECK(on(p, many_transforms_in_a_row) == "");
}

TEST_CASE("an impulse becomes a wave and a wave an impulse, at any place")
{
    for (const Index n : {8, 1024, 16384}) {
        prepare(n);
        for (const unsigned p : {1U, 2U, 4U}) CHECK(on(p, properties) == "");
    }
}

TEST_CASE("an invalid plan is refused by all processes, and the section continues")
{
    now.n = 1000;
    thrown_by_all = "n = 1000 is not a power of two; the nearest are 512 and 1024";
    CHECK(on(2, a_plan_that_cannot_be) == "");
    now.n = 8;
    thrown_by_all = "p = 8 is more than n/2 = 4";
    CHECK(on(8, a_plan_that_cannot_be) == "");
    now.n = 1024;
    thrown_by_all = "p = 3 is not a power of two; the nearest are 2 and 4";
    CHECK(on(3, a_plan_that_cannot_be) == "");
    now.n = Index{1} << 50;
    thrown_by_all = "bytes on each process";
    CHECK(on(4, a_plan_that_cannot_be) == "");
}
