// The three predictions, computed by hand for a machine of round numbers.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "bsp_fft/machine/measurements.hpp"
#include "bsp_fft/predict/models.hpp"
#include "bsp_fft/predict/measured_prices.hpp"
#include "bsp_fft/schedule/building.hpp"
#include "bspfft/error.hpp"
#include "bspfft/machine.hpp"
#include "tests/machine/example.hpp"

using namespace bspfft;
using doctest::Approx;

TEST_CASE("the textbook's prediction is its formula, for every n and p")
{
    const Machine machine = example_machine();
    for (Index n = 4; n <= 4096; n *= 2) {
        for (Index p = 1; p <= n / 2; p *= 2) {
            CAPTURE(n);
            CAPTURE(p);
            const double local = static_cast<double>(n / p);
            const double t = std::ceil(std::log2(static_cast<double>(p)) / std::log2(local));
            const double g = p == 1 ? 10 : 20, l = p == 1 ? 1000 : 2000;
            const auto check = [&](const Schedule& schedule) {
                const Price price = predict(Model::textbook, machine, schedule).total();
                CHECK(price.compute == Approx(5 * local * std::log2(static_cast<double>(n)) * 1e-9));
                CHECK(price.communicate == Approx(2 * t * local * g * 1e-9));
                const double supersteps = p == 1 ? 0 : 2 * t + 1;
                CHECK(price.sync == Approx(supersteps * l * 1e-9));
                CHECK(static_cast<double>(textbook_l(schedule)) == supersteps);
            };
            check(textbook_schedule(n, p));
            if (has_free_cut(n, p)) check(free_cut_schedule(n, p));
        }
    }
}

TEST_CASE("on one process all models agree that there is no l")
{
    const Machine machine = example_machine();
    for (const Schedule& schedule :
         {textbook_schedule(1024, 1), free_cut_schedule(1024, 1), bluestein_schedule({{1009}, {true}}, 1)}) {
        const Predictions all = predict_all(machine, schedule);
        for (const Prediction* const each : {&all.textbook, &all.counted, &all.calibrated})
            CHECK(each->total().sync == 0);
        CHECK(schedule.synchronisations() == 0);
        CHECK(textbook_l(schedule) == 0);
    }
}

TEST_CASE("a line that was fitted below 0 is not predicted with")
{
    Machine machine = example_machine();
    for (BspParameters& bsp : machine.bsp) {
        bsp.l = {-2000, -3000, -1000};
        bsp.g = {-20, -30, 10};
    }
    const Predictions all = predict_all(machine, free_cut_schedule(1 << 12, 2));
    for (const Prediction* const each : {&all.textbook, &all.counted}) {
        CHECK(each->total().sync == 0);
        CHECK(each->total().communicate == 0);
        CHECK(each->total().total() > 0);
        CHECK(each->total().low >= 0);
    }
}

TEST_CASE("the counted prediction charges the h and the synchronisations that happen")
{
    const Machine machine = example_machine();
    for (const Exchange exchange : {Exchange::put, Exchange::hpput}) {
        for (const Index n : {Index{1} << 12, Index{1} << 20}) {
            ScheduleOptions options;
            options.exchange = exchange;
            const Schedule schedule = free_cut_schedule(n, 2, options);
            const Price price = predict(Model::counted, machine, schedule).total();
            CHECK(price.compute == Approx(static_cast<double>(schedule.flops()) * 1e-9));
            CHECK(price.communicate == Approx(static_cast<double>(n / 2) * 20e-9));
            const double syncs = exchange == Exchange::hpput && n > 4096 ? 2 : 1;
            CHECK(price.sync == Approx(syncs * 2000e-9));
            CHECK(syncs == static_cast<double>(schedule.synchronisations()));
        }
    }
    const Price alone = predict(Model::counted, machine, free_cut_schedule(1024, 1)).total();
    CHECK(alone.communicate == 0);
    CHECK(alone.sync == 0);
}

TEST_CASE("the calibrated prediction takes each superstep's own rate")
{
    const Machine machine = example_machine();
    // n = 2^11 on two: columns of 32 and rows of 64 on 2^10 numbers, one nanosecond a stage
    const Schedule schedule = free_cut_schedule(1 << 11, 2, {Exchange::hpput, 8, {32}});
    const Prediction prediction = predict(Model::calibrated, machine, schedule);
    REQUIRE(prediction.supersteps.size() == 2);
    CHECK(prediction.model == "calibrated");
    CHECK(prediction.supersteps[0].compute == Approx(1024 * 5e-9));
    CHECK(prediction.supersteps[1].compute == Approx(1024 * 6e-9));
    // half of 16 KiB moves, a nanosecond a byte; one sync of 3 us
    CHECK(prediction.supersteps[0].communicate == Approx(8192e-9));
    CHECK(prediction.supersteps[0].sync == Approx(3e-6));
    CHECK(prediction.supersteps[1].communicate == 0);
    CHECK(prediction.supersteps[1].sync == 0);
    const Price total = prediction.total();
    CHECK(total.total() == Approx(1024 * 11e-9 + 8192e-9 + 3e-6));
}

TEST_CASE("all three have a price for every superstep, also far beyond the machine")
{
    const Machine machine = example_machine();
    for (Index p = 1; p <= 4096; p *= 4) {
        const Schedule schedule =
            has_free_cut(1 << 20, p) ? free_cut_schedule(1 << 20, p) : textbook_schedule(1 << 20, p);
        const Predictions all = predict_all(machine, schedule);
        for (const Prediction& prediction : {all.textbook, all.counted, all.calibrated}) {
            CHECK(prediction.supersteps.size() == schedule.supersteps().size());
            CHECK(prediction.total().compute > 0);
            CHECK((prediction.total().communicate > 0) == (p > 1));
        }
        CHECK(all.counted.total().communicate <= all.textbook.total().communicate);
    }
}

namespace {

struct Case {
    std::string name;
    Schedule schedule;
};

// Every kind of superstep that there is.
std::vector<Case> every_shape(Index bytes_per_real)
{
    ScheduleOptions options;
    options.bytes_per_real = bytes_per_real;
    const auto any = [](const std::vector<Index>& shape) {
        return Problem{shape, std::vector<bool>(shape.size(), true)};
    };
    const Problem batch{{1000, 360}, {false, true}};
    ScheduleOptions blocks = options;
    blocks.input = blocks.output = Layout::block(1 << 12, 2);
    ScheduleOptions put = options;
    put.exchange = Exchange::put;
    return {{"batch in one superstep", free_cut_schedule(batch, 2, options)},
            {"batch of one process", free_cut_schedule(batch, 1, options)},
            {"three axes", free_cut_schedule(any({12, 20, 14}), 2, options)},
            {"uneven parts", free_cut_schedule(3 * 5 * 7 * 11, 3, options)},
            {"blocks in and out", free_cut_schedule(any({1 << 12}), 2, blocks)},
            {"bluestein", bluestein_schedule(any({10007}), 2, options)},
            {"bluestein of one process", bluestein_schedule(any({10007}), 1, options)},
            {"bluestein, more processes than elements", bluestein_schedule(any({3}), 5, put)},
            {"pencils", pencils_schedule(any({12, 20, 14}), 4, options)},
            {"slabs", pencils_schedule(any({64, 100}), 3, put)},
            {"one element", free_cut_schedule(any({1}), 1, options)},
            {"a large prime in the cache", free_cut_schedule(any({2 * 1009}), 1, options)}};
}

void check_adds_up(const Prediction& prediction, const Schedule& schedule)
{
    CAPTURE(prediction.model);
    REQUIRE(prediction.supersteps.size() == schedule.supersteps().size());
    double sum = 0;
    for (const Price& price : prediction.supersteps) {
        for (const double part : {price.compute, price.communicate, price.sync, price.low, price.high}) {
            CHECK(std::isfinite(part));
            CHECK(part >= 0);
        }
        sum += price.compute + price.communicate + price.sync;
    }
    const Price total = prediction.total();
    CHECK(total.total() == Approx(sum));
    CHECK(total.compute > 0);
    CHECK(total.low <= total.total());
    CHECK(total.total() <= total.high);
    CHECK((total.communicate > 0) == (schedule.words() > 0));
}

}  // namespace

TEST_CASE("every shape and algorithm has a price in every model, and its parts add up")
{
    const Machine machine = example_machine();
    for (const Index bytes_per_real : {8, 4}) {
        for (const Case& each : every_shape(bytes_per_real)) {
            CAPTURE(each.name);
            const Predictions all = predict_all(machine, each.schedule);
            // one element takes no flops
            for (const Prediction& prediction : {all.textbook, all.counted, all.calibrated}) {
                if (each.schedule.n() > 1 || prediction.model == "calibrated")
                    check_adds_up(prediction, each.schedule);
            }
            for (const Prediction& prediction : predict_by_messages(machine, each.schedule))
                check_adds_up(prediction, each.schedule);
            CHECK(all.counted.total().compute == Approx(static_cast<double>(each.schedule.flops()) * 1e-9));
            const double l = each.schedule.p() > 1 ? 2000e-9 : 1000e-9;
            CHECK(all.counted.total().sync == Approx(static_cast<double>(each.schedule.synchronisations()) * l));
        }
    }
}

TEST_CASE("transforms in place have the rate of passes in place")
{
    Machine machine = example_machine();
    // a vector of length 64, but not a short one: of two axes
    const Schedule schedule = free_cut_schedule(Problem{{16, 1, 64}, {false, true, true}}, 1);
    REQUIRE(schedule.supersteps().size() == 1);
    REQUIRE(schedule.program().computations()[0]->access == Access::in_place);
    const Schedule together = free_cut_schedule(Problem{{64, 16}, {true, false}}, 1);
    REQUIRE(together.supersteps().size() == 1);
    for (KernelPoint& point : machine.kernels) {
        if (point.pass.access != Access::in_place) continue;
        const double longer = point.pass.neighbours > 0 ? 3 : 2;
        point.seconds = {longer * point.seconds.value, longer * point.seconds.low, longer * point.seconds.high};
    }
    CHECK(predict(Model::calibrated, machine, schedule).total().compute == Approx(1024 * 18e-9));
    CHECK(predict(Model::calibrated, machine, together).total().compute == Approx(1024 * 12e-9));
    std::erase_if(machine.kernels, [](const KernelPoint& point) { return point.pass.neighbours > 0; });
    CHECK_THROWS_WITH_AS(predict(Model::calibrated, machine, schedule),
                         doctest::Contains("nothing of the kernel simd in place, its columns apart"), Error);
    machine = example_machine();
    machine.tiles.clear();
    CHECK_THROWS_WITH_AS(predict(Model::calibrated, machine, schedule),
                         doctest::Contains("nothing of tiles with reals of 8 bytes; measure again with"), Error);
}

TEST_CASE("other lengths than powers of two cost their factor more, and uneven parts those of the largest process")
{
    const Machine machine = example_machine();
    ScheduleOptions options;
    options.cut = {27};
    const Schedule schedule = free_cut_schedule(Problem{{27 * 81}, {true}}, 1, options);
    const Prediction prediction = predict(Model::calibrated, machine, schedule);
    const double bits = std::log2(3);
    REQUIRE(prediction.supersteps.size() == 1);
    // the array is a little larger than the smallest that was measured: 10 ns more at 2^20
    const double memory = 10e-9 * std::log2(2187.0 / 1024) / 10;
    CHECK(prediction.total().compute == Approx(2187 * (1.5 * (3 + 4) * bits * 1e-9 + 2 * memory)));
    // 11 columns of 8 on three processes: the first has 4
    options.cut = {8};
    const Schedule uneven = free_cut_schedule(Problem{{88}, {true}}, 3, options);
    CHECK(predict(Model::counted, machine, uneven).supersteps[0].compute == Approx(5 * 4 * 8 * 3 * 1e-9));
}

TEST_CASE("a single column takes longer than one of many")
{
    const Machine machine = example_machine();
    const Schedule schedule = free_cut_schedule(Problem{{1009}, {true}}, 1);
    const Compute& only = *schedule.program().computations().at(0);
    REQUIRE(only.lanes == 1);
    REQUIRE(only.radix == 1009);
    // the smallest arrays take no more than their tiles
    const VectorPrices prices = measured_prices(machine, 8, 8, 1);
    const double many = Pricing(prices).tile_seconds({1009}, 8);
    CHECK(predict(Model::calibrated, machine, schedule).supersteps[0].compute == Approx(4 * 1009 * many).epsilon(0.05));
}

TEST_CASE("Bluestein's products are a sweep each, chirps write, and moves between blocks pack and unpack")
{
    const Machine machine = example_machine();
    const Schedule schedule = bluestein_schedule(Problem{{10007}, {true}}, 2);
    const Prediction prediction = predict(Model::calibrated, machine, schedule);
    // by hpput the columns of the inverse transform wait until all have read the rows' packets
    REQUIRE(schedule.supersteps().size() == 4);
    // forward rows have the spectrum, inverse ones the chirp, and columns only forward
    const Index part = 5004, padded = schedule.supersteps()[1].working_set / 2;
    const auto products = [&](Index numbers) {
        return static_cast<double>(numbers) * machine.sweep_seconds({"multiply", 8}, padded, 2).value;
    };
    const auto written = [&](Index numbers) { return machine.copy_seconds(16 * numbers, 32 * padded, 2).value; };
    CHECK(prediction.supersteps[0].compute - prediction.supersteps[2].compute ==
          Approx(products(part) + written(padded)));
    CHECK(prediction.supersteps[1].compute - prediction.supersteps[3].compute ==
          Approx(products(padded) - products(part) - written(part)));
    const Schedule slabs = pencils_schedule(Problem{{64, 64}, {true, true}}, 2);
    const std::vector<Step>& steps = slabs.program().steps;
    const auto move = std::find_if(steps.begin(), steps.end(), [](const Step& step) { return step.move(); });
    const Index both = 2 * 16 * 64 * 64 / 2;
    CHECK(local_seconds(machine, slabs, *move).value == Approx(2 * machine.copy_seconds(both, both, 2).value));
}

TEST_CASE("what others have put takes longer to read, for the step that reads it")
{
    Machine machine = example_machine();
    const auto compute = [&](const Schedule& schedule) {
        std::vector<double> seconds;
        for (const Price& price : predict(Model::calibrated, machine, schedule).supersteps)
            seconds.push_back(price.compute);
        return seconds;
    };
    const Schedule cut = free_cut_schedule(1 << 12, 2);
    ScheduleOptions put;
    put.exchange = Exchange::put;
    const Schedule by_put = free_cut_schedule(1 << 12, 2, put);
    const Schedule slabs = pencils_schedule(Problem{{64, 64}, {true, true}}, 2);
    const std::vector<double> cut_before = compute(cut), put_before = compute(by_put), slabs_before = compute(slabs);
    machine.arrivals = {{2, 1 << 10, exactly(1024e-9)}};
    const std::vector<double> cut_after = compute(cut), slabs_after = compute(slabs);
    // half of 2048 numbers of 16 bytes
    CHECK(cut_after[0] == cut_before[0]);
    CHECK(cut_after[1] - cut_before[1] == Approx(1024 * 16e-9));
    // the target of a buffered put has copied it
    CHECK(compute(by_put) == put_before);
    double more = 0;
    for (std::size_t i = 0; i < slabs_after.size(); ++i) more += slabs_after[i] - slabs_before[i];
    const auto moves = slabs.program().moves();
    Index received = 0;
    for (const Move* const move : moves) received += move->words_received * 8;
    REQUIRE(received > 0);
    CHECK(more == Approx(static_cast<double>(received) * 1e-9));
}

TEST_CASE("sweeps of cosines and sines have rates of their own, by their rows, and copies that of the memory")
{
    Machine machine = example_machine();
    const Schedule inside = free_cut_schedule(Problem{{1024}, {true}, Data::real}, 1);
    using Pattern = SweepStep::Pattern;
    const auto swept = [&](Pattern first, Index width) {
        return with_sweeps(inside, sweep({first}, inside.input(), inside.input()),
                           sweep({Pattern::take_apart, false, width, true}, inside.output(), inside.input()));
    };
    const auto price = [&](const Schedule& schedule) {
        return predict(Model::calibrated, machine, schedule).total().compute;
    };
    const Schedule folds = swept(Pattern::fold, 1);
    CHECK(price(folds) - price(inside) == Approx(512 * 2e-9 + 513 * 3e-9));
    CHECK(price(swept(Pattern::fold, 16)) - price(inside) == Approx(512 * 2e-9 + 513 * 2.25e-9));
    const double copy = machine.copy_seconds(1024 * 16, 1024 * 16, 1).value;
    CHECK(price(swept(Pattern::copy, 1)) - price(inside) == Approx(copy + 513 * 3e-9));
    CHECK(folds.flops() == inside.flops() + 513 * 6);
    CHECK(folds.supersteps().size() == inside.supersteps().size());
    machine.sweeps.erase(machine.sweeps.begin());
    CHECK_THROWS_WITH_AS(price(folds), doctest::Contains("nothing of the sweep \"fold\" with reals of 8"), Error);
}

TEST_CASE("the calibrated prediction of single precision has its own rates, and half of the bytes")
{
    const Machine machine = example_machine();
    const Schedule schedule = free_cut_schedule(1 << 11, 2, {Exchange::hpput, 4, {32}});
    const Prediction prediction = predict(Model::calibrated, machine, schedule);
    CHECK(prediction.supersteps[0].compute == Approx(1024 * 2.5e-9));
    CHECK(prediction.supersteps[1].compute == Approx(1024 * 3e-9));
    CHECK(prediction.supersteps[0].communicate == Approx(4096e-9));
}

TEST_CASE("a precision or a kernel that was not probed is not predicted, with what to do")
{
    const Machine machine = example_machine();
    const auto textbook = [](Index bytes_per_real, Kernel kernel) {
        return textbook_schedule(1 << 11, 2, {Exchange::put, bytes_per_real, {}, kernel});
    };
    CHECK_THROWS_WITH_AS(predict(Model::calibrated, machine, textbook(8, Kernel::fftw)),
                         doctest::Contains("nothing of the kernel fftw in place"), Error);
    CHECK_THROWS_WITH_AS(predict(Model::calibrated, machine, textbook(4, Kernel::radix2)),
                         doctest::Contains("bspfft probe --overwrite"), Error);
    Machine with_fftw = machine;
    for (KernelPoint point : machine.kernels) {
        if (point.pass.kernel != "radix2") continue;
        point.pass.kernel = "fftw";
        point.seconds.value /= 2;
        with_fftw.kernels.push_back(point);
    }
    const Price fftw = predict(Model::calibrated, with_fftw, textbook(8, Kernel::fftw)).supersteps[0];
    const Price radix2 = predict(Model::calibrated, machine, textbook(8, Kernel::radix2)).supersteps[0];
    CHECK(fftw.compute == Approx(radix2.compute / 2));
}

TEST_CASE("predictions lie between what the quartiles of the machine make of them")
{
    Machine machine = example_machine();
    const Schedule schedule = free_cut_schedule(1 << 14, 2);
    for (const Prediction& known : {predict_all(machine, schedule).calibrated,
                                    predict_all(machine, schedule).counted}) {
        CHECK(known.total().low == Approx(known.total().total()));
        CHECK(known.total().high == Approx(known.total().total()));
    }
    const auto widen = [](Estimate& e) { e = {e.value, 0.9 * e.value, 1.2 * e.value}; };
    for (KernelPoint& point : machine.kernels) widen(point.seconds);
    for (TilePoint& point : machine.tiles) widen(point.seconds);
    for (PutPoint& point : machine.puts) widen(point.seconds);
    for (SyncPoint& point : machine.syncs) widen(point.seconds);
    const Price wide = predict(Model::calibrated, machine, schedule).total();
    CHECK(wide.low == Approx(0.9 * wide.total()));
    CHECK(wide.high == Approx(1.2 * wide.total()));
    for (BspParameters& bsp : machine.bsp) bsp.r = {1e9, 0.5e9, 2e9};
    const Price textbook = predict(Model::textbook, machine, schedule).total();
    CHECK(textbook.low == Approx(textbook.total() / 2));
    CHECK(textbook.high == Approx(textbook.total() * 2));
}

TEST_CASE("real numbers in pairs: the mirrored exchange is one put of a whole part, and they are separated in a sweep")
{
    const Machine machine = example_machine();
    const Schedule schedule = real_textbook_schedule(Problem{{4096}, {true}, Data::real}, 4);
    const std::size_t last = schedule.supersteps().size() - 1;
    REQUIRE(schedule.supersteps()[last - 1].communication.messages == 1);
    const Prediction counted = predict(Model::counted, machine, schedule);
    CHECK(counted.supersteps[last - 1].communicate == Approx(2 * 512 * 20e-9));
    CHECK(counted.supersteps[last].compute == Approx(14 * 513 * 1e-9));
    // the formula has a synchronisation for each computation that something has moved before
    const Price book = predict(Model::textbook, machine, schedule).total();
    CHECK(book.sync == Approx(5 * 2000e-9));
    const Prediction calibrated = predict(Model::calibrated, machine, schedule);
    const Index both = 2 * 16 * 513;
    CHECK(calibrated.supersteps[last].compute == Approx(machine.copy_seconds(both, both, 4).value));
    CHECK(calibrated.supersteps[last - 1].communicate ==
          Approx(machine.put_seconds(Exchange::hpput, 512 * 16, 512 * 16, 4).value));
}
