// Interval arithmetic of estimates: the low end of a result is that of all low operands, the high end of all high. One
// operand without an interval, NaN, takes it from the result, unless it is multiplied by 0.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <limits>

#include "bspfft/machine.hpp"

namespace bspfft {

inline Estimate exactly(double value) { return {value, value, value}; }

inline Estimate without_interval(double value)
{
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    return {value, none, none};
}

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

inline Estimate operator*(double factor, const Estimate& e) { return factor == 0 ? exactly(0) : exactly(factor) * e; }

/// Seconds from a rate, or a rate from seconds, which are positive.
inline Estimate reciprocal(const Estimate& e) { return {1 / e.value, 1 / e.high, 1 / e.low}; }

/// Negative values become 0.
inline Estimate not_negative(const Estimate& e)
{
    // in this order: of NaN and 0 the larger is NaN
    return {std::max(e.value, 0.0), std::max(e.low, 0.0), std::max(e.high, 0.0)};
}

}  // namespace bspfft
