// Experiments on a disturbed machine, simulated with the test's own clock.
#include "bsp_fft/measure/experiments.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace bspfft;
using doctest::Approx;

namespace {

/// Every sample takes a hundredth of a second.
struct Played {
    double now = 0;
    std::function<double(double now)> pace = nullptr;  ///< none: always the same, and all samples count
    std::vector<Experiment> experiments;
    std::vector<int> taken;  ///< samples of each experiment
    std::vector<Estimate> found;

    /// time(k) is its k-th sample.
    void add(const Place& place, std::function<double(int)> time)
    {
        const std::size_t i = experiments.size();
        taken.push_back(0);
        found.emplace_back();
        experiments.push_back({[this, i, time] {
                                   now += 0.01;
                                   return std::vector<double>{time(taken[i]++)};
                               },
                               [this, i](const std::vector<Samples>& samples) {
                                   if (pace) REQUIRE(std::ssize(samples[0]) <= taken[i]);
                                   else REQUIRE(std::ssize(samples[0]) == taken[i]);
                                   found[i] = estimate_of_times(samples[0]);
                               },
                               {place}});
    }

    Conduct carry_out(double seconds)
    {
        return bspfft::carry_out([this] { return now; }, experiments, seconds,
                                 [this] { return pace ? pace(now) : 1.0; });
    }
};

/// A curve of nine points at 1, 2, ..., 9 times; the samples of one are slow at first.
void add_curve(Played& played, int slow_point, int slow_samples, double slower)
{
    for (int x = 1; x <= 9; ++x) {
        played.add({"curve", std::log2(x)}, [=](int sample) {
            return x * (x == slow_point && sample < slow_samples ? slower : 1);
        });
    }
}

}  // namespace

TEST_CASE("an experiment whose first samples are slowed twofold comes out right, wherever it is on its curve")
{
    for (int slow_point = 1; slow_point <= 9; ++slow_point) {
        Played played;
        add_curve(played, slow_point, 3, 2);
        const Conduct conduct = played.carry_out(0.45);
        CAPTURE(slow_point);
        CHECK(conduct.rounds >= 3);
        for (int x = 1; x <= 9; ++x) CHECK(played.found[x - 1].value == Approx(x));
        CHECK(played.taken[slow_point - 1] > played.taken[slow_point % 9]);
    }
}

TEST_CASE("a time whose own samples spread is taken again, and the others are not")
{
    Played played;
    for (int i = 0; i < 20; ++i)
        played.add({"", double(i)}, [i](int sample) { return i == 7 && sample < 2 ? 1.5 : 1.0; });
    played.carry_out(0.66);
    CHECK(played.found[7].value == Approx(1));
    CHECK(played.taken[7] >= 5);
    CHECK(played.taken[8] <= 4);
}

TEST_CASE("a time that is really long is accepted after some more samples")
{
    Played played;
    // memory is three times as slow as the cache
    for (int x = 1; x <= 8; ++x) played.add({"curve", double(x)}, [x](int) { return x < 5 ? 1.0 : 3.0; });
    const Conduct conduct = played.carry_out(2);
    for (int x = 1; x <= 8; ++x) CHECK(played.found[x - 1].value == (x < 5 ? 1 : 3));
    CHECK(conduct.rounds > 10);
}

TEST_CASE("it ends in time, however slow the experiments are, but not before each was measured once")
{
    Played quick, slow;
    for (int i = 0; i < 50; ++i) {
        quick.add({"curve", double(i)}, [](int) { return 1.0; });
        slow.add({"curve", double(i)}, [](int) { return 1.0; });
    }
    CHECK(quick.carry_out(1.2).rounds == 2);
    CHECK(quick.now == Approx(1.2));
    Played late;
    for (int i = 0; i < 50; ++i)
        late.add({"curve", double(i)}, [i](int sample) { return i == 7 && sample == 0 ? 20.0 : 1.0; });
    CHECK(late.carry_out(0.9).rounds == 2);  // a second sample of each, though the time is over
    CHECK(late.found[7].value == 1);
    CHECK(slow.carry_out(0.1).rounds == 1);
    CHECK(slow.now == Approx(0.5));
    for (const Estimate& estimate : slow.found) CHECK(estimate.value == 1);
}

TEST_CASE("a machine that is noisy throughout is reported")
{
    Played quiet, noisy;
    for (int i = 0; i < 10; ++i) {
        quiet.add({"", double(i)}, [](int sample) { return sample == 2 ? 3.0 : 1.0; });
        noisy.add({"", double(i)}, [i](int sample) { return i < 6 && sample % 2 ? 2.0 : 1.0; });
    }
    CHECK(quiet.carry_out(2).disturbed_share == 0);
    CHECK(noisy.carry_out(2).disturbed_share == Approx(0.6));
    CHECK(noisy.found[0].value == Approx(1));
}

TEST_CASE("samples that were taken at a slow pace do not count, however many they are")
{
    Played played;
    // for four fifths of the time the cores are shared
    const auto is_slow = [](double now) { return std::fmod(now, 0.5) > 0.1; };
    played.pace = [&](double now) { return is_slow(now) ? 2.0 : 1.0; };
    for (int x = 1; x <= 9; ++x)
        played.add({"curve", std::log2(x)}, [&, x](int) { return x * (is_slow(played.now) ? 1.7 : 1.0); });
    played.carry_out(3);
    for (int x = 1; x <= 9; ++x) CHECK(played.found[x - 1].value == Approx(x));
}

TEST_CASE("where the cores are shared all the time, it goes on for half as long again, and takes what there is")
{
    Played played;
    for (int i = 0; i < 200; ++i) played.add({"", double(i)}, [](int) { return 1.0; });
    const auto elapsed = [&] { return played.now; };
    const Conduct conduct = carry_out(elapsed, played.experiments, 4, [] { return 2.0; }, 1);
    CHECK(conduct.rounds == 3);
    CHECK(played.now == Approx(6).epsilon(0.01));
    for (const Estimate& estimate : played.found) CHECK(estimate.value == 1);
}

TEST_CASE("quantities without a position are concluded, and never repeated")
{
    int samples = 0;
    double last = 0;
    const auto sample = [&] { return std::vector<double>{-1, 1.0 * ++samples}; };
    const auto conclude = [&](const std::vector<Samples>& all) {
        REQUIRE(all.size() == 2);
        last = all[1].back();
    };
    const Conduct conduct = carry_out([] { return 0.0; }, {{sample, conclude}}, 1);
    CHECK(conduct.rounds == samples);
    CHECK(last == samples);
    CHECK(conduct.disturbed_share == 0);
    CHECK(carry_out([] { return 0.0; }, {}, 1).rounds == 0);
}
