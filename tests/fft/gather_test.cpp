// Collectives among few processes and among many, where they have two stages.
#include <doctest/doctest.h>

#include <algorithm>

#include "bsp_fft/bsp/agreement.hpp"
#include "bsp_fft/bsp/gather.hpp"
#include "tests/bsplib/spmd.hpp"

using namespace bspfft;

namespace {

void all_know_the_numbers_of_all()
{
    Port port;
    const auto s = static_cast<double>(port.s()), p = static_cast<double>(port.p());
    const std::vector<double> all = gather(port, {s, -2 * s});
    Index right = 0;
    for (std::size_t i = 0; 2 * i + 1 < all.size(); ++i) {
        const auto q = static_cast<double>(i);
        right += all[2 * i] == q && all[2 * i + 1] == -2 * q;
    }
    EXPECT(all.size() == 2 * static_cast<std::size_t>(port.p()));
    EXPECT(right == port.p());
    EXPECT(sum_over_processes(port, s) == p * (p - 1) / 2);
    EXPECT(largest_over_processes(port, -s) == 0);
    EXPECT(largest_over_processes(port, s) == p - 1);
    double value = 5 + s;
    broadcast(port, value);
    EXPECT(value == 5);
}

void every_process_is_in_one_group()
{
    const Port port;
    const Groups groups(port);
    Index next = 0;
    for (Index group = 0; group < groups.count(); ++group) {
        EXPECT(groups.first(group) == next);
        EXPECT(groups.size(group) > 0);
        for (Index i = 0; i < groups.size(group); ++i, ++next)
            EXPECT(groups.group_of(next) == group && groups.member(next) == i);
    }
    EXPECT(next == port.p());
}

void none_sends_to_all_of_many()
{
    Port port;
    gather(port, {1});
    const Index puts = port.traffic().puts;
    if (port.p() > Groups::one_group) EXPECT(puts * puts <= 16 * port.p());
}

template <class Condition>
void expect_failure(Condition fails_here, const std::string& expected)
{
    Port port;
    Agreement agreement(port);
    std::string heard;
    try {
        agreement.on([&] {
            if (fails_here(port)) throw Error(Status::invalid_argument, "no such thing");
        });
    } catch (const Error& e) {
        heard = e.what();
    }
    EXPECT(heard == expected);
}

void a_failure_of_one_is_that_of_all()
{
    const auto last = static_cast<Index>(bsp_nprocs()) - 1;
    const std::string who = last == 0 ? "" : text("process ", last, ": ");
    expect_failure([&](const Port& port) { return port.s() == last; }, who + "no such thing");
}

void a_failure_of_all_is_one()
{
    expect_failure([](const Port&) { return true; }, "no such thing");
}

}  // namespace

TEST_CASE("gather, sum, largest and broadcast are the same on all processes, however many")
{
    for (const unsigned p : {1U, 2U, 5U, 64U, 65U, 67U, 100U, 110U, 150U}) {
        CAPTURE(p);
        CHECK(on(p, all_know_the_numbers_of_all) == "");
        CHECK(on(p, every_process_is_in_one_group) == "");
        CHECK(on(p, none_sends_to_all_of_many) == "");
    }
}

TEST_CASE("a failure of one process, or of all, is everybody's")
{
    for (const unsigned p : {1U, 3U, 64U, 65U, 150U}) {
        CAPTURE(p);
        CHECK(on(p, a_failure_of_one_is_that_of_all) == "");
        CHECK(on(p, a_failure_of_all_is_one) == "");
    }
}
