#include "bsp_fft/papers/hidden_communication.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "bsp_fft/base/send_order.hpp"
#include "bspfft/error.hpp"

using namespace bspfft;

namespace {

// All permutations that the choices at the inner nodes of the tree give.
std::set<Permutation> all_binary(Index size)
{
    std::set<Permutation> found;
    for (unsigned choices = 0; choices < 1u << (size - 1); ++choices) {
        std::vector<bool> right_first;
        for (Index v = 0; v < size - 1; ++v) right_first.push_back(choices >> v & 1);
        found.insert(binary_permutation(right_first));
    }
    return found;
}

}  // namespace

TEST_CASE("the paper's examples: (4 5 6 7 3 2 0 1) is binary, (4 5 6 7 3 0 2 1) is not")
{
    CHECK(is_binary({4, 5, 6, 7, 3, 2, 0, 1}));
    CHECK_FALSE(is_binary({4, 5, 6, 7, 3, 0, 2, 1}));
}

TEST_CASE("what is no permutation of 0 to 2^i - 1 is not binary")
{
    CHECK_FALSE(is_binary({}));
    CHECK_FALSE(is_binary({0, 1, 2}));
    CHECK_FALSE(is_binary({0, 0}));
    CHECK_FALSE(is_binary({1, 2}));
    CHECK(is_binary({0}));
}

TEST_CASE("of all orders of eight values, those are binary that the choices at the tree's nodes give: 2^7")
{
    const std::set<Permutation> generated = all_binary(8);
    CHECK(generated.size() == 128);
    Permutation order(8);
    std::iota(order.begin(), order.end(), Index{0});
    do {
        REQUIRE(is_binary(order) == generated.contains(order));
    } while (std::next_permutation(order.begin(), order.end()));
}

TEST_CASE("the paper's example of Proposition 4.1 decomposes into (2 3 1 0) and (0 1) (0 1) (1 0) (0 1)")
{
    const Decomposition parts = decompose({4, 5, 6, 7, 3, 2, 0, 1}, 4);
    CHECK(parts.outer == Permutation{2, 3, 1, 0});
    CHECK(parts.inner == std::vector<Permutation>{{0, 1}, {0, 1}, {1, 0}, {0, 1}});
}

TEST_CASE("every binary permutation is composed of its parts, which are binary")
{
    for (const Permutation& order : all_binary(16)) {
        for (const Index blocks : {1, 2, 4, 8, 16}) {
            const Decomposition parts = decompose(order, blocks);
            REQUIRE(is_binary(parts.outer));
            REQUIRE(compose(parts.outer, parts.inner) == order);
        }
    }
}

TEST_CASE(
    "Figure 2: processor 2 of 4 serves (1 0 3 2) and makes its eight outputs in the order (2 3 0 1 6 7 4 5)")
{
    for (Index j = 0; j < 4; ++j) CHECK(destination_in_order(2, j, 4) == Permutation{1, 0, 3, 2}[j]);
    CHECK(output_order(2, 4, 8) == Permutation{2, 3, 0, 1, 6, 7, 4, 5});
}

TEST_CASE("output orders are binary; at every place each processor is served by one, itself at the last")
{
    for (const Index P : {1, 2, 3, 6, 8, 32}) {
        for (Index j = 0; j < P; ++j) {
            std::set<Index> served;
            for (Index i = 0; i < P; ++i) served.insert(destination_in_order(i, j, P));
            CHECK(std::ssize(served) == P);
        }
        for (Index i = 0; i < P; ++i) {
            CHECK(destination_in_order(i, P - 1, P) == i);
            if (is_power_of_two(P)) CHECK(is_binary(output_order(i, P, 4 * P)));
        }
    }
}

TEST_CASE("parts that make no binary permutation are refused")
{
    using doctest::Contains;
    CHECK_THROWS_WITH_AS(binary_permutation({true, false}), Contains("2^i - 1 inner nodes, such as 1 or 3"),
                         Error);
    CHECK_THROWS_WITH_AS(compose({0, 2, 1, 3}, {}), Contains("not a binary permutation"), Error);
    CHECK_THROWS_WITH_AS(compose({0, 1}, {{0}}), Contains("2 blocks need 2 orders"), Error);
    CHECK_THROWS_WITH_AS(compose({0, 1}, {{0}, {0, 1}}), Contains("one length"), Error);
    CHECK_THROWS_WITH_AS(decompose({0, 1}, 4), Contains("4 blocks do not divide 2 values"), Error);
    CHECK_THROWS_WITH_AS(output_order(0, 4, 2), Contains("P <= m"), Error);
    CHECK_THROWS_WITH_AS(output_order(4, 4, 8), Contains("they are 0 to 3"), Error);
}
