#include <doctest/doctest.h>

#include <set>
#include <tuple>
#include <utility>

#include "bspfft/distribution.hpp"
#include "bspfft/error.hpp"

using namespace bspfft;
using Numbering = GroupCyclic::Numbering;

namespace {

void check_bijection(const GroupCyclic& d)
{
    std::set<std::pair<Index, Index>> homes;
    for (Index j = 0; j < d.n(); ++j) {
        const Index s = d.owner(j);
        const Index i = d.local(j);
        REQUIRE(s >= 0);
        REQUIRE(s < d.p());
        REQUIRE(i >= 0);
        REQUIRE(i < d.local_size());
        REQUIRE(d.global(s, i) == j);
        homes.emplace(s, i);
    }
    CHECK(homes.size() == static_cast<std::size_t>(d.n()));
}

Index reversed_by_hand(Index s, Index p)
{
    Index result = 0;
    for (Index bit = 1; bit < p; bit *= 2) result = 2 * result + (s & bit ? 1 : 0);
    return result;
}

}  // namespace

TEST_CASE("every element has exactly one home, and global() finds it again")
{
    int tried = 0;
    for (Index n = 1; n <= 512; n *= 2) {
        for (Index p = 1; p <= n; p *= 2) {
            for (Index c = 1; c <= p; c *= 2) {
                check_bijection({n, p, c});
                check_bijection({n, p, c, Numbering::bit_reversed});
                ++tried;
            }
        }
    }
    CHECK(tried > 100);
    for (const auto& [n, p, c] :
         {std::tuple<Index, Index, Index>{36, 6, 3}, {36, 6, 2}, {360, 12, 4}, {45, 3, 3}, {7, 7, 1}}) {
        check_bijection({n, p, c});
    }
}

TEST_CASE("cycle 1 is the block distribution and cycle p the cyclic one")
{
    const auto block = GroupCyclic::block(24, 4);
    const auto cyclic = GroupCyclic::cyclic(24, 4);
    for (Index j = 0; j < 24; ++j) {
        CHECK(block.owner(j) == j / 6);
        CHECK(block.local(j) == j % 6);
        CHECK(cyclic.owner(j) == j % 4);
        CHECK(cyclic.local(j) == j / 4);
    }
}

TEST_CASE("the group-cyclic example: n = 16, p = 4, c = 2")
{
    const GroupCyclic d(16, 4, 2);
    const Index owners[16] = {0, 1, 0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3, 2, 3};
    for (Index j = 0; j < 16; ++j) CHECK(d.owner(j) == owners[j]);
}

TEST_CASE("with bit-reversed numbering process s holds what process rho(s) would")
{
    for (Index p = 1; p <= 64; p *= 2) {
        const GroupCyclic plain(4 * p, p, 1);
        const GroupCyclic reversed(4 * p, p, 1, Numbering::bit_reversed);
        for (Index s = 0; s < p; ++s) {
            for (Index i = 0; i < 4; ++i)
                CHECK(reversed.global(s, i) == plain.global(reversed_by_hand(s, p), i));
        }
    }
}

TEST_CASE("a distribution that does not exist is refused")
{
    CHECK_THROWS_WITH_AS(GroupCyclic(10, 4, 1), doctest::Contains("p must divide n"), Error);
    CHECK_THROWS_WITH_AS(GroupCyclic(16, 4, 3), doctest::Contains("does not divide p = 4"), Error);
    CHECK_THROWS_WITH_AS(GroupCyclic(16, 0, 1), doctest::Contains("p = 0"), Error);
    CHECK_THROWS_WITH_AS(GroupCyclic(36, 6, 3, Numbering::bit_reversed), doctest::Contains("p = 6"), Error);
}
