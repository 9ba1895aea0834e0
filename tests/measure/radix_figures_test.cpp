// The table of costs that a probe's figures make.
#include "bsp_fft/machine/measurements.hpp"
#include "bsp_fft/measure/radix_figures.hpp"

#include <doctest/doctest.h>

using namespace bspfft;
using doctest::Approx;

namespace {

RadixPoint point(Index radix, Index active, double nanoseconds)
{
    const double seconds = nanoseconds * 1e-9;
    return {radix, active, {seconds, seconds, seconds}};
}

}  // namespace

TEST_CASE("a machine with nothing measured has the built-in costs")
{
    const RadixCosts costs = measured_costs(Machine());
    CHECK(costs.sweep == radix_costs.sweep);
    CHECK(costs.butterfly[8] == radix_costs.butterfly[8]);
    CHECK(costs.halves == radix_costs.halves);
}

TEST_CASE("measured passes are the sums of the costs that they make")
{
    Machine machine;
    machine.radices = {point(2, 1, 5), point(4, 1, 6), point(8, 1, 8), point(16, 1, 9), point(31, 1, 30),
                       point(2, 2, 50), point(8, 2, 80)};
    const RadixCosts costs = measured_costs(machine);
    CHECK(costs.sweep + costs.butterfly[2] == Approx(5));
    CHECK(costs.sweep + costs.butterfly[4] == Approx(6));
    CHECK(costs.sweep + costs.butterfly[8] == Approx(8));
    CHECK(costs.sweep + costs.halves + 2 * costs.butterfly[4] == Approx(9));
    CHECK(costs.sweep + 31 * costs.generic == Approx(30));
    // the others are the built-in ones, on the scale of what was measured
    const double scale = 5 / (radix_costs.sweep + radix_costs.butterfly[2]);
    CHECK(costs.butterfly[13] == Approx(scale * radix_costs.butterfly[13]));
    CHECK(costs.chirp == Approx(scale * radix_costs.chirp));
    // there is no butterfly that the built-in table does not have
    CHECK(costs.butterfly[6] == 0);
}

TEST_CASE("passes are chosen by the costs given, and by the built-in ones where none are")
{
    Machine machine;
    // two halves are dearer than two passes
    machine.radices = {point(2, 1, 5), point(8, 1, 5.1), point(64, 1, 40)};
    CHECK(radices_of(64).size() == 1);
    CHECK(radices_of(64, measured_costs(machine)).size() == 2);
}
