// SPMD sections: how many, of how many processes, and their clocks.
#include <doctest/doctest.h>

#include <chrono>
#include <thread>
#include <vector>

#include "tests/bsplib/spmd.hpp"

namespace {

void every_process_is_there()
{
    std::vector<unsigned> seen(bsp_nprocs(), 0);
    bsp_push_reg(seen.data(), seen.size() * sizeof(unsigned));
    bsp_sync();
    const unsigned one = 1;
    for (unsigned t = 0; t < bsp_nprocs(); ++t)
        bsp_put(t, &one, seen.data(), bsp_pid() * sizeof one, sizeof one);
    bsp_sync();
    EXPECT(seen == std::vector<unsigned>(bsp_nprocs(), 1));
}

#ifdef BSPLIB_EMBEDDED
int objects = 0;
struct Counted {
    Counted() { ++objects; }
    ~Counted() { --objects; }
};
thread_local int sections_begun = 0;

void section_with_objects()
{
    const Counted outside;
    bsp_begin(most_processes());
    ++sections_begun;
    {
        const Counted inside;
        bsp_sync();
        bsp_end();
    }
}

void objects_are_gone() { EXPECT(objects == 0); }
#endif

void time_moves_forward()
{
    const double before = bsp_time();
    bsp_sync();
    EXPECT(before >= 0);
    EXPECT(bsp_time() >= before);
}

void a_sleeping_process_is_waited_for()
{
    for (int round = 0; round < 3; ++round) {
        if (bsp_pid() == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
        bsp_sync();
    }
}

#ifdef BSPLIB_EMBEDDED
void a_direct_get_is_answered_while_processes_are_counted()
{
    const unsigned last = bsp_nprocs() - 1;
    unsigned x = 7 + bsp_pid(), got = 0;
    bsp_push_reg(&x, sizeof x);
    bsp_sync();
    if (bsp_pid() == 0) bsp_direct_get(last, &x, 0, &got, sizeof got);
    const unsigned here = bsplib_processes_here();
    EXPECT(here >= 1 && here <= bsp_nprocs());
    if (bsp_pid() == 0) EXPECT(got == 7 + last);
    bsp_sync();
}
#endif

}  // namespace

TEST_CASE("sections follow one another with different numbers of processes" * doctest::skip(one_section_a_program))
{
    for (unsigned p = most_processes(); p >= 1; --p) CHECK(on(p, every_process_is_there) == "");
    for (unsigned p = 1; p <= most_processes(); ++p) CHECK(on(p, every_process_is_there) == "");
}

#ifdef BSPLIB_EMBEDDED
TEST_CASE("another function's section is run by all, and the objects of those who end there are destroyed")
{
    if (bsplib_shares_memory()) return;  // for threads, threads_test counts them
    for (int i = 0; i < 3; ++i) {
        bsp_init(section_with_objects, 0, nullptr);
        section_with_objects();
        CHECK(on(most_processes(), objects_are_gone) == "");
    }
    CHECK(sections_begun == 3);
}
#endif

TEST_CASE("bsp_time moves forward") { CHECK_ON_ALL_P(time_moves_forward); }

TEST_CASE("a process that sleeps is waited for") { CHECK_ON_ALL_P(a_sleeping_process_is_waited_for); }

#ifdef BSPLIB_EMBEDDED
TEST_CASE("a direct get is answered while the processes here are counted")
{
    CHECK_ON_ALL_P(a_direct_get_is_answered_while_processes_are_counted);
}
#endif
