// Prices on a device, computed by hand for one of round numbers, and the model of Czechowski et al. 2012 for it.
#include <doctest/doctest.h>

#include "bsp_fft/machine/measurements.hpp"
#include "bsp_fft/predict/models.hpp"
#include "bsp_fft/schedule/builders.hpp"
#include "bspfft/error.hpp"
#include "bspfft/machine.hpp"
#include "tests/machine/example.hpp"

using namespace bspfft;
using doctest::Approx;

namespace {

constexpr Index count = 1 << 18;
constexpr double numbers = count, bytes = 16 * numbers;

// One superstep: a batch of transforms on the device.
Schedule batch(Memory memory, Index p = 1, Index size = count)
{
    ScheduleOptions options;
    options.kernel = Kernel::cuda;
    options.order = BlockOrder::tiles;
    options.memory = memory;
    return free_cut_schedule({{size / 1024, 1024}, {false, true}}, p, options);
}

Schedule cube(Memory memory, Kernel kernel = Kernel::cuda)
{
    ScheduleOptions options;
    options.kernel = kernel;
    options.order = BlockOrder::tiles;
    options.memory = memory;
    return free_cut_schedule({{64, 64, 64}, {true, true, true}}, 1, options);
}

}  // namespace

TEST_CASE("a pass on a device takes its launch and its numbers; arrays on the host are copied to it and from it")
{
    const Machine machine = example_machine_with_device();
    const Schedule on_device = batch(Memory::device);
    REQUIRE(on_device.supersteps().size() == 1);
    CHECK(on_device.memory() == Memory::device);
    const Price there = predict(Model::calibrated, machine, on_device).total();
    CHECK(there.compute == Approx(5e-6 + numbers * 10e-12));
    CHECK(there.pcie == 0);
    CHECK(there.total() == there.compute);
    const Price through = predict(Model::calibrated, machine, batch(Memory::host)).total();
    CHECK(through.compute == there.compute);
    CHECK(through.pcie == Approx(10e-6 + bytes / 1e10 + 20e-6 + bytes / 5e9));
    CHECK(through.total() == Approx(through.compute + through.pcie));
    CHECK(through.low == Approx(through.total()));
    CHECK(through.high == Approx(through.total()));
}

TEST_CASE("a large batch on the host goes through the device in slices: the longest of copies and computing counts")
{
    Machine machine = example_machine_with_device();
    // 64 MiB in slices of 8
    const double all = 1 << 22, slices = 8, computing = 5e-6 + all * 10e-12;
    const auto price = [&] { return predict(Model::calibrated, machine, batch(Memory::host, 1, 1 << 22)).total(); };
    const double slower = 20e-6 + 16 * all / 5e9;
    CHECK(price().compute == 0);
    CHECK(price().pcie == Approx(slower + (slower + computing) / slices));
    const auto exactly = [](double value) { return Estimate{value, value, value}; };
    machine.device->copies.push_back({CopyDirection::both, HostMemory::pinned, exactly(1e-6), exactly(4e9)});
    const double both = 1e-6 + 16 * all / 4e9;
    CHECK(price().pcie == Approx(both + (both + computing) / slices));
    machine.device->copies.back().bytes_per_second = exactly(1e15);
    CHECK(price().pcie == Approx(computing + 2 * (1e-6 + 16 * all / 1e15) / slices));
    CHECK(predict(Model::calibrated, machine, batch(Memory::device, 1, 1 << 22)).total().compute == Approx(computing));
}

TEST_CASE("processes share a device: each has a part of the numbers, and all of them take turns but for launches")
{
    Machine machine = example_machine_with_device();
    const Price two = predict(Model::calibrated, machine, batch(Memory::host, 2)).total();
    CHECK(two.compute == Approx(5e-6 + numbers * 10e-12));
    CHECK(two.pcie == Approx(2 * 20e-6 + bytes / 5e9));
    // of a small array launches are all
    machine.kernels.push_back({{"cuda", Access::in_place, 8, {1024}}, 1 << 10, 1, {3e-9, 3e-9, 3e-9}});
    const auto compute = [&](Index p, Index size) {
        return predict(Model::calibrated, machine, batch(Memory::device, p, size)).total().compute;
    };
    CHECK(compute(4, 1 << 12) == Approx(compute(1, 1 << 10)));
    // between 2^10 and 2^20
    const double rate = 0.4 * 3e-9 + 0.6 * 10e-12;
    CHECK(compute(4, count) == Approx(4 * (5e-6 + numbers / 4 * rate) - 3 * (5e-6 + 1024 * 3e-9)));
}

TEST_CASE("between two passes on a device packets are gathered and scattered there, and no put is charged")
{
    const Machine machine = example_machine_with_device();
    ScheduleOptions options;
    options.kernel = Kernel::cuda;
    options.order = BlockOrder::tiles;
    options.memory = Memory::device;
    const Schedule schedule = free_cut_schedule(count, 2, options);
    REQUIRE(schedule.supersteps().size() == 2);
    const Price price = predict(Model::calibrated, machine, schedule).total();
    const double pass = 5e-6 + numbers * 10e-12 + 2 * 2 * bytes / 1e12;
    CHECK(price.compute == Approx(2 * pass));
    CHECK(price.communicate == 0);
    CHECK(price.pcie == 0);
    CHECK(price.sync > 0);
}

TEST_CASE("passes of one kind are priced by what was measured of it: several axes, columns together, packets")
{
    Machine machine = example_machine_with_device();
    const auto add = [&](const char* kernel, Access access, double seconds) {
        machine.kernels.push_back({{kernel, access, 8, {64}}, count, 1, {seconds, seconds, seconds}});
    };
    add("cuda 3 axes", Access::in_place, 30e-12);
    add("cuda strided", Access::in_place, 20e-12);
    add("cuda gathered", Access::in_place, 40e-12);
    add("cuda", Access::to_packets, 50e-12);
    add("cuda", Access::from_packets, 60e-12);
    const auto compute = [&](const Problem& problem, Index p, Memory memory = Memory::device) {
        ScheduleOptions options;
        options.kernel = Kernel::cuda;
        options.order = BlockOrder::tiles;
        options.memory = memory;
        options.whole_axes = true;
        return predict(Model::calibrated, machine, free_cut_schedule(problem, p, options)).total().compute;
    };
    CHECK(compute({{64, 64, 64}, {true, true, true}}, 1) == Approx(5e-6 + numbers * 30e-12));
    CHECK(compute({{512, 512}, {true, true}}, 1) == Approx(5e-6 + numbers * 10e-12));
    CHECK(compute({{64, 4096}, {true, false}}, 1) == Approx(5e-6 + numbers * 20e-12));
    CHECK(compute({{64, 64, 64}, {false, true, false}}, 1) == Approx(5e-6 + numbers * 40e-12));
    const double both = 2 * 5e-6 + numbers * 110e-12;
    CHECK(compute({{count}, {true}}, 2) == Approx(both));
    // what goes through the host is packed there
    const auto size = static_cast<Index>(bytes);
    CHECK(compute({{count}, {true}}, 2, Memory::host) == Approx(both + machine.copy_seconds(size, size, 2).value));
}

TEST_CASE("messages and memory: the same copies, and the device's own peak or memory, whichever takes longer")
{
    Machine machine = example_machine_with_device();
    const Schedule schedule = batch(Memory::host);
    const Prediction calibrated = predict(Model::calibrated, machine, schedule);
    CHECK(predict(Model::loggp, machine, schedule).total().pcie == calibrated.total().pcie);
    const Price memory = predict(Model::memory, machine, schedule).total();
    CHECK(memory.pcie == calibrated.total().pcie);
    CHECK(memory.compute == Approx(2 * bytes / 1e12));
    machine.device->peak = 1e9;
    CHECK(predict(Model::memory, machine, schedule).total().compute == Approx(5 * numbers * 10 / 1e9));
}

TEST_CASE("a machine file without a device predicts nothing for one, and says what to do")
{
    const Machine machine = example_machine();
    CHECK_THROWS_WITH_AS(predict(Model::calibrated, machine, batch(Memory::device)),
                         doctest::Contains("the machine file says nothing of a device"), Error);
    CHECK_THROWS_WITH_AS(predict(Model::memory, machine, batch(Memory::device)),
                         doctest::Contains("the machine file says nothing of a device"), Error);
    // others have no copies
    CHECK(predict(Model::calibrated, machine, free_cut_schedule(1 << 12, 2)).total().pcie == 0);
}

TEST_CASE("a projected system has the device that was measured, and its own number of nodes and network")
{
    ProjectedSystem system;
    system.processors = 1000;
    system.peak = 1;
    system.memory_bandwidth = 1;
    system.fast_memory = 1;
    system.link_bandwidth = 7e9;
    const ProjectedSystem changed = with_device(system, example_machine_with_device());
    CHECK(changed.processors == 1000);
    CHECK(changed.link_bandwidth == 7e9);
    CHECK(changed.peak == 1e16);
    CHECK(changed.memory_bandwidth == 1e12);
    CHECK(changed.fast_memory == 1 << 25);
    // 10 ps a number, while 10 bytes go through memory, of 16 a word
    CHECK(changed.cache_constant == Approx(10.0 / 16));
    constexpr double large = 1 << 30;
    CHECK(*changed.pcie_bandwidth == Approx(large / (20e-6 + large / 5e9)));
    CHECK_THROWS_AS(with_device(system, example_machine()), Error);
}

TEST_CASE("the paper's T_mem, T_PCIe and T_net of a cube on this machine's device; of nothing else")
{
    const Machine machine = example_machine_with_device();
    const std::optional<ProjectedTimes> there = projected_here(machine, cube(Memory::device));
    REQUIRE(there);
    const double points = 64 * 64 * 64;
    CHECK(there->memory == Approx(3 * 10e-12 * points));
    CHECK(there->pcie == 0);
    CHECK(there->network == 0);
    const std::optional<ProjectedTimes> through = projected_here(machine, cube(Memory::host));
    REQUIRE(through);
    CHECK(through->pcie == Approx(2 * 16 * points / *with_device({1, 1, 1, 1, 1, {}}, machine).pcie_bandwidth));
    CHECK_FALSE(projected_here(machine, cube(Memory::host, Kernel::simd)));
    CHECK_FALSE(projected_here(machine, batch(Memory::host)));
    CHECK_FALSE(projected_here(example_machine(), cube(Memory::device)));
}
