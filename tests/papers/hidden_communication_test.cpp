// The closed forms equal the simulation, to the integer; the simulation uses none of them.
#include "bsp_fft/papers/hidden_communication.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <map>
#include <random>
#include <utility>

#include "bsp_fft/base/integers.hpp"
#include "bspfft/error.hpp"
#include "tests/csv.hpp"

using namespace bspfft;
using enum MessageSchedule;

namespace {

// Columns near the square root, up to eight at a time.
HidingProblem with_columns(Index n, Index P)
{
    HidingProblem problem(n, P);
    const Index length = std::max(P, Index{1} << log2_exact(n) / 2);
    problem.columns = {length, std::min(Index{8}, problem.m / length)};
    return problem;
}

Performance play(const HidingProblem& problem, const LogP& machine, MessageSchedule schedule)
{
    const Performance performance = bspfft::play(machine, message_program(problem, schedule));
    if (machine.overhead == 0) {
        // assumptions of the paper's analysis
        CHECK_FALSE(performance.delayed_at_reception);
        CHECK(performance.stalled == 0);
    }
    return performance;
}

void check_forms(const HidingProblem& problem, const LogP& machine)
{
    CAPTURE(problem.n);
    CAPTURE(problem.processors);
    CAPTURE(machine.gap);
    CAPTURE(machine.latency);
    for (const auto& [schedule, title] : message_schedules()) {
        const auto& name = title;  // CAPTURE makes a lambda, and in Clang 14 it cannot capture a binding
        CAPTURE(name);
        const Performance played = play(problem, machine, schedule);
        CHECK(completion(problem, machine, schedule).value == played.completion);
        CHECK(played.idle == played.completion - problem.work());
        if (schedule == output_driven || schedule == input_driven)
            CHECK(played.last_send == last_output_sent(problem, machine.gap));
        CHECK((*free_latency(problem, machine, schedule).value >= machine.latency) == (played.idle == 0));
    }
    const ClosedForm theorem = theorem_5_1(problem, machine);
    if (theorem.value) CHECK(theorem.value == completion(problem, machine, input_driven).value);
}

}  // namespace

TEST_CASE("every row of the vectors: simulated, corrected, and as printed")
{
    const Csv rows(DATA "sahay_vectors.csv");
    CHECK(rows.size() == 576);
    for (std::size_t row = 0; row < rows.size(); row += SLOWNESS > 1 ? 7 : 1) {
        const auto value = [&](const char* column) { return rows.number(row, column); };
        CAPTURE(row);
        const HidingProblem problem =
            with_columns(static_cast<Index>(value("n")), static_cast<Index>(value("P")));
        const LogP machine{value("L"), 0, value("g")};
        REQUIRE(problem.m == value("m"));
        REQUIRE(problem.l == value("l"));
        check_forms(problem, machine);
        CHECK(send_regime(problem, machine.gap) == value("regime"));
        CHECK(last_output_sent(problem, machine.gap) == value("T_corrected"));
        // case 3 is printed without its "- g"
        CHECK(value("T_printed") - value("T_corrected") == (value("regime") == 3 ? machine.gap : 0));
        CHECK(play(problem, machine, output_driven).last_send == value("T_sim"));
        CHECK(play(problem, machine, output_driven).completion == value("wait_sim"));
        CHECK(play(problem, machine, simple).completion == value("simple_sim"));
        CHECK(play(problem, machine, eager).completion == value("eager_sim"));
        const Performance input = play(problem, machine, input_driven);
        CHECK(input.completion == value("input_sim"));
        CHECK(input.idle == value("idle_input"));
        CHECK(input.last_bottleneck == value("last_bottleneck"));
        const ClosedForm theorem = theorem_5_1(problem, machine);
        REQUIRE(theorem.value.has_value() == (value("thm51_applicable") == 1));
        if (!theorem.value) continue;
        CHECK(theorem.value == value("thm51_corrected"));
        CHECK(theorem_5_1(problem, machine, Reading::printed).value == value("thm51_printed"));
    }
}

TEST_CASE("a random grid of machines, with gaps that are no integers")
{
    std::mt19937 random(1993);
    const auto up_to = [&](int most) { return static_cast<int>(random() % (most + 1)); };
    for (int trial = 0; trial < (SLOWNESS > 1 ? 40 : 400); ++trial) {
        const int log_processors = 1 + up_to(4);
        const int log_n = 2 * log_processors + up_to(std::min(5, 13 - 2 * log_processors));
        const double gap = (1 + up_to(100)) / 8.0;
        const double latency = up_to(3) == 0 ? 0 : up_to(2000) / 4.0;
        check_forms(with_columns(Index{1} << log_n, Index{1} << log_processors), {latency, 0, gap});
    }
}

TEST_CASE("however the columns are cut and however many are transformed together")
{
    for (const Index P : {2, 4}) {
        HidingProblem problem(1024, P);
        for (Index length = P; length <= problem.m; length *= 4) {
            for (Index lanes = 1; lanes <= problem.m / length; lanes *= 4) {
                problem.columns = {length, lanes};
                check_forms(problem, {30, 0, 2.5});
            }
        }
    }
}

TEST_CASE("the nodes that an output costs are those that the optimal rate allows: 2^(z+1) - 1 after z zeros")
{
    const HidingProblem problem(1024, 8);
    const MessageProgram program = message_program(problem, output_driven);
    for (Index i = 0; i < 8; ++i) {
        double time = 0;
        for (Index a = 0; a < problem.m; ++a) {
            time += static_cast<double>(program.steps[i][a].work);
            REQUIRE(time == output_made(problem, a));
            if (a > 0) REQUIRE(program.steps[i][a].work == 2 * (a & -a) - 1);
        }
    }
}

TEST_CASE("every schedule's messages are the exchange: each input once, l from each processor")
{
    const HidingProblem problem = with_columns(512, 8);
    for (const auto& [schedule, name] : message_schedules()) {
        const MessageProgram program = message_program(problem, schedule);
        std::map<Index, std::map<Index, Index>> from;  // how many, by receiver and sender
        std::map<Index, std::map<Index, int>> inputs;
        for (Index i = 0; i < 8; ++i) {
            for (const MessageStep& step : program.steps[i]) {
                ++from[step.to][i];
                ++inputs[step.to][step.input];
            }
        }
        for (Index d = 0; d < 8; ++d) {
            for (Index i = 0; i < 8; ++i) CHECK(from[d][i] == problem.l);
            CHECK(std::ssize(inputs[d]) == problem.m);
            CHECK(inputs[d].begin()->first == 0);
            CHECK(inputs[d].rbegin()->first == problem.m - 1);
        }
    }
}

TEST_CASE("what inputs release is what the butterfly's edges say, whatever their order")
{
    // P-input butterflies, node by node: (r, c) needs (r, c-1) and (r xor P/2^c, c-1)
    const HidingProblem problem(128, 8);
    const Index P = 8;
    std::mt19937 random(5);
    std::vector<Index> order(problem.m);
    for (Index i = 0; i < problem.m; ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), random);
    const auto release = message_program(problem, input_driven).new_release();
    std::vector<std::vector<bool>> ready(4, std::vector<bool>(problem.m));
    for (const Index input : order) {
        ready[0][input] = true;
        Index released = 0;
        for (int c = 1; c <= 3; ++c) {
            for (Index r = 0; r < problem.m; ++r) {
                if (ready[c][r] || !ready[c - 1][r] || !ready[c - 1][r ^ (P >> c)]) continue;
                ready[c][r] = true;
                ++released;
            }
        }
        REQUIRE(release(3, input) == released);
    }
}

TEST_CASE("Facts 5.1 to 5.3: the i-th input releases 2 (2^j - 1) nodes, never fewer than the one before")
{
    const HidingProblem problem(1024, 16);
    const auto release = message_program(problem, input_driven).new_release();
    const Index d = 5;
    double before = 0, all = 0;
    for (Index i = 0; i < problem.m; ++i) {
        // itself first, then x = 15, 14, ..., 1 for the sender d xor x
        const Index block = i / problem.l, x = block == 0 ? 0 : 16 - block;
        const auto released = static_cast<double>(release(d, i % problem.l * 16 + (d ^ x)));
        REQUIRE(released == nodes_released(problem, i));
        REQUIRE(released >= before);
        before = released;
        all += released;
    }
    CHECK(all == problem.phase_2());
}

TEST_CASE("Figure 2: with m = 8 and P = 4 outputs are made at 7, 8, 11, 12, 19, 20, 23, 24")
{
    const HidingProblem problem(32, 4);
    Trace trace;
    bspfft::play({0, 0, 1}, message_program(problem, output_driven), &trace);
    std::vector<double> times;
    std::vector<Index> destinations;
    for (const Trace::Message& each : trace.messages) {
        if (each.from != 2) continue;
        times.push_back(each.made);
        destinations.push_back(each.to);
    }
    CHECK(times == std::vector<double>{7, 8, 11, 12, 19, 20, 23, 24});
    CHECK(destinations == std::vector<Index>{1, 1, 0, 0, 3, 3, 2, 2});
}

TEST_CASE("the paper's section 4.4 is too pessimistic: n = 4096, P = 8, g = 9 hides all of its messages")
{
    const HidingProblem problem(4096, 8);
    const LogP machine{0, 0, 9};
    CHECK(play(problem, machine, output_driven).last_send == 4534);
    CHECK(problem.phase_1() == 4608);
    CHECK(free_latency(problem, machine, output_driven).value == 74);
}

TEST_CASE(
    "without latency the output-driven schedule is free just if l g >= 2^g - g - 1, for integer g < log m")
{
    for (Index P = 2; P <= 64; P *= 2) {
        for (Index n = P * P; n <= Index{1} << 24; n *= 2) {
            const HidingProblem problem(n, P);
            for (int g = 1; g < log2_exact(problem.m); ++g) {
                const bool free = *free_latency(problem, {0, 0, double(g)}, output_driven).value >= 0;
                REQUIRE(free == (problem.l * g >= (Index{1} << g) - g - 1));
            }
        }
    }
}

TEST_CASE("without latency the input-driven schedule is free for every integer g <= log m")
{
    for (Index P = 2; P <= 128; P *= 2) {
        for (Index n = P * P; n <= Index{1} << 30; n *= 2) {
            const HidingProblem problem(n, P);
            for (int g = 1; g <= log2_exact(problem.m); ++g)
                REQUIRE(*free_latency(problem, {0, 0, double(g)}, input_driven).value >= 1);
        }
    }
}

TEST_CASE("closed forms need no more time for a million processors")
{
    const HidingProblem problem(Index{1} << 50, Index{1} << 20);
    const LogP machine{1000, 0, 7};
    CHECK(completion(problem, machine, input_driven).value == problem.work());
    CHECK(*free_latency(problem, machine, input_driven).value > 1e9);
}

namespace {

// How much longer the exchange takes when all send to 0 first, then to 1, and so on.
double price_of_a_bad_order(Index P, const LogP& machine)
{
    const HidingProblem problem(P * P * 8, P);
    MessageProgram program = message_program(problem, simple);
    const double good = bspfft::play(machine, program).completion - problem.work();
    for (std::vector<MessageStep>& steps : program.steps) {
        const Index work = std::exchange(steps[0].work, 0);
        std::stable_sort(steps.begin(), steps.end(),
                         [](const MessageStep& a, const MessageStep& b) { return a.to < b.to; });
        steps[0].work = work;
    }
    return (bspfft::play(machine, program).completion - problem.work()) / good;
}

}  // namespace

TEST_CASE("a bad order, all to 0, then all to 1, does not cost the factor P of section 3")
{
    // messages queue at their receivers: twice as long
    for (const Index P : {4, 8, 16, 32, 64}) {
        CHECK(price_of_a_bad_order(P, {0, 0, 20}) > 1.6);
        CHECK(price_of_a_bad_order(P, {0, 0, 20}) < 2);
    }
    // they fill the network, and senders stall, first come, first served: more, but no factor P
    CHECK(price_of_a_bad_order(16, {40, 0, 20}) > 4);
    CHECK(price_of_a_bad_order(64, {40, 0, 20}) < 6);
}

TEST_CASE("with overhead the closed forms do not apply, and the simulator counts it")
{
    const HidingProblem problem = with_columns(1024, 4);
    const LogP machine{50, 1, 4};
    for (const auto& [schedule, name] : message_schedules()) {
        const ClosedForm form = completion(problem, machine, schedule);
        CHECK_FALSE(form.value.has_value());
        CHECK(form.not_applicable == "the theorems leave out the overhead, and o = 1");
        // every processor is engaged once for each message that it sends, and for each that it receives
        const Performance played = play(problem, machine, schedule);
        CHECK(played.completion - played.idle ==
              problem.work() + 2.0 * static_cast<double>(problem.m - problem.l));
    }
    CHECK_FALSE(theorem_5_1(problem, machine).value.has_value());
    CHECK_FALSE(free_latency(problem, machine, simple).value.has_value());
}

TEST_CASE("Theorem 5.1 says where it does not apply, and one processor has nothing to hide")
{
    CHECK(theorem_5_1(HidingProblem(4096, 8), {0, 0, 8}).not_applicable ==
          "it needs g >= log m = 9, and g = 8");
    const HidingProblem alone = with_columns(64, 1);
    for (const auto& [schedule, name] : message_schedules()) {
        CHECK(completion(alone, {0, 0, 1}, schedule).not_applicable == "one processor sends no messages");
        CHECK(play(alone, {0, 0, 1}, schedule).completion == 64 * 6);
    }
}

TEST_CASE("invalid problems are refused")
{
    using doctest::Contains;
    CHECK_THROWS_WITH_AS(HidingProblem(1000, 2), Contains("n = 1000 is not a power of two"), Error);
    CHECK_THROWS_WITH_AS(HidingProblem(1024, 6), Contains("P = 6 is not a power of two"), Error);
    CHECK_THROWS_WITH_AS(HidingProblem(512, 32),
                         Contains("n = 512 is less than P^2 for P = 32, and one exchange needs "
                                  "n >= P^2; take P <= 16"),
                         Error);
    CHECK_THROWS_WITH_AS(message_program(HidingProblem(Index{1} << 30, 2), simple),
                         Contains("too long to be simulated"), Error);
    CHECK_THROWS_WITH_AS(message_program(HidingProblem(64, 2), column_blocked),
                         Contains("columns of length 0, 0 at a time, do not cut n = 64 for P = 2"), Error);
    CHECK_THROWS_WITH_AS(completion(HidingProblem(64, 2), {0, 0, 1}, column_blocked),
                         Contains("take a power of two from P to n/P = 32"), Error);
    CHECK_THROWS_WITH_AS(completion(HidingProblem(64, 2), {0, 0, 0}, simple), Contains("the gap g is 0"),
                         Error);
}

TEST_CASE("n = 2^20 on 64 processors is played in seconds" * doctest::skip(SLOWNESS > 1))
{
    const HidingProblem problem(Index{1} << 20, 64);
    const std::clock_t begin = std::clock();  // of the processor, which others may use too
    const LogP machine{1000, 0, 20};
    CHECK(play(problem, machine, input_driven).completion ==
          completion(problem, machine, input_driven).value);
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    MESSAGE("took ", seconds, " s");
    CHECK(seconds < 10.0);
}
