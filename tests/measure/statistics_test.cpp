// Medians and quartiles, disturbed times, and linear regression.
#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "bsp_fft/measure/statistics.hpp"

using namespace bspfft;
using doctest::Approx;

TEST_CASE("the median is the middle one, or between the two middle ones")
{
    CHECK(median({3}) == 3);
    CHECK(median({5, 1}) == 3);
    CHECK(median({9, 1, 4}) == 4);
    CHECK(median({9, 1, 4, 5}) == 4.5);
}

TEST_CASE("an estimate is the median and the quartiles")
{
    const Estimate five = estimate({5, 1, 4, 2, 3});
    CHECK(five.low == 2);
    CHECK(five.value == 3);
    CHECK(five.high == 4);
    CHECK(estimate({4, 1, 2, 3}).low == 1.75);
    CHECK(spread({1, 2, 3, 4, 5}) == Approx(2.0 / 3));
    CHECK(spread({7}) == 0);
}

TEST_CASE("too few samples, or all the same, have a median and no interval")
{
    for (const Samples& few : {Samples{3}, Samples{1, 5}, Samples{3, 3, 3, 3}}) {
        CHECK(estimate(few).value == 3);
        CHECK_FALSE(estimate(few).has_interval());
    }
    CHECK(estimate({1, 3, 5}).has_interval());
    CHECK_FALSE(estimate_of_times({1, 5}).has_interval());
    // two of them are disturbed; the two others alone would say little of how certain the time is
    const Estimate disturbed = estimate_of_times({1, 1.1, 5, 6});
    CHECK(disturbed.value == Approx(1.05));
    CHECK(disturbed.low == 1);
    CHECK(disturbed.high == 5.25);
    CHECK(estimate_of_times({1, 1.1, 1.2, 5, 6}).high == Approx(1.15));
}

TEST_CASE("the quartiles hold half of the samples, and as many lie below as above")
{
    std::mt19937 chance(7);
    std::exponential_distribution<double> waiting(1);
    std::vector<double> samples;
    for (int i = 0; i < 4000; ++i) samples.push_back(waiting(chance));
    const Estimate e = estimate(samples);
    CHECK(e.low == Approx(std::log(4.0 / 3)).epsilon(0.05));
    CHECK(e.value == Approx(std::log(2.0)).epsilon(0.05));
    CHECK(e.high == Approx(std::log(4.0)).epsilon(0.05));
}

TEST_CASE("times of a quiet machine are estimated as any samples are")
{
    const std::vector<double> quiet{1.02, 0.99, 1.01, 1.00, 0.98, 1.03, 1.00};
    const Estimate times = estimate_of_times(quiet), all = estimate(quiet);
    CHECK(times.value == all.value);
    CHECK(times.low == all.low);
    CHECK(times.high == all.high);
}

TEST_CASE("times that something slowed do not count while a quarter is undisturbed")
{
    CHECK(estimate_of_times({2, 2, 1}).value == 1);
    CHECK(estimate_of_times({2, 2.1, 2.05, 1, 1.02, 0.98}).value == Approx(1));
    CHECK(estimate_of_times({9, 2, 3, 1, 5, 1.02, 0.98, 7}).value == Approx(1));
    const Estimate slowed = estimate_of_times({1, 2, 1.04, 2, 1.02, 8});
    CHECK(slowed.low == Approx(1.01));
    CHECK(slowed.high == Approx(1.03));
    std::mt19937 chance(3);
    std::normal_distribution<double> noise(1, 0.01);
    std::exponential_distribution<double> delay(1);
    for (int trial = 0; trial < 200; ++trial) {
        std::vector<double> samples;
        for (int i = 0; i < 12; ++i) samples.push_back(noise(chance) + (i < 8 ? 0.3 + delay(chance) : 0));
        CHECK(estimate_of_times(samples).value == Approx(1).epsilon(0.03));
    }
}

TEST_CASE("a line is found again, and noise is noticed")
{
    const Line exact = fit_line({1, 2, 3, 10}, {5, 7, 9, 23});
    CHECK(exact.slope == Approx(2));
    CHECK(exact.intercept == Approx(3));
    CHECK(exact.explained == Approx(1));
    const Line noisy = fit_line({1, 2, 3, 4}, {1, -1, 1, -1});
    CHECK(noisy.explained < 0.5);
    CHECK(fit_line({1, 2}, {4, 4}).explained == 1);
}
