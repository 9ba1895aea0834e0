// The three predictions, computed by hand for a machine of round numbers.
#include <doctest/doctest.h>

#include <cmath>

#include "bspfft/error.hpp"
#include "bspfft/model.hpp"
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
                const Price price = TextbookModel(machine).price(schedule).total();
                CHECK(price.compute == Approx(5 * local * std::log2(static_cast<double>(n)) * 1e-9));
                CHECK(price.communicate == Approx(2 * t * local * g * 1e-9));
                CHECK(price.sync == Approx((2 * t + 1) * l * 1e-9));
            };
            check(textbook_schedule(n, p));
            if (has_free_cut(n, p)) check(free_cut_schedule(n, p));
        }
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
            const Price price = CountedModel(machine).price(schedule).total();
            CHECK(price.compute == Approx(static_cast<double>(schedule.flops()) * 1e-9));
            CHECK(price.communicate == Approx(static_cast<double>(n / 2) * 20e-9));
            const double syncs = exchange == Exchange::hpput && n > 4096 ? 2 : 1;
            CHECK(price.sync == Approx(syncs * 2000e-9));
            CHECK(syncs == static_cast<double>(schedule.synchronisations()));
        }
    }
    const Price alone = CountedModel(machine).price(free_cut_schedule(1024, 1)).total();
    CHECK(alone.communicate == 0);
    CHECK(alone.sync == 0);
}

TEST_CASE("the calibrated prediction takes each superstep's own rate")
{
    const Machine machine = example_machine();
    // n = 2^11 on two: columns of 32 and rows of 64 on 2^10 numbers, one nanosecond a stage
    const Schedule schedule = free_cut_schedule(1 << 11, 2);
    const Prediction prediction = CalibratedModel(machine).price(schedule);
    REQUIRE(prediction.supersteps.size() == 3);
    CHECK(prediction.model == "calibrated");
    CHECK(prediction.supersteps[0].compute == Approx(1024 * 5e-9));
    CHECK(prediction.supersteps[2].compute == Approx(1024 * 6e-9));
    CHECK(prediction.supersteps[0].communicate == 0);
    // half of 16 KiB moves, a nanosecond a byte; one sync of 3 us
    CHECK(prediction.supersteps[1].compute == 0);
    CHECK(prediction.supersteps[1].communicate == Approx(8192e-9));
    CHECK(prediction.supersteps[1].sync == Approx(3e-6));
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

TEST_CASE("the calibrated prediction of single precision has its own rates, and half of the bytes")
{
    const Machine machine = example_machine();
    const Schedule schedule = free_cut_schedule(1 << 11, 2, {Exchange::hpput, 4, {32}});
    const Prediction prediction = CalibratedModel(machine).price(schedule);
    CHECK(prediction.supersteps[0].compute == Approx(1024 * 2.5e-9));
    CHECK(prediction.supersteps[2].compute == Approx(1024 * 3e-9));
    CHECK(prediction.supersteps[1].communicate == Approx(4096e-9));
}

TEST_CASE("a precision or a kernel that was not probed is not predicted, with what to do")
{
    const Machine machine = example_machine();
    const auto textbook = [](Index bytes_per_real, Kernel kernel) {
        return textbook_schedule(1 << 11, 2, {Exchange::put, bytes_per_real, {}, kernel});
    };
    CHECK_THROWS_WITH_AS(CalibratedModel(machine).price(textbook(8, Kernel::fftw)),
                         doctest::Contains("nothing of the kernel fftw in place"), Error);
    CHECK_THROWS_WITH_AS(CalibratedModel(machine).price(textbook(4, Kernel::radix2)),
                         doctest::Contains("bspfft probe --overwrite"), Error);
    Machine with_fftw = machine;
    for (KernelPoint point : machine.kernels) {
        if (point.pass.kernel != "radix2") continue;
        point.pass.kernel = "fftw";
        point.seconds.value /= 2;
        with_fftw.kernels.push_back(point);
    }
    const Price fftw = CalibratedModel(with_fftw).price(textbook(8, Kernel::fftw)).supersteps[0];
    const Price radix2 = CalibratedModel(machine).price(textbook(8, Kernel::radix2)).supersteps[0];
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
    for (PutPoint& point : machine.puts) widen(point.seconds);
    for (SyncPoint& point : machine.syncs) widen(point.seconds);
    const Price wide = CalibratedModel(machine).price(schedule).total();
    CHECK(wide.low == Approx(0.9 * wide.total()));
    CHECK(wide.high == Approx(1.2 * wide.total()));
    for (BspParameters& bsp : machine.bsp) bsp.r = {1e9, 0.5e9, 2e9};
    const Price textbook = TextbookModel(machine).price(schedule).total();
    CHECK(textbook.low == Approx(textbook.total() / 2));
    CHECK(textbook.high == Approx(textbook.total() * 2));
}
