// What one process does otherwise than the others with a plan that they have: NULL for it, another array.
#include <doctest/doctest.h>

#include <complex>
#include <memory>
#include <string>
#include <vector>

#include "bspfft/bspfft.h"
#include "bspfft/bspfft.hpp"
#include "tests/bsplib/spmd.hpp"
#include "tests/command.hpp"
#include "tests/fft/cube.hpp"

namespace {

using namespace bspfft;

bool is_last() { return bsp_pid() + 1 == bsp_nprocs(); }

bool all_refuse(int status, const std::string& words)
{
    const std::string said = "process " + std::to_string(bsp_nprocs() - 1) + ": " + words;
    const bool right = status == BSPFFT_INVALID_ARGUMENT && bspfft_message() == said;
    if (!right) complain(__FILE__, __LINE__, bspfft_message());
    return right;
}

void double_it(const int64_t[], void*, double value[2])
{
    value[0] *= 2;
    value[1] *= 2;
}

void null_on_the_last()
{
    const bspfft_shape half = real(cube({64})), whole = operator_on(cube({64}), BSPFFT_REAL);
    bspfft_plan* plan = nullptr;
    bspfft_plan* reals = nullptr;
    bspfft_plan* filter = nullptr;
    EXPECT(bspfft_plan_create(&plan, 64, nullptr, nullptr) == BSPFFT_OK);
    EXPECT(bspfft_plan_shape(&reals, &half, nullptr, nullptr, nullptr) == BSPFFT_OK);
    EXPECT(bspfft_plan_shape(&filter, &whole, nullptr, nullptr, nullptr) == BSPFFT_OK);
    const auto mine = [](auto* handle) { return is_last() ? nullptr : handle; };
    EXPECT(all_refuse(bspfft_account(mine(plan), 1), "bspfft_account: the plan is NULL"));
    EXPECT(all_refuse(bspfft_ledger(mine(plan), -1, nullptr, 0, nullptr), "bspfft_ledger: the plan is NULL"));
    EXPECT(all_refuse(bspfft_account(mine(reals), 1), "bspfft_account: the plan is NULL"));
    EXPECT(all_refuse(bspfft_ledger(mine(reals), -1, nullptr, 0, nullptr), "bspfft_ledger: the plan is NULL"));
    EXPECT(all_refuse(bspfft_set_kernel(mine(filter), BSPFFT_CONVOLUTION), "bspfft_set_kernel: the plan is NULL"));
    EXPECT(all_refuse(bspfft_set_kernel(filter, is_last() ? 2 : BSPFFT_CONVOLUTION), "use is 2; it must be 0 to 1"));
    EXPECT(all_refuse(bspfft_apply(mine(filter), double_it, nullptr), "bspfft_apply: the plan is NULL"));
    EXPECT(all_refuse(bspfft_apply(filter, is_last() ? nullptr : double_it, nullptr),
                      "bspfft_apply: the function is NULL"));
    EXPECT(bspfft_apply(filter, double_it, nullptr) == BSPFFT_OK);
    EXPECT(bspfft_execute(plan, BSPFFT_FORWARD) == BSPFFT_OK);
    bspfft_plan_destroy(filter);
    bspfft_plan_destroy(reals);
    bspfft_plan_destroy(plan);
}

using Array = std::vector<std::complex<double>>;

// By put its packets land in the caller's array.
PlanOptions registering()
{
    PlanOptions options;
    options.algorithm = Algorithm::textbook;
    options.exchange = Exchange::put;
    return options;
}

std::string refusal(Index n, Array& x, const PlanOptions& options)
{
    try {
        Plan<double> plan(n, x.data(), options);
        return "no refusal";
    } catch (const Error& e) {
        return e.status() == Status::invalid_argument ? e.what() : "another status";
    }
}

// The transform of an impulse at 1: all elements have the same size, and it is not 0.
bool transforms(Plan<double>& plan)
{
    const auto s = static_cast<Index>(bsp_pid());
    for (Index i = 0; i < plan.local_size(); ++i) plan.input()[i] = plan.layout_in().global(s, i) == 1 ? 1 : 0;
    plan.forward();
    for (Index i = 0; i < plan.local_size(); ++i) {
        const double angle = -2 * 3.14159265358979323846 / static_cast<double>(plan.schedule().n()) *
                             static_cast<double>(plan.layout_out().global(s, i));
        if (std::abs(plan.output()[i] - std::polar(1.0, angle)) > 1e-12) return false;
    }
    return true;
}

void two_plans_on_one_array()
{
    Array x(1024), y(1024);
    auto first = std::make_unique<Plan<double>>(256, x.data(), registering());
    const std::string half = refusal(128, x, registering());
    EXPECT(half.find("; two plans on one array have the same n, or the algorithm fast") != std::string::npos);
    EXPECT(transforms(*first));
    // the same block, whichever is destroyed first
    auto second = std::make_unique<Plan<double>>(256, x.data(), registering());
    EXPECT(transforms(*first));
    EXPECT(transforms(*second));
    first.reset();
    EXPECT(transforms(*second));
    second.reset();
    first = std::make_unique<Plan<double>>(128, x.data(), registering());
    EXPECT(transforms(*first));
    // lands elsewhere
    PlanOptions fast;
    fast.algorithm = Algorithm::fast;
    Plan<double> longer(512, x.data(), fast);
    EXPECT(transforms(longer));
    EXPECT(transforms(*first));
    const std::string other = refusal(128, is_last() ? y : x, registering());
    EXPECT(other.find("the number of an older plan's array that it is is 0 here, but 1 on process") !=
           std::string::npos);
    EXPECT(transforms(*first));
}

}  // namespace

TEST_CASE("NULL on one process is the refusal of all, but for transforms")
{
    CHECK(on(2, null_on_the_last) == "");
    CHECK(on(3, null_on_the_last) == "");
}

TEST_CASE("a transform with NULL on one process ends the program with a line, and does not hang")
{
    for (const char* const p : {"2", "3"}) {
        CAPTURE(std::string(p));
        const Outcome outcome = run({NULL_PLAN, p});
        CAPTURE(outcome.errors);
        CHECK_FALSE(outcome.timed_out);
        CHECK(outcome.status == 1);
        CHECK(outcome.errors.starts_with("bsplib: "));
        CHECK(outcome.errors.find("; all processes must") != std::string::npos);
    }
}

TEST_CASE("plans on one array that one registration cannot serve are refused")
{
    CHECK(on(2, two_plans_on_one_array) == "");
    CHECK(on(4, two_plans_on_one_array) == "");
}
