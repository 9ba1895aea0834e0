// The domains of cost functions: each is checked where it is used.
#pragma once

#include <algorithm>
#include <cmath>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

/// Throws Error(invalid_argument) with these values as its message if something is not so.
template <class... Values>
void require(bool is_so, const Values&... message)
{
    if (!is_so) throw Error(Status::invalid_argument, text(message...));
}

inline void require_not_negative(const char* what, double value)
{
    require(value >= 0 && std::isfinite(value), what, " is ", value, "; it must be 0 or more");
}

inline void require_positive(const char* what, double value)
{
    require(value > 0 && std::isfinite(value), what, " is ", value, "; it must be more than 0");
}

inline void require_at_least_one(const char* what, double value)
{
    require(value >= 1, what, " is ", value, "; it must be 1 or more");
}

inline void require_processes(Index P, Index least)
{
    require(P >= least, "P = ", P, " processes; this needs at least ", least);
}

inline void require_power_of_two(const char* what, Index value, Index least)
{
    require(value >= least, what, " = ", value, "; it must be at least ", least);
    const Index below = power_of_two_below(value);
    require(value == below, what, " = ", value, " is not a power of two; the nearest are ", below, " and ", 2 * below);
}

/// k for P = 2^k.
inline int exact_log2(Index P)
{
    require(is_power_of_two(P), "P = ", P, " is not a power of two, and this formula is about those");
    return log2_exact(P);
}

/// k for P = r^k.
inline int exact_log(Index P, Index r)
{
    int k = 0;
    Index power = 1;
    for (; r >= 2 && power < P && power <= P / r; ++k) power *= r;
    require(r >= 2 && power == P, "P = ", P, " is not a power of the radix ", r, ", and this formula is about those");
    return k;
}

/// d for the full binary tree of P = 2^(d+1) - 1 processes.
inline int depth_of_full_tree(Index P)
{
    const Index below = power_of_two_below(std::max(Index{1}, P));
    require(P >= 1 && is_power_of_two(P + 1), "P = ", P, " processes are no full binary tree; it has 2^k - 1, such as ",
            std::max(Index{1}, below - 1), " or ", 2 * below - 1);
    return log2_exact(P + 1) - 1;
}

}  // namespace bspfft
