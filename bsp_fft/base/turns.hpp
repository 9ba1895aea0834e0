// Who is served when in a total exchange: everyone sends to someone else at every turn.
#pragma once

#include "bsp_fft/base/powers.hpp"

namespace bspfft {

/// The destination that process s of p serves in its j-th turn, 0 <= j < p. In every turn each process is
/// served by exactly one, and s itself comes last: (not s) xor j for powers of two  [Sahay 1993, 4.2.1],
/// otherwise s + 1 + j mod p.
constexpr Index destination_in_turn(Index s, Index j, Index p)
{
    return is_power_of_two(p) ? (p - 1 - s) ^ j : (s + 1 + j) % p;
}

/// The turn in which process s serves t: the inverse.
constexpr Index turn_of(Index s, Index t, Index p)
{
    return is_power_of_two(p) ? (p - 1 - s) ^ t : (t - s - 1 + p) % p;
}

}  // namespace bspfft
