// The public interface of probe, machine file and models, on the library that users link.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include <unistd.h>

#include "bsp_fft/machine/measurements.hpp"
#include "bspfft/bspfft.h"
#include "bspfft/bspfft.hpp"
#include "tests/bsplib/spmd.hpp"

using namespace bspfft;

namespace {

Machine probed;  // by process 0

PlanOptions by(Exchange exchange, Algorithm algorithm = Algorithm::automatic)
{
    PlanOptions options;
    options.exchange = exchange;
    options.algorithm = algorithm;
    return options;
}

void probe_here()
{
    Machine mine = probed;
    probe_section(mine, {0.05, {8, 4}});
    EXPECT(mine.p == static_cast<Index>(bsp_nprocs()));
    bsp_sync();
    if (bsp_pid() == 0) probed = mine;
    // all of them decide by the same samples what to measure again
    bsp_sync();
    const auto same = [](const auto& a, const auto& b) { return a.seconds.value == b.seconds.value; };
    EXPECT(std::ranges::equal(mine.syncs, probed.syncs, same));
    EXPECT(std::ranges::equal(mine.puts, probed.puts, same));
    EXPECT(std::ranges::equal(mine.kernels, probed.kernels, same));
    EXPECT(std::ranges::equal(mine.tiles, probed.tiles, same));
    EXPECT(std::ranges::equal(mine.sweeps, probed.sweeps, same));
}

void probe_strange_numbers()
{
    Machine mine;
    bool refused = false;
    try {
        probe_section(mine, {0.05, {2}});
    } catch (const Error& e) {
        refused = e.status() == Status::invalid_argument;
    }
    EXPECT(refused);
}

// Each process's choices, which must be the same.
std::vector<MeasuredChoice> chosen(2);
std::vector<bspfft_shape> chosen_in_c(2);

template <class Real, Data data>
void choose_by_trials()
{
    PlanOptions options;
    options.data = data;
    options.batch = 3;
    const std::vector<Index> shape{32, 64};
    const auto s = static_cast<std::size_t>(bsp_pid());
    chosen[s] = measured_choice<Real>(shape, options, 0.02);
    const PlanOptions& best = chosen[s].options;
    if constexpr (data == Data::complex) {
        Plan<Real> plan(shape, best);
        EXPECT(plan.options().cut == best.cut);
        plan.forward();
    } else {
        RealPlan<Real> plan(shape, best);
        EXPECT(plan.options().grid == best.grid);
        plan.forward();
    }
}

void choose_a_part()
{
    PlanOptions options;
    options.cut = {0, 16};
    options.grid = {1, 2};
    const MeasuredChoice choice = measured_choice<double>({64, 64}, options, 0.01);
    EXPECT(choice.trials.size() > 2);
    for (const CutTrial& trial : choice.trials) {
        EXPECT(trial.grid == options.grid);
        EXPECT(trial.cut[1] == 16);
    }
    options = {};
    options.algorithm = Algorithm::pencils;
    EXPECT(measured_choice<double>({64, 64}, options, 0.01).trials.size() == 1);
    EXPECT(measured_choice<double>({64, 64}, options, 0.01).options.cut.empty());
}

void choose_no_time()
{
    bool refused = false;
    try {
        measured_choice<double>({64}, {}, 0);
    } catch (const Error& e) {
        refused = std::string(e.what()) == "trials of 0 seconds; take more than 0, such as 0.3";
    }
    EXPECT(refused);
}

void choose_in_c()
{
    bspfft_shape shape{};
    shape.size = sizeof shape;
    shape.dimensions = 2;
    shape.length[0] = shape.length[1] = 64;
    shape.batch = 1;
    shape.data = BSPFFT_REAL + 1;
    EXPECT(bspfft_measure_shape(&shape, 0.01, nullptr) != BSPFFT_OK);
    EXPECT(bspfft_measure_shape(nullptr, 0.01, nullptr) != BSPFFT_OK);
    shape.data = BSPFFT_REAL;
    EXPECT(bspfft_measure_shape(&shape, 0.01, nullptr) == BSPFFT_OK);
    EXPECT(shape.grid[0] == 1);
    EXPECT(shape.grid[1] * shape.grid[2] == 2);
    EXPECT(shape.cut[0] > 0);
    EXPECT(shape.cut[1] == 64);
    bspfft_plan* plan = nullptr;
    EXPECT(bspfft_plan_shape(&plan, &shape, nullptr, nullptr, nullptr) == BSPFFT_OK);
    bspfft_plan_destroy(plan);
    chosen_in_c[static_cast<std::size_t>(bsp_pid())] = shape;
}

void check_chosen(Data data)
{
    const MeasuredChoice& choice = chosen[0];
    CHECK(choice.options.grid == chosen[1].options.grid);
    CHECK(choice.options.cut == chosen[1].options.cut);
    CHECK(choice.best == chosen[1].best);
    REQUIRE(choice.trials.size() > 2);
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(choice.trials[i].seconds > 0);
        CHECK(choice.trials[i].seconds == chosen[1].trials[i].seconds);
    }
    CHECK(choice.gain() >= 1);
    CHECK(choice.options.grid.size() == 3);

    // remembered, it is what a plan is to have; for the same problem only
    const std::vector<Index> shape{32, 64};
    PlanOptions options;
    options.data = data;
    options.batch = 3;
    Machine machine;
    remember(machine, shape, choice, 8, 2);
    const PlanOptions again = remembered_options(machine, shape, options, 8, 2);
    CHECK(again.grid == choice.options.grid);
    CHECK(again.cut == choice.options.cut);
    CHECK(remembered_options(machine, shape, options, 4, 2).grid.empty());
    CHECK(remembered_options(machine, shape, options, 8, 4).grid.empty());
    PlanOptions other = options;
    other.batch = 2;
    CHECK(remembered_options(machine, shape, other, 8, 2).grid.empty());
    other = options;
    other.algorithm = Algorithm::pencils;
    CHECK(remembered_options(machine, shape, other, 8, 2).grid.empty());
    other = options;
    other.cut = {4, 0};
    CHECK(remembered_options(machine, shape, other, 8, 2).cut == other.cut);
}

}  // namespace

TEST_CASE("grid and cut are chosen by trials, by all processes alike, and remembered")
{
    CHECK(on(2, choose_by_trials<double, Data::complex>) == "");
    check_chosen(Data::complex);
    CHECK(on(2, choose_by_trials<float, Data::real>) == "");
    check_chosen(Data::real);
    CHECK(on(2, choose_a_part) == "");
    CHECK(on(1, choose_no_time) == "");
    CHECK(on(2, choose_in_c) == "");
    CHECK(std::equal(chosen_in_c[0].cut, chosen_in_c[0].cut + 8, chosen_in_c[1].cut));
}

namespace {

// A tile of one axis, in double precision on one process.
double seconds_of(const Machine& machine, Index length, Index lanes = 8)
{
    for (const TilePoint& point : machine.tiles) {
        if (point.axes == std::vector<Index>{length} && point.lanes == lanes && point.bytes_per_real == 8 &&
            point.active == 1)
            return point.seconds.value;
    }
    return 0;
}

// Bluestein's convolution in the cache costs three transforms, and a column alone has no neighbours in its vectors.
bool plausible(const Machine& machine)
{
    return seconds_of(machine, 1009) > 1.2 * seconds_of(machine, 1024) &&
           seconds_of(machine, 512, 1) > 1.2 * seconds_of(machine, 512);
}

// So short a probe takes each figure from one sample of 0.3 ms. A machine that is busy with something else disturbs
// some, but not the same ones again and again.
constexpr int tries = 5;

}  // namespace

TEST_CASE("a program probes its machine, keeps what it found, and predicts from it in both precisions")
{
    for (int i = 0; i < tries && (i == 0 || !plausible(probed)); ++i) {
        probed = this_machine();
        CHECK(on(1, probe_here) == "");
        CHECK(on(2, probe_here) == "");
    }
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
        const Schedule schedule = planned_schedule({1 << 12}, 2, by(Exchange::hpput), bytes_per_real);
        for (const Prediction& prediction :
             {predict(Model::calibrated, machine, schedule),
              predict(Model::loggp, machine, schedule)}) {
            const Price price = prediction.total();
            CHECK(price.compute > 0);
            CHECK(price.communicate > 0);
            // on a busy machine samples may be too few
            CHECK((!price.has_interval() || (price.low <= price.total() && price.total() <= price.high)));
        }
    }
    // every shape: points in place, and tiles
    for (const Index bytes_per_real : {4, 8}) {
        for (const bool apart : {false, true})
            CHECK(machine.knows({"simd", Access::in_place, bytes_per_real, {64}, apart}));
    }
    CHECK(plausible(machine));
    for (const Index lanes : {0, 1, 4, 8}) CHECK(seconds_of(machine, 512, lanes) > 1e-11);
    for (const Index n : {1000, 17 * 19, 1000003}) {
        const double seconds = predict(Model::calibrated, machine, planned_schedule({n}, 2)).total().total();
        CHECK(seconds / static_cast<double>(n) > 1e-11);
        CHECK(seconds / static_cast<double>(n) < 1e-6);
    }
    PlanOptions last_axis = by(Exchange::hpput);
    last_axis.axes = {1};
    for (const Schedule& schedule :
         {planned_schedule({1000, 64}, 2, last_axis), planned_schedule({3003}, 2, by(Exchange::hpput)),
          planned_schedule({1009}, 2, by(Exchange::hpput, Algorithm::bluestein)),
          planned_schedule({30, 28, 26}, 2, by(Exchange::hpput, Algorithm::pencils))}) {
        const Price price = predict(Model::calibrated, machine, schedule).total();
        CHECK(price.compute > 0);
        CHECK(price.total() < 1);
    }
    const Schedule schedule = planned_schedule({1 << 12}, 2, by(Exchange::put, Algorithm::textbook));
    CHECK(predict(Model::counted, machine, schedule).total().total() > 0);
}

TEST_CASE("any number of processes can be probed")
{
    probed = this_machine();
    CHECK(on(3, probe_here) == "");
    CHECK(on(16, probe_here) == "");  // whose packets of the shortest columns need more than the arrays have
    conclude_probe(probed);
    CHECK(probed.knows({"simd", Access::to_packets, 8, {64}}));
    const Price price = predict(Model::calibrated, probed, planned_schedule({3 * 3 * 256}, 3)).total();
    CHECK(price.compute > 0);
    CHECK(price.communicate > 0);
}

TEST_CASE("an unknown precision is refused on all processes alike")
{
    CHECK(on(2, probe_strange_numbers) == "");
}
