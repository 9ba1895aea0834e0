// Forward and inverse of one plan, one right after the other: a process that is done with the first begins the second
// while others still read what has landed.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "bspfft/bspfft.hpp"
#include "tests/bsplib/spmd.hpp"

namespace {

using namespace bspfft;

std::vector<Index> shape;
PlanOptions options;

double value_of(Index j) { return static_cast<double>(j * j * 7 % 31) - 15; }

// Five times forward and inverse, with no other synchronisation; the array is the same afterwards.
template <class TypedPlan>
void restores_its_array()
{
    TypedPlan plan(shape, options);
    const Layout& layout = plan.layout_in();
    const auto s = static_cast<Index>(bsp_pid());
    for (Index i = 0; i < layout.local_span(s); ++i) {
        const Index j = layout.global(s, i);
        if (j >= 0) plan.input()[i] = value_of(j);
    }
    for (int times = 0; times < 5; ++times) {
        plan.forward();
        plan.inverse();
    }
    double largest = 0;
    for (Index i = 0; i < layout.local_span(s); ++i) {
        const Index j = layout.global(s, i);
        if (j >= 0) largest = std::max(largest, std::abs(plan.input()[i] - value_of(j)));
    }
    EXPECT(largest < 1e-10);
}

}  // namespace

TEST_CASE("forward and inverse may follow each other at once, also where their packets have other lengths")
{
    for (const std::vector<Index>& one :
         {std::vector<Index>{16, 7, 2}, {16, 3, 2}, {16, 64}, {16, 1000}, {64}, {9, 5, 2}, {4, 5, 2}, {12, 16, 1}}) {
        for (const unsigned p : {2U, 3U, 4U}) {
            shape = one;
            options = {};
            CAPTURE(shape.size());
            CAPTURE(shape.front());
            CAPTURE(p);
            for (const bool keeps : {false, true}) {
                options.keep_input = keeps;
                CHECK(on(p, restores_its_array<RealPlan<double>>) == "");
                CHECK(on(p, restores_its_array<Plan<double>>) == "");
            }
        }
    }
}
