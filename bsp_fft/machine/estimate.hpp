// Interval arithmetic of estimates: the low end of a result is that of all low operands, the high end of all high.
#pragma once

#include <algorithm>
#include <initializer_list>

#include "bspfft/machine.hpp"

namespace bspfft {

inline Estimate exactly(double value) { return {value, value, value}; }

inline Estimate operator+(const Estimate& a, const Estimate& b)
{
    return {a.value + b.value, a.low + b.low, a.high + b.high};
}

/// Fitted values may be negative.
inline Estimate operator*(const Estimate& a, const Estimate& b)
{
    const std::initializer_list<double> corners{a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
    return {a.value * b.value, std::min(corners), std::max(corners)};
}

inline Estimate operator*(double factor, const Estimate& e) { return exactly(factor) * e; }

/// Seconds from a rate, or a rate from seconds, which are positive.
inline Estimate reciprocal(const Estimate& e) { return {1 / e.value, 1 / e.high, 1 / e.low}; }

/// Negative values become 0.
inline Estimate not_negative(const Estimate& e)
{
    return {std::max(0.0, e.value), std::max(0.0, e.low), std::max(0.0, e.high)};
}

}  // namespace bspfft
