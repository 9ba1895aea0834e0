// Tests inside SPMD sections: processes write complaints, and process 0, which runs the test, reads them
// after the section. (A doctest assertion that throws on one process would leave the others waiting.) The
// other processes may be other programs: what a body needs to know must not be in a variable that the test
// has set.
#pragma once

#include <string>
#include <vector>

#include "tests/bsplib/bsp.hpp"

/// Runs body on p processes in a section of its own and returns their complaints, one per line.
std::string on(unsigned p, void (*body)());

/// How many processes a section of this program may have; on threads, how many are tested.
unsigned most_processes();
/// How many processes a section of this program is tested with: all numbers, or the one that it was started with.
std::vector<unsigned> numbers_of_processes();

/// The neighbours of this process, in a ring.
inline unsigned right() { return (bsp_pid() + 1) % bsp_nprocs(); }
inline unsigned left() { return (bsp_pid() + bsp_nprocs() - 1) % bsp_nprocs(); }

/// Records that this process found the condition false.
void complain(const char* file, int line, const char* condition);

#define EXPECT(...)                                                                                          \
    do {                                                                                                     \
        if (!(__VA_ARGS__)) complain(__FILE__, __LINE__, #__VA_ARGS__);                                      \
    } while (false)

/// For every number of processes that the suite promises.
#define CHECK_ON_ALL_P(body)                                                                                 \
    do {                                                                                                     \
        for (const unsigned p : numbers_of_processes()) {                                                    \
            CAPTURE(p);                                                                                      \
            CHECK(on(p, body) == "");                                                                        \
        }                                                                                                    \
    } while (false)
