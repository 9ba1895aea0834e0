// Messages and memory, computed by hand for a machine of round numbers.
#include "bsp_fft/predict/models.hpp"

#include <doctest/doctest.h>

#include "bsp_fft/schedule/builders.hpp"
#include "bspfft/error.hpp"
#include "bspfft/machine.hpp"
#include "tests/machine/example.hpp"

using namespace bspfft;
using doctest::Approx;

TEST_CASE("a short message takes alpha in every model of messages")
{
    const Machine machine = example_machine();
    const MessageParameters parameters =
        message_parameters(machine, free_cut_schedule(1 << 11, 2));
    CHECK(parameters.alpha_beta.alpha == 1e-6);
    CHECK(parameters.alpha_beta.beta == 1e-9);
    CHECK(parameters.logp.send(1) == Approx(1e-6));
    CHECK(parameters.loggp.send(1) == Approx(1e-6));
    CHECK(parameters.logp.gap == Approx(16e-9));  // a put of one complex number
    CHECK(parameters.loggp.gap_each == 1e-9);
}

TEST_CASE("the moves of n = 2^11 on two processes, by each model")
{
    const Machine machine = example_machine();
    const Schedule schedule = free_cut_schedule(1 << 11, 2);
    const Superstep::Communication& move = schedule.supersteps()[0].communication;
    REQUIRE(move.h() == 1024);
    const auto messages = static_cast<double>(move.messages);
    const double bytes = 8192;
    const Prediction calibrated = predict(Model::calibrated, machine, schedule);
    for (const Prediction& prediction : predict_by_messages(machine, schedule)) {
        REQUIRE(prediction.supersteps.size() == 2);
        CHECK(prediction.total().sync == 0);
        if (prediction.model == "memory") continue;
        CHECK(prediction.total().compute == Approx(calibrated.total().compute));
    }
    const auto all = predict_by_messages(machine, schedule);
    CHECK(all[0].model == "alpha-beta");
    CHECK(all[0].supersteps[0].communicate == Approx(messages * 1e-6 + bytes * 1e-9));
    CHECK(all[1].model == "logp");
    CHECK(all[1].supersteps[0].communicate == Approx(1e-6 + 511 * 16e-9));
    CHECK(all[2].model == "loggp");
    const double passing = (bytes / messages - 1) * 1e-9;
    CHECK(all[2].supersteps[0].communicate == Approx(1e-6 + passing + (messages - 1) * (16e-9 + passing)));
}

TEST_CASE("memory: whichever is longer, flops or sweeps; the textbook's algorithm sweeps for every stage")
{
    const Machine machine = example_machine();
    // 2^20 numbers of a process are 16 MiB, which is memory at 1 GB/s; read and written, 33.5 ms a sweep
    const double sweep = 2 * 16.0 * (1 << 20) * 1e-9;
    const Schedule fast = free_cut_schedule(1 << 20, 1, {Exchange::hpput, 8, {1024}});
    const Schedule textbook = textbook_schedule(1 << 20, 1);
    const Prediction quick = predict(Model::memory, machine, fast);
    for (const Price& price : quick.supersteps)
        CHECK(price.compute == Approx(2 * 5 * 10 * (1 << 20) * 1e-9));  // flops of columns and rows
    CHECK(predict(Model::memory, machine, textbook).total().compute == Approx(21 * sweep));
    const Prediction two = predict(Model::memory, machine, free_cut_schedule(1 << 20, 2));
    CHECK(two.supersteps[0].communicate == Approx(4.0 * (1 << 20) * 1e-9));
}

TEST_CASE(
    "all have a price for every superstep, far beyond the machine, and none for moves that are not there")
{
    const Machine machine = example_machine();
    for (Index p = 1; p <= Index{1} << 20; p *= 4) {
        const Index n = Index{1} << 40;
        for (const Prediction& prediction :
             predict_by_messages(machine, textbook_schedule(n, p))) {
            CHECK(prediction.total().compute > 0);
            CHECK((prediction.total().communicate > 0) == (p > 1));
        }
    }
}

TEST_CASE("the cache constant is what the kernels' time is worth in words of memory traffic")
{
    // 2^20 numbers: columns and rows of 2^10 take 20 ns each; a word of 16 bytes takes 16 ns
    CHECK(measured_cache_constant(example_machine()) == Approx(40.0 / 16));
}

TEST_CASE("in single precision half of the bytes move, and a datum of LogP has half of them")
{
    const Machine machine = example_machine();
    const Schedule schedule = free_cut_schedule(1 << 11, 2, {Exchange::hpput, 4, {32}});
    const auto single = predict_by_messages(machine, schedule);
    const auto messages = static_cast<double>(schedule.supersteps()[0].communication.messages);
    CHECK(single[0].supersteps[0].communicate == Approx(messages * 1e-6 + 4096e-9));
    CHECK(single[1].supersteps[0].communicate == Approx(1e-6 + 511 * 8e-9));
    CHECK(single[3].supersteps[0].communicate == Approx(4096e-9));
    CHECK(message_parameters(machine, schedule).logp.gap == Approx(8e-9));
}
