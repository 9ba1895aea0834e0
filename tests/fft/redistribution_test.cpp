// The caller's array from one layout to another, on real processes.
#include <doctest/doctest.h>

#include <algorithm>
#include <complex>
#include <string>
#include <utility>
#include <vector>

#include "bsp_fft/exchange/packet_exchange.hpp"
#include "bsp_fft/layout/general_change.hpp"
#include "bspfft/bspfft.hpp"
#include "tests/bsplib/spmd.hpp"
#include "tests/fft/random_layouts.hpp"

using namespace bspfft;

namespace {

// What the processes of the section under test share; written outside of it.
std::vector<std::pair<Layout, Layout>> changes;
Exchange exchange = Exchange::automatic;

template <class Element>
struct Numbers {
    using Type = Element;
    static constexpr Element number(Index, Index im) { return static_cast<Element>(im); }
};
template <class Real>
struct Numbers<std::complex<Real>> {
    using Type = Real;
    static constexpr std::complex<Real> number(Index re, Index im)
    {
        return {static_cast<Real>(re), static_cast<Real>(im)};
    }
};
template <class Element>
using Real = typename Numbers<Element>::Type;
template <class Element>
Real<Element>* reals(std::vector<Element>& x)
{
    return reinterpret_cast<Real<Element>*>(x.data());
}

// What a gap holds: nobody may write there.
template <class Element>
constexpr Element untouched = Numbers<Element>::number(-7, 5);

template <class Element>
std::vector<Element> array_for(const Layout& from, const Layout& to)
{
    const Index length = std::max(from.local_span(bsp_pid()), to.local_span(bsp_pid()));
    return std::vector<Element>(static_cast<std::size_t>(length), untouched<Element>);
}

template <class Element>
void fill(const Layout& layout, Element* x)
{
    for (Index i = 0; i < layout.local_span(bsp_pid()); ++i) {
        const Index j = layout.global(bsp_pid(), i);
        if (j >= 0) x[i] = Numbers<Element>::number(j, -j);
    }
}

template <class Element>
bool is_in(const Layout& layout, const Element* x)
{
    bool right = true;
    for (Index i = 0; i < layout.local_span(bsp_pid()); ++i) {
        const Index j = layout.global(bsp_pid(), i);
        right = right && (j < 0 || x[i] == Numbers<Element>::number(j, -j));
    }
    return right;
}

template <class Element>
void check_change(const Layout& from, const Layout& to)
{
    auto x = array_for<Element>(from, to);
    fill(from, x.data());
    Redistribution<Real<Element>, Element> there(from, to, exchange), back(to, from, exchange);
    for (int times = 0; times < 3; ++times) {  // without a sync of the caller's in between
        there.run(x.data());
        EXPECT(is_in(to, x.data()));
        back.run(x.data());
        EXPECT(is_in(from, x.data()));
    }
}

// Gaps of the new layout keep what they held, if no element of the old one was there.
template <class Element>
void gaps_stay()
{
    for (const auto& change : changes) {
        auto x = array_for<Element>(change.first, change.second);
        fill(change.first, x.data());
        const auto before = x;
        Redistribution<double, Element>(change.first, change.second, exchange).run(x.data());
        for (Index i = 0; i < change.second.local_span(bsp_pid()); ++i) {
            const auto at = static_cast<std::size_t>(i);
            EXPECT(change.second.global(bsp_pid(), i) >= 0 || x[at] == before[at]);
        }
    }
}

/// One move by itself, into a landing array of its own or in place; not from the array's beginning on.
template <class Element>
void check_exchange(const Layout& from, const Layout& to, const Landing& landing, bool in_place)
{
    Port port;
    const bool hpput = !in_place && exchange == Exchange::hpput;
    const Index start = in_place ? 0 : 3, words = sizeof(Element) / sizeof(double);
    auto x = array_for<Element>(from, to);
    x.resize(std::max<std::size_t>(x.size(), 1));
    fill(from, x.data());
    std::vector<Element> landed(static_cast<std::size_t>(start + landing_length(to, landing, port.s())));
    auto& array = in_place ? x : landed;
    port.push(array.data(), static_cast<Index>(array.size() * sizeof array[0]));
    port.sync();
    Arena arena;
    PacketExchange<double> move(from, to, landing, hpput, in_place, port.s(), arena, words);
    const Traffic before = port.traffic();
    move.begin(port, reals(array), start);
    move.send(reals(x));
    move.finish(reals(x));
    EXPECT(is_in(to, landing.spreads ? x.data() : array.data() + start));
    const ChangeCounts all(from, to, landing, words);
    const MoveCounts counts = all.of(port.s()), most = all.most();
    EXPECT(port.traffic().puts - before.puts == counts.messages);
    EXPECT(port.traffic().bytes - before.bytes == counts.words_sent * static_cast<Index>(sizeof(double)));
    EXPECT(counts.words_sent <= most.words_sent);
    EXPECT(counts.words_received <= most.words_received);
    EXPECT(counts.messages <= most.messages);
    port.pop(array.data());
    port.sync();
}

template <class Element>
void every_exchange()
{
    for (const auto& [from, to] : changes) {
        Landing landing = plain_landing(from, to);
        landing.spreads = true;
        check_exchange<Element>(from, to, landing, false);
        landing.spreads = false;
        check_exchange<Element>(from, to, landing, false);
        check_exchange<Element>(from, to, landing, true);
    }
}

void every_change()
{
    for (const auto& [from, to] : changes) {
        check_change<std::complex<double>>(from, to);
        check_change<std::complex<float>>(from, to);
        check_change<double>(from, to);
        check_change<float>(from, to);
    }
}

void layouts_for_other_processes()
{
    std::string message;
    try {
        Redistribution<double> wrong(Layout::block(64, 4), Layout::cyclic(64, 4));
    } catch (const Error& e) {
        message = e.what();
    }
    EXPECT(message.find("layouts for p = 4 in a section of 2 processes") != std::string::npos);
    bsp_sync();
}

}  // namespace

TEST_CASE("from blocks to cycles and back, for powers of two and for others")
{
    struct Size {
        Index n;
        Index p;
    };
    for (const Size size : {Size{64, 1}, {64, 4}, {16, 8}, {4096, 2}, {36, 6}, {18, 3}, {720, 6}}) {
        CAPTURE(size.n);
        CAPTURE(size.p);
        changes = {{Layout::block(size.n, size.p), Layout::cyclic(size.n, size.p)}};
        for (const Exchange each : {Exchange::put, Exchange::hpput}) {
            exchange = each;
            CHECK(on(static_cast<unsigned>(size.p), every_change) == "");
        }
    }
}

TEST_CASE("slabs, pencils and cyclic grids change into each other, with their axes in any order")
{
    exchange = Exchange::automatic;
    const std::vector<Index> shape{8, 9, 6};
    const Layout pencils = Layout::pencils(shape, 2, 3), cyclic = Layout::cyclic_grid(shape, {2, 3, 1});
    changes = {{pencils, cyclic}, {cyclic, pencils.with_axes_in_memory({2, 1, 0})}};
    CHECK(on(6, every_change) == "");
    const std::vector<Index> cube{8, 8, 8};
    changes = {{Layout::slabs(cube, 4), Layout::pencils(cube, 2, 2)},
               {Layout::pencils(cube, 2, 2), Layout::blocks(cube, {1, 2, 2})},
               {Layout::batch(3, Layout::block(64, 4)), Layout::batch(3, Layout::cyclic(64, 4))}};
    CHECK(on(4, every_change) == "");
}

TEST_CASE("blocks of the whole array change into cycles of an axis, where a block ends inside a digit")
{
    exchange = Exchange::automatic;
    const Layout blocks = Layout::block(12, 2), cyclic = Layout::cyclic_grid({3, 4}, {1, 2});
    changes = {{blocks, cyclic}, {cyclic, blocks}};
    CHECK(on(2, every_change) == "");
    const Layout thirds = Layout::block(864, 3), middle = Layout::cyclic_grid({4, 18, 12}, {1, 3, 1});
    changes = {{thirds, middle}, {middle, thirds}};
    CHECK(on(3, every_change) == "");
}

TEST_CASE("uneven parts, empty ones, gaps and orders of axes: random layouts change into each other")
{
    RandomLayouts random(3);
    for (const unsigned p : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U, 12U}) {
        CAPTURE(p);
        changes.clear();
        for (int each = 0; each < (SLOW ? 4 : 12); ++each) changes.push_back(random.change(static_cast<Index>(p)));
        changes.emplace_back(Layout::block(1, p), Layout::cyclic(1, p));
        changes.emplace_back(Layout::block(p + 1, p), Layout::cyclic(p + 1, p));
        changes.emplace_back(Layout::cyclic(1001, p), Layout::residue_cyclic(1001, p, 77));
        for (const Exchange each : {Exchange::put, Exchange::hpput}) {
            exchange = each;
            CHECK(on(p, every_change) == "");
            CHECK(on(p, every_exchange<std::complex<double>>) == "");
            CHECK(on(p, every_exchange<double>) == "");
        }
        CHECK(on(p, gaps_stay<std::complex<double>>) == "");
        CHECK(on(p, gaps_stay<double>) == "");
    }
}

TEST_CASE("layouts for another number of processes are refused by all, and the section continues")
{
    CHECK(on(2, layouts_for_other_processes) == "");
}
