// The public interface of probe, machine file and models, on the library that users link.
#include <doctest/doctest.h>

#include <filesystem>

#include <unistd.h>

#include "bspfft/bspfft.hpp"
#include "tests/bsplib/spmd.hpp"

using namespace bspfft;

namespace {

Machine probed;  // by process 0

void probe_here()
{
    Machine mine = probed;
    probe_section(mine, {0.05, {8, 4}, ProbeOptions::Extent::all});
    EXPECT(mine.p == static_cast<Index>(bsp_nprocs()));
    bsp_sync();
    if (bsp_pid() == 0) probed = mine;
}

void probe_strange_numbers()
{
    Machine mine;
    bool refused = false;
    try {
        probe_section(mine, {0.05, {2}, ProbeOptions::Extent::all});
    } catch (const Error& e) {
        refused = e.status() == Status::invalid_argument;
    }
    EXPECT(refused);
}

}  // namespace

TEST_CASE("a program probes its machine, keeps what it found, and predicts from it in both precisions")
{
    probed = this_machine();
    CHECK(on(1, probe_here) == "");
    CHECK(on(2, probe_here) == "");
    conclude_probe(probed);
    CHECK(probed.cpu != "");
    CHECK(probed.alpha.value > 0);
    const std::string path =
        (std::filesystem::temp_directory_path() / ("bspfft_probe_" + std::to_string(::getpid()))).string();
    write_machine(path, probed);
    const Machine machine = read_machine(path);
    std::filesystem::remove(path);
    CHECK(difference_from(machine, probed.cpu, probed.runtime) == "");
    for (const Index bytes_per_real : {4, 8}) {
        const Schedule schedule = free_cut_schedule(1 << 12, 2, {Exchange::hpput, bytes_per_real});
        for (const Prediction& prediction :
             {CalibratedModel(machine).price(schedule),
              LogGPModel(machine).price(schedule)}) {
            const Price price = prediction.total();
            CHECK(price.compute > 0);
            CHECK(price.communicate > 0);
            CHECK(price.low <= price.total());
            CHECK(price.total() <= price.high);
        }
    }
    // every shape: points in place, of lengths and of radices
    for (const Index bytes_per_real : {4, 8}) {
        for (const bool apart : {false, true})
            CHECK(machine.knows({"simd", Access::in_place, bytes_per_real, 64, apart}));
    }
    CHECK(machine.lengths.size() == 22);
    CHECK(machine.radices.size() == 26);
    CHECK(machine.length_factor(1 << 13, 2).value == 1);
    for (const Index length : {3, 1000, 17 * 19, 1000003}) {
        CHECK(machine.length_factor(length, 2).value > 0.2);
        CHECK(machine.length_factor(length, 2).value < 50);
    }
    // Bluestein's convolution in the cache costs three transforms; a tiny probe may be disturbed
    CHECK(machine.length_factor(1009, 1).value > 1.2);
    CHECK(machine.one_lane_factor(1).value > 1.2);
    ScheduleOptions options;
    options.exchange = Exchange::hpput;
    for (const Schedule& schedule :
         {free_cut_schedule(Problem{{1000, 64}, {false, true}}, 2, options), free_cut_schedule(3003, 2, options),
          bluestein_schedule(Problem{{1009}, {true}}, 2, options),
          pencils_schedule(Problem{{30, 28, 26}, {true, true, true}}, 2, options)}) {
        const Price price = CalibratedModel(machine).price(schedule).total();
        CHECK(price.compute > 0);
        CHECK(price.total() < 1);
    }
    const Predictions all = predict_all(machine, textbook_schedule(1 << 12, 2, {Exchange::put}));
    CHECK(all.counted.total().total() > 0);
}

TEST_CASE("any number of processes can be probed")
{
    probed = this_machine();
    CHECK(on(3, probe_here) == "");
    conclude_probe(probed);
    CHECK(probed.knows({"simd", Access::to_packets, 8, 64}));
    const Price price = CalibratedModel(probed).price(free_cut_schedule(3 * 3 * 256, 3)).total();
    CHECK(price.compute > 0);
    CHECK(price.communicate > 0);
}

TEST_CASE("an unknown precision is refused on all processes alike")
{
    CHECK(on(2, probe_strange_numbers) == "");
}
