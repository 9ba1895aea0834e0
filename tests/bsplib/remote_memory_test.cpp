// put, get and their unbuffered variants.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "tests/bsplib/spmd.hpp"

namespace {

struct RegisteredVector {
    template <class T>
    explicit RegisteredVector(std::vector<T>& x) : address(x.data())
    {
        bsp_push_reg(x.data(), x.size() * sizeof(T));
        bsp_sync();
    }
    RegisteredVector(const RegisteredVector&) = delete;
    RegisteredVector& operator=(const RegisteredVector&) = delete;
    ~RegisteredVector() { pop(); }
    void pop()
    {
        if (address) bsp_pop_reg(address);
        address = nullptr;
    }
    void* address;
};

void a_put_is_visible_only_after_the_sync()
{
    std::vector<int> x{-1};
    RegisteredVector registered(x);
    const int value = static_cast<int>(bsp_pid());
    bsp_put(right(), &value, x.data(), 0, sizeof value);
    EXPECT(x[0] == -1);
    bsp_sync();
    EXPECT(x[0] == static_cast<int>(left()));
}

void a_put_takes_the_value_at_the_call()
{
    std::vector<int> x{-1};
    RegisteredVector registered(x);
    int value = 7;
    bsp_put(right(), &value, x.data(), 0, sizeof value);
    value = 8;
    bsp_sync();
    EXPECT(x[0] == 7);
}

void a_get_takes_the_value_at_the_sync()
{
    std::vector<int> x{-1};
    RegisteredVector registered(x);
    int value = 0;
    bsp_get(right(), x.data(), 0, &value, sizeof value);
    x[0] = static_cast<int>(bsp_pid());
    bsp_sync();
    EXPECT(value == static_cast<int>(right()));
}

void gets_are_read_before_any_is_written()
{
    std::vector<int> x{static_cast<int>(bsp_pid())};
    RegisteredVector registered(x);
    bsp_get(right(), x.data(), 0, x.data(), sizeof(int));  // a rotation: every source is a destination too
    bsp_sync();
    EXPECT(x[0] == static_cast<int>(right()));
}

void gets_come_before_puts()
{
    std::vector<int> x{100 + static_cast<int>(bsp_pid())};
    RegisteredVector registered(x);
    int got = 0;
    const int value = 200 + static_cast<int>(bsp_pid());
    bsp_put(right(), &value, x.data(), 0, sizeof value);
    bsp_get(right(), x.data(), 0, &got, sizeof got);
    bsp_sync();
    EXPECT(got == 100 + static_cast<int>(right()));
    EXPECT(x[0] == 200 + static_cast<int>(left()));
}

void a_put_wins_over_a_get_into_the_same_place()
{
    std::vector<int> x{100 + static_cast<int>(bsp_pid())};
    RegisteredVector registered(x);
    const int value = 200;
    bsp_get(right(), x.data(), 0, x.data(), sizeof(int));
    bsp_put(right(), &value, x.data(), 0, sizeof value);
    bsp_sync();
    EXPECT(x[0] == 200);
}

void overlapping_puts_leave_one_of_their_values()
{
    std::vector<std::uint64_t> x{~std::uint64_t{0}};
    RegisteredVector registered(x);
    const std::uint64_t value = bsp_pid() * std::uint64_t{0x0101010101010101};
    for (unsigned t = 0; t < bsp_nprocs(); ++t) bsp_put(t, &value, x.data(), 0, sizeof value);
    bsp_sync();
    EXPECT(x[0] % 0x0101010101010101 == 0);
    EXPECT(x[0] / 0x0101010101010101 < bsp_nprocs());
}

void puts_of_every_length_and_offset_arrive_whole()
{
    constexpr std::size_t most = 40;
    std::vector<unsigned char> x(most * most, 255);
    RegisteredVector registered(x);
    std::vector<unsigned char> source(most);
    for (std::size_t n = 0; n < most; ++n) {
        std::iota(source.begin(), source.end(), static_cast<unsigned char>(n + bsp_pid()));
        bsp_put(right(), source.data(), x.data(), n * most + n % 7, n - n * (n % 7 + n > most));
    }
    bsp_sync();
    for (std::size_t n = 0; n < most; ++n) {
        const std::size_t length = n - n * (n % 7 + n > most);
        for (std::size_t i = 0; i < most; ++i) {
            const bool inside = i >= n % 7 && i < n % 7 + length;
            const auto expected = static_cast<unsigned char>(inside ? n + left() + i - n % 7 : 255);
            EXPECT(x[n * most + i] == expected);
        }
    }
}

void nothing_may_be_put_anywhere()
{
    bsp_put(right(), nullptr, nullptr, 0, 0);
    bsp_get(right(), nullptr, 0, nullptr, 0);
    bsp_hpput(right(), nullptr, nullptr, 0, 0);
    bsp_sync();
}

void hpput_and_hpget_are_done_when_they_return()
{
    if (!bsplib_completes_at_call()) return;
    std::vector<int> x(2, -1);
    RegisteredVector registered(x);
    int value = static_cast<int>(bsp_pid());
    bsp_hpput(right(), &value, x.data(), 0, sizeof value);
    value = -2;  // reused at once
    bsp_sync();
    EXPECT(x[0] == static_cast<int>(left()));
    int got = -3;
    bsp_hpget(right(), x.data(), 0, &got, sizeof got);
    EXPECT(got == static_cast<int>(bsp_pid()));
    bsp_sync();
}

std::vector<unsigned char> pattern(unsigned from, unsigned to, std::size_t bytes)
{
    std::vector<unsigned char> values(bytes);
    for (std::size_t i = 0; i < bytes; ++i)
        values[i] = static_cast<unsigned char>(i * 7 + i / 251 + 31 * from + 17 * to);
    return values;
}

// Lengths around those at which a runtime may change its method.
constexpr std::size_t lengths[] = {1,    8,     200,   255,    256,    4000,   4096,
                                   16383, 16384, 70000, 300001};
// Sanitized or emulated, the longest are sent by few processes.
constexpr std::size_t most_bytes = SLOWNESS > 1 ? 610000 : 2000000;

void hpputs_of_every_length_arrive_whole()
{
    for (const std::size_t bytes : lengths) {
        if (bytes * bsp_nprocs() > most_bytes) continue;
        std::vector<unsigned char> x(bytes * bsp_nprocs(), 255);
        RegisteredVector registered(x);
        std::vector<std::vector<unsigned char>> sources;
        for (unsigned t = 0; t < bsp_nprocs(); ++t) sources.push_back(pattern(bsp_pid(), t, bytes));
        for (unsigned t = 0; t < bsp_nprocs(); ++t) bsp_hpput(t, sources[t].data(), x.data(), bsp_pid() * bytes, bytes);
        bsp_sync();
        for (unsigned q = 0; q < bsp_nprocs(); ++q) {
            const auto expected = pattern(q, bsp_pid(), bytes);
            EXPECT(std::equal(expected.begin(), expected.end(), x.begin() + static_cast<long>(q * bytes)));
        }
        registered.pop();
        bsp_sync();
    }
}

void hpgets_of_every_length_arrive_whole()
{
    for (const std::size_t bytes : lengths) {
        if (bytes * bsp_nprocs() > most_bytes) continue;
        std::vector<unsigned char> x;
        for (unsigned t = 0; t < bsp_nprocs(); ++t) {
            const auto part = pattern(bsp_pid(), t, bytes);
            x.insert(x.end(), part.begin(), part.end());
        }
        RegisteredVector registered(x);
        std::vector<std::vector<unsigned char>> got(bsp_nprocs(), std::vector<unsigned char>(bytes, 255));
        for (unsigned t = 0; t < bsp_nprocs(); ++t) bsp_hpget(t, x.data(), bsp_pid() * bytes, got[t].data(), bytes);
        bsp_sync();
        for (unsigned t = 0; t < bsp_nprocs(); ++t) EXPECT(got[t] == pattern(t, bsp_pid(), bytes));
        registered.pop();
        bsp_sync();
    }
}

void neighbouring_hpputs_may_travel_as_one()
{
    constexpr std::size_t piece = 3000, pieces = 200;
    std::vector<unsigned char> x(piece * pieces, 255);
    RegisteredVector registered(x);
    const auto source = pattern(bsp_pid(), right(), x.size());
    for (std::size_t i = 0; i < pieces; ++i)
        bsp_hpput(right(), source.data() + i * piece, x.data(), i * piece, piece);
    bsp_sync();
    EXPECT(x == pattern(left(), bsp_pid(), x.size()));
    // and blocks that are adjacent on one side only
    const std::vector<unsigned char> before = x;
    bsp_sync();
    bsp_hpput(right(), before.data(), x.data(), 20000, 20000);
    bsp_hpput(right(), before.data() + 20000, x.data(), 0, 20000);
    bsp_sync();
    const auto theirs = pattern((left() + bsp_nprocs() - 1) % bsp_nprocs(), left(), x.size());
    EXPECT(std::equal(theirs.begin(), theirs.begin() + 20000, x.begin() + 20000));
    EXPECT(std::equal(theirs.begin() + 20000, theirs.begin() + 40000, x.begin()));
}

void long_hpputs_and_hpgets_cross()
{
    const std::size_t bytes = SLOWNESS > 1 ? 20000 : 100000;
    std::vector<unsigned char> x(2 * bytes, 1);
    RegisteredVector registered(x);
    for (int round = 0; round < 10; ++round) {
        const auto mine = pattern(bsp_pid(), static_cast<unsigned>(round), bytes);
        std::copy(mine.begin(), mine.end(), x.begin() + static_cast<long>(bytes));
        bsp_sync();
        std::vector<unsigned char> got(bytes);
        // Some get before they put, others put before they get.
        if (bsp_pid() % 2 == 0) bsp_hpget(left(), x.data(), bytes, got.data(), bytes);
        bsp_hpput(right(), mine.data(), x.data(), 0, bytes);
        if (bsp_pid() % 2 == 1) bsp_hpget(left(), x.data(), bytes, got.data(), bytes);
        bsp_sync();
        EXPECT(got == pattern(left(), static_cast<unsigned>(round), bytes));
        EXPECT(std::equal(got.begin(), got.end(), x.begin()));
        bsp_sync();
    }
}

void long_puts_gets_and_messages_share_a_superstep()
{
    const std::size_t bytes = SLOWNESS > 1 ? 17000 : 50000;
    std::vector<unsigned char> x(2 * bytes * bsp_nprocs(), 255);
    const auto mine = pattern(bsp_pid(), 1, bytes);
    std::copy(mine.begin(), mine.end(), x.begin());
    RegisteredVector registered(x);
    std::vector<std::vector<unsigned char>> got(bsp_nprocs(), std::vector<unsigned char>(bytes));
    for (unsigned t = 0; t < bsp_nprocs(); ++t) {
        const auto value = pattern(bsp_pid(), t, bytes);
        bsp_put(t, value.data(), x.data(), (bsp_nprocs() + bsp_pid()) * bytes, bytes);
        bsp_get(t, x.data(), 0, got[t].data(), bytes);
        bsp_send(t, nullptr, value.data(), bytes - t);
    }
    bsp_sync();
    for (unsigned q = 0; q < bsp_nprocs(); ++q) {
        const auto expected = pattern(q, bsp_pid(), bytes);
        EXPECT(std::equal(expected.begin(), expected.end(), x.begin() + static_cast<long>((bsp_nprocs() + q) * bytes)));
        EXPECT(got[q] == pattern(q, 1, bytes));
    }
    unsigned messages = 0;
    bsp_size_t total = 0;
    bsp_qsize(&messages, &total);
    EXPECT(messages == bsp_nprocs());
    EXPECT(total == bsp_nprocs() * (bytes - bsp_pid()));
    for (unsigned q = 0; q < messages; ++q) {
        std::vector<unsigned char> payload(bytes - bsp_pid());
        bsp_move(payload.data(), payload.size());
        bool found = false;
        for (unsigned from = 0; from < bsp_nprocs(); ++from) {
            const auto expected = pattern(from, bsp_pid(), bytes);
            found = found || std::equal(payload.begin(), payload.end(), expected.begin());
        }
        EXPECT(found);
    }
}

void a_direct_get_sees_what_the_last_superstep_put()
{
    std::vector<int> x{-1};
    RegisteredVector registered(x);
    for (int round = 0; round < 200; ++round) {
        bsp_put(right(), &round, x.data(), 0, sizeof round);
        bsp_sync();
        int got = -1;
        direct_get(left(), x.data(), 0, &got, sizeof got);
        EXPECT(got == round);
    }
    bsp_sync();  // x must exist until the last process has read it
}

void everyone_gets_directly_from_everyone()
{
    std::vector<unsigned char> x = pattern(bsp_pid(), 0, 200000);
    RegisteredVector registered(x);
    for (unsigned t = 0; t < bsp_nprocs(); ++t) {
        std::vector<unsigned char> got(x.size());
        direct_get((bsp_pid() + t) % bsp_nprocs(), x.data(), 0, got.data(), got.size());
        EXPECT(got == pattern((bsp_pid() + t) % bsp_nprocs(), 0, 200000));
    }
    bsp_sync();
}

void an_hpput_is_not_overtaken_by_an_older_put()
{
    // Long puts keep the receiver busy while the sender is already in the next superstep.
    std::vector<int> x(50000);
    RegisteredVector registered(x);
    std::vector<int> old_values(x.size(), 1), new_values(x.size(), 2);
    const std::size_t bytes = x.size() * sizeof(int);
    for (int round = 0; round < 20; ++round) {
        bsp_put(right(), old_values.data(), x.data(), 0, bytes);
        bsp_sync();
        bsp_hpput(right(), new_values.data(), x.data(), 0, bytes);
        bsp_sync();
        EXPECT(x.front() == 2);
        EXPECT(x.back() == 2);
    }
}

void a_total_exchange_moves_every_element()
{
    const std::size_t n = 300;
    std::vector<double> x(n * bsp_nprocs());
    RegisteredVector registered(x);
    for (int round = 0; round < 5; ++round) {
        for (unsigned t = 0; t < bsp_nprocs(); ++t) {
            for (std::size_t i = 0; i < n; ++i) {
                const double value = round * 1e6 + bsp_pid() * 1e3 + static_cast<double>(i);
                bsp_put(t, &value, x.data(), (bsp_pid() * n + i) * sizeof(double), sizeof(double));
            }
        }
        bsp_sync();
        for (unsigned t = 0; t < bsp_nprocs(); ++t) {
            for (std::size_t i = 0; i < n; ++i)
                EXPECT(x[t * n + i] == round * 1e6 + t * 1e3 + static_cast<double>(i));
        }
    }
}

}  // namespace

TEST_CASE("a put is visible only after the sync") { CHECK_ON_ALL_P(a_put_is_visible_only_after_the_sync); }
TEST_CASE("a put takes the value at the call") { CHECK_ON_ALL_P(a_put_takes_the_value_at_the_call); }
TEST_CASE("a get takes the value at the sync") { CHECK_ON_ALL_P(a_get_takes_the_value_at_the_sync); }
TEST_CASE("gets are read before any is written") { CHECK_ON_ALL_P(gets_are_read_before_any_is_written); }
TEST_CASE("gets come before puts") { CHECK_ON_ALL_P(gets_come_before_puts); }
TEST_CASE("a put wins over a get into the same place")
{
    CHECK_ON_ALL_P(a_put_wins_over_a_get_into_the_same_place);
}
TEST_CASE("overlapping puts leave one of their values")
{
    CHECK_ON_ALL_P(overlapping_puts_leave_one_of_their_values);
}
TEST_CASE("puts of every length and offset arrive whole")
{
    CHECK_ON_ALL_P(puts_of_every_length_and_offset_arrive_whole);
}
// MulticoreBSP needs a registered address in any case.
TEST_CASE("nothing may be put anywhere" * doctest::skip(runtime == "mcbsp"))
{ CHECK_ON_ALL_P(nothing_may_be_put_anywhere); }
TEST_CASE("hpput and hpget are done when they return")
{
    CHECK_ON_ALL_P(hpput_and_hpget_are_done_when_they_return);
}
TEST_CASE("hpputs of every length arrive whole") { CHECK_ON_ALL_P(hpputs_of_every_length_arrive_whole); }
TEST_CASE("hpgets of every length arrive whole") { CHECK_ON_ALL_P(hpgets_of_every_length_arrive_whole); }
TEST_CASE("neighbouring hpputs may travel as one") { CHECK_ON_ALL_P(neighbouring_hpputs_may_travel_as_one); }
TEST_CASE("long hpputs and hpgets cross") { CHECK_ON_ALL_P(long_hpputs_and_hpgets_cross); }
TEST_CASE("long puts, gets and messages share a superstep" * doctest::skip(on_lpf))
{
    CHECK_ON_ALL_P(long_puts_gets_and_messages_share_a_superstep);
}
TEST_CASE("everyone gets directly from everyone" * doctest::skip(!gets_directly))
{ CHECK_ON_ALL_P(everyone_gets_directly_from_everyone); }
TEST_CASE("a direct get sees what the last superstep put" * doctest::skip(!gets_directly))
{
    CHECK_ON_ALL_P(a_direct_get_sees_what_the_last_superstep_put);
}
TEST_CASE("an hpput is not overtaken by an older put" * doctest::skip(runtime == "mcbsp"))
{
    CHECK_ON_ALL_P(an_hpput_is_not_overtaken_by_an_older_put);
}
TEST_CASE("a total exchange moves every element") { CHECK_ON_ALL_P(a_total_exchange_moves_every_element); }
TEST_CASE("64 processes exchange all with all")
{
    if (embedded && bsplib_shares_memory()) CHECK(on(64, a_total_exchange_moves_every_element) == "");
}
