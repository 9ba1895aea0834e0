// Sections of very many processes, and of very many supersteps: what memory they take.
//
// SUPERSTEPS=100000000 runs that many.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <vector>

#include <unistd.h>

#include "tests/bsplib/spmd.hpp"

namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

std::size_t bytes_in_use()
{
    std::ifstream file("/proc/self/statm");
    std::size_t all = 0, resident = 0;
    file >> all >> resident;
    return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

std::size_t used_before, used_then;

// Read by process 0, while the section has all its memory.
void note_use()
{
    if (bsp_pid() == 0) used_then = bytes_in_use();
    bsp_sync();
}

void everyone_puts_to_everyone()
{
    std::vector<std::uint32_t> from(bsp_nprocs());
    bsp_push_reg(from.data(), from.size() * sizeof(std::uint32_t));
    bsp_sync();
    for (std::uint32_t round = 1; round <= 2; ++round) {
        const std::uint32_t mine = round * bsp_pid();
        for (unsigned t = 0; t < bsp_nprocs(); ++t)
            bsp_put(t, &mine, from.data(), bsp_pid() * sizeof mine, sizeof mine);
        bsp_sync();
        std::size_t right = 0;
        for (unsigned q = 0; q < bsp_nprocs(); ++q) right += from[q] == round * q;
        EXPECT(right == bsp_nprocs());
        bsp_sync();
    }
    note_use();
}

void everyone_sends_to_some()
{
    const auto p = static_cast<std::size_t>(bsp_nprocs());
    std::uint64_t value = bsp_pid(), landing = 0;
    bsp_push_reg(&landing, sizeof landing);
    bsp_sync();
    for (std::size_t distance = 1; distance < p; distance += p / 32 + 1)
        bsp_send(static_cast<unsigned>((bsp_pid() + distance) % p), nullptr, &value, sizeof value);
    bsp_put(static_cast<unsigned>((bsp_pid() + 1) % p), &value, &landing, 0, sizeof value);
    bsp_sync();
    EXPECT(landing == (bsp_pid() + p - 1) % p);
    note_use();
}

std::size_t taken_for_each(unsigned p, void (*body)())
{
    used_before = bytes_in_use();
    used_then = 0;
    CHECK(on(p, body) == "");
    REQUIRE(used_then > 0);
    return (std::max(used_then, used_before) - used_before) / p;
}

// Process s puts to the next one at every 16th superstep; the supersteps between change nothing.
void very_many_supersteps()
{
    constexpr std::uint64_t between = 16, warm = 1000;
    const char* const wanted = std::getenv("SUPERSTEPS");
    const std::uint64_t supersteps = wanted ? std::strtoull(wanted, nullptr, 10) : 100'000;
    std::uint64_t landing = 0;
    bsp_push_reg(&landing, sizeof landing);
    bsp_sync();
    std::uint64_t wrong = 0, put = 0;
    for (std::uint64_t i = 0; i < supersteps; ++i) {
        const bool puts = i % between == 0;
        const std::uint64_t value = i << 8 | bsp_pid();
        if (puts) bsp_put((bsp_pid() + 1) % bsp_nprocs(), &value, &landing, 0, sizeof value);
        bsp_sync();
        if (puts) put = i << 8 | (bsp_pid() + bsp_nprocs() - 1) % bsp_nprocs();
        wrong += landing != put;
        if (i == warm && bsp_pid() == 0) used_before = bytes_in_use();
    }
    EXPECT(wrong == 0);
    note_use();
}

}  // namespace

TEST_CASE("the runtime says that it takes at most 1 MiB for a process, of up to 8192")
{
    for (const unsigned p : {1U, 2U, 64U, 1024U, 8192U}) {
        CAPTURE(p);
        CHECK(bsplib_bytes_per_process(p) >= sizeof(void*));
        CHECK(bsplib_bytes_per_process(p) <= mebibyte);
    }
}

TEST_CASE("a process that sends to a few takes at most 1 MiB" * doctest::skip(SLOW))
{
    for (const unsigned p : {64U, 500U, 8192U}) {
        CAPTURE(p);
        CHECK(taken_for_each(p, everyone_sends_to_some) <= bsplib_bytes_per_process(p));
    }
}

TEST_CASE("puts of all to all take at most 1 MiB for a process" * doctest::skip(SLOW))
{
    CHECK(taken_for_each(600, everyone_puts_to_everyone) <= mebibyte);
}

TEST_CASE("very many supersteps are right, and take no more memory than a thousand" * doctest::skip(SLOW))
{
    CHECK(on(2, very_many_supersteps) == "");
    CHECK(used_then <= used_before + mebibyte / 4);
}
