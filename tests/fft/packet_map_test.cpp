#include "bsp_fft/redistribution/packet_map.hpp"

#include <doctest/doctest.h>

#include <set>
#include <tuple>

#include "bspfft/error.hpp"

using namespace bspfft;
using Numbering = GroupCyclic::Numbering;

namespace {

// Follows every element through the packets of all processes, and finds each where the new distribution has
// it.
void check_every_element_arrives(const GroupCyclic& from, const GroupCyclic& to)
{
    std::set<std::pair<Index, Index>> places;
    for (Index s = 0; s < from.p(); ++s) {
        const PacketMap map(from, to, s);
        for (const Packet& packet : map.packets) {
            for (Index r = 0; r < map.length; ++r) {
                const Index j = from.global(s, packet.source + r * map.source_stride);
                REQUIRE(to.owner(j) == packet.receiver);
                REQUIRE(to.local(j) == packet.target + r * map.target_stride);
                places.emplace(packet.receiver, to.local(j));
            }
        }
    }
    CHECK(places.size() == static_cast<std::size_t>(from.n()));
}

void check_one_packet_a_receiver(const PacketMap& map)
{
    std::set<Index> receivers;
    for (const Packet& packet : map.packets) receivers.insert(packet.receiver);
    CHECK(receivers.size() == map.packets.size());
}

// The pieces that a process receives fill its array without overlap, also where they are spread afterwards.
void check_landings(const GroupCyclic& from, const GroupCyclic& to)
{
    std::set<std::pair<Index, Index>> landings;
    for (Index s = 0; s < from.p(); ++s) {
        const PacketMap map(from, to, s);
        for (const Packet& packet : map.packets) {
            REQUIRE(packet.landing % map.length == 0);
            if (!map.grows) REQUIRE(packet.target == packet.landing / map.length);
            landings.emplace(packet.receiver, packet.landing);
        }
    }
    CHECK(static_cast<Index>(landings.size()) * PacketMap(from, to, 0).length == from.n());
}

void check(const GroupCyclic& from, const GroupCyclic& to)
{
    check_every_element_arrives(from, to);
    check_landings(from, to);
    for (Index s = 0; s < from.p(); ++s) check_one_packet_a_receiver(PacketMap(from, to, s));
}

}  // namespace

TEST_CASE("from any cycle to any other, every element arrives in one packet a receiver")
{
    int tried = 0;
    for (Index n = 2; n <= 256; n *= 2) {
        for (Index p = 1; p <= n; p *= 2) {
            for (Index c0 = 1; c0 <= p; c0 *= 2) {
                for (Index c1 = 1; c1 <= p; c1 *= 2, ++tried) {
                    check({n, p, c0}, {n, p, c1});
                    check({n, p, c0, Numbering::bit_reversed}, {n, p, c1});
                }
            }
        }
    }
    CHECK(tried > 200);
    // p need not be a power of two where the mathematics does not ask for it
    for (const auto& [n, p, c0, c1] : {std::tuple<Index, Index, Index, Index>{36, 6, 1, 6},
                                       {36, 6, 6, 2},
                                       {144, 12, 3, 12},
                                       {27, 9, 3, 9}}) {
        check({n, p, c0}, {n, p, c1});
    }
}

TEST_CASE("receivers come in the order (not s) xor j, oneself last")
{
    const Index p = 8;
    for (Index s = 0; s < p; ++s) {
        const PacketMap map(GroupCyclic::block(64, p), GroupCyclic::cyclic(64, p), s);
        REQUIRE(map.packets.size() == static_cast<std::size_t>(p));
        for (Index j = 0; j < p; ++j)
            CHECK(map.packets[static_cast<std::size_t>(j)].receiver == ((p - 1 - s) ^ j));
        CHECK(map.packets.back().receiver == s);
    }
    const PacketMap odd(GroupCyclic::block(36, 6), GroupCyclic::cyclic(36, 6), 4);
    CHECK(odd.packets.front().receiver == 5);
    CHECK(odd.packets.back().receiver == 4);
}

TEST_CASE("natural order moves block b to where block rho(b) would go")
{
    const GroupCyclic from(64, 4, 1, Numbering::bit_reversed), to(64, 4, 4);
    for (Index s = 0; s < 4; ++s) {
        const PacketMap reversed(from, to, s), natural(from, to, s, 4);
        for (std::size_t i = 0; i < 4; ++i) {
            // the packets of process s carry its residue class: in natural order they form block s
            CHECK(natural.packets[i].target == 4 * s);
            CHECK(reversed.packets[i].target == 4 * (s % 2 * 2 + s / 2));
        }
    }
}

TEST_CASE("a redistribution between cycles that do not divide each other is refused")
{
    CHECK_THROWS_WITH_AS(PacketMap({36, 6, 2}, {36, 6, 3}, 0),
                         doctest::Contains("one cycle must divide the other"), Error);
}
