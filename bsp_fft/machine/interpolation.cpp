#include "bsp_fft/machine/interpolation.hpp"

#include <algorithm>
#include <iterator>

namespace bspfft {

double Curve::at(double x) const
{
    if (x <= points_.begin()->first) return points_.begin()->second;
    if (x >= points_.rbegin()->first) return points_.rbegin()->second;
    return extended_at(x);
}

double Curve::extended_at(double x) const
{
    if (points_.size() == 1) return points_.begin()->second;
    auto right = points_.lower_bound(x);
    if (right == points_.begin()) ++right;
    if (right == points_.end()) --right;
    const auto left = std::prev(right);
    const double fraction = (x - left->first) / (right->first - left->first);
    return left->second + fraction * (right->second - left->second);
}

double Surface::at(double x, double y) const
{
    Curve along_y;
    for (const auto& [place, curve] : curves_) along_y.add(place, curve.extended_at(x));
    return along_y.at(y);
}

}  // namespace bspfft
