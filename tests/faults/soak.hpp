// The tasks of the soak: each does something that users do, and compares with the definition.
#pragma once

#include <atomic>
#include <initializer_list>
#include <random>
#include <string>

#include "definition.hpp"

struct Random {
    std::mt19937_64 engine;

    Index number(Index least, Index most) { return std::uniform_int_distribution<Index>(least, most)(engine); }
    bool once_in(Index times) { return number(1, times) == 1; }
    Shape shape(Index most_axes, Index most_elements);
};

/// What has happened, by kind.
struct Tally {
    std::atomic<long long> transforms{0};
    std::atomic<long long> sections{0};
    std::atomic<long long> refused{0};      ///< requests that break a rule
    std::atomic<long long> without_memory{0};
    std::atomic<long long> wrong{0};
};
extern Tally tally;

/// Says what is wrong on standard error, and counts it.
void wrong(const std::string& what);
std::string text_of(const Shape& shape);

/// One or more transforms in an SPMD section of its own.
void soak_section(Random& random);
/// One call, as from programs that know nothing of BSP.
void soak_call(Random& random);
/// A request that cannot be, by a call or in a section: it is refused, and nothing else happens.
void soak_refusal(Random& random);
/// One allocation fails (if it may), or memory does not suffice: the call says so, and the next one works.
void soak_without_memory(Random& random, bool refuses);

/// So many supersteps of two processes in one section.
void soak_supersteps(long long count);

/// What calls have kept.
void give_everything_back();
