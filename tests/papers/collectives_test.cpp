// Costs of messages and collectives: against the lecture's values, against simulated rounds, and where models
// must agree.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <vector>

#include "bsp_fft/papers/logp_simulator.hpp"
#include "bspfft/error.hpp"
#include "tests/csv.hpp"

using namespace bspfft;
using doctest::Approx;

namespace {

Approx exactly(double value) { return Approx(value).epsilon(1e-12); }

// Rounds in which every process may send one message and receive one: who knows what after each round.
// Binomial trees and butterflies, simulated with sets.
int rounds_to_tell_all(Index P)
{
    Index know = 1;
    int rounds = 0;
    for (; know < P; ++rounds) know = std::min(P, 2 * know);
    return rounds;
}

// Words that a process sends in a butterfly all-to-all on P = 2^k, block by block.
double butterfly_words(Index P, double s)
{
    double sent = 0;
    std::vector<Index> blocks(P);  // destinations, at process 0
    for (Index j = 0; j < P; ++j) blocks[j] = j;
    for (Index bit = 1; bit < P; bit *= 2)
        sent += static_cast<double>(
            std::count_if(blocks.begin(), blocks.end(), [&](Index to) { return to & bit; }));
    return sent * s / static_cast<double>(P);
}

}  // namespace

TEST_CASE("every row of the lecture's values")
{
    const Csv rows(DATA "lecture_vectors.csv");
    CHECK(rows.size() == 234);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const auto value = [&](const char* column) {
            return rows.text(row, column).empty() ? 0 : rows.number(row, column);
        };
        const auto P = static_cast<Index>(value("P"));
        const double s = value("s");
        const AlphaBeta ab{value("alpha_or_L"), value("beta_or_o")};
        const LogP logp{value("alpha_or_L"), value("beta_or_o"), value("g")};
        const LogGP loggp{value("alpha_or_L"), value("beta_or_o"), value("g"), value("G")};
        const std::map<std::string, std::function<double()>> formulas{
            {"LogGP_PBT_at_kopt", [&] { return loggp.broadcast_pipelined(s, P, loggp.best_packet(s, P)); }},
            {"LogGP_a2a_direct", [&] { return loggp.all_to_all_direct(s, P); }},
            {"LogGP_kopt", [&] { return loggp.best_packet(s, P); }},
            {"LogGP_send", [&] { return loggp.send(s); }},
            {"LogP_send", [&] { return logp.send(s); }},
            {"ab_DPBT", [&] { return ab.broadcast_double_tree(s, P); }},
            {"ab_PBT_at_kopt", [&] { return ab.broadcast_pipelined_best(s, P); }},
            {"ab_a2a_butterfly", [&] { return ab.all_to_all_radix(s, P, 2); }},
            {"ab_a2a_direct_exact", [&] { return ab.all_to_all_direct(s, P); }},
            {"ab_allgather_exact", [&] { return ab.allgather(s, P); }},
            {"ab_bcast_binomial_ceil", [&] { return ab.broadcast_binomial_tree(s, P); }},
            {"ab_bcast_ring", [&] { return ab.broadcast_ring(s, P); }},
            {"ab_send", [&] { return ab.send(s); }},
        };
        const std::string name = rows.text(row, "formula");
        CAPTURE(name);
        CAPTURE(P);
        CAPTURE(s);
        REQUIRE(formulas.contains(name));
        CHECK(formulas.at(name)() == exactly(value("value")));
    }
}

TEST_CASE(
    "a binomial tree tells all in ceil(log P) rounds, for every P; the printed log(P+1) is right for 2^k - 1")
{
    const AlphaBeta one{1, 0};
    for (Index P = 1; P <= 300; ++P) CHECK(one.broadcast_binomial_tree(5, P) == rounds_to_tell_all(P));
    for (Index P = 3; P <= 1023; P = 2 * P + 1)
        CHECK(one.broadcast_binomial_tree(5, P) == std::log2(static_cast<double>(P + 1)));
}

TEST_CASE("a butterfly all-to-all sends half of the words in each round")
{
    for (Index P = 2; P <= 256; P *= 2) {
        CHECK(AlphaBeta{0, 1}.all_to_all_radix(1024, P, 2) == exactly(butterfly_words(P, 1024)));
        CHECK(AlphaBeta{1, 1}.all_to_all_bruck(1024, P) == exactly(AlphaBeta{1, 1}.all_to_all_radix(1024, P, 2)));
        CHECK(AlphaBeta{1, 2}.all_to_all_radix(1024, P, 2) ==
              exactly(std::log2(static_cast<double>(P)) * AlphaBeta{1, 2}.send(1024 / 2)));
        CHECK(AlphaBeta{1, 2}.all_to_all_radix(1024, P, P) ==
              exactly(AlphaBeta{1, 2}.all_to_all_direct(1024, P)));
    }
}

TEST_CASE("Bruck's rounds send, for every P, each block over the bits of its distance")
{
    for (Index P = 1; P <= 100; ++P) {
        double blocks = 0;
        int rounds = 0;
        for (Index j = 0; j < P; ++j) blocks += __builtin_popcountll(static_cast<unsigned long long>(j));
        while ((Index{1} << rounds) < P) ++rounds;
        CHECK(AlphaBeta{0, 1}.all_to_all_bruck(static_cast<double>(P), P) == exactly(blocks));
        CHECK(AlphaBeta{1, 0}.all_to_all_bruck(1, P) == rounds);
    }
}

TEST_CASE("short messages go by the butterfly, long ones direct, and in between another radix may win")
{
    const AlphaBeta machine{1e-6, 1e-9};
    // where direct and butterfly cost the same
    const double s = machine.alpha / machine.beta * (63 - 6) / (6.0 / 2 - (1 - 1.0 / 64));
    CHECK(machine.all_to_all_direct(s, 64) == exactly(machine.all_to_all_radix(s, 64, 2)));
    CHECK(best_radix(machine, s, 64).r == 8);
    CHECK(best_radix(machine, s / 1000, 64).r == 2);
    CHECK(best_radix(machine, s * 1000, 64).r == 64);
    CHECK(best_radix(machine, s, 64).cost == machine.all_to_all_radix(s, 64, 8));
}

TEST_CASE("a broadcast is never faster than the lower bound, and the best packet is the best")
{
    const AlphaBeta machine{1e-6, 1e-9};
    for (const Index P : {3, 7, 63, 1023}) {
        for (const double s : {1e2, 1e5, 1e8}) {
            const double bound = machine.broadcast_lower_bound(s, P);
            CHECK(machine.broadcast_double_tree(s, P) >= bound);
            CHECK(machine.broadcast_pipelined_best(s, P) >= machine.broadcast_double_tree(s, P));
            const double levels = std::log2(static_cast<double>(P));
            const double k = std::sqrt(s * machine.alpha / (levels * machine.beta));
            const auto with_packets_of = [&](double words) { return 2 * (levels + s / words) * machine.send(words); };
            CHECK(with_packets_of(k) == exactly(machine.broadcast_pipelined_best(s, P)));
            for (const double factor : {0.5, 0.9, 1.1, 2.0}) CHECK(with_packets_of(factor * k) > with_packets_of(k));
        }
    }
    // many words: the ring beats the binomial tree by log(P) / 2
    CHECK(machine.broadcast_binomial_tree(1e15, 1024) / machine.broadcast_ring(1e15, 1024) ==
          Approx(1024 * 10 / (2.0 * 1023)).epsilon(1e-6));
}

TEST_CASE("collectives of two butterflies cost two")
{
    const AlphaBeta machine{3, 2};
    CHECK(machine.allgather(1024, 16) == 4 * 3 + 960 * 2);
    CHECK(machine.allreduce(1024, 16) == 2 * machine.allgather(1024, 16));
    CHECK(machine.broadcast_binary_tree(10, 7) == 4 * 23);
}

TEST_CASE("LogGP becomes LogP where G = g, and both alpha-beta, for every length")
{
    const LogGP loggp{50, 4, 6, 6};
    const LogP logp{50, 4, 6};
    const AlphaBeta ab = logp.as_alpha_beta();
    CHECK(ab.alpha == 52);
    CHECK(ab.beta == 6);
    for (const double s : {1.0, 2.0, 17.0, 1e6}) {
        CHECK(loggp.send(s) == logp.send(s));
        CHECK(loggp.send(s) == exactly(ab.send(s)));
        CHECK(loggp.send(s) == exactly(loggp.as_alpha_beta().send(s)));
    }
    // messages of one datum
    for (const Index P : {2, 8, 64})
        CHECK(loggp.all_to_all_direct(double(P), P) == logp.exchange(double(P - 1)));
    // without overhead, Sahay's exchange: (h - 1) g + L
    CHECK(LogP{50, 0, 6}.exchange(100) == 99 * 6 + 50);
}

TEST_CASE("long messages make LogGP's exchange the alpha-beta one, up to the latency that overlaps")
{
    const LogGP loggp{50, 0, 6, 2};
    // alpha = g - G and beta = G: what one more message costs its sender
    const AlphaBeta ab{loggp.gap - loggp.gap_each, loggp.gap_each};
    for (const Index P : {2, 16, 256}) {
        const double s = 1e6 * double(P);
        CHECK(loggp.all_to_all_direct(s, P) - ab.all_to_all_direct(s, P) == Approx(50 - 6).epsilon(1e-6));
    }
}

TEST_CASE("LogP's broadcast in packets of one is no faster than the simulator plays it")
{
    // a pipelined binary tree of 3, root 0: data come down to the left, then to the right
    const LogP machine{20, 0, 3};
    for (const Index data : {1, 4, 9}) {
        std::vector<MessageStep> root;
        for (Index k = 0; k < data; ++k)
            for (const Index child : {1, 2}) root.push_back({0, child, k});
        const double first_level =
            play(machine, {{root, {}, {}}, [] { return [](Index, Index) { return 1; }; }}).completion - 1;
        // depth 1: L + g + 2 (K-1) g
        CHECK(first_level == 20 + 3 + 2 * double(data - 1) * 3);
        CHECK(first_level < machine.broadcast_pipelined(double(data), 3));
    }
}

TEST_CASE("LogGP's best packet is the best")
{
    const LogGP machine{5e-6, 1e-6, 2e-6, 1e-9};
    for (const Index P : {7, 63}) {
        const double s = 1e6, k = machine.best_packet(s, P);
        for (const double factor : {0.5, 0.9, 1.1, 2.0})
            CHECK(machine.broadcast_pipelined(s, P, factor * k) > machine.broadcast_pipelined(s, P, k));
    }
}

TEST_CASE("outside its domain a formula refuses")
{
    using doctest::Contains;
    const AlphaBeta ab{1, 1};
    CHECK_THROWS_WITH_AS(ab.broadcast_binary_tree(1, 6),
                         Contains("no full binary tree; it has 2^k - 1, such as 3 or 7"), Error);
    CHECK_THROWS_WITH_AS(ab.allgather(1, 6), Contains("P = 6 is not a power of two"), Error);
    CHECK_THROWS_WITH_AS(ab.all_to_all_radix(1, 64, 16), Contains("not a power of the radix 16"), Error);
    CHECK_THROWS_WITH_AS(ab.all_to_all_radix(1, 64, 1), Contains("radix 1"), Error);
    CHECK_THROWS_WITH_AS(ab.broadcast_pipelined_best(1, 1), Contains("at least 2"), Error);
    CHECK_THROWS_WITH_AS((LogGP{1, 1, 1, 1}.broadcast_pipelined(1, 2, 0)), Contains("packet k is 0"), Error);
    CHECK_THROWS_WITH_AS((LogGP{1, 1, 1, 0}.best_packet(1, 2)), Contains("gap G is 0"), Error);
    CHECK_THROWS_WITH_AS((LogGP{1, 1, 1, 1}.send(0)), Contains("must be 1 or more"), Error);
    CHECK_THROWS_WITH_AS((LogP{0, 1, 9}.as_alpha_beta()), Contains("no alpha-beta machine"), Error);
    CHECK_THROWS_WITH_AS((LogGP{0, 1, 9, 9}.as_alpha_beta()), Contains("needs G <= 2o + L"), Error);
}
