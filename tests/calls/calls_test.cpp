// One call: the functions of fft.h and fft.hpp as a program that knows nothing of BSP uses them.
#include <doctest/doctest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "bspfft/fft.hpp"
#include "tests/calls/one_vector.hpp"
#include "tests/fft/oracle.hpp"

using bspfft::Error;
using bspfft::Index;
using Complex = std::complex<double>;

namespace {

std::vector<Complex> wave(std::size_t n, std::size_t frequency)
{
    std::vector<Complex> x(n);
    for (std::size_t j = 0; j < n; ++j)
        x[j] = std::polar(1.0, 2 * std::numbers::pi * static_cast<double>(frequency * j % n) / static_cast<double>(n));
    return x;
}

// Whether y is the spectrum of that wave: n at its frequency.
bool is_wave(const std::vector<Complex>& y, std::size_t frequency)
{
    const auto n = static_cast<double>(y.size());
    for (std::size_t k = 0; k < y.size(); ++k) {
        if (std::abs(y[k] - (k == frequency ? n : 0)) > 1e-11 * n) return false;
    }
    return true;
}

std::vector<double> random_reals(std::size_t n)
{
    std::mt19937_64 engine(n);
    std::vector<double> x(n);
    for (double& value : x) value = std::uniform_real_distribution<double>(-1, 1)(engine);
    return x;
}

std::string refusal(const bspfft_request& request)
{
    double x[64] = {}, y[64] = {};
    return bspfft_call(&request, x, y) == BSPFFT_INVALID_ARGUMENT ? bspfft_message() : "accepted";
}

constexpr std::size_t shared_length = 1 << 14;  // more processes than one take part

}  // namespace

TEST_CASE("a vector is transformed and comes back, short and long, for any number of threads")
{
    for (const int threads : {1, 2, 3, 0}) {
        CAPTURE(threads);
        bspfft::set_threads(threads);
        for (const std::size_t n : {1U, 2U, 7U, 64U, 1000U, 4099U, 16384U, 30030U}) {
            CAPTURE(n);
            const std::vector<Complex> x = wave(n, n / 3);
            const std::vector<Complex> y = bspfft::fft(x);
            CHECK(is_wave(y, n / 3));
            const std::vector<Complex> back = bspfft::ifft(y);
            double error = 0;
            for (std::size_t j = 0; j < n; ++j) error = std::max(error, std::abs(back[j] - x[j]));
            CHECK(error < 1e-12);
        }
    }
}

TEST_CASE("real numbers have half a spectrum, and come back")
{
    for (const std::size_t n : {1U, 2U, 9U, 100U, 32768U, 40001U}) {
        CAPTURE(n);
        const std::vector<double> x = random_reals(n);
        const std::vector<Complex> whole = bspfft::fft(x), half = bspfft::rfft(x);
        REQUIRE(half.size() == n / 2 + 1);
        double error = 0;
        for (std::size_t k = 0; k < half.size(); ++k) error = std::max(error, std::abs(half[k] - whole[k]));
        CHECK(error < 1e-11);
        CHECK(largest_difference(bspfft::irfft(half, static_cast<Index>(n)), x) < 1e-13);
    }
}

TEST_CASE("floats, arrays of several axes, axes in any order, in place")
{
    constexpr Index rows = 30, columns = 64;
    std::vector<std::complex<float>> x(rows * columns, 1);
    bspfft::fftn<float>({x.data(), {rows, columns}}, {x.data(), {rows, columns}});
    CHECK(x[0] == std::complex<float>(rows * columns));
    CHECK(std::abs(x[1]) < 1e-3);

    const std::vector<double> reals = random_reals(rows * columns);
    std::vector<Complex> first(16 * columns), last(rows * 33);
    // the first axis halved, and the last
    bspfft::rfftn<double>({reals.data(), {rows, columns}}, {first.data(), {16, columns}}, {.axes = {1, 0}});
    bspfft::rfftn<double>({reals.data(), {rows, columns}}, {last.data(), {rows, 33}});
    for (const auto& [k0, k1] : {std::pair{0, 0}, {3, 5}, {15, 32}, {7, 1}})
        CHECK(std::abs(first[static_cast<std::size_t>(k0 * columns + k1)] -
                       last[static_cast<std::size_t>(k0 * 33 + k1)]) < 1e-11);
    std::vector<double> back(reals.size());
    bspfft::irfftn<double>({first.data(), {16, columns}}, {back.data(), {rows, columns}}, {.axes = {1, 0}});
    CHECK(largest_difference(back, reals) < 1e-13);
}

TEST_CASE("nine and sixteen axes of twos: an impulse at j has the sign of j and k")
{
    for (const int axes : {9, 16}) {
        const std::vector<std::int64_t> lengths(static_cast<std::size_t>(axes), 2);
        const std::size_t n = std::size_t{1} << axes, j = 0x1a35 % n;
        for (const int threads : {1, 2}) {
            bspfft_set_threads(threads);
            std::vector<Complex> x(n), y(n);
            x[j] = 1;
            const auto* const in = reinterpret_cast<double*>(x.data());
            REQUIRE(bspfft_fftn(axes, lengths.data(), in, reinterpret_cast<double*>(y.data())) == BSPFFT_OK);
            bool is_right = true;
            for (std::size_t k = 0; k < n; ++k)
                is_right = is_right && std::abs(y[k] - (std::popcount(j & k) % 2 == 0 ? 1.0 : -1.0)) < 1e-13;
            CHECK(is_right);
        }
    }
    bspfft_set_threads(0);
}

TEST_CASE("normalisations are NumPy's")
{
    const std::vector<double> x(16, 1.0);
    using bspfft::Normalisation;
    CHECK(bspfft::fft(x)[0] == 16.0);
    CHECK(bspfft::fft(x, {.normalisation = Normalisation::symmetric})[0] == 4.0);
    CHECK(bspfft::fft(x, {.normalisation = Normalisation::forward})[0] == 1.0);
    CHECK(bspfft::ifft(bspfft::fft(x), {.normalisation = Normalisation::none})[3] == 16.0);
}

TEST_CASE("a cosine transform has an inverse")
{
    for (const std::size_t n : {1U, 8U, 100U, 50000U}) {
        CAPTURE(n);
        const std::vector<double> x = random_reals(n), y = bspfft::dct(x);
        double sum = 0;
        for (const double value : x) sum += 2 * value;
        CHECK(y[0] == doctest::Approx(sum).epsilon(1e-10));
        CHECK(largest_difference(bspfft::idct(y), x) < 1e-12);
    }
}

TEST_CASE("convolutions have all sums")
{
    const std::vector<double> short_one = bspfft::convolve(std::vector{1.0, 2.0, 3.0}, std::vector{1.0, -1.0});
    CHECK(largest_difference(short_one, {1, 1, 1, -3}) < 1e-14);
    const std::vector<double> x = random_reals(3000), h = random_reals(77), y = bspfft::convolve(x, h);
    REQUIRE(y.size() == 3076);
    for (const std::size_t j : {0U, 50U, 1234U, 3075U}) {
        double sum = 0;
        for (std::size_t i = 0; i < h.size(); ++i) sum += j >= i && j - i < x.size() ? h[i] * x[j - i] : 0;
        CHECK(std::abs(y[j] - sum) < 1e-12);
    }
    const std::vector<float> one{1}, five{5};
    CHECK(bspfft::convolve(one, five)[0] == doctest::Approx(5));
}

TEST_CASE("the C functions do the same, in both precisions")
{
    const int64_t shape[] = {4, 6};
    std::vector<double> x = random_reals(48), y(48), back(48);
    CHECK(bspfft_fftn(2, shape, x.data(), y.data()) == BSPFFT_OK);
    CHECK(bspfft_ifftn(2, shape, y.data(), back.data()) == BSPFFT_OK);
    CHECK(largest_difference(x, back) < 1e-14);
    CHECK(bspfft_rfftn(2, shape, x.data(), y.data()) == BSPFFT_OK);
    CHECK(bspfft_irfftn(2, shape, y.data(), back.data()) == BSPFFT_OK);
    back.resize(24);
    CHECK(largest_difference({x.begin(), x.begin() + 24}, back) < 1e-14);
    std::vector<float> single{1, 2, 3, 4}, out(8), again(4);
    CHECK(bspfft_rfftf(4, single.data(), out.data()) == BSPFFT_OK);
    CHECK(out[0] == 10);
    CHECK(bspfft_irfftf(4, out.data(), again.data()) == BSPFFT_OK);
    CHECK(again == single);
    CHECK(bspfft_dctf(4, single.data(), out.data()) == BSPFFT_OK);
    CHECK(out[0] == 20);
    CHECK(bspfft_fftn(0, shape, x.data(), y.data()) == BSPFFT_INVALID_ARGUMENT);
    CHECK(std::string(bspfft_message()) == "an array of 0 axes; there may be 1 to 16");
}

TEST_CASE("what is not possible is refused, with the law and a remedy")
{
    bspfft_request request = request_of(8);
    request.size = 7;
    CHECK(refusal(request).find("set it to sizeof(bspfft_request)") != std::string::npos);
    struct {
        bspfft_request request = request_of(8);
        std::int64_t later = 1;
    } longer;
    longer.request.size = sizeof longer;
    CHECK(refusal(longer.request).find("a later version") != std::string::npos);
    longer.later = 0;
    CHECK(refusal(longer.request) == "accepted");
    request = request_of(0);
    CHECK(refusal(request) == "the request has the length 0 on axis 0; the shortest is 1");
    for (const Index n : {(Index{1} << 52) + 1, Index{1} << 60, std::numeric_limits<Index>::max()})
        CHECK(refusal(request_of(n)).find("the most elements are 2^52") != std::string::npos);
    request = request_of(8);
    request.stride_in[0] = Index{1} << 60;
    CHECK(refusal(request).find("has the stride 1152921504606846976 on axis 0") != std::string::npos);
    request.stride_in[0] = 1;
    request.stride_out[0] = std::numeric_limits<Index>::min();
    CHECK(refusal(request).find("the largest is 36028797018963968") != std::string::npos);
    request = request_of(8);
    request.dimensions = 17;
    CHECK(refusal(request) == "an array of 17 axes; there may be 0 to 16");
    std::vector<std::complex<double>> one(1);
    const std::vector<Index> seventeen(17, 1);
    const auto transform = [&] { bspfft::fftn<double>({one.data(), seventeen}, {one.data(), seventeen}); };
    CHECK_THROWS_WITH_AS(transform(), "an array of 17 axes; there may be 0 to 16", bspfft::Error);
    request = request_of(8);
    request.kind[0] = 9;
    CHECK(refusal(request) == "the request has the kind 9 on axis 0; there are -1 to 8");
    request.kind[0] = BSPFFT_DCT_2;
    CHECK(refusal(request).find("set data to BSPFFT_REAL") != std::string::npos);
    request = request_of(1);
    request.data = BSPFFT_REAL;
    request.kind[0] = BSPFFT_DCT_1;
    CHECK(refusal(request) == "the request has a DCT-I of length 1 on axis 0; the shortest is 2");
    request = request_of(8);
    request.threads = -1;
    CHECK(refusal(request).find("the request has -1 threads; there may be 1 to ") == 0);
    request = request_of(8);
    request.direction = 2;
    CHECK(refusal(request) == "the request has the direction 2; there are 0 to 1");
    CHECK(bspfft_call(nullptr, &request, &request) == BSPFFT_INVALID_ARGUMENT);
    CHECK(bspfft_set_threads(-2) == BSPFFT_INVALID_ARGUMENT);
    CHECK(bspfft_set_kept_limit(-1) == BSPFFT_INVALID_ARGUMENT);
    CHECK_THROWS_AS(bspfft::fft(std::vector<double>{}), Error);
    const std::vector<Complex> x(4);
    std::vector<Complex> y(5);
    CHECK_THROWS_AS(bspfft::fftn<double>(x, y), Error);
    CHECK_THROWS_AS(bspfft::fftn<double>(x, y, {.axes = {0, 0}}), Error);
    for (const int axes : {0, 2}) {
        CAPTURE(axes);
        request = request_of(4);
        request.dimensions = axes;
        request.length[1] = 2;
        request.kind[0] = request.kind[1] = BSPFFT_UNTOUCHED;
        CHECK(refusal(request) == "accepted");
        request.data = BSPFFT_REAL;
        CHECK(refusal(request).find("is of real numbers, along no axis") != std::string::npos);
        request.direction = BSPFFT_INVERSE;
        CHECK(refusal(request).find("is of real numbers, along no axis") != std::string::npos);
    }
}

TEST_CASE("no axes, or none that is transformed: a copy, times the scale")
{
    bspfft_request request = request_of(1);
    request.dimensions = 0;
    request.scale = 3;
    const double x[] = {1, 2, 3, 4};
    double y[] = {0, 0, 0, 0};
    CHECK(bspfft_call(&request, x, y) == BSPFFT_OK);
    CHECK(y[0] == 3);
    CHECK(y[1] == 6);
    request.dimensions = 1;
    request.length[0] = 2;
    request.kind[0] = BSPFFT_UNTOUCHED;
    request.stride_in[0] = 1;
    request.stride_out[0] = 1;
    CHECK(bspfft_call(&request, x, y) == BSPFFT_OK);
    CHECK(y[3] == 12);
}

TEST_CASE("a plan of the caller's is executed on any arrays, and tells what it costs")
{
    bspfft::set_threads(2);
    const bspfft_request request = request_of(shared_length);
    bspfft_plan* plan = nullptr;
    REQUIRE(bspfft_plan_request(&plan, &request, 0) == BSPFFT_OK);
    CHECK(bspfft_processes(plan) == 2);
    CHECK(bspfft_synchronisations(plan) == 1);
    CHECK(bspfft_account(plan, 1) == BSPFFT_OK);
    bspfft_superstep rows[4];
    for (const std::size_t frequency : {3U, 8191U}) {
        const std::vector<Complex> x = wave(shared_length, frequency);
        std::vector<Complex> y(shared_length);
        CHECK(bspfft_execute_on(plan, BSPFFT_FORWARD, x.data(), y.data()) == BSPFFT_OK);
        CHECK(is_wave(y, frequency));
        CHECK(bspfft_execute_on(plan, BSPFFT_FORWARD, y.data(), y.data()) == BSPFFT_INVALID_ARGUMENT);
        CHECK(std::string(bspfft_message()).find("the plan is not in place, and out is in") != std::string::npos);
    }
    CHECK(bspfft_execute_on(plan, BSPFFT_INVERSE, rows, rows + 1) == BSPFFT_INVALID_ARGUMENT);
    CHECK(std::string(bspfft_message()).find("the other direction") != std::string::npos);
    CHECK(bspfft_execute(plan, BSPFFT_FORWARD) == BSPFFT_INVALID_ARGUMENT);
    CHECK(std::string(bspfft_message()).find("has no arrays of its own") != std::string::npos);
    CHECK(bspfft_input(plan) == nullptr);
    CHECK(bspfft_output_places(plan) == 0);
    int64_t index = 0;
    CHECK(bspfft_input_index(plan, 0, &index) == BSPFFT_INVALID_ARGUMENT);
    CHECK(bspfft_set_kernel(plan, BSPFFT_CONVOLUTION) == BSPFFT_INVALID_ARGUMENT);
    rows[0].size = sizeof rows[0];
    int64_t count = 0;
    CHECK(bspfft_ledger(plan, -1, rows, 4, &count) == BSPFFT_OK);
    REQUIRE(count == 2);
    CHECK(std::string(rows[0].name) == "columns of length 256; columns to rows");
    CHECK(rows[0].words_sent == 2 * bspfft_words(plan));
    CHECK(rows[0].compute_seconds > 0);
    bspfft_plan_destroy(plan);
    bspfft_plan_destroy(nullptr);
    bspfft::set_threads(0);
}

TEST_CASE("a plan has as many threads as it is worth, and never more than it is given")
{
    const auto processes = [](std::int64_t batch, std::int64_t n, int threads) {
        bspfft_request request = request_of(n);
        request.threads = threads;
        if (batch > 1) {
            request.dimensions = 2;
            request.length[0] = batch;
            request.length[1] = n;
            request.kind[0] = BSPFFT_UNTOUCHED;
            request.kind[1] = BSPFFT_FOURIER;
        }
        bspfft_plan* plan = nullptr;
        REQUIRE(bspfft_plan_request(&plan, &request, 0) == BSPFFT_OK);
        const std::int64_t result = bspfft_processes(plan);
        bspfft_plan_destroy(plan);
        return result;
    };
    for (const int threads : {1, 2, 5, 16}) {
        CHECK(processes(1, 64, threads) == 1);
        CHECK(processes(1, 512, threads) == 1);
        CHECK(processes(1, 4096, threads) <= 4);
        CHECK(processes(1, 1 << 20, threads) == threads);
        CHECK(processes(16, 1 << 12, threads) <= threads);
    }
    // a batch that needs no exchange is worth it sooner than one vector
    CHECK(processes(256, 64, 2) == 2);
}

TEST_CASE("rows with a long prime factor are convolved one by one, and agree with the plan of all of them")
{
    const auto request_for = [](std::int64_t n, std::int64_t rows, bool rows_last, std::int32_t data, int direction) {
        bspfft_request request = request_of(n);
        request.dimensions = 2;
        request.length[rows_last ? 1 : 0] = rows;
        request.length[rows_last ? 0 : 1] = n;
        request.kind[rows_last ? 1 : 0] = BSPFFT_UNTOUCHED;
        request.data = data;
        request.direction = direction;
        return request;
    };
    // short convolutions of each process, and long ones of all together
    for (const auto& problem : {std::pair{4099, 3}, {2 * 5003, 1}, {32771, 2}}) {
        const int n = problem.first, rows = problem.second;
        const std::vector<double> x = random_reals(static_cast<std::size_t>(2 * (n + 2) * rows));
        for (const bool rows_last : {false, true}) {
            if (rows_last && n > 4099) continue;  // the plan takes long
            for (const std::int32_t data : {BSPFFT_COMPLEX, BSPFFT_REAL}) {
                for (const int direction : {BSPFFT_FORWARD, BSPFFT_INVERSE}) {
                    bspfft_request request = request_for(n, rows, rows_last, data, direction);
                    request.reproducible = 1;
                    std::vector<double> by_plan(x.size());
                    REQUIRE(bspfft_call(&request, x.data(), by_plan.data()) == BSPFFT_OK);
                    request.reproducible = 0;
                    for (const int threads : {1, 2}) {
                        CAPTURE(n);
                        CAPTURE(threads);
                        request.threads = threads;
                        std::vector<double> y(x.size()), in_place = x;
                        REQUIRE(bspfft_call(&request, x.data(), y.data()) == BSPFFT_OK);
                        CHECK(largest_difference(y, by_plan) < 1e-10 * std::sqrt(n));
                        if (data == BSPFFT_REAL) continue;
                        REQUIRE(bspfft_call(&request, in_place.data(), in_place.data()) == BSPFFT_OK);
                        in_place.resize(static_cast<std::size_t>(2 * n * rows));
                        y.resize(in_place.size());
                        CHECK(largest_difference(y, in_place) < 1e-10 * std::sqrt(n));
                    }
                }
            }
        }
    }
}

TEST_CASE("any number of threads may call at once")
{
    bspfft_plan* plan = nullptr;
    const bspfft_request request = request_of(shared_length);
    REQUIRE(bspfft_plan_request(&plan, &request, 0) == BSPFFT_OK);
    std::atomic<int> wrong{0};
    std::vector<std::thread> callers;
    for (unsigned caller = 0; caller < 4; ++caller) {
        callers.emplace_back([&wrong, caller, plan] {
            for (unsigned i = 0; i < 6; ++i) {
                const std::size_t n = std::size_t{1} << (4 + 5 * ((caller + i) % 3));
                if (!is_wave(bspfft::fft(wave(n, caller + 1)), caller + 1)) ++wrong;
                const std::vector<Complex> x = wave(shared_length, caller + 2);
                std::vector<Complex> y(shared_length);
                bspfft_execute_on(plan, BSPFFT_FORWARD, x.data(), y.data());
                if (!is_wave(y, caller + 2)) ++wrong;
                if (i == 3) bspfft::release();
            }
        });
    }
    for (std::thread& caller : callers) caller.join();
    bspfft_plan_destroy(plan);
    CHECK(wrong == 0);
}

TEST_CASE("equal calls give equal bits, whoever calls")
{
    const std::vector<double> x = random_reals(2 * shared_length);
    const std::vector<Complex> first = bspfft::rfft(x);
    bspfft::release();
    std::vector<Complex> second;
    std::thread([&] { second = bspfft::rfft(x); }).join();
    CHECK(first == second);
}

#ifndef SANITIZED
TEST_CASE("after a fork the child calls too, and so does the parent")
{
    bspfft::set_threads(2);
    const bspfft_request request = request_of(shared_length);
    bspfft_plan* plan = nullptr;
    REQUIRE(bspfft_plan_request(&plan, &request, 0) == BSPFFT_OK);
    CHECK(is_wave(bspfft::fft(wave(shared_length, 9)), 9));
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(30);
        const std::vector<Complex> x = wave(shared_length, 4);
        std::vector<Complex> y(shared_length);
        const bool called = is_wave(bspfft::fft(wave(shared_length, 5)), 5);
        const bool executed = bspfft_execute_on(plan, BSPFFT_FORWARD, x.data(), y.data()) == BSPFFT_OK && is_wave(y, 4);
        bspfft_plan_destroy(plan);
        ::_exit(called && executed ? 0 : 1);
    }
    int status = -1;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(status == 0);
    CHECK(is_wave(bspfft::fft(wave(shared_length, 6)), 6));
    bspfft_plan_destroy(plan);
    bspfft::set_threads(0);
}
#endif

TEST_CASE("the environment says how many threads there are, unless the program does")
{
    // read once, at the first call, which main has seen to
    CHECK(bspfft::threads() == THREADS_OF_ENVIRONMENT);
    bspfft::set_threads(5);
    CHECK(bspfft::threads() == 5);
    bspfft::set_threads(0);
    CHECK(bspfft::threads() == THREADS_OF_ENVIRONMENT);
}
