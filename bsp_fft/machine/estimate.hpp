// Interval arithmetic of estimates: the low end of a result is that of all low operands, the high end of all high. One
// operand without an interval, NaN, takes it from the result, unless it is multiplied by 0. And functions
// of two variables, and how what was measured with some numbers of processes extends to others.
#pragma once

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <map>
#include <vector>

#include "bsp_fft/base/curve.hpp"
#include "bsp_fft/base/integers.hpp"
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

/// A function of two variables: curves over x at some values of y.
class Surface {
public:
    void add(double x, double y, double z) { curves_[y].add(x, z); }
    /// Along y as Curve::at, along x as Curve::extended_at.
    double at(double x, double y) const
    {
        Curve along_y;
        for (const auto& [place, curve] : curves_) along_y.add(place, curve.extended_at(x));
        return along_y.at(y);
    }

private:
    std::map<double, Curve> curves_;
};

/// The largest number of processes among the points that is at most p, or the smallest there is; 0 if there is none.
/// processes(point) is 0 for points that do not count.
template <class Point, class Processes>
Index nearest_processes(const std::vector<Point>& points, Index p, Processes processes)
{
    Index below = 0, least = 0;
    for (const Point& point : points) {
        const Index here = processes(point);
        if (here == 0) continue;
        if (here <= p) below = std::max(below, here);
        least = least == 0 ? here : std::min(least, here);
    }
    return below > 0 ? below : least;
}

/// What a process takes among p that share a memory, from seconds(q) of the q that were measured: the nearest below p.
/// Beyond the largest it grows as it did up to there from the one before, as a power of p: at least with power 0, where
/// each process has what it needs, and at most with power 1, where all share one thing.
template <class Point, class Processes, class Seconds>
Estimate among_processes(const std::vector<Point>& points, Index p, Processes processes, Seconds seconds)
{
    const Index largest = nearest_processes(points, std::numeric_limits<Index>::max(), processes);
    const Index nearest = nearest_processes(points, p, processes);
    const Index before = nearest_processes(points, largest - 1, processes);
    const Estimate here = seconds(nearest);
    if (p <= largest || before >= largest || !(here.value > 0)) return here;
    const double steps = std::log2(static_cast<double>(p) / static_cast<double>(largest));
    const double step = std::log2(static_cast<double>(largest) / static_cast<double>(before));
    const double power = std::clamp(std::log2(here.value / seconds(before).value) / step, 0.0, 1.0);
    return std::exp2(steps * power) * here;
}

}  // namespace bspfft
