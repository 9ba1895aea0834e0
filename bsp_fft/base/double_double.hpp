// Sums of products in twice the precision, for checking results in double.
#pragma once

#include <cmath>

namespace bspfft {

/// An unevaluated sum of two doubles, about 106 bits.
struct DoubleDouble {
    double high = 0;
    double low = 0;

    double value() const { return high + low; }

    /// Adds x without losing its last bits  [Knuth's two-sum].
    void add(double x)
    {
        const double sum = high + x;
        const double part = sum - high;
        low += (high - (sum - part)) + (x - part);
        high = sum;
    }
    /// Adds x * y likewise  [Dot2 of Ogita, Rump and Oishi 2005].
    void add_product(double x, double y)
    {
        const double product = x * y;
        add(product);
        low += std::fma(x, y, -product);
    }
    void add(const DoubleDouble& other)
    {
        add(other.high);
        add(other.low);
    }
};

}  // namespace bspfft
