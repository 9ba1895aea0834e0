// Random legal programs do what a sequential model of BSPlib does: memories, queues, and what functions return.
//
// Each program follows from a seed. RANDOM_PROGRAMS=100000 runs that many, RANDOM_PROGRAMS_FROM=SEED others.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "tests/bsplib/random_program.hpp"

namespace {

std::uint64_t seed_of_process_0;

void random_program()
{
    if (bsp_pid() == 0) {
        for (unsigned t = 0; t < bsp_nprocs(); ++t) bsp_send(t, nullptr, &seed_of_process_0, sizeof seed_of_process_0);
    }
    bsp_sync();
    std::uint64_t seed = 0;
    bsp_move(&seed, sizeof seed);
    model::RandomProgram(seed).run();
}

std::uint64_t number(const char* variable, std::uint64_t otherwise)
{
    const char* const text = std::getenv(variable);
    return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

}  // namespace

TEST_CASE("random programs do what the sequential model does" * doctest::skip(!embedded))
{
    const std::uint64_t first = number("RANDOM_PROGRAMS_FROM", 1);
    const std::uint64_t programs = number("RANDOM_PROGRAMS", SLOW || !bsplib_shares_memory() ? 150 : 400);
    REQUIRE(programs > 0);
    unsigned wrong = 0;
    for (std::uint64_t seed = first; seed < first + programs && wrong < 5; ++seed) {
        seed_of_process_0 = seed;
        const unsigned p = 1 + static_cast<unsigned>(seed % std::min(8U, most_processes()));
        CAPTURE(p);
        const std::string complaints = on(p, random_program);
        CHECK(complaints == "");
        wrong += complaints != "";
    }
}
