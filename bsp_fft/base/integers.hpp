// Integers: products that do not overflow, powers and logarithms, prime factors and divisors.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <vector>

#include "bsp_fft/base/refusal.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

inline std::size_t size_of(Index count) { return static_cast<std::size_t>(count); }
inline double real(Index i) { return static_cast<double>(i); }
inline double log2_of(Index n) { return std::log2(real(n)); }

/// Throws Error(invalid_argument) if the product does not fit in 64 bits.
inline Index checked_product(Index a, Index b)
{
    Index product = 0;
    if (__builtin_mul_overflow(a, b, &product)) throw refusal(a, " times ", b, " does not fit in 64 bits");
    return product;
}

inline Index product_of(const std::vector<Index>& factors)
{
    Index product = 1;
    for (const Index factor : factors) product = checked_product(product, factor);
    return product;
}

constexpr bool is_power_of_two(Index n) { return n > 0 && std::has_single_bit(static_cast<std::uint64_t>(n)); }

/// The number of the lowest bit that is set in n > 0.
constexpr int lowest_bit(Index n) { return std::countr_zero(static_cast<std::uint64_t>(n)); }

/// The base-2 logarithm of a power of two; throws Error(invalid_argument) for any other n.
constexpr int log2_exact(Index n)
{
    if (!is_power_of_two(n)) throw refusal("n = ", n, " is not a power of two");
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
    const auto swap = [&x](int distance, std::uint64_t mask) { x = (x >> distance & mask) | (x & mask) << distance; };
    swap(1, 0x5555555555555555);
    swap(2, 0x3333333333333333);
    swap(4, 0x0f0f0f0f0f0f0f0f);
    swap(8, 0x00ff00ff00ff00ff);
    swap(16, 0x0000ffff0000ffff);
    swap(32, 0x00000000ffffffff);
    return static_cast<Index>(x >> (64 - bits));
}

/// The prime factors of n >= 1, the smallest first, each as often as it divides n.
inline std::vector<Index> prime_factors(Index n)
{
    std::vector<Index> factors;
    for (Index q = 2; q <= n / q; q += q == 2 ? 1 : 2) {
        for (; n % q == 0; n /= q) factors.push_back(q);
    }
    if (n > 1) factors.push_back(n);
    return factors;
}

inline bool is_prime(Index n) { return n > 1 && prime_factors(n).front() == n; }

/// The largest a whose square divides n >= 1.
inline Index root_of_largest_square(Index n)
{
    Index a = 1, once = 1;
    for (const Index q : prime_factors(n)) {
        a *= once == q ? q : 1;
        once = once == q ? 1 : q;
    }
    return a;
}

/// The divisors of n >= 1, in ascending order.
inline std::vector<Index> divisors(Index n)
{
    std::vector<Index> result{1};
    Index last = 0;
    std::size_t fresh = 0;  // divisors that have the last prime factor as often as it has come
    for (const Index q : prime_factors(n)) {
        const std::size_t first = q == last ? result.size() - fresh : 0, end = result.size();
        for (std::size_t i = first; i < end; ++i) result.push_back(result[i] * q);
        fresh = end - first;
        last = q;
    }
    std::sort(result.begin(), result.end());
    return result;
}

}  // namespace bspfft
