// Layouts by enumeration: every element has one owner and place, and every change between two layouts is what a plain
// loop over all elements finds.
#include <doctest/doctest.h>

#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "bsp_fft/layout/general_change.hpp"
#include "bspfft/error.hpp"
#include "bspfft/layout.hpp"

using namespace bspfft;

namespace {

void check_bijection(const Layout& layout)
{
    std::set<std::pair<Index, Index>> homes;
    for (Index j = 0; j < layout.n(); ++j) {
        const Index s = layout.owner(j), i = layout.local(j);
        REQUIRE(s >= 0);
        REQUIRE(s < layout.p());
        REQUIRE(i >= 0);
        REQUIRE(i < layout.largest_local_size());
        REQUIRE(layout.global(s, i) == j);
        homes.emplace(s, i);
    }
    CHECK(homes.size() == static_cast<std::size_t>(layout.n()));
}

Index reversed_by_hand(Index s, Index p)
{
    Index result = 0;
    for (Index bit = 1; bit < p; bit *= 2) result = 2 * result + (s & bit ? 1 : 0);
    return result;
}

// Coordinates of element j of an array, by hand.
std::vector<Index> coordinates(Index j, const std::vector<Index>& shape)
{
    std::vector<Index> result(shape.size());
    for (std::size_t l = shape.size(); l-- > 0; j /= shape[l]) result[l] = j % shape[l];
    return result;
}

// The number with these coordinates, the last running fastest.
Index numbered(const std::vector<Index>& coordinates, const std::vector<Index>& shape)
{
    Index number = 0;
    for (std::size_t l = 0; l < shape.size(); ++l) number = number * shape[l] + coordinates[l];
    return number;
}

// Elements from s to t, found one by one.
std::map<std::pair<Index, Index>, Index> traffic(const Layout& from, const Layout& to)
{
    std::map<std::pair<Index, Index>, Index> elements;
    for (Index j = 0; j < from.n(); ++j) ++elements[{from.owner(j), to.owner(j)}];
    return elements;
}

Index longest_common_run(const std::vector<Index>& places)
{
    for (std::size_t run = places.size(); run > 1; --run) {
        if (places.size() % run != 0) continue;
        bool all = true;
        for (std::size_t e = 0; e < places.size(); ++e) all = all && (e % run == 0 || places[e] == places[e - 1] + 1);
        if (all) return static_cast<Index>(run);
    }
    return 1;
}

// Follows every element through the packets of all processes.
void check_change(const Layout& from, const Layout& to)
{
    const LayoutChange change(from, to);
    const auto elements = traffic(from, to);
    std::set<std::pair<Index, Index>> filled;
    std::set<Index> lose_all;
    for (Index s = 0; s < from.p(); ++s) {
        const std::vector<OutgoingPacket> packets = change.packets_of(s);
        REQUIRE(static_cast<Index>(packets.size()) == change.packets());
        bool keeps = false;
        for (const OutgoingPacket& packet : packets) {
            keeps = keeps || packet.receiver == s;
            REQUIRE(elements.at({s, packet.receiver}) == change.packet_length());
            std::vector<Index> places;
            for (Index e = 0; e < change.packet_length(); ++e) {
                const Index j = from.global(s, packet.source + change.place(e, &ChangedDigit::from));
                REQUIRE(to.owner(j) == packet.receiver);
                places.push_back(to.local(j));
                REQUIRE(places.back() == change.landing(s) + change.place(e, &ChangedDigit::to));
                filled.emplace(packet.receiver, places.back());
            }
            REQUIRE(std::is_sorted(places.begin(), places.end()));
            REQUIRE(longest_common_run(places) == change.run_length());
        }
        REQUIRE(change.keeps(s) == keeps);
        if (!keeps) lose_all.insert(s);
        REQUIRE(change.landing_of_number(change.sender_number(s)) == change.landing(s));
    }
    CHECK(elements.size() == static_cast<std::size_t>(from.p() * change.packets()));
    CHECK(filled.size() == static_cast<std::size_t>(from.n()));
    CHECK(change.some_keep_nothing() == !lose_all.empty());
    bool same = true;
    for (Index j = 0; j < from.n(); ++j)
        same = same && from.owner(j) == to.owner(j) && from.local(j) == to.local(j);
    CHECK((from == to) == same);
}

/// Layouts of mixed radices over six or twelve processes, in one to four axes.
std::vector<Layout> mixed_layouts(const std::vector<Index>& shape, const std::vector<Index>& grid)
{
    std::vector<Index> backwards;
    for (std::size_t l = shape.size(); l-- > 0;) backwards.push_back(static_cast<Index>(l));
    std::vector<Layout> layouts{Layout::blocks(shape, grid), Layout::cyclic_grid(shape, grid)};
    layouts.push_back(layouts[0].with_axes_in_memory(backwards));
    layouts.push_back(layouts[1].with_axes_in_memory(backwards));
    return layouts;
}

}  // namespace

TEST_CASE("every element has exactly one home, and global() finds it again")
{
    int tried = 0;
    for (Index n = 1; n <= 512; n *= 2) {
        for (Index p = 1; p <= n; p *= 2) {
            for (Index c = 1; c <= p; c *= 2) {
                check_bijection(Layout::group_cyclic(n, p, c));
                check_bijection(Layout::group_cyclic(n, p, c).with_processes_bit_reversed());
                ++tried;
            }
        }
    }
    CHECK(tried > 100);
    for (const auto& [n, p, c] :
         {std::tuple<Index, Index, Index>{36, 6, 3}, {36, 6, 2}, {360, 12, 4}, {45, 3, 3}, {7, 7, 1}}) {
        check_bijection(Layout::group_cyclic(n, p, c));
    }
}

TEST_CASE("cycle 1 is the block layout and cycle p the cyclic one")
{
    const Layout block = Layout::block(24, 4), cyclic = Layout::cyclic(24, 4);
    for (Index j = 0; j < 24; ++j) {
        CHECK(block.owner(j) == j / 6);
        CHECK(block.local(j) == j % 6);
        CHECK(cyclic.owner(j) == j % 4);
        CHECK(cyclic.local(j) == j / 4);
    }
    CHECK(block.cycle() == 1);
    CHECK(cyclic.cycle() == 4);
}

TEST_CASE("the group-cyclic example: n = 16, p = 4, c = 2")
{
    const Layout layout = Layout::group_cyclic(16, 4, 2);
    const Index owners[16] = {0, 1, 0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3, 2, 3};
    for (Index j = 0; j < 16; ++j) CHECK(layout.owner(j) == owners[j]);
}

TEST_CASE("with bit-reversed numbering process s holds what process rho(s) would")
{
    for (Index p = 1; p <= 64; p *= 2) {
        for (const Index c : {Index{1}, p}) {
            const Layout plain = Layout::group_cyclic(4 * p, p, c);
            const Layout reversed = plain.with_processes_bit_reversed();
            for (Index s = 0; s < p; ++s) {
                for (Index i = 0; i < 4; ++i)
                    CHECK(reversed.global(s, i) == plain.global(reversed_by_hand(s, p), i));
            }
        }
    }
}

TEST_CASE("slabs, pencils, cyclic grids and batches are what their coordinates say")
{
    const std::vector<Index> shape{6, 4, 10}, grid{3, 2, 1};
    const Layout pencils = Layout::pencils(shape, 3, 2), cyclic = Layout::cyclic_grid(shape, grid);
    const Layout slabs = Layout::slabs(shape, 6);
    CHECK(pencils == Layout::blocks(shape, grid));
    for (Index j = 0; j < 240; ++j) {
        const auto at = coordinates(j, shape);
        CHECK(slabs.owner(j) == at[0]);
        CHECK(pencils.owner(j) == numbered({at[0] / 2, at[1] / 2}, {3, 2}));
        CHECK(pencils.local(j) == numbered({at[0] % 2, at[1] % 2, at[2]}, {2, 2, 10}));
        CHECK(cyclic.owner(j) == numbered({at[0] % 3, at[1] % 2}, {3, 2}));
        CHECK(cyclic.local(j) == numbered({at[0] / 3, at[1] / 2, at[2]}, {2, 2, 10}));
    }
    const Layout turned = pencils.with_axes_in_memory({2, 0, 1});
    for (Index j = 0; j < 240; ++j) {
        const auto at = coordinates(j, shape);
        CHECK(turned.owner(j) == pencils.owner(j));
        CHECK(turned.local(j) == numbered({at[2], at[0] % 2, at[1] % 2}, {10, 2, 2}));
    }
    const Layout batch = Layout::batch(5, Layout::cyclic(12, 3));
    for (Index j = 0; j < 60; ++j) {
        CHECK(batch.owner(j) == j % 12 % 3);
        CHECK(batch.local(j) == j / 12 * 4 + j % 12 / 3);
    }
}

TEST_CASE("layouts are equal if they mean the same, however their digits are cut")
{
    CHECK(Layout::slabs({4, 9}, 2) == Layout::block(36, 2));
    CHECK(Layout::blocks({2, 3}, {1, 1}) == Layout::blocks({3, 2}, {1, 1}));
    CHECK_FALSE(Layout::slabs({4, 9}, 2) == Layout::cyclic(36, 2));
    check_change(Layout::slabs({4, 9}, 2), Layout::cyclic(36, 2));
    // a digit that spans two axes is cut where they meet
    const Layout turned = Layout({8, 8}, {{4, 16}}, {{16, 1}}).with_axes_in_memory({1, 0});
    for (Index j = 0; j < 64; ++j) CHECK(turned.local(j) == j % 8 * 2 + j / 8 % 2);
}

TEST_CASE("from any cycle to any other, every element arrives in one packet a receiver")
{
    int tried = 0;
    for (Index n = 2; n <= 256; n *= 2) {
        for (Index p = 1; p <= n; p *= 2) {
            for (Index c0 = 1; c0 <= p; c0 *= 2) {
                for (Index c1 = 1; c1 <= p; c1 *= 2, ++tried) {
                    const Layout from = Layout::group_cyclic(n, p, c0), to = Layout::group_cyclic(n, p, c1);
                    check_change(from, to);
                    check_change(from.with_processes_bit_reversed(), to);
                }
            }
        }
    }
    CHECK(tried > 200);
    for (const auto& [n, p, c0, c1] : {std::tuple<Index, Index, Index, Index>{36, 6, 1, 6},
                                       {36, 6, 6, 2},
                                       {144, 12, 3, 12},
                                       {27, 9, 3, 9}}) {
        check_change(Layout::group_cyclic(n, p, c0), Layout::group_cyclic(n, p, c1));
    }
}

TEST_CASE("changes between layouts of mixed radices, in one to four axes, are what a plain loop finds")
{
    int changes = 0;
    for (const auto& [shape, grid] : {std::pair<std::vector<Index>, std::vector<Index>>{{180}, {6}},
                                      {{900}, {30}},
                                      {{12, 18}, {2, 3}},
                                      {{36, 10}, {6, 1}},
                                      {{12, 9, 10}, {2, 3, 2}},
                                      {{25, 4, 6}, {5, 2, 1}},
                                      {{4, 6, 4, 5}, {2, 3, 2, 1}}}) {
        const std::vector<Layout> layouts = mixed_layouts(shape, grid);
        for (const Layout& from : layouts) {
            check_bijection(from);
            for (const Layout& to : layouts) {
                if (!have_common_digits(from, to)) continue;
                check_change(from, to);
                ++changes;
            }
        }
    }
    CHECK(changes > 60);
    // the free cut of 72 = 6 x 12 over six processes: the value (k1, j2) goes to process k1 mod 6
    check_change({{72}, {{6, 6}}, {{6, 1}, {2, 36}}}, Layout::cyclic(72, 6));
}

TEST_CASE("receivers take turns in the order (not s) xor j, oneself last")
{
    const Index p = 8;
    for (Index s = 0; s < p; ++s) {
        const auto packets = LayoutChange(Layout::block(64, p), Layout::cyclic(64, p)).packets_of(s);
        REQUIRE(packets.size() == static_cast<std::size_t>(p));
        for (Index j = 0; j < p; ++j) CHECK(packets[static_cast<std::size_t>(j)].receiver == ((p - 1 - s) ^ j));
        CHECK(packets.back().receiver == s);
    }
    const auto odd = LayoutChange(Layout::block(36, 6), Layout::cyclic(36, 6)).packets_of(4);
    CHECK(odd.front().receiver == 5);
    CHECK(odd.back().receiver == 4);
}

TEST_CASE("a packet is gathered from its places, and spread over them")
{
    const Layout cyclic = Layout::cyclic(144, 6), block = Layout::block(144, 6);
    for (const auto& [from, to] : {std::pair{cyclic, block}, std::pair{block, cyclic}}) {
        const LayoutChange change(from, to);
        const Index length = change.packet_length();
        for (Index s = 0; s < 6; ++s) {
            std::vector<std::complex<double>> mine(24);
            for (Index i = 0; i < 24; ++i) mine[static_cast<std::size_t>(i)] = static_cast<double>(from.global(s, i));
            for (const OutgoingPacket& packet : change.packets_of(s)) {
                std::vector<std::complex<double>> piece(static_cast<std::size_t>(length)), theirs(24);
                for (Index first = 0; first < length; first += 3) {
                    gather(change, first, std::min<Index>(3, length - first), mine.data() + packet.source,
                           piece.data() + first);
                }
                spread(change, length, piece.data(), theirs.data() + change.landing(s));
                for (Index i = 0; i < 24; ++i) {
                    const Index j = to.global(packet.receiver, i);
                    const double expected = from.owner(j) == s ? static_cast<double>(j) : 0;
                    CHECK(theirs[static_cast<std::size_t>(i)].real() == expected);
                }
            }
        }
    }
}

TEST_CASE("a layout that does not exist is refused")
{
    using doctest::Contains;
    CHECK_THROWS_WITH_AS(Layout::group_cyclic(10, 4, 2), Contains("p must divide n"), Error);
    CHECK_THROWS_WITH_AS(Layout::group_cyclic(16, 4, 3), Contains("does not divide p = 4"), Error);
    CHECK_THROWS_WITH_AS(Layout::block(16, 0), Contains("p = 0"), Error);
    CHECK_THROWS_WITH_AS(Layout::group_cyclic(36, 6, 3).with_processes_bit_reversed(), Contains("p = 6"), Error);
    CHECK_THROWS_WITH_AS(Layout({12}, {{3, 1}}, {{4, 4}}), Contains("weight 3 is needed, and there is 4"), Error);
    CHECK_THROWS_WITH_AS(Layout({12}, {{3, 1}}, {{2, 3}}), Contains("has 12 elements"), Error);
    CHECK_THROWS_WITH_AS(Layout({Index{1} << 40, Index{1} << 40}, {}, {}), Contains("64 bits"), Error);
    CHECK_THROWS_WITH_AS(Layout::pencils({8}, 2, 2), Contains("two axes"), Error);
    CHECK_THROWS_WITH_AS(Layout::block(12, 2).with_axes_in_memory({}), Contains("each of the 1 axes once"), Error);
    CHECK_THROWS_WITH_AS(Layout::block(12, 2).with_axes_in_memory({1}), Contains("each of the 1 axes once"), Error);
}

TEST_CASE("a change between layouts without common digits is refused")
{
    CHECK_THROWS_WITH_AS(LayoutChange(Layout::group_cyclic(36, 6, 2), Layout::group_cyclic(36, 6, 3)),
                         doctest::Contains("one must divide the other"), Error);
    CHECK_THROWS_WITH_AS(LayoutChange(Layout::block(36, 6), Layout::block(72, 6)), doctest::Contains("n = 72"),
                         Error);
    CHECK_FALSE(Layout::group_cyclic(36, 6, 2) == Layout::group_cyclic(36, 6, 3));
}
