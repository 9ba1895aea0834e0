// Layouts that need not be even, by enumeration against plain loops.
#include <doctest/doctest.h>

#include <map>
#include <set>
#include <string>

#include "bsp_fft/layout/axis_parts.hpp"
#include "bsp_fft/layout/general_change.hpp"
#include "bsp_fft/layout/product_change.hpp"
#include "bsp_fft/schedule/building.hpp"
#include "bspfft/error.hpp"
#include "tests/fft/random_layouts.hpp"

using namespace bspfft;

namespace {

using Pair = std::pair<Index, Index>;

// Every element has one home, which is inside its process's array; other places are gaps.
void check_homes(const Layout& layout)
{
    std::map<Pair, Index> homes;
    for (Index j = 0; j < layout.n(); ++j) {
        const Index s = layout.owner(j), i = layout.local(j);
        REQUIRE(s >= 0);
        REQUIRE(s < layout.p());
        REQUIRE(homes.emplace(Pair{s, i}, j).second);
    }
    Index most_size = 0, most_span = 0, all = 0;
    std::set<Index> sizes;
    for (Index s = 0; s < layout.p(); ++s) {
        Index size = 0;
        for (Index i = 0; i < layout.local_span(s); ++i) {
            const auto home = homes.find({s, i});
            REQUIRE(layout.global(s, i) == (home == homes.end() ? -1 : home->second));
            size += home != homes.end();
        }
        REQUIRE(layout.local_size(s) == size);
        REQUIRE_THROWS_AS(layout.global(s, layout.local_span(s)), Error);
        all += size;
        sizes.insert(size);
        most_size = std::max(most_size, size);
        most_span = std::max(most_span, layout.local_span(s));
        if (!layout.has_gaps()) REQUIRE(layout.local_span(s) == size);
    }
    CHECK(all == layout.n());
    CHECK(layout.largest_local_size() == most_size);
    CHECK(layout.most_local() == most_span);
    CHECK(layout.is_even() == (sizes.size() == 1));
    const bool plain = std::all_of(layout.axes().begin(), layout.axes().end(),
                                   [](const AxisParts& axis) { return axis.is_plain(); });
    CHECK(layout.has_digits() == (layout.is_even() && !layout.has_gaps() && plain));
}

// The places along each axis are what the strides say.
void check_strides(const Layout& layout)
{
    for (Index j = 0; j < layout.n(); ++j) {
        const std::vector<Index> strides = layout.axis_strides(layout.owner(j));
        Index place = 0, rest = j;
        for (std::size_t l = layout.shape().size(); l-- > 0; rest /= layout.shape()[l])
            place += layout.axes()[l].local(rest % layout.shape()[l]) * strides[l];
        REQUIRE(place == layout.local(j));
    }
}

bool same_homes(const Layout& a, const Layout& b)
{
    bool same = a.n() == b.n() && a.p() == b.p();
    for (Index s = 0; same && s < a.p(); ++s) same = a.local_span(s) == b.local_span(s);
    for (Index j = 0; same && j < a.n(); ++j) same = a.owner(j) == b.owner(j) && a.local(j) == b.local(j);
    return same;
}

std::vector<Index> places_of(const GeneralPacket& packet, Side side, Index first, Index count)
{
    std::vector<Index> places;
    for_each_stretch(packet, side, first, count, [&](Index e, Index place, Index step, Index stretch) {
        REQUIRE(e == first + static_cast<Index>(places.size()));
        for (Index r = 0; r < stretch; ++r) places.push_back(place + r * step);
    });
    return places;
}

// Elements in pairs (place before, place after) of each packet, in the order of the places after.
std::map<Pair, std::vector<Pair>> packets_by_hand(const Layout& from, const Layout& to)
{
    std::map<Pair, std::vector<Pair>> packets;
    for (Index j = 0; j < from.n(); ++j)
        packets[{from.owner(j), to.owner(j)}].emplace_back(to.local(j), from.local(j));
    for (auto& each : packets) std::sort(each.second.begin(), each.second.end());
    return packets;
}

Index pieces_by_hand(const std::vector<Pair>& packet, const Landing& landing)
{
    if (landing.spreads) return 1;
    Index pieces = 0, last = -2;
    for (const Pair& element : packet) {
        pieces += element.first == last + 1 ? 0 : 1;
        last = element.first;
    }
    return pieces;
}

void check_packets(const Layout& from, const Layout& to)
{
    const auto by_hand = packets_by_hand(from, to);
    std::size_t seen = 0;
    for (Index s = 0; s < from.p(); ++s) {
        const GeneralChange change(from, to, s);
        for (const GeneralPacket& packet : change.outgoing()) {
            const auto& expected = by_hand.at({s, packet.partner});
            REQUIRE(static_cast<Index>(expected.size()) == packet.length);
            ++seen;
            const auto before = places_of(packet, Side::sender, 0, packet.length);
            const auto after = places_of(packet, Side::receiver, 0, packet.length);
            for (std::size_t e = 0; e < expected.size(); ++e)
                REQUIRE(Pair{after[e], before[e]} == expected[e]);
            const Index middle = packet.length / 2;
            const auto tail = places_of(packet, Side::sender, middle, packet.length - middle);
            REQUIRE(std::equal(tail.begin(), tail.end(), before.begin() + middle));
        }
        CHECK((change.own() != nullptr) == by_hand.contains({s, s}));
        if (change.own()) CHECK(change.own()->partner == s);
    }
    CHECK(seen == by_hand.size());
}

// What receivers expect is what senders send, and packets land side by side.
void check_landings(const Layout& from, const Layout& to)
{
    const auto by_hand = packets_by_hand(from, to);
    std::map<Pair, Index> landings;
    for (Index s = 0; s < from.p(); ++s) {
        const GeneralChange change(from, to, s);
        for (const GeneralPacket& packet : change.outgoing())
            landings[{s, packet.partner}] = packet.landing;
    }
    for (Index t = 0; t < to.p(); ++t) {
        Index landed = 0;
        const GeneralChange change(from, to, t);
        for (const GeneralPacket& packet : change.incoming()) {
            REQUIRE(landings.at({packet.partner, t}) == packet.landing);
            REQUIRE(packet.landing == landed);
            landed += packet.length;
            const auto& expected = by_hand.at({packet.partner, t});
            const auto after = places_of(packet, Side::receiver, 0, packet.length);
            REQUIRE(after.size() == expected.size());
            for (std::size_t e = 0; e < expected.size(); ++e) REQUIRE(after[e] == expected[e].first);
        }
        CHECK(landed == to.local_size(t));
    }
}

void check_counts(const Layout& from, const Layout& to, const Landing& landing)
{
    const auto by_hand = packets_by_hand(from, to);
    const ChangeCounts counts(from, to, landing);
    MoveCounts most{0, 0, 0, 0};
    for (Index s = 0; s < from.p(); ++s) {
        MoveCounts expected{0, 0, 0, 0};
        for (const auto& [pair, elements] : by_hand) {
            const auto length = static_cast<Index>(elements.size());
            if (pair.first == s) ++expected.partners;
            if (pair.first == pair.second) continue;
            if (pair.second == s) expected.words_received += length;
            if (pair.first != s) continue;
            expected.words_sent += length;
            expected.messages += pieces_by_hand(elements, landing);
        }
        const MoveCounts count = counts.of(s);
        CHECK(count.words_sent == expected.words_sent);
        CHECK(count.words_received == expected.words_received);
        CHECK(count.partners == expected.partners);
        CHECK(count.messages == expected.messages);
        most.words_sent = std::max(most.words_sent, expected.words_sent);
        most.words_received = std::max(most.words_received, expected.words_received);
        most.messages = std::max(most.messages, expected.messages);
        most.partners = std::max(most.partners, expected.partners);
    }
    CHECK(counts.most().words_sent == most.words_sent);
    CHECK(counts.most().words_received == most.words_received);
    CHECK(counts.most().messages == most.messages);
    CHECK(counts.most().partners == most.partners);
}

}  // namespace

TEST_CASE("uneven cyclic, block and residue-cyclic layouts are what their laws say")
{
    for (const Index n : {1, 2, 3, 7, 12, 30, 35}) {
        for (const Index p : {1, 2, 3, 4, 5, 7, 12}) {
            const Layout cyclic = Layout::cyclic(n, p), block = Layout::block(n, p);
            const Index part = (n + p - 1) / p;
            for (Index j = 0; j < n; ++j) {
                CHECK(cyclic.owner(j) == j % p);
                CHECK(cyclic.local(j) == j / p);
                CHECK(block.owner(j) == j / part);
                CHECK(block.local(j) == j % part);
            }
            check_homes(cyclic);
            check_homes(block);
            for (Index b = 1; b <= n; ++b) {
                if (n % b != 0) continue;
                const Layout residue = Layout::residue_cyclic(n, p, b);
                for (Index j = 0; j < n; ++j) {
                    const Index s = j % b % p, columns = (b - s + p - 1) / p;
                    CHECK(residue.owner(j) == s);
                    CHECK(residue.local(j) == j / b * columns + j % b / p);
                }
                check_homes(residue);
                CHECK((residue == cyclic) == same_homes(residue, cyclic));
                if (b % p == 0) CHECK(residue == cyclic);
            }
        }
    }
}

// As the papers write them.
Index zig_zag_owner(Index k, Index p)
{
    const Index r = k % (2 * p);
    return r == 0 || r == p ? 0 : std::min(r, 2 * p - r);
}

// Places in the order of the elements, counted one by one.
void check_owners(const AxisParts& axis, const std::vector<Index>& owners)
{
    std::vector<Index> places(static_cast<std::size_t>(axis.parts()));
    for (Index k = 0; k < axis.length(); ++k) {
        const Index s = owners[static_cast<std::size_t>(k)];
        REQUIRE(axis.owner(k) == s);
        REQUIRE(axis.local(k) == places[static_cast<std::size_t>(s)]++);
        REQUIRE(axis.global(s, axis.local(k)) == k);
    }
    for (Index s = 0; s < axis.parts(); ++s) REQUIRE(axis.size(s) == places[static_cast<std::size_t>(s)]);
    REQUIRE(axis.largest() == *std::max_element(places.begin(), places.end()));
    REQUIRE(axis.is_even() == (axis.largest() == *std::min_element(places.begin(), places.end())));
}

TEST_CASE("zig-zag: k and -k are on the same process, by residues too")
{
    for (Index p = 1; p <= 9; ++p) {
        for (const Index m : {1, 2, 3, 5, 6, 9, 16, 17, 40}) {
            const AxisParts zig_zag(m, p, AxisLayout::zig_zag());
            std::vector<Index> owners;
            for (Index k = 0; k < m; ++k) owners.push_back(zig_zag_owner(k, p));
            check_owners(zig_zag, owners);
            for (Index k = 0; k < m; ++k) REQUIRE(zig_zag.local(k) == k / p);
            CHECK(zig_zag.kind() == (p == 1 ? AxisLayout::block() : AxisLayout::zig_zag()));
            for (Index a = 1; a <= 3 * p + m; ++a) {
                CAPTURE(p);
                CAPTURE(m);
                CAPTURE(a);
                const AxisParts residues(m, p, AxisLayout::zig_zag(a));
                for (Index k = 0; k < m; ++k)
                    owners[static_cast<std::size_t>(k)] = zig_zag_owner(std::min(k % a, a - k % a), p);
                check_owners(residues, owners);
                // from one, which is an axis that lacks the first element
                if (m > 1) {
                    const AxisParts from_one(m - 1, p, AxisLayout::zig_zag_from_one(a));
                    check_owners(from_one, {owners.begin() + 1, owners.end()});
                    CHECK(from_one == AxisParts(m - 1, p, from_one.kind()));
                }
                if (a % (2 * p) == 0) CHECK(residues == zig_zag);
                if (residues == zig_zag) continue;
                CHECK(residues.kind() == AxisLayout::zig_zag(a));
                CHECK(residues == AxisParts(m, p, residues.kind()));
            }
        }
    }
}

TEST_CASE("folded: the even elements and then the odd ones backwards, dealt out in turn")
{
    for (Index n = 1; n <= 20; ++n) {
        std::vector<Index> order;
        for (Index i = 0; i < n; i += 2) order.push_back(i);
        for (Index i = n - 1; i > 0; --i) {
            if (i % 2 == 1) order.push_back(i);
        }
        for (Index p = 1; p <= 7; ++p) {
            const AxisParts folded(n, p, AxisLayout::folded()), cyclic(n, p, AxisLayout::cyclic());
            for (Index v = 0; v < n; ++v) {
                const Index i = order[static_cast<std::size_t>(v)];
                REQUIRE(folded.owner(i) == v % p);
                REQUIRE(folded.local(i) == v / p);
                REQUIRE(folded.global(v % p, v / p) == i);
            }
            for (Index s = 0; s < p; ++s) REQUIRE(folded.size(s) == cyclic.size(s));
            CHECK(folded.largest() == cyclic.largest());
            CHECK(folded.is_even() == cyclic.is_even());
            CHECK(folded.kind() == AxisLayout::folded());
        }
    }
}

TEST_CASE("uneven pencils in Fortran order with a leading dimension")
{
    const Layout layout = Layout::pencils({5, 3, 4}, 2, 2).with_axes_in_memory({2, 1, 0}).with_leading_dimension(7);
    CHECK(layout.axis_extents(0) == std::vector<Index>{3, 2, 4});
    CHECK(layout.axis_extents(3) == std::vector<Index>{2, 1, 4});
    CHECK(layout.axis_strides(0) == std::vector<Index>{1, 7, 14});
    CHECK(layout.axis_strides(3) == std::vector<Index>{1, 7, 7});
    CHECK(layout.local_size(3) == 8);
    CHECK(layout.local_span(3) == 28);
    CHECK(layout.largest_local_size() == 24);
    CHECK(layout.most_local() == 56);
    CHECK(layout.grid() == std::vector<Index>{2, 2, 1});
    CHECK_FALSE(layout == Layout::pencils({5, 3, 4}, 2, 2));
    const Layout batch = Layout::batch(3, layout);
    for (Index j = 0; j < 180; ++j) {
        CHECK(batch.owner(j) == layout.owner(j % 60));
        CHECK(batch.local(j) == j / 60 * layout.local_span(batch.owner(j)) + layout.local(j % 60));
    }
    // no gaps, no trace
    CHECK(Layout::block(12, 3).with_leading_dimension(4).has_digits());
    CHECK_FALSE(Layout::block(11, 3).with_leading_dimension(4).has_digits());
}

TEST_CASE("a place that a process does not have is refused, with those that it has")
{
    const Layout block = Layout::block(1001, 2);
    CHECK(block.local_size(1) == 500);
    CHECK(block.largest_local_size() == 501);
    CHECK_THROWS_WITH_AS(block.global(1, 500), "place 500 of process 1, which has the places 0 to 499 in this layout",
                         Error);
    CHECK_THROWS_WITH_AS(block.global(2, 0), "process 2 of a layout over 2; they are numbered 0 to 1", Error);
    CHECK_THROWS_WITH_AS(Layout::block(2, 3).global(2, 0), "place 0 of process 2, which has none in this layout",
                         Error);
    // with digits, and with gaps
    CHECK_THROWS_AS(Layout::cyclic(16, 4).global(0, 4), Error);
    CHECK_THROWS_AS(Layout::cyclic(16, 4).global(-1, 0), Error);
    CHECK_THROWS_AS(Layout::cyclic(16, 4).global(0, -1), Error);
    const Layout gaps = Layout::slabs({3, 4}, 2).with_leading_dimension(6);
    CHECK(gaps.global(1, 5) == -1);
    CHECK_THROWS_AS(gaps.global(1, 6), Error);
}

TEST_CASE("random layouts: every element has one home, and equal layouts are equal")
{
    RandomLayouts random(1);
    int uneven = 0, equal = 0, gaps = 0;
    for (int tried = 0; tried < 600; ++tried) {
        const auto shape = random.shape();
        const Index p = tried % 9 == 8 ? 12 : 1 + tried % 9;
        const Layout a = random.layout(shape, p), b = random.layout(shape, p);
        check_homes(a);
        if (a.is_product()) check_strides(a);
        CHECK(a == a);
        REQUIRE((a == b) == same_homes(a, b));
        uneven += a.is_even() ? 0 : 1;
        gaps += a.has_gaps() ? 1 : 0;
        equal += a == b ? 1 : 0;
    }
    CHECK(uneven > 100);
    CHECK(gaps > 50);
    CHECK(equal > 10);
}

TEST_CASE("random changes: packets, landings and counts are what a plain loop finds")
{
    RandomLayouts random(2);
    int products = 0, others = 0;
    std::set<std::pair<AxisLayout::Kind, AxisLayout::Kind>> kinds;
    for (int tried = 0; tried < 500; ++tried) {
        const auto change = random.change(tried % 9 == 8 ? 12 : 1 + tried % 9);
        const Layout &from = change.first, &to = change.second;
        (are_products(from, to) ? products : others) += 1;
        for (std::size_t l = 0; are_products(from, to) && l < from.axes().size(); ++l)
            kinds.emplace(from.axes()[l].kind().kind, to.axes()[l].kind().kind);
        check_packets(from, to);
        check_landings(from, to);
        Landing landing = plain_landing(from, to);
        CHECK((landing.spreads || !to.has_gaps()));
        landing.spreads = true;
        check_counts(from, to, landing);
    }
    std::erase_if(kinds, [](const auto& pair) {  // groups of some but not all are rare
        return pair.first == AxisLayout::Kind::group_cyclic || pair.second == AxisLayout::Kind::group_cyclic;
    });
    CHECK(kinds.size() == 36);
    CHECK(products > 200);
    CHECK(others > 50);
}

TEST_CASE("puts that land at their final places are counted one by one")
{
    const Layout rows = Layout::blocks({7, 9}, {3, 1}), columns = Layout::blocks({7, 9}, {1, 3});
    check_counts(rows, columns, Landing{});
    check_counts(columns, rows, Landing{});
}

TEST_CASE("a move of real numbers has half the words of one of complex numbers, and as many messages")
{
    const Layout zig_zag = Layout::grid({33}, {4}, {AxisLayout::zig_zag()});
    for (const auto& [from, to] : {std::pair{Layout::block(33, 4), zig_zag},  // general, and by digits
                                   std::pair{Layout::block(32, 4), Layout::cyclic(32, 4)}}) {
        const Move complex = layout_move(from, to), real = layout_move(from, to, 1);
        CHECK(2 * real.words_sent == complex.words_sent);
        CHECK(2 * real.words_received == complex.words_received);
        CHECK(2 * real.working_set == complex.working_set);
        CHECK(real.messages == complex.messages);
        CHECK(real.words_sent > 0);
        MoveCounts most{0, 0, 0};
        for (Index s = 0; s < 4; ++s) {
            const MoveCounts one = real.counts(s), two = complex.counts(s);
            CHECK(2 * one.words_sent == two.words_sent);
            CHECK(2 * one.words_received == two.words_received);
            most.words_sent = std::max(most.words_sent, one.words_sent);
            most.words_received = std::max(most.words_received, one.words_received);
        }
        CHECK(most.words_sent == real.words_sent);
        CHECK(most.words_received == real.words_received);
    }
}

TEST_CASE("long runs land directly, short ones in one piece")
{
    CHECK(plain_landing(Layout::block(1001, 2), Layout::block(1001, 2).with_leading_dimension(501)).spreads);
    CHECK_FALSE(plain_landing(Layout::slabs({7, 1000}, 3), Layout::blocks({7, 1000}, {1, 3})).spreads);
    CHECK_FALSE(plain_landing(Layout::block(1001, 7), Layout::cyclic(1001, 7)).spreads);
    CHECK(plain_landing(Layout::cyclic(1001, 7), Layout::block(1001, 7)).spreads);
}

TEST_CASE("thousands of processes are counted without looking at the elements")
{
    const Index n = (Index{1} << 50) + 3;
    Landing landing;
    landing.spreads = true;
    const Layout block = Layout::block(n, 1000), cyclic = Layout::cyclic(n, 1000);
    const MoveCounts count = ChangeCounts(block, cyclic, landing).of(0);
    CHECK(count.partners == 1000);
    CHECK(count.words_sent == block.local_size(0) - (block.local_size(0) - 1) / 1000 - 1);
    const std::vector<Index> cube{1000, 1000, 1001};
    const Layout pencils = Layout::pencils(cube, 64, 64), grid = Layout::cyclic_grid(cube, {64, 64, 1});
    CHECK(ChangeCounts(pencils, grid, landing).most().messages > 200);
    // a zig-zag has of each residue mod p but 0 what the cyclic layout gives two processes
    const Layout zig_zag = Layout::grid({n}, {1000}, {AxisLayout::zig_zag()});
    const MoveCounts turned = ChangeCounts(zig_zag, cyclic, landing).of(1);
    CHECK(turned.partners == 2);
    CHECK(turned.words_sent == (n / 1000 + 1) / 2);
    const Layout residues = Layout::grid({n}, {1000}, {AxisLayout::zig_zag(n / 2)});
    CHECK(ChangeCounts(block, residues, landing).most().partners == 1000);
}

TEST_CASE("layouts describe themselves in a few words")
{
    CHECK(Layout::cyclic_grid({4, 6}, {2, 2}).description() == "cyclic over 2 x 2");
    CHECK(Layout::block(10, 4).description() == "blocks over 4");
    CHECK(Layout::residue_cyclic(1000, 7, 40).description() == "residue-cyclic (b = 40) over 7");
    CHECK(Layout::group_cyclic(16, 4, 2).description() == "group-cyclic (c = 2) over 4");
    const auto one_axis = [](Index p, AxisLayout kind) { return Layout::grid({33}, {p}, {kind}).description(); };
    CHECK(one_axis(4, AxisLayout::zig_zag()) == "zig-zag cyclic over 4");
    CHECK(one_axis(4, AxisLayout::zig_zag(12)) == "residue zig-zag (a = 12) over 4");
    CHECK(one_axis(4, AxisLayout::folded()) == "folded cyclic over 4");
    CHECK(one_axis(1, AxisLayout::folded()) == "folded cyclic over 1");
    CHECK(one_axis(1, AxisLayout::zig_zag(12)) == "on one process");
    CHECK(Layout::block(10, 1).description() == "on one process");
    CHECK(Layout({8}, {{2, 1}}, {{4, 2}}).description() == "cyclic over 2");
    CHECK(Layout::block(16, 4).with_processes_bit_reversed().description() == "digits of the index over 4");
    const Layout mixed = Layout::grid({5, 6}, {2, 3}, {AxisLayout::block(), AxisLayout::cyclic()});
    CHECK(mixed.description() == "blocks, cyclic over 2 x 3");
    CHECK(mixed.with_axes_in_memory({1, 0}).with_leading_dimension(4).description() ==
          "blocks, cyclic over 2 x 3, axes in memory 1 0, leading dimension 4");
}

TEST_CASE("uneven layouts that do not exist are refused")
{
    using doctest::Contains;
    CHECK_THROWS_WITH_AS(Layout::blocks({4, 4}, {2}), Contains("a grid of 1 axes for an array of 2"), Error);
    CHECK_THROWS_WITH_AS(Layout::grid({4}, {2}, {}), Contains("a list of 0 axes for an array of 1"), Error);
    CHECK_THROWS_WITH_AS(Layout::blocks({}, {}), Contains("no axes"), Error);
    CHECK_THROWS_WITH_AS(Layout::blocks({4, 0}, {2, 1}), Contains("an axis of length 0"), Error);
    CHECK_THROWS_WITH_AS(Layout::blocks({4, 4}, {2, -1}), Contains("p = -1"), Error);
    CHECK_THROWS_WITH_AS(Layout::cyclic_grid({Index{1} << 40, Index{1} << 40}, {1, 1}), Contains("64 bits"), Error);
    CHECK_THROWS_WITH_AS(Layout::residue_cyclic(60, 7, 8), Contains("b must divide n = 60, as 4 does"), Error);
    CHECK_THROWS_WITH_AS(Layout::residue_cyclic(60, 7, 0), Contains("b = 0"), Error);
    CHECK_THROWS_WITH_AS(AxisParts(10, 4, AxisLayout::zig_zag(-1)), Contains("period -1; it must be 1 or more"), Error);
    CHECK_THROWS_WITH_AS(Layout::group_cyclic(10, 4, 2), Contains("p must divide n, as in n = 12"), Error);
    CHECK_THROWS_WITH_AS(Layout::block(10, 4).with_leading_dimension(2), Contains("for 3 elements"), Error);
    CHECK_THROWS_WITH_AS(Layout::block(10, 4).with_processes_bit_reversed(), Contains("equal parts"), Error);
    CHECK_THROWS_WITH_AS(Layout::block(16, 4).with_processes_bit_reversed().with_leading_dimension(5),
                         Contains("each axis by itself"), Error);
    CHECK_THROWS_WITH_AS(GeneralChange(Layout::block(10, 4), Layout::block(11, 4), 0), Contains("n and p must stay"),
                         Error);
    CHECK_THROWS_WITH_AS(LayoutChange(Layout::block(10, 4), Layout::cyclic(10, 4)), Contains("parts be equal"), Error);
}
