// The price of vector code: the terms that tiles have, the fit to tiles that were timed, what arrays add, and the cuts
// that the planner chooses by the prices that are built in.
#include <doctest/doctest.h>

#include <limits>
#include <map>
#include <numeric>

#include "bsp_fft/machine/estimate.hpp"
#include "bsp_fft/predict/measured_prices.hpp"
#include "bsp_fft/schedule/builders.hpp"
#include "bsp_fft/schedule/cut_choice.hpp"
#include "tests/machine/example.hpp"

using namespace bspfft;

namespace {

const std::vector<Index> caches{64 << 10, 1 << 20};

double count_of(const char* name, const std::vector<Index>& axes, Index lanes)
{
    const std::vector<std::string> names = term_names(lanes);
    const std::vector<double> counts = term_counts(axes, lanes, 8, caches);
    REQUIRE(counts.size() == names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i] == name) return counts[i];
    }
    FAIL("no term ", name);
    return 0;
}

}  // namespace

TEST_CASE("a tile has the terms of its passes")
{
    // 64 rows are one pass, 8 x 8, without twiddles
    CHECK(count_of("a tile", {64}, 8) == doctest::Approx(1.0 / 64));
    CHECK(count_of("a pass in L1", {64}, 8) == 1);
    CHECK(count_of("through a buffer", {64}, 8) == 1);
    CHECK(count_of("butterfly of 8", {64}, 8) == 2);
    CHECK(count_of("twiddles in L1", {64}, 8) == 0);
    // 4096 rows are two such, in 512 KiB; several axes need no twiddles
    CHECK(count_of("a pass in L1", {4096}, 8) == 0);
    CHECK(count_of("a pass in L2", {2048}, 8) == 2);
    CHECK(count_of("a pass in all of L2", {4096}, 8) == 2);
    CHECK(count_of("twiddles beyond", {4096}, 8) == 1);
    CHECK(count_of("twiddles beyond", {64, 64}, 8) == 0);
    CHECK(count_of("a pass beyond", {16384}, 8) == 3);
    // one column of them is in the nearest cache
    CHECK(count_of("a pass in L1", {4096}, 1) == 2);
    CHECK(count_of("a generic pass", {31}, 8) == 1);
    CHECK(count_of("for each row of it", {31}, 8) == 31);
    CHECK(count_of("a chirp", {1009}, 8) == 1);
    CHECK(count_of("a pass in L2", {1009}, 8) > 4);
}

TEST_CASE("a short vector has the terms of its stages")
{
    CHECK(count_of("a vector", {4096}, 0) == doctest::Approx(1.0 / 4096));
    CHECK(count_of("a stage in L1", {4096}, 0) == 4);
    CHECK(count_of("radix 8", {4096}, 0) == 4);
    CHECK(count_of("in few cache sets", {4096}, 0) == 4);
    CHECK(count_of("in few cache sets", {5000}, 0) == 0);
    CHECK(count_of("a stage in L2", {32768}, 0) == 5);
    CHECK(count_of("in four lanes", {20}, 0) == 2);
    // or of its two sweeps, 4096 and 64
    CHECK(count_of("a vector", {1 << 18}, 0) == 0);
    CHECK(count_of("two sweeps", {1 << 18}, 0) == 1);
    CHECK(count_of("for each doubling above 1 MiB", {1 << 18}, 0) == 2);
    CHECK(count_of("a pass in a sweep", {1 << 18}, 0) == 3);
}

TEST_CASE("a fit finds the terms that times were made of, and none below zero")
{
    const std::vector<double> terms{2, 0, 3, 0.5};
    std::vector<std::vector<double>> rows;
    std::vector<double> wanted;
    for (int i = 0; i < 12; ++i) {
        rows.push_back({1, 1.0 * (i % 3), 1.0 * (i % 4), 1.0 * (i % 5)});
        wanted.push_back(std::inner_product(terms.begin(), terms.end(), rows.back().begin(), 0.0));
    }
    const std::vector<double> found = nonnegative_fit(rows, wanted);
    for (std::size_t i = 0; i < terms.size(); ++i) CHECK(found[i] == doctest::Approx(terms[i]).epsilon(1e-6));
    wanted[0] = 1e-3;  // a time that does not fit the others
    for (const double term : nonnegative_fit(rows, wanted)) CHECK(term >= 0);
}

TEST_CASE("terms that were fitted to some lengths tell what others take")
{
    const Machine machine = example_machine();
    const auto nanoseconds = [&](const std::vector<Index>& axes, Index lanes, Index bytes_per_real = 8) {
        const VectorPrices prices = measured_prices(machine, lanes, bytes_per_real, 1);
        return 1e9 * Pricing(prices).tile_seconds(axes, lanes);
    };
    for (const Index lanes : {0, 4, 8}) {
        CHECK(nanoseconds({1024}, lanes) == doctest::Approx(10).epsilon(0.01));
        CHECK(nanoseconds({27}, lanes) == doctest::Approx(4.5 * std::log2(3)).epsilon(0.01));
    }
    // these were not measured
    CHECK(nanoseconds({243}, 8) == doctest::Approx(7.5 * std::log2(3)).epsilon(0.02));
    CHECK(nanoseconds({45}, 8) == doctest::Approx(3 * std::log2(3) + 2 * std::log2(5)).epsilon(0.02));
    CHECK(nanoseconds({32, 64}, 8) == doctest::Approx(11).epsilon(0.02));
    CHECK(nanoseconds({1024}, 1) == doctest::Approx(40).epsilon(0.01));
    CHECK(nanoseconds({1024}, 16, 4) == doctest::Approx(5).epsilon(0.01));
    CHECK(knows_tiles(machine, 8, 8));
    CHECK_FALSE(knows_tiles(machine, 32, 8));
    CHECK_THROWS_WITH_AS(measured_prices(machine, 32, 8, 1),
                         doctest::Contains("nothing of tiles with reals of 8 bytes; measure again"), Error);
    // the most processes that were measured stand for more
    const VectorPrices many = measured_prices(machine, 8, 8, 64);
    CHECK(Pricing(many).tile_seconds({1024}, 8) == doctest::Approx(1e-8).epsilon(0.01));
    // tiles of four columns were only measured in the caches
    CHECK(nanoseconds({1 << 20}, 4) >= 20);
}

TEST_CASE("what the terms leave at one tile is left at tiles that are made alike")
{
    Machine machine = example_machine();
    for (TilePoint& point : machine.tiles) {
        if (point.lanes == 8 && point.axes == std::vector<Index>{1024}) point.seconds = exactly(12e-9);
    }
    const VectorPrices prices = measured_prices(machine, 8, 8, 1);
    const auto nanoseconds = [&](const std::vector<Index>& axes) {
        return 1e9 * Pricing(prices).tile_seconds(axes, 8);
    };
    CHECK(nanoseconds({1024}) == doctest::Approx(12).epsilon(0.02));
    CHECK(nanoseconds({27}) == doctest::Approx(4.5 * std::log2(3)).epsilon(0.03));
}

TEST_CASE("short vectors one after the other take what their array adds, and a single one does not")
{
    Machine machine = example_machine();
    for (const Index size : {1 << 10, 1 << 20}) {
        const double more = size == 1 << 20 ? 2e-9 : 0;
        machine.kernels.push_back({{"short", Access::in_place, 8, {64}, 1}, size, 1, exactly(6e-9 + more)});
        machine.kernels.push_back({{"short", Access::in_place, 8, {1024}, 1}, size, 1, exactly(10e-9 + more)});
    }
    const VectorPrices prices = measured_prices(machine, 0, 8, 1);
    Pricing pricing(prices);
    const auto array = [&](Index length, Index size) {
        return 1e9 * pricing.of({Access::in_place, {length}, 0}, size).array;
    };
    CHECK(array(64, 1 << 20) == doctest::Approx(2).epsilon(0.05));
    CHECK(array(256, 1 << 15) == doctest::Approx(1).epsilon(0.05));
    CHECK(array(256, 1 << 10) == doctest::Approx(0).scale(1).epsilon(0.05));
    CHECK(array(1 << 15, 1 << 15) == 0);
    // tiles are not among them
    const ArrayPass apart{Access::in_place, {64}, 8, 1};
    const VectorPrices without = measured_prices(example_machine(), 8, 8, 1), with = measured_prices(machine, 8, 8, 1);
    CHECK(Pricing(with).of(apart, 1 << 20).array == Pricing(without).of(apart, 1 << 20).array);
}

TEST_CASE("a tile is read and written at once, or is in one cache or another")
{
    Pricing pricing(built_in_prices(8));
    CHECK(pricing.reach({64}, 8) == Reach::one_pass);
    CHECK(pricing.reach({8, 8}, 8) == Reach::nearest_cache);  // the last pass is not joined
    CHECK(pricing.reach({512}, 8) == Reach::nearest_cache);
    CHECK(pricing.reach({1024}, 8) == Reach::next_cache);
    CHECK(pricing.reach({4096}, 8) == Reach::all_of_next);
    CHECK(pricing.reach({1024}, 1) == Reach::nearest_cache);
    CHECK(pricing.reach({16384}, 8) == Reach::beyond);
    // longer ones take longer, doubling after doubling
    CHECK(pricing.tile_seconds({1 << 17}, 8) > 1.3 * pricing.tile_seconds({1 << 14}, 8));
}

TEST_CASE("a pass by a cut knows its lengths, which columns are neighbours, and how full its lanes are")
{
    const auto cut_of = [](const std::vector<Index>& shape, Index p, const std::vector<Index>& cut) {
        ScheduleOptions options;
        options.cut = cut;
        return free_cut_schedule(Problem{shape, std::vector<bool>(shape.size(), true)}, p, options).program().cut();
    };
    const std::vector<AxisCut> cube = cut_of({64, 64, 64}, 1, {8, 4, 16});
    CHECK(pass_of(cube, Access::to_packets, 8).lengths == std::vector<Index>{8, 4, 16});
    CHECK(pass_of(cube, Access::from_packets, 8).lengths == std::vector<Index>{8, 16, 4});
    CHECK(pass_of(cube, Access::to_packets, 8).neighbours == 4);
    CHECK(pass_of(cube, Access::from_packets, 8).neighbours == 0);
    // 25 neighbours are three tiles, and one of a second line; rows are written anywhere
    const std::vector<AxisCut> square = cut_of({1000, 1000}, 1, {25, 40});
    CHECK(pass_of(square, Access::to_packets, 8).neighbours == 25);
    CHECK(pass_of(cut_of({1000, 1000}, 1, {25, 25}), Access::from_packets, 8).neighbours == 0);
    // lines of 30 are no whole cache lines
    CHECK(pass_of(cut_of({100, 200, 30}, 1, {5, 8, 30}), Access::to_packets, 8).neighbours == 2);
    // process 0 of 2 has 5 of 10 rows
    const ArrayPass rows = pass_of(cut_of({100}, 2, {10}), Access::from_packets, 4);
    CHECK(rows.lanes_per_column == doctest::Approx(8.0 / 5));
}

TEST_CASE("arrays of several axes, short runs and columns apart add what was measured of them")
{
    Machine machine = example_machine();
    for (KernelPoint& point : machine.kernels) {
        if (point.pass.half && point.local_size == 1 << 20) point.seconds = exactly(point.seconds.value + 3e-9);
    }
    const auto add = [&](const std::vector<Index>& axes, Index neighbours, double more) {
        const double stages = std::log2(static_cast<double>(product_of(axes)));
        machine.kernels.push_back(
            {{"simd", Access::to_packets, 8, axes, neighbours}, 1 << 20, 1, exactly(1e-9 * (stages + 10 + more))});
    };
    add({512, 2}, 0, 1 + 8.0 / 2);
    add({128, 8}, 0, 1 + 8.0 / 8);
    add({64, 16}, 4, 1 + 2.5);
    add({32, 32}, 1, 1 + 4);
    const VectorPrices prices = measured_prices(machine, 8, 8, 1);
    Pricing pricing(prices);
    const auto more = [&](const std::vector<Index>& axes, Index neighbours) {
        return 1e9 * pricing.of({Access::to_packets, axes, 8, neighbours}, 1 << 20).array - 10;
    };
    CHECK(more({1024}, 0) == doctest::Approx(0).epsilon(0.1).scale(1));
    CHECK(more({256, 4}, 0) == doctest::Approx(3).epsilon(0.1));
    CHECK(more({64, 16}, 0) == doctest::Approx(1.5).epsilon(0.1));
    CHECK(more({256, 4}, 4) == doctest::Approx(3.5).epsilon(0.1));
    CHECK(more({256, 4}, 1) == doctest::Approx(5).epsilon(0.1));
    // lanes that cross from line to line have both
    CHECK(more({256, 4}, 25) == doctest::Approx(5.5).epsilon(0.1));
    // real data add as much to any pass, and a tile that is half empty takes as long as a full one
    const ArrayPass complex{Access::to_packets, {256, 4}, 8}, real{Access::to_packets, {256, 4}, 8, 0, true};
    const ArrayPass half_empty{Access::to_packets, {256, 4}, 8, 0, false, 2};
    CHECK(1e9 * (pricing.of(real, 1 << 20).array - pricing.of(complex, 1 << 20).array) ==
          doctest::Approx(3).epsilon(0.1));
    CHECK(pricing.of(half_empty, 1 << 20).tile == doctest::Approx(2 * pricing.of(complex, 1 << 20).tile));
    CHECK(pricing.of(half_empty, 1 << 20).array == doctest::Approx(2 * pricing.of(complex, 1 << 20).array));
}

TEST_CASE("tiles within cache lines, real data of several axes and rows between packets add what was measured of them")
{
    Machine machine = example_machine();
    const auto add = [&](Access access, const std::vector<Index>& axes, bool half, Index partial_tiles, double more) {
        const double transforms = access == Access::between_packets ? 2 : 1;
        const double stages = transforms * std::log2(static_cast<double>(product_of(axes)));
        machine.kernels.push_back({{"simd", access, 8, axes, 0, half, 0, partial_tiles}, 1 << 20, 1,
                                   exactly(1e-9 * (stages + 10 + more))});
    };
    add(Access::to_packets, {1024}, false, 64, 3);  // an odd number of columns
    add(Access::to_packets, {32, 32}, true, 0, 7);
    add(Access::between_packets, {32, 32}, false, 0, 2);
    const VectorPrices prices = measured_prices(machine, 8, 8, 1);
    Pricing pricing(prices);
    const auto seconds = [&](const ArrayPass& pass) { return pricing.of(pass, 1 << 20); };
    const ArrayPass plain{Access::to_packets, {512}, 8}, cube{Access::to_packets, {64, 16}, 8};
    ArrayPass odd = plain, real_cube = cube, between{Access::between_packets, {64, 16}, 8};
    odd.shares_lines = real_cube.half = true;
    CHECK(1e9 * (seconds(odd).array - seconds(plain).array) == doctest::Approx(3).epsilon(0.1));
    CHECK(1e9 * (seconds(real_cube).array - seconds(cube).array) == doctest::Approx(7).epsilon(0.1));
    CHECK(1e9 * seconds(between).array == doctest::Approx(12).epsilon(0.1));
    CHECK(seconds(between).tile == doctest::Approx(2 * seconds(cube).tile));
    // where such rows were not measured, they are read as rows and written as columns
    std::erase_if(machine.kernels,
                  [](const KernelPoint& point) { return point.pass.access == Access::between_packets; });
    const VectorPrices without = measured_prices(machine, 8, 8, 1);
    const PassSeconds both = Pricing(without).of({Access::between_packets, {512}, 8}, 1 << 20);
    CHECK(1e9 * both.array == doctest::Approx(10).epsilon(0.1));
    // 125 columns of 16 bytes begin anywhere in a line
    ScheduleOptions options;
    options.cut = {125};
    const Schedule schedule = free_cut_schedule(Problem{{125 * 125}, {true}}, 1, options);
    CHECK(pass_of(schedule.program().cut(), Access::to_packets, 8).shares_lines);
    CHECK_FALSE(pass_of(free_cut_schedule(1 << 20, 1).program().cut(), Access::to_packets, 8).shares_lines);
    // rows of two axes, and neighbours in memory are a batch: each line is written by four tiles
    options.cut = {8, 8, 0};
    const Schedule inner = free_cut_schedule(Problem{{64, 64, 64}, {true, true, false}}, 1, options);
    ArrayPass rows = pass_of(inner.program().cut(), Access::from_packets, 8);
    CHECK(rows.splits_lines);
    const double split = pricing.of(rows, 1 << 18).array;
    rows.splits_lines = false;
    CHECK(split == doctest::Approx(4 * pricing.of(rows, 1 << 18).array));
}

TEST_CASE("the built-in machine has each term, and its prices choose cuts that were found fastest")
{
    for (const Index bytes_per_real : {4, 8}) {
        const VectorPrices& prices = built_in_prices(bytes_per_real);
        for (const Index lanes : {64 / bytes_per_real, Index{4}, Index{1}, Index{0}})
            CHECK(prices.tiles.at(lanes).size() == term_names(lanes).size());
    }
    const auto cut_for = [](const std::vector<Index>& shape, Index p, Data data = Data::complex) {
        const Problem problem{shape, std::vector<bool>(shape.size(), true), data};
        const Schedule schedule = free_cut_schedule(problem, p);
        std::vector<Index> cut;
        for (const AxisCut& axis : schedule.program().cut()) cut.push_back(axis.a);
        return shape_text(cut);
    };
    // rows of 64 are one pass
    CHECK(cut_for({1 << 18}, 2) == "4096");
    CHECK(cut_for({1 << 16}, 2) == "1024");
    CHECK(cut_for({1 << 20}, 2) == "2048");
    CHECK(cut_for({1 << 24}, 2) == "4096");
    CHECK(cut_for({Index{1} << 28}, 1) == "16384");
    CHECK(cut_for({128, 128, 128}, 2) == "8 x 32 x 16");
    CHECK(cut_for({256, 256, 256}, 2) == "8 x 16 x 32");
    CHECK(cut_for({256, 256, 256}, 2, Data::real) == "4 x 4 x 256");
    // rather than 500 x 2 in one lane
    CHECK(cut_for({1000}, 2) == "20");
}

TEST_CASE("the cheapest number of processes is taken, fewer if more save little, and none that cannot do it")
{
    constexpr double never = std::numeric_limits<double>::infinity();
    const auto cheapest = [](Index most, const std::map<Index, double>& prices) {
        return cheapest_processes(most, [&](Index p) { return prices.at(p); });
    };
    CHECK(cheapest(1, {{1, 5}}) == 1);
    CHECK(cheapest(6, {{6, 3}, {4, 5}}) == 6);
    CHECK(cheapest(6, {{6, 3}, {4, 2}, {2, 3.5}}) == 4);
    CHECK(cheapest(4, {{4, 12}, {2, 13}, {1, 10}}) == 1);
    CHECK(cheapest(4, {{4, 100}, {2, 102}, {1, 103}}) == 1);
    // small steps do not add up
    CHECK(cheapest(4, {{4, 100}, {2, 103}, {1, 106}}) == 2);
    CHECK(cheapest(8, {{8, never}, {4, never}, {2, 1}, {1, 3}}) == 2);
    CHECK(cheapest(4, {{4, never}, {2, never}, {1, never}}) == 4);
}

TEST_CASE("short vectors are for one process, longer ones for more of them, and long ones for all")
{
    for (const Index vector_bytes : {16, 32, 64}) {
        for (const Index bytes_per_real : {4, 8}) {
            Index before = 1;
            for (int m = 6; m <= 24; ++m) {
                const auto price = [&](Index p) {
                    ScheduleOptions options;
                    options.bytes_per_real = bytes_per_real;
                    if (!has_free_cut(Index{1} << m, p)) return std::numeric_limits<double>::infinity();
                    return built_in_price(free_cut_schedule(Index{1} << m, p, options), vector_bytes);
                };
                CAPTURE(m);
                const Index p = cheapest_processes(16, price);
                CHECK(p >= before);
                before = p;
                if (m <= 7) CHECK(p == 1);
                if (m <= 12) CHECK(p <= 8);
                if (m >= 18) CHECK(p == 16);
                CHECK((p == 1 || price(p) < price(1)));
            }
        }
    }
    // wide vectors compute faster, and do not synchronise faster
    CHECK(built_in_sync(2, 64) == 4 * built_in_sync(2, 16));
    CHECK(built_in_sync(1, 64) == 0);
}
