// Processes that are threads: they share variables, start and end, and are pinned to cores.
#include <doctest/doctest.h>

#include <sched.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>

#include "tests/bsplib/spmd.hpp"

namespace {

std::atomic<unsigned> seen{0};
std::atomic<int> alive{0};

struct Counted {
    Counted() { ++alive; }
    ~Counted() { --alive; }
};

unsigned section_processes;
void section_with_objects()
{
    const Counted outside;
    bsp_begin(section_processes);
    const auto inside = std::make_unique<Counted>();
    bsp_sync();
    bsp_end();
    // Only process 0 gets here.
    seen += 1;
}

std::atomic<unsigned> cores_used{0};
void record_affinity()
{
    cpu_set_t set;
    sched_getaffinity(0, sizeof set, &set);
    if (CPU_COUNT(&set) == 1) cores_used += 1;
}

}  // namespace

TEST_CASE("only process 0 goes on after bsp_end, and the objects of the others are destroyed")
{
    for (section_processes = 1; section_processes <= 5; ++section_processes) {
        seen = 0;
        bsp_init(section_with_objects, 0, nullptr);
        section_with_objects();
        CHECK(seen == 1);
        CHECK(alive == 0);
    }
}

TEST_CASE("two threads of a program run sections of their own at the same time")
{
    // The harness supports one thread only, so this section checks its own results.
    static std::atomic<int> wrong{0};
    const auto section = [] {
        bsp_begin(3);
        int x = -1;
        bsp_push_reg(&x, sizeof x);
        bsp_sync();
        for (int round = 0; round < 500; ++round) {
            bsp_put((bsp_pid() + 1) % 3, &round, &x, 0, sizeof round);
            bsp_sync();
            wrong += x != round;
        }
        bsp_end();
    };
    const auto host = [section] {
        bsp_init(+section, 0, nullptr);
        section();
    };
    std::thread first(host), second(host);
    first.join();
    second.join();
    CHECK(wrong == 0);
}

TEST_CASE("outside a section bsp_nprocs is the number of cores, or BSPLIB_PROCS")
{
    cpu_set_t set;
    REQUIRE(sched_getaffinity(0, sizeof set, &set) == 0);
    CHECK(bsp_nprocs() == static_cast<unsigned>(CPU_COUNT(&set)));
    setenv("BSPLIB_PROCS", "7", 1);
    CHECK(bsp_nprocs() == 7);
    unsetenv("BSPLIB_PROCS");
}

TEST_CASE("processes are pinned when there is a core for each, unless BSPLIB_PIN is 0")
{
    const unsigned cores = bsp_nprocs();
    if (cores < 2 || std::string(PINNING) != "hwloc") return;
    cpu_set_t before, after;
    sched_getaffinity(0, sizeof before, &before);

    cores_used = 0;
    CHECK(on(cores, record_affinity) == "");
    CHECK(cores_used == cores);

    cores_used = 0;
    CHECK(on(cores + 1, record_affinity) == "");
    CHECK(cores_used == 0);

    setenv("BSPLIB_PIN", "0", 1);
    cores_used = 0;
    CHECK(on(cores, record_affinity) == "");
    CHECK(cores_used == 0);
    unsetenv("BSPLIB_PIN");

    sched_getaffinity(0, sizeof after, &after);
    CHECK(CPU_EQUAL(&before, &after));
}
