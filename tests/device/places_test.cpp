// The maps of the kernel cuda, made without a device: where elements are, and how few sweeps there are.
#include <doctest/doctest.h>

#include <set>

#include "bsp_fft/gpu/device_places.hpp"
#include "bsp_fft/schedule/builders.hpp"

using namespace bspfft;

namespace {

ScheduleOptions for_device()
{
    ScheduleOptions options;
    options.kernel = Kernel::cuda;
    options.order = BlockOrder::tiles;
    options.whole_axes = true;
    options.lanes = 32;
    return options;
}

Problem complex_problem(std::vector<Index> shape)
{
    std::vector<bool> all(shape.size(), true);
    return {std::move(shape), std::move(all)};
}

DeviceCalls only_calls(const Problem& problem)
{
    const std::vector<Pass> passes = passes_of(free_cut_schedule(problem, 1, for_device()), 0);
    REQUIRE(passes.size() == 1);
    return device_calls_of(device_places_of(passes.front()), 8, true);
}

// A packet's row has group by group of lanes, and in each group one column after the other.
Index place_of(const DeviceSide::Receiver& to, Index lanes, Index width, Index column, Index row)
{
    const Index group = row / lanes, height = std::min(lanes, to.rows - group * lanes);
    return 2 * (to.first + column / lanes * to.tile_length + group * lanes * width + column % lanes * height) +
           row % lanes;
}

}  // namespace

TEST_CASE("on one process a vector and a cube are one call that reads and writes the array itself")
{
    for (const auto& shape : {std::vector<Index>{1 << 20}, {64, 64, 64}, {12, 35}}) {
        const DeviceCalls calls = only_calls(complex_problem(shape));
        CHECK(calls.reads_source);
        CHECK(calls.writes_target);
        CHECK(calls.places.size() == 1);
        CHECK(calls.transform.batch == 1);
        CHECK(calls.transform.rank == static_cast<int>(shape.size()));
        CHECK(calls.transform.in_stride == 1);
    }
}

TEST_CASE("a batch is one call")
{
    const DeviceCalls calls = only_calls({{7, 60}, {false, true}});
    CHECK(calls.reads_source);
    CHECK(calls.writes_target);
    CHECK(calls.transform.batch == 7);
    CHECK(calls.transform.in_distance == 60);
}

TEST_CASE("axes in between are few calls, or one through a work array")
{
    const Problem few{{4, 6, 5}, {false, true, false}}, many{{40, 6, 50}, {false, true, false}};
    CHECK(only_calls(few).places.size() == 4);
    const DeviceCalls calls = only_calls(many);
    CHECK(calls.places.size() == 1);
    CHECK(!calls.reads_source);
    CHECK(!calls.writes_target);
}

TEST_CASE("every element of a packet lands where its receiver looks for it, and none twice")
{
    for (const auto& shape : {std::vector<Index>{64 * 9}, {36, 40}, {35 * 4}}) {
        constexpr Index p = 4;
        const Schedule schedule = free_cut_schedule(complex_problem(shape), p, for_device());
        std::vector<std::set<Index>> sent(p), wanted(p);
        for (Index s = 0; s < p; ++s) {
            const std::vector<Pass> passes = passes_of(schedule, s);
            REQUIRE(passes.size() == 2);
            const DeviceSide to = device_places_of(passes[0]).to;
            for (Index c = 0; c < to.count; ++c) {
                const Index width = std::min(to.lanes, to.count - c / to.lanes * to.lanes);
                for (std::size_t r = 0; r < to.receiver_of.size(); ++r) {
                    const auto& receiver = to.receivers[static_cast<std::size_t>(to.receiver_of[r])];
                    const Index place = place_of(receiver, to.lanes, width, c, to.number_of[r]);
                    CHECK(sent[static_cast<std::size_t>(receiver.process)].insert(place).second);
                }
            }
            const DeviceSide from = device_places_of(passes[1]).from;
            for (const bspfft_device_landed& landed : from.landed) {
                for (Index row = 0; row < from.count; ++row) {
                    const DeviceSide::Receiver here{s, from.count, 0, landed.tile};
                    const Index lane = landed.lane;
                    wanted[static_cast<std::size_t>(s)].insert(place_of(here, from.lanes, landed.width, lane, row));
                }
            }
        }
        CHECK(sent == wanted);
    }
}
