// The memory-aware model against the paper's own parameters, and against those that its published figures
// imply.
#include "bsp_fft/papers/projection.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "bspfft/error.hpp"
#include "tests/csv.hpp"

using namespace bspfft;
using doctest::Approx;

namespace {

constexpr double side = 21000;

// Table 1 in 2010.
ProjectedSystem hopper() { return {4e15 / 50.4e9, 4e15, 21.3e9, 6e6, 10e9, {}, 6.3}; }

}  // namespace

TEST_CASE(
    "every configuration of Figure 5: literal, unrounded, and with the constants that the figure implies")
{
    const Csv rows(DATA "exascale_vectors.csv");
    CHECK(rows.size() == 4);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        CAPTURE(rows.text(row, "config"));
        const auto value = [&](const char* column) { return Approx(rows.number(row, column)).epsilon(1e-9); };
        const auto given = [&](const char* column) { return rows.number(row, column); };
        const double link = given("beta_link_Bps");
        const ProjectedSystem gpu{given("P_GPU"), 4e18, given("beta_GPU_Bps"), 86.4e6,
                                  link,           {},   6.3 * given("Y_GPU")};
        const ProjectedSystem cpu{given("P_CPU1"),     4e18, given("beta_CPU_Bps"), 192e6, link, {},
                                  6.3 * given("Y_CPU")};
        const ProjectedNetwork torus = ProjectedNetwork::torus(3);

        const ProjectedTimes g = project(side, gpu, torus), c1 = project(side, cpu, torus);
        CHECK(g.memory == value("tmG"));
        CHECK(g.network == value("tnG"));
        CHECK(g.network / g.memory == value("ratio"));
        CHECK(flops_3d(side) / g.in_sequence() / 1e15 == value("PF"));
        CHECK(flops_3d(side) / g.overlapped() / 1e15 == value("PFov"));
        CHECK(100 * flops_3d(side) / g.in_sequence() / gpu.peak == value("frac"));
        CHECK(g.in_sequence() / c1.in_sequence() == value("sp"));
        CHECK(c1.memory == value("tmC1"));
        CHECK(c1.network == value("tnC1"));
        CHECK(c1.network / g.network == value("netfrac"));
        CHECK(cpu.processors / gpu.processors == value("PR"));
        CHECK(g.flops == value("tflops"));

        const ProjectedSystem cpu2 = match(side, cpu, torus, Overlap::none, g.in_sequence());
        const ProjectedTimes c2 = project(side, cpu2, torus);
        CHECK(cpu2.processors / 1e3 == value("P2"));
        CHECK(cpu2.peak / 1e18 == value("peak2"));
        CHECK(c2.memory == value("tm2"));
        CHECK(c2.network == value("tn2"));
        const ProjectedSystem cpu3 = match(side, cpu, torus, Overlap::full, g.overlapped());
        const ProjectedTimes c3 = project(side, cpu3, torus);
        CHECK(cpu3.processors / 1e3 == value("P3"));
        CHECK(cpu3.processors / gpu.processors == value("r3"));
        CHECK(c3.memory == value("tm3"));
        CHECK(c3.network == value("tn3"));
    }
}

TEST_CASE("the unrounded configuration is what Table 1's growth makes of 2010")
{
    const Csv rows(DATA "exascale_vectors.csv");
    REQUIRE(rows.text(2, "config") == "literal_unrounded");
    TechnologyTrend trend;
    trend.peak = {1000, 10};  // "4 EF/s", where a doubling each year would give 4.096
    const ProjectedSystem cpu = grown(hopper(), trend, 10);
    CHECK(cpu.peak == Approx(4e18).epsilon(1e-12));
    CHECK(cpu.processors == Approx(rows.number(2, "P_CPU1")).epsilon(1e-9));
    CHECK(cpu.memory_bandwidth == Approx(rows.number(2, "beta_CPU_Bps")).epsilon(1e-9));
    CHECK(cpu.link_bandwidth == Approx(rows.number(2, "beta_link_Bps")).epsilon(1e-9));
    CHECK(cpu.fast_memory == Approx(192e6).epsilon(1e-12));
}

TEST_CASE("Figure 6: T_mem/T_net falls on a 3-D torus, is balanced on a 4-D one, and grows beyond, from 2010 "
          "to 2020")
{
    const auto ratio = [](double years, ProjectedNetwork network) {
        const ProjectedSystem system = grown(hopper(), {}, years);
        // weak scaling from 4096^3
        const double n = 4096 * std::cbrt(system.processors / hopper().processors);
        const ProjectedTimes times = project(n, system, network);
        return times.memory / times.network;
    };
    const auto change = [&](ProjectedNetwork network) { return ratio(10, network) / ratio(0, network); };
    CHECK(change(ProjectedNetwork::torus(3)) == Approx(0.867).epsilon(1e-3));
    CHECK(change(ProjectedNetwork::torus(4)) == Approx(1.100).epsilon(1e-3));
    CHECK(change(ProjectedNetwork::torus(5)) == Approx(1.268).epsilon(1e-3));
    CHECK(change(ProjectedNetwork::ideal_torus()) == Approx(1.395).epsilon(1e-3));
    CHECK(ratio(10, ProjectedNetwork::torus(3)) < 1);
}

TEST_CASE("a full network is the fastest, and an ideal torus P^(1/6) times faster than its bisection")
{
    const ProjectedSystem cpu = grown(hopper(), {}, 10);
    const double full = project(side, cpu, ProjectedNetwork::full()).network;
    const double ideal = project(side, cpu, ProjectedNetwork::ideal_torus()).network;
    const double torus = project(side, cpu, ProjectedNetwork::torus(3)).network;
    CHECK(full < ideal);
    CHECK(torus / ideal == Approx(std::pow(cpu.processors, 1.0 / 6)));
}

TEST_CASE(
    "shuffle and PCIe are counted beside the rest; the memory term grows with the logarithm for small caches")
{
    ProjectedSystem system = hopper();
    const ProjectedTimes without = project(2048, system, ProjectedNetwork::full());
    CHECK(without.pcie == 0);
    // twice a load and a store of each point, where the FFT takes 3 A
    CHECK(without.shuffle / without.memory == Approx(4 / (3 * 6.3)));
    system.pcie_bandwidth = system.memory_bandwidth;
    CHECK(project(2048, system, ProjectedNetwork::full()).pcie == Approx(1.5 * without.shuffle));
    system.fast_memory = 16 * 64;
    CHECK(project(4096, system, ProjectedNetwork::full()).memory /
              project(4096, hopper(), ProjectedNetwork::full()).memory ==
          Approx(2));  // log_64 4096
    CHECK(system.memory_balance() == Approx(50.4 / 21.3));
    CHECK(system.link_balance() == Approx(5.04));
}

TEST_CASE("a matched system takes just the time, with or without overlap, and computing is never faster than "
          "the peak")
{
    for (const Overlap overlap : {Overlap::none, Overlap::full}) {
        for (const double seconds : {1e-3, 1.0, 1e4}) {
            const ProjectedSystem found = match(side, hopper(), ProjectedNetwork::torus(3), overlap, seconds);
            CHECK(total(project(side, found, ProjectedNetwork::torus(3)), overlap) ==
                  Approx(seconds).epsilon(1e-12));
            CHECK(found.peak / found.processors == Approx(50.4e9));
        }
    }
    ProjectedSystem slow = hopper();
    slow.peak = 1e9;
    const ProjectedTimes times = project(side, slow, ProjectedNetwork::full());
    CHECK(times.overlapped() == times.flops);
    CHECK(times.in_sequence() == times.flops + times.network);
}

TEST_CASE("invalid systems are refused")
{
    using doctest::Contains;
    ProjectedSystem system = hopper();
    system.memory_bandwidth = 0;
    CHECK_THROWS_WITH_AS(project(side, system, ProjectedNetwork::full()), Contains("memory bandwidth is 0"),
                         Error);
    system = hopper();
    system.processors = -5;
    CHECK_THROWS_WITH_AS(project(side, system, ProjectedNetwork::full()),
                         Contains("number of processors is -5"), Error);
    CHECK_THROWS_WITH_AS(project(1, hopper(), ProjectedNetwork::full()), Contains("smallest cube has 2"),
                         Error);
    CHECK_THROWS_WITH_AS(ProjectedNetwork::torus(0), Contains("dimensions of the torus is 0"), Error);
    CHECK_THROWS_WITH_AS(match(side, hopper(), ProjectedNetwork::full(), Overlap::none, 0),
                         Contains("time to match"), Error);
}
