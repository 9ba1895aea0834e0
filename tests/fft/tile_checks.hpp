// What the tests of tiles have in common.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "bsp_fft/kernel/lanes/lanes_simd.hpp"
#include "bsp_fft/schedule/radices.hpp"
#include "tests/fft/oracle.hpp"

namespace bspfft {

using Axes = std::vector<Index>;
inline std::size_t at(Index i) { return static_cast<std::size_t>(i); }

inline LongComplex root(Index exponent, Index order) { return long_roots(at(order))[at(exponent % order)]; }

constexpr double untouched = 12345;

inline std::vector<Index> steps(Index count, Index step)
{
    std::vector<Index> result;
    for (Index i = 0; i < count; ++i) result.push_back(i * step);
    return result;
}

/// The relative L2 error may be this many times epsilon.
inline long double tolerance(const Axes& axes)
{
    long double sum = 1;
    for (const Index n : axes) {
        for (const Radix& radix : radices_of(n)) {
            sum += std::log2(static_cast<long double>(radix.length));
            if (radix.kind == SmallKind::generic) sum += static_cast<long double>(radix.length) / 4;
            if (radix.kind == SmallKind::chirp) sum += 4 * std::log2(static_cast<long double>(radix.length));
        }
    }
    return 0.6L * std::sqrt(sum);
}

/// Sums of squares. Differences are taken in long double; their squares need no more than double.
struct Error2 {
    double error = 0;
    double size = 0;
    void add(LongComplex found, LongComplex expected)
    {
        error += std::norm(std::complex<double>(found - expected));
        size += std::norm(std::complex<double>(expected));
    }
    template <class Real>
    void check(const Axes& axes) const
    {
        const double relative = std::sqrt(error / size);
        CHECK(relative <= tolerance(axes) * std::numeric_limits<Real>::epsilon());
    }
};

// Sanitized or emulated: some of the lengths and widths are enough.
constexpr bool slow = SLOW;

template <class Check>
void with_every_instruction_set(Check check)
{
    for (const std::string& target : simd::targets()) {
        CAPTURE(target);
        simd::force_target(target);
        check();
        simd::force_target("auto");
    }
}

}  // namespace bspfft
