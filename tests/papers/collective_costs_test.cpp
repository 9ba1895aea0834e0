// Collectives by algorithm: costs in each model, the fastest, and from which size on another is.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "bsp_fft/papers/collective_costs.hpp"
#include "bspfft/error.hpp"

using namespace bspfft;
using doctest::Approx;

namespace {

constexpr auto in_bsp = MessageModel::bsp;

const CollectiveMachine machine{{1e-6, 1e-9}, {0.9e-6, 0.05e-6, 0.1e-6}, {0.9e-6, 0.05e-6, 0.1e-6, 1e-9}, {1e-9, 3e-6}};

std::vector<const CollectiveCost*> all_of(std::string_view collective)
{
    std::vector<const CollectiveCost*> costs;
    for (const CollectiveCost& cost : collective_costs()) {
        if (cost.collective == collective) costs.push_back(&cost);
    }
    REQUIRE(!costs.empty());
    return costs;
}

const CollectiveCost& one_of(std::string_view collective, std::string_view algorithm)
{
    for (const CollectiveCost* cost : all_of(collective)) {
        if (cost->algorithm == algorithm) return *cost;
    }
    FAIL("no ", algorithm);
    return collective_costs().front();
}

double seconds(std::string_view collective, std::string_view algorithm, MessageModel model, double s, Index P)
{
    return one_of(collective, algorithm).seconds(machine, model, s, P);
}

std::set<std::string_view> collectives()
{
    std::set<std::string_view> names;
    for (const CollectiveCost& cost : collective_costs()) names.insert(cost.collective);
    return names;
}

std::vector<Index> powers_of_two(Index from, Index to)
{
    std::vector<Index> sizes;
    for (Index size = from; size <= to; size *= 2) sizes.push_back(size);
    return sizes;
}

}  // namespace

TEST_CASE("every algorithm that has a cost is described, with its source, and no other is")
{
    std::set<std::string_view> described, used;
    for (const CollectiveAlgorithm& algorithm : collective_algorithms()) {
        CHECK(described.insert(algorithm.name).second);
        CHECK(!algorithm.what.empty());
        CHECK(!algorithm.source.empty());
    }
    for (const CollectiveCost& cost : collective_costs()) used.insert(cost.algorithm);
    CHECK(described == used);
    CHECK(collectives() == std::set<std::string_view>{"broadcast", "scatter", "gather", "allgather", "reduce-scatter",
                                                      "allreduce", "all-to-all"});
}

TEST_CASE("in the alpha-beta model each algorithm has its formula")
{
    const AlphaBeta& ab = machine.alpha_beta;
    constexpr auto model = MessageModel::alpha_beta;
    const double s = 12345;
    const Index P = 64;
    CHECK(seconds("broadcast", "direct", model, s, P) == 63 * ab.send(s));
    CHECK(seconds("broadcast", "binary-tree", model, s, 63) == ab.broadcast_binary_tree(s, 63));
    CHECK(seconds("broadcast", "binomial-tree", model, s, P) == ab.broadcast_binomial_tree(s, P));
    CHECK(seconds("broadcast", "pipelined-tree", model, s, P) == ab.broadcast_pipelined_best(s, P));
    CHECK(seconds("broadcast", "double-tree", model, s, P) == ab.broadcast_double_tree(s, P));
    CHECK(seconds("broadcast", "ring", model, s, P) == ab.broadcast_ring(s, P));
    CHECK(seconds("broadcast", "scatter-allgather", model, s, P) == 2 * ab.allgather(s, P));
    CHECK(seconds("broadcast", "lower-bound", model, s, P) == ab.broadcast_lower_bound(s, P));
    for (const char* name : {"scatter", "gather"}) {
        CHECK(seconds(name, "binomial-tree", model, s, P) == ab.allgather(s, P));
        CHECK(seconds(name, "direct", model, s, P) == ab.all_to_all_direct(s, P));
    }
    for (const char* name : {"allgather", "reduce-scatter"})
        CHECK(seconds(name, "butterfly", model, s, P) == ab.allgather(s, P));
    CHECK(seconds("allreduce", "butterfly", model, s, P) == ab.allreduce(s, P));
    CHECK(seconds("all-to-all", "direct", model, s, P) == ab.all_to_all_direct(s, P));
    CHECK(seconds("all-to-all", "bruck", model, s, P) == ab.all_to_all_bruck(s, P));
    CHECK(seconds("all-to-all", "radix", model, s, P) == best_radix(ab, s, P).cost);
}

TEST_CASE("no broadcast is faster than the lower bound; the printed one is too much for short messages")
{
    const AlphaBeta& ab = machine.alpha_beta;
    for (const Index P : {2, 3, 4, 7, 8, 63, 64, 1024}) {
        for (double s = 8; s < 1e10; s *= 3) {
            const double bound = ab.broadcast_lower_bound(s, P);
            double least = 1e300;
            for (double packets = 1; packets < 1e6; packets = std::ceil(1.01 * packets)) {
                const double rounds = std::ceil(std::log2(P)) + packets - 1;
                least = std::min(least, rounds * ab.send(s / packets));
            }
            CHECK(bound <= least * (1 + 1e-12));
            CHECK(bound >= 0.8 * least);
            for (const CollectiveCost* cost : all_of("broadcast")) {
                const auto other = cost->seconds_if_known(machine, MessageModel::alpha_beta, s, P);
                if (other) CHECK(*other >= bound * (1 - 1e-12));
            }
        }
    }
    const double printed = std::sqrt(6 * ab.alpha) + std::sqrt(64 * ab.beta);
    CHECK(ab.broadcast_binomial_tree(64, 64) < printed * printed);
    CHECK(ab.broadcast_lower_bound(64, 64) == ab.broadcast_binomial_tree(64, 64));
}

TEST_CASE("LogP and LogGP have their own pipelines and exchanges, and rounds of messages that take as long")
{
    const double s = 4096;
    const Index P = 8;
    CHECK(seconds("broadcast", "pipelined-tree", MessageModel::logp, s, P) ==
          machine.logp.broadcast_pipelined(s / 8, P));
    const LogGP& loggp = machine.loggp;
    CHECK(seconds("broadcast", "pipelined-tree", MessageModel::loggp, s, P) ==
          loggp.broadcast_pipelined(s, P, loggp.best_packet(s, P)));
    CHECK(seconds("all-to-all", "direct", MessageModel::logp, s, P) == machine.logp.exchange(448));
    CHECK(seconds("all-to-all", "direct", MessageModel::loggp, s, P) == loggp.all_to_all_direct(s, P));
    CHECK(seconds("broadcast", "direct", MessageModel::loggp, s, P) == loggp.exchange(7, s));
    CHECK(seconds("broadcast", "binomial-tree", MessageModel::logp, s, P) == Approx(3 * machine.logp.send(s / 8)));
    CHECK(seconds("broadcast", "binomial-tree", MessageModel::loggp, s, P) == Approx(3 * loggp.send(s)));
}

TEST_CASE("in BSP a collective is one superstep or two, and rounds are supersteps")
{
    const auto [g, l] = machine.bsp;
    const double s = 8192;
    for (const Index P : {2, 3, 8, 1024}) {
        const double h = s * (1 - 1 / static_cast<double>(P));
        for (const char* name : {"scatter", "gather", "allgather", "reduce-scatter", "all-to-all"})
            CHECK(seconds(name, "direct", in_bsp, s, P) == Approx(l + h * g));
        CHECK(seconds("broadcast", "direct", in_bsp, s, P) == Approx(l + static_cast<double>(P - 1) * s * g));
        CHECK(seconds("broadcast", "scatter-allgather", in_bsp, s, P) == Approx(2 * (l + h * g)));
        CHECK(seconds("allreduce", "direct", in_bsp, s, P) == Approx(2 * (l + h * g)));
    }
    CHECK(seconds("broadcast", "binomial-tree", in_bsp, s, 9) == Approx(4 * (l + s * g)));
}

TEST_CASE("the first broadcast in two phases that is faster than in one has l / (g (P-1) (1 - 2/P)) bytes")
{
    const std::vector<const CollectiveCost*> both{&one_of("broadcast", "direct"),
                                                  &one_of("broadcast", "scatter-allgather")};
    const auto [g, l] = machine.bsp;
    for (const Index P : {3, 8, 64}) {
        const auto choices = fastest_by_size(both, machine, in_bsp, {8, 1 << 20}, P);
        REQUIRE(choices.size() == 2);
        CHECK(choices[0].best == both[0]);
        CHECK(choices[1].best == both[1]);
        const double p = static_cast<double>(P), crossover = l / (g * (p - 1) * (1 - 2 / p));
        CHECK(std::abs(static_cast<double>(choices[1].bytes) - crossover) <= 1);
    }
}

TEST_CASE("direct all-to-alls beat Bruck's from the size that has a closed form")
{
    const std::vector<const CollectiveCost*> both{&one_of("all-to-all", "direct"), &one_of("all-to-all", "bruck")};
    for (Index P = 4; P <= 1024; P *= 2) {
        const auto choices =
            fastest_by_size(both, machine, MessageModel::alpha_beta, powers_of_two(8, Index{1} << 40), P);
        REQUIRE(choices.size() == 2);
        CHECK(choices[0].best == both[1]);
        const auto& [alpha, beta] = machine.alpha_beta;
        const double p = static_cast<double>(P), rounds = std::log2(p);
        const double crossover = alpha / beta * (p - 1 - rounds) / (rounds / 2 - (1 - 1 / p));
        CHECK(std::abs(static_cast<double>(choices[1].bytes) - crossover) <= 1 + 1e-9 * crossover);
    }
}

TEST_CASE("what is the fastest by size is so at every byte, in every model")
{
    constexpr Index last = 1 << 12;
    for (const NamedModel& by : message_models()) {
        CAPTURE(by.name);
        for (const std::string_view collective : collectives()) {
            const auto among = all_of(collective);
            for (const Index P : {2, 3, 7, 8, 64}) {
                auto choices = fastest_by_size(among, machine, by.model, {8, 100, last}, P);
                REQUIRE(choices.front().bytes == 8);
                choices.push_back({last + 1, nullptr});
                bool all_right = true;
                for (std::size_t i = 0; i + 1 < choices.size(); ++i) {
                    REQUIRE(choices[i].bytes < choices[i + 1].bytes);
                    for (Index bytes = choices[i].bytes; bytes < choices[i + 1].bytes; ++bytes)
                        all_right = all_right && fastest(among, machine, by.model, real(bytes), P) == choices[i].best;
                }
                CAPTURE(collective);
                CAPTURE(P);
                CHECK(all_right);
            }
        }
    }
}

TEST_CASE("the fastest takes least, is no bound, and has a formula for this P")
{
    for (const auto& [model, name] : message_models()) {
        for (const Index P : {2, 6, 7, 16}) {
            for (const double s : {64.0, 1e5, 1e9}) {
                const auto among = all_of("broadcast");
                const CollectiveCost* best = fastest(among, machine, model, s, P);
                REQUIRE(best);
                CHECK_FALSE(best->is_bound);
                for (const CollectiveCost* each : among) {
                    const auto other = each->seconds_if_known(machine, model, s, P);
                    if (other && !each->is_bound)
                        CHECK(best->seconds(machine, model, s, P) <= *other * (1 + 1e-12));
                }
            }
        }
    }
    std::string why_not;
    CHECK_FALSE(one_of("broadcast", "binary-tree")
                    .seconds_if_known(machine, MessageModel::alpha_beta, 8, 8, &why_not));
    CHECK(why_not.find("no full binary tree") != std::string::npos);
    CHECK_FALSE(one_of("broadcast", "lower-bound").seconds_if_known(machine, in_bsp, 8, 8, &why_not));
    CHECK(why_not == "the lower bound is of the alpha-beta model alone");
    CHECK(fastest({&one_of("broadcast", "binary-tree")}, machine, in_bsp, 8, 8) == nullptr);
}
