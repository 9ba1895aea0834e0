// The order of sends in a total exchange: in every turn each process sends to a different one.
#pragma once

#include "bsp_fft/base/integers.hpp"

namespace bspfft {

/// The process that process s of p is the j-th to send to, 0 <= j < p. Each process is the j-th of exactly one, and
/// s itself comes last: (not s) xor j for powers of two  [Sahay 1993, 4.2.1], otherwise s + 1 + j mod p.
constexpr Index destination_in_order(Index s, Index j, Index p)
{
    return is_power_of_two(p) ? (p - 1 - s) ^ j : (s + 1 + j) % p;
}

/// The place j of process t in the order of s: the inverse.
constexpr Index send_order(Index s, Index t, Index p)
{
    return is_power_of_two(p) ? (p - 1 - s) ^ t : (t - s - 1 + p) % p;
}

}  // namespace bspfft
