// The caller's array from one layout to another, on real processes.
#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "bspfft/bspfft.hpp"
#include "tests/bsplib/spmd.hpp"

using namespace bspfft;

namespace {

// What the processes of the section under test share; written outside of it.
std::vector<std::pair<Layout, Layout>> changes;
Exchange exchange = Exchange::automatic;

template <class Real>
bool is_in(const Layout& layout, const std::vector<std::complex<Real>>& x)
{
    bool right = true;
    for (Index i = 0; i < layout.local_size(); ++i) {
        const auto j = static_cast<Real>(layout.global(bsp_pid(), i));
        right = right && x[static_cast<std::size_t>(i)] == std::complex<Real>(j, -j);
    }
    return right;
}

template <class Real>
void check_change(const Layout& from, const Layout& to)
{
    std::vector<std::complex<Real>> x(static_cast<std::size_t>(from.local_size()));
    for (Index i = 0; i < from.local_size(); ++i) {
        const auto j = static_cast<Real>(from.global(bsp_pid(), i));
        x[static_cast<std::size_t>(i)] = {j, -j};
    }
    Redistribution<Real> there(from, to, exchange), back(to, from, exchange);
    for (int times = 0; times < 3; ++times) {  // without a sync of the caller's in between
        there.run(x.data());
        EXPECT(is_in(to, x));
        back.run(x.data());
        EXPECT(is_in(from, x));
    }
}

void every_change()
{
    for (const auto& [from, to] : changes) {
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

TEST_CASE("layouts for another number of processes are refused by all, and the section continues")
{
    CHECK(on(2, layouts_for_other_processes) == "");
}
