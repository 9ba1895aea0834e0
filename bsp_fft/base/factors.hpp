// Prime factors and divisors.
#pragma once

#include <algorithm>
#include <vector>

#include "bspfft/error.hpp"

namespace bspfft {

inline bool is_prime(Index n)
{
    for (Index q = 2; q <= n / q; ++q) {
        if (n % q == 0) return false;
    }
    return n > 1;
}

/// Of n >= 1, the smallest first, each as often as it divides n.
inline std::vector<Index> prime_factors(Index n)
{
    std::vector<Index> factors;
    for (Index q = 2; q <= n / q; q += q == 2 ? 1 : 2) {
        for (; n % q == 0; n /= q) factors.push_back(q);
    }
    if (n > 1) factors.push_back(n);
    return factors;
}

/// Of n >= 1, in ascending order.
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
