// Values between measured ones.
#pragma once

#include <map>

namespace bspfft {

/// A function of one variable known at some points: linear between them, constant outside.
class Curve {
public:
    void add(double x, double y) { points_[x] = y; }
    bool empty() const { return points_.empty(); }
    double at(double x) const;
    /// The same, but outside along the line through the two nearest.
    double extended_at(double x) const;

private:
    std::map<double, double> points_;
};

/// A function of two variables: curves over x at some values of y.
class Surface {
public:
    void add(double x, double y, double z) { curves_[y].add(x, z); }
    bool empty() const { return curves_.empty(); }
    /// Along y as Curve::at, along x as Curve::extended_at.
    double at(double x, double y) const;

private:
    std::map<double, Curve> curves_;
};

}  // namespace bspfft
