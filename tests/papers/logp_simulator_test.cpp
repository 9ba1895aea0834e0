// The simulated machine, on programs small enough to follow by hand.
#include "bsp_fft/papers/logp_simulator.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "bspfft/error.hpp"

using namespace bspfft;

namespace {

// Every input releases as many units of work.
MessageProgram program_of(std::vector<std::vector<MessageStep>> steps, Index released)
{
    return {std::move(steps), [=] { return [=](Index, Index) { return released; }; }};
}

const Trace::Message& message(const Trace& trace, Index input)
{
    return *std::find_if(trace.messages.begin(), trace.messages.end(),
                         [=](const Trace::Message& each) { return each.input == input; });
}

}  // namespace

TEST_CASE("one datum takes 2o + L, and s of them 2o + L + (s-1) g  [Solomonik 2015; g >= o]")
{
    for (const Index s : {1, 2, 10}) {
        std::vector<MessageStep> steps;
        for (Index k = 0; k < s; ++k) steps.push_back({0, 1, k});
        const Performance performance = play({7, 2, 3}, program_of({steps, {}}, 0));
        CHECK(performance.completion == 2 * 2 + 7 + (s - 1) * 3);
    }
}

TEST_CASE("without overhead a message leaves when its number is made, but g after the one before")
{
    Trace trace;
    const Performance performance =
        play({5, 0, 4}, program_of({{{3, 1, 0}, {1, 1, 1}, {20, 1, 2}}, {}}, 1), &trace);
    CHECK(message(trace, 0).sent == 3);
    CHECK(message(trace, 1).made == 4);
    CHECK(message(trace, 1).sent == 7);
    CHECK(message(trace, 2).sent == 24);
    CHECK(message(trace, 2).received == 29);
    CHECK(performance.completion == 30);
    CHECK(performance.last_send == 24);
    CHECK(performance.last_bottleneck == 2);
    CHECK(performance.idle == 27);  // processor 1 works for 3
    CHECK_FALSE(performance.delayed_at_reception);
}

TEST_CASE("times are exact up to the largest that is accepted, and beyond they are refused")
{
    const Index most = Index{1} << 51, both = most / 2 / 3;  // three messages
    const MessageProgram program = program_of({{{1, 1, 0}, {0, 1, 1}, {0, 1, 2}}, {}}, 1);
    const auto real = [](Index value) { return static_cast<double>(value); };
    CHECK(play({real(most), 0, 1}, program).completion == real(most) + 1 + 2 + 1);
    CHECK(play({0, 0, real(both)}, program).completion == 1 + 2 * real(both) + 1);
    CHECK(play({0, real(both), 1}, program).completion == 1 + 4 * real(both) + 3);
    CHECK_THROWS_WITH_AS(play({2 * real(most), 0, 1}, program),
                         "the latency L is 4.5036e+15, and times of 3 messages of a processor would exceed 2^53, up to "
                         "which they are exact; take at most 2251799813685248",
                         Error);
    CHECK_THROWS_WITH_AS(play({0, 0, 1e17}, program), doctest::Contains("the gap g is 1e+17"), Error);
    CHECK_THROWS_WITH_AS(play({0, 1e17, 1}, program), doctest::Contains("take at most 375299968947541"), Error);
}

TEST_CASE("two messages that arrive together are received g apart")
{
    Trace trace;
    const Performance performance = play({8, 0, 4}, program_of({{}, {{0, 0, 1}}, {{0, 0, 2}}}, 0), &trace);
    CHECK(message(trace, 1).received == 8);
    CHECK(message(trace, 2).received == 12);
    CHECK(performance.delayed_at_reception);
}

TEST_CASE("overhead interrupts work, which goes on where it was")
{
    Trace trace;
    const auto steps = std::vector<std::vector<MessageStep>>{{{1, 1, 0}, {10, 0, 9}}, {{10, 1, 8}}};
    const Performance performance = play({2, 3, 6}, program_of(steps, 1), &trace);
    CHECK(message(trace, 0).sent == 1);
    CHECK(message(trace, 0).arrived == 1 + 3 + 2);
    CHECK(message(trace, 0).received == 6 + 3);
    CHECK(message(trace, 8).made == 13);  // ten of work and three of overhead
    CHECK(message(trace, 9).made == 14);
    CHECK(performance.completion == 15);  // both release one unit at processor 1
    CHECK(performance.idle == 0);
}

TEST_CASE("at most ceil(L/g) messages are in transit to a processor; then senders wait and do not compute")
{
    CHECK(LogP{5, 0, 2}.capacity() == 3);
    CHECK(LogP{0, 0, 2}.capacity() == 1);
    // two senders, capacity for one message: the second message leaves when the first has arrived
    Trace trace;
    const auto steps =
        std::vector<std::vector<MessageStep>>{{}, {{0, 0, 1}, {5, 1, 3}}, {{0, 0, 2}, {5, 2, 4}}};
    const Performance performance = play({4, 0, 4}, program_of(steps, 0), &trace);
    CHECK(message(trace, 2).sent == 4);
    CHECK(message(trace, 3).made == 5);
    CHECK(message(trace, 4).made == 9);
    CHECK(performance.stalled == 4);
    CHECK(performance.completion == 9);
}

TEST_CASE("a stalled processor still receives")
{
    Trace trace;
    const auto steps = std::vector<std::vector<MessageStep>>{{}, {{0, 0, 1}}, {{0, 0, 2}}, {{1, 2, 3}}};
    play({10, 0, 10}, program_of(steps, 0), &trace);
    CHECK(message(trace, 2).sent == 10);
    CHECK(message(trace, 3).received == 11);
}

TEST_CASE("a program can be played again, and gives the same")
{
    const MessageProgram program = program_of({{{3, 1, 0}}, {}}, 2);
    const double once = play({1, 1, 2}, program).completion;
    CHECK(play({1, 1, 2}, program).completion == once);
}

TEST_CASE("invalid parameters are refused")
{
    using doctest::Contains;
    const MessageProgram program = program_of({{}}, 0);
    CHECK_THROWS_WITH_AS(play({0, 0, 0}, program), Contains("the gap g is 0"), Error);
    CHECK_THROWS_WITH_AS(play({0, 0, -1}, program), Contains("more than 0"), Error);
    CHECK_THROWS_WITH_AS(play({-1, 0, 1}, program), Contains("latency L is -1"), Error);
    CHECK_THROWS_WITH_AS(play({0, -2, 1}, program), Contains("overhead o is -2"), Error);
    CHECK_THROWS_WITH_AS(play({0.0 / 0.0, 0, 1}, program), Contains("latency L"), Error);
}
