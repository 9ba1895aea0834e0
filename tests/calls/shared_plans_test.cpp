// Plans of equal requests share what they hold: threads, ledgers, and what is kept when they are destroyed.
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "bspfft/fft.h"

namespace {

using Index = std::int64_t;

bspfft_request vector_of(Index n)
{
    bspfft_request request{};
    request.size = sizeof request;
    request.dimensions = 1;
    request.length[0] = n;
    request.threads = 1;
    return request;
}

}  // namespace

TEST_CASE("threads execute one plan of a few numbers, and plans of one kind, at the same time")
{
    for (const Index n : {8, 31, 1009}) {
        CAPTURE(n);
        const bspfft_request request = vector_of(n);
        bspfft_plan *one = nullptr, *other = nullptr;
        REQUIRE(bspfft_plan_request(&one, &request, 0) == BSPFFT_OK);
        REQUIRE(bspfft_plan_request(&other, &request, 0) == BSPFFT_OK);
        const auto size = static_cast<std::size_t>(2 * n);
        std::vector<double> x(size), y(size);
        for (std::size_t i = 0; i < size; ++i) x[i] = static_cast<double>(i * i % 19);
        REQUIRE(bspfft_execute_on(one, BSPFFT_FORWARD, x.data(), y.data()) == BSPFFT_OK);
        std::atomic<int> wrong{0};
        std::vector<std::thread> threads;
        for (int t = 0; t < 4; ++t) {
            threads.emplace_back([&, t] {
                std::vector<double> mine(size);
                for (int i = 0; i < 50; ++i) {
                    bspfft_execute_on(t % 2 == 0 ? one : other, BSPFFT_FORWARD, x.data(), mine.data());
                    wrong += mine == y ? 0 : 1;
                }
            });
        }
        for (std::thread& thread : threads) thread.join();
        CHECK(wrong == 0);
        bspfft_plan_destroy(one);
        bspfft_plan_destroy(other);
    }
}

TEST_CASE("what a destroyed plan held is kept within the limit, and released")
{
    bspfft_release();
    REQUIRE(bspfft_kept_bytes() == 0);
    const bspfft_request request = vector_of(4096);
    bspfft_plan* plan = nullptr;
    REQUIRE(bspfft_plan_request(&plan, &request, 0) == BSPFFT_OK);
    const std::int64_t bytes = bspfft_bytes(plan);
    CHECK(bytes > 0);
    CHECK(bspfft_kept_bytes() == 0);
    bspfft_plan* again = nullptr;
    REQUIRE(bspfft_plan_request(&again, &request, 0) == BSPFFT_OK);
    bspfft_plan_destroy(plan);
    CHECK(bspfft_kept_bytes() == 0);
    bspfft_plan_destroy(again);
    CHECK(bspfft_kept_bytes() == bytes);
    bspfft_set_kept_limit(bytes);  // one of sixteen may have a sixteenth of it
    CHECK(bspfft_kept_bytes() == 0);
    bspfft_set_kept_limit(0);
    for (Index n = 2000; n < 2040; ++n) {
        const bspfft_request next = vector_of(n);
        REQUIRE(bspfft_plan_request(&plan, &next, 0) == BSPFFT_OK);
        bspfft_plan_destroy(plan);
    }
    CHECK(bspfft_kept_bytes() > 0);
    CHECK(bspfft_kept_bytes() < 17 * 20 * 2040 * 16);
    bspfft_release();
    CHECK(bspfft_kept_bytes() == 0);
}

TEST_CASE("one plan of a few numbers keeps a ledger, and another of the same kind none")
{
    const bspfft_request request = vector_of(16);
    bspfft_plan *one = nullptr, *other = nullptr;
    REQUIRE(bspfft_plan_request(&one, &request, 0) == BSPFFT_OK);
    REQUIRE(bspfft_plan_request(&other, &request, 0) == BSPFFT_OK);
    double x[32] = {1}, y[32] = {}, z[32] = {};
    REQUIRE(bspfft_account(one, 1) == BSPFFT_OK);
    REQUIRE(bspfft_execute_on(one, BSPFFT_FORWARD, x, y) == BSPFFT_OK);
    REQUIRE(bspfft_execute_on(other, BSPFFT_FORWARD, x, z) == BSPFFT_OK);
    bspfft_superstep row{};
    row.size = sizeof row;
    std::int64_t rows = 0;
    REQUIRE(bspfft_ledger(one, 0, &row, 1, &rows) == BSPFFT_OK);
    CHECK(rows == 1);
    CHECK(row.flops == bspfft_flops(one));
    CHECK(row.compute_seconds > 0);
    CHECK(y[30] == 1);
    CHECK(std::equal(y, y + 32, z));
    REQUIRE(bspfft_ledger(other, 0, &row, 1, &rows) == BSPFFT_OK);
    CHECK(row.compute_seconds == 0);
    bspfft_plan_destroy(one);
    bspfft_plan_destroy(other);
}

TEST_CASE("a call goes on while a plan of the same processes gives up what it shared")
{
    bspfft_request request = vector_of(1 << 20);
    request.threads = 2;
    bspfft_plan* plan = nullptr;
    REQUIRE(bspfft_plan_request(&plan, &request, 0) == BSPFFT_OK);
    REQUIRE(bspfft_processes(plan) == 2);
    REQUIRE(bspfft_account(plan, 1) == BSPFFT_OK);  // with a transform of its own
    request.length[0] = 1 << 16;
    std::vector<double> x(2 << 16), y(2 << 16);
    CHECK(bspfft_call(&request, x.data(), y.data()) == BSPFFT_OK);
    bspfft_plan_destroy(plan);
}

TEST_CASE("a plan counts its own executions alone, with seconds or without")
{
    const bspfft_request request = vector_of(16);
    bspfft_plan *one = nullptr, *other = nullptr;
    REQUIRE(bspfft_plan_request(&one, &request, 0) == BSPFFT_OK);
    REQUIRE(bspfft_plan_request(&other, &request, 0) == BSPFFT_OK);
    std::vector<double> x(32), y(32);
    const auto flops = [](const bspfft_plan* plan) {
        bspfft_superstep row{};
        row.size = sizeof row;
        Index count = 0;
        REQUIRE(bspfft_ledger(plan, -1, &row, 1, &count) == BSPFFT_OK);
        return row.flops;
    };
    for (const int on : {0, 1}) {
        REQUIRE(bspfft_account(one, on) == BSPFFT_OK);
        for (int i = 0; i < 3; ++i) {
            REQUIRE(bspfft_execute_on(one, BSPFFT_FORWARD, x.data(), y.data()) == BSPFFT_OK);
            REQUIRE(bspfft_execute_on(other, BSPFFT_FORWARD, x.data(), y.data()) == BSPFFT_OK);
        }
        CHECK(flops(one) > 0);
    }
    CHECK(flops(other) == 0);
    bspfft_plan_destroy(one);
    bspfft_plan_destroy(other);
}
