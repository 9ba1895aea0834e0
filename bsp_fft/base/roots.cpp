// cos(a + b) = cos a cos b - sin a sin b, with a one of 65 angles whose cosine and sine are kept in two doubles, and
// |b| <= pi/512, where a few terms of the Taylor series are enough. Only the last operation rounds at the size of the
// result, so that it is accurate to the last bit; and it is faster than the cos and sin of the system's library.
#include "bsp_fft/base/roots.hpp"

#include <array>
#include <cmath>
#include <utility>

namespace bspfft {

namespace {

using Pair = DoubleDouble;

constexpr Pair two_pi{6.283185307179586, 2.4492935982947064e-16};

struct CosSin {
    Pair cosine;
    Pair sine;
};

constexpr int coarse_angles = 64;  // in an octant

/// high + low, where high is the larger.
Pair pair(double high, double low)
{
    const double total = high + low;
    return {total, low - (total - high)};
}

Pair operator+(const Pair& a, const Pair& b)
{
    const double total = a.high + b.high;
    const double of_b = total - a.high;
    const double lost = (a.high - (total - of_b)) + (b.high - of_b);
    return pair(total, lost + (a.low + b.low));
}

Pair operator-(const Pair& a) { return {-a.high, -a.low}; }

Pair operator*(const Pair& a, const Pair& b)
{
    const double product = a.high * b.high;
    return pair(product, std::fma(a.high, b.high, -product) + (a.high * b.low + a.low * b.high));
}

// Cosines and sines of 2 pi i / (8 coarse_angles), by repeated turning, to some 100 bits. Not by long double: it has
// other bits on other machines, and reproducible transforms would differ in their last bit.
std::array<CosSin, coarse_angles + 1> coarse_table()
{
    constexpr CosSin step{{0.9999247018391445, 3.793108251266801e-17}, {0.012271538285719925, 6.919790764028317e-19}};
    std::array<CosSin, coarse_angles + 1> table{};
    table[0] = {{1, 0}, {0, 0}};
    for (std::size_t i = 1; i < table.size(); ++i) {
        const auto& [cosine, sine] = table[i - 1];
        table[i] = {cosine * step.cosine + -(sine * step.sine), sine * step.cosine + cosine * step.sine};
    }
    return table;
}

const std::array<CosSin, coarse_angles + 1>& coarse()
{
    static const std::array<CosSin, coarse_angles + 1> table = coarse_table();
    return table;
}

/// a x + y rounded once, for a pair a and a small y.
[[gnu::always_inline]] inline double times_plus(const Pair& a, double x, double y)
{
    return std::fma(a.high, x, std::fma(a.low, x, y));
}

/// x + a b + small, where |x| >= |a b| or x = 0: the errors of product and sum are kept until the end.
[[gnu::always_inline]] inline double sum(double x, double a, double b, double small)
{
    const double product = a * b;
    const double total = x + product;
    const double lost = product - (total - x);
    return total + (lost + (std::fma(a, b, -product) + small));
}

struct Angle {
    double cosine;
    double sine;
};

// cos and sin of 2 pi numerator/denominator <= pi/4
[[gnu::always_inline]] inline Angle angle_of_octant(Index numerator, Index denominator)
{
    const auto above = static_cast<double>(numerator);
    const auto below = static_cast<double>(denominator);
    const double turn = above / below;
    const double turn_low = std::fma(-turn, below, above) / below;

    // rounds to the nearest integer, since such large numbers have no fraction
    constexpr double large = 0x1.8p52;
    const double nearest = turn * (8 * coarse_angles) + large - large;
    const double rest = turn - nearest / (8 * coarse_angles);  // exact: the two are neighbours
    const double b = rest * two_pi.high;
    const double b_low = std::fma(rest, two_pi.high, -b) + (rest * two_pi.low + turn_low * two_pi.high);

    // cos b = 1 + c, sin b = b + s
    const double bb = b * b;
    const double c = bb * (-1.0 / 2 + bb * (1.0 / 24 - bb * (1.0 / 720))) - b * b_low;
    const double s = b * bb * (-1.0 / 6 + bb * (1.0 / 120 - bb * (1.0 / 5040))) + b_low;

    const auto& [cos_a, sin_a] = coarse()[static_cast<std::size_t>(nearest)];
    const double cos_small = times_plus(cos_a, c, cos_a.low - sin_a.high * s - sin_a.low * b);
    const double sin_small = times_plus(sin_a, c, sin_a.low + cos_a.high * s + cos_a.low * b);
    return {sum(cos_a.high, -sin_a.high, b, cos_small), sum(sin_a.high, cos_a.high, b, sin_small)};
}

#ifdef __x86_64__
// Where the oldest processors have no instruction for it, an fma is a call of the system's library.
[[gnu::target("fma")]] Angle by_instruction(Index numerator, Index denominator)
{
    return angle_of_octant(numerator, denominator);
}

Angle first_octant(Index numerator, Index denominator)
{
    static const bool has_instruction = __builtin_cpu_supports("fma") > 0;
    return has_instruction ? by_instruction(numerator, denominator) : angle_of_octant(numerator, denominator);
}
#else
Angle first_octant(Index numerator, Index denominator)
{
    return angle_of_octant(numerator, denominator);
}
#endif

}  // namespace

std::complex<double> root_of_unity(Index k, Index n)
{
    const Index whole = 8 * n;
    Index a = 8 * k;
    const bool lower_half = a > whole / 2;
    if (lower_half) a = whole - a;
    const bool left_half = a > whole / 4;
    if (left_half) a = whole / 2 - a;
    const bool upper_octant = a > whole / 8;
    if (upper_octant) a = whole / 4 - a;
    auto [c, s] = first_octant(a, whole);
    if (upper_octant) std::swap(c, s);
    return {left_half ? -c : c, lower_half ? s : -s};
}

}  // namespace bspfft
