// Tests inside SPMD sections: processes write complaints, the test reads them after the section. (A doctest
// assertion that throws on one process would strand the others.)
#pragma once

#include <bsp.h>

#include <string>

/// Runs body on p processes in a section of its own and returns what they complained of, a line each.
std::string on(unsigned p, void (*body)());

/// Writes down that this process found the condition false.
void complain(const char* file, int line, const char* condition);

#define EXPECT(...)                                                                                          \
    do {                                                                                                     \
        if (!(__VA_ARGS__)) complain(__FILE__, __LINE__, #__VA_ARGS__);                                      \
    } while (false)

/// For every number of processes that the suite promises.
#define CHECK_ON_ALL_P(body)                                                                                 \
    do {                                                                                                     \
        for (unsigned p : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}) {                         \
            CAPTURE(p);                                                                                      \
            CHECK(on(p, body) == "");                                                                        \
        }                                                                                                    \
    } while (false)
