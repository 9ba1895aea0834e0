// Integer powers and logarithms.
#pragma once

#include <bit>

#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

constexpr bool is_power_of_two(Index n)
{
    return n > 0 && std::has_single_bit(static_cast<std::uint64_t>(n));
}

/// The number of the lowest bit that is set in n > 0.
constexpr int lowest_bit(Index n) { return std::countr_zero(static_cast<std::uint64_t>(n)); }

/// The base-2 logarithm of a power of two; throws Error(invalid_argument) for any other n.
constexpr int log2_exact(Index n)
{
    if (!is_power_of_two(n)) throw Error(Status::invalid_argument, text("n = ", n, " is not a power of two"));
    return lowest_bit(n);
}

/// The largest power of two that is at most n >= 1.
constexpr Index power_of_two_below(Index n)
{
    return static_cast<Index>(std::bit_floor(static_cast<std::uint64_t>(n)));
}

/// j with its lowest `bits` bits in reverse order (0 <= j < 2^bits): rho in PSC 3.3.
constexpr Index reverse_bits(Index j, int bits)
{
    if (bits == 0) return 0;
    auto x = static_cast<std::uint64_t>(j);
    const auto swap = [&x](int distance, std::uint64_t mask) {
        x = (x >> distance & mask) | (x & mask) << distance;
    };
    swap(1, 0x5555555555555555);
    swap(2, 0x3333333333333333);
    swap(4, 0x0f0f0f0f0f0f0f0f);
    swap(8, 0x00ff00ff00ff00ff);
    swap(16, 0x0000ffff0000ffff);
    swap(32, 0x00000000ffffffff);
    return static_cast<Index>(x >> (64 - bits));
}

}  // namespace bspfft
