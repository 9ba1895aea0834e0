// Values between measured ones.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <map>
#include <utility>

namespace bspfft {

/// A function of one variable known at some points: linear between them, constant outside.
class Curve {
public:
    Curve() = default;
    Curve(std::initializer_list<std::pair<const double, double>> points) : points_(points) {}

    void add(double x, double y) { points_[x] = y; }
    bool empty() const { return points_.empty(); }
    double at(double x) const { return extended_at(std::clamp(x, points_.begin()->first, points_.rbegin()->first)); }
    /// The same, but outside along the line through the two nearest.
    double extended_at(double x) const
    {
        if (points_.size() == 1) return points_.begin()->second;
        auto right = points_.lower_bound(x);
        if (right == points_.begin()) ++right;
        if (right == points_.end()) --right;
        const auto left = std::prev(right);
        const double fraction = (x - left->first) / (right->first - left->first);
        return left->second + fraction * (right->second - left->second);
    }

    const std::map<double, double>& points() const { return points_; }

private:
    std::map<double, double> points_;
};

}  // namespace bspfft
