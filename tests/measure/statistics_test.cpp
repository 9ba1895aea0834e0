// Medians, how far they can be trusted, and lines through points.
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

TEST_CASE("the interval is all samples if they are few, and narrower if they are many")
{
    const Estimate few = estimate({3, 1, 2});
    CHECK(few.value == 2);
    CHECK(few.low == 1);
    CHECK(few.high == 3);
    // of ten, the second to the ninth hold the median with 97.9%, the third to the eighth with 89.1%
    const Estimate ten = estimate({10, 9, 8, 7, 6, 5, 4, 3, 2, 1});
    CHECK(ten.value == 5.5);
    CHECK(ten.low == 2);
    CHECK(ten.high == 9);
}

TEST_CASE("the interval holds the true median at least nineteen times in twenty")
{
    std::mt19937 chance(7);
    std::exponential_distribution<double> waiting(1);
    const double truth = std::log(2.0);
    for (const int size : {6, 8, 15}) {
        int holds = 0;
        const int trials = 4000;
        for (int i = 0; i < trials; ++i) {
            std::vector<double> samples;
            for (int k = 0; k < size; ++k) samples.push_back(waiting(chance));
            const Estimate e = estimate(samples);
            if (e.low <= truth && truth <= e.high) ++holds;
        }
        CAPTURE(size);
        CHECK(holds > 0.94 * trials);
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
