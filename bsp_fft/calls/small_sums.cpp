#include "bsp_fft/calls/small_sums.hpp"

#include <cmath>
#include <numbers>

#include "bsp_fft/base/roots.hpp"

namespace bspfft::calls {

namespace {

/// cos and sin of 2 pi a/b.
double cosine(Index a, Index b) { return root_of_unity(a % b, b).real(); }
double sine(Index a, Index b) { return -root_of_unity(a % b, b).imag(); }

/// The factor of x_j in y_k, as Trigonometric defines it; orthogonal as TrigonometricPlan says, times the square root
/// of the logical length.
double trigonometric_factor(Trigonometric kind, Index n, bool orthogonal, Index k, Index j)
{
    const double middle = std::numbers::sqrt2, half = orthogonal ? 1 / middle : 1, one = orthogonal ? middle : 1;
    const auto is_end = [&](Index i) { return i == 0 || i == n - 1; };
    switch (kind) {
    case Trigonometric::dct1:
        return (is_end(j) ? one : 2) * (is_end(k) ? half : 1) * cosine(j * k, 2 * (n - 1));
    case Trigonometric::dct2:
        return 2 * (k == 0 ? half : 1) * cosine((2 * j + 1) * k, 4 * n);
    case Trigonometric::dct3:
        return (j == 0 ? one : 2) * cosine(j * (2 * k + 1), 4 * n);
    case Trigonometric::dct4:
        return 2 * cosine((2 * j + 1) * (2 * k + 1), 8 * n);
    case Trigonometric::dst1:
        return 2 * sine((j + 1) * (k + 1), 2 * (n + 1));
    case Trigonometric::dst2:
        return 2 * (k == n - 1 ? half : 1) * sine((2 * j + 1) * (k + 1), 4 * n);
    case Trigonometric::dst3:
        return (j == n - 1 ? one : 2) * sine((j + 1) * (2 * k + 1), 4 * n);
    case Trigonometric::dst4:
        return 2 * sine((2 * j + 1) * (2 * k + 1), 8 * n);
    }
    return 0;
}

// Element j and its mirror n-1-j; an odd n has one alone.
DenseSide reversed(Index n, Index stride) { return {true, 0, stride, (n - 1) * stride, -stride, {n / 2 * stride, 0}}; }
// Elements 0, 2, ..., and 1, 3, ...
DenseSide alternating(Index stride) { return {false, 0, 2 * stride, stride, 2 * stride, {}}; }

// The kinds I and II have their even results from sums of mirrors, and the odd ones from differences; of III this holds
// for inputs.
DenseProblem cosines_and_sines(const Axis& axis, bool orthogonal, double scale)
{
    using enum Trigonometric;
    const auto kind = static_cast<Trigonometric>(axis.kind - BSPFFT_DCT_1);
    const Index n = axis.length;
    const auto factor = [=](Index k, Index j) { return scale * trigonometric_factor(kind, n, orthogonal, k, j); };
    if (kind == dct4 || kind == dst4)
        return {false, {false, 0, axis.in, 0, 0, {}}, {false, 0, axis.out, 0, 0, {}}, n, 0, factor, {}};
    if (kind == dct3 || kind == dst3)
        return {false,
                alternating(axis.in),
                reversed(n, axis.out),
                (n + 1) / 2,
                n / 2,
                [=](Index k, Index j) { return factor(k, 2 * j); },
                [=](Index k, Index j) { return factor(k, 2 * j + 1); }};
    return {false,
            reversed(n, axis.in),
            alternating(axis.out),
            (n + 1) / 2,
            n / 2,
            [=](Index k, Index j) { return factor(2 * k, j); },
            [=](Index k, Index j) { return factor(2 * k + 1, j); }};
}

// Element j and its mirror n-j, from 1 on; 0 is alone, and n/2 if there is one.
DenseSide mirrored(Index n, Index stride)
{
    return {true, stride, stride, (n - 1) * stride, -stride, {0, n / 2 * stride}};
}
// Real parts from 0 on, imaginary parts from 1 on; those of 0 and n/2 are zero.
DenseSide half_spectrum(Index n, Index stride)
{
    return {false, 0, 2 * stride, 2 * stride + 1, 2 * stride, {1, n / 2 * 2 * stride + 1}, 2 - n % 2};
}

DenseProblem exponentials(const Axis& axis, Data data, bool inverse, double scale)
{
    const Index n = axis.length, evens = n / 2 + 1, odds = (n - 1) / 2;
    // the number of an element in the order of mirrored()
    const auto at = [=](Index i) { return i < odds ? i + 1 : i == odds ? 0 : n / 2; };
    if (data == Data::real)
        return {false,
                mirrored(n, axis.in),
                half_spectrum(n, axis.out),
                evens,
                odds,
                [=](Index k, Index j) { return scale * cosine(k * at(j), n); },
                [=](Index k, Index j) { return -scale * sine((k + 1) * (j + 1), n); }};
    // mirrors that half a spectrum does not have count as well
    if (data == Data::half_spectrum)
        return {false,
                half_spectrum(n, axis.in),
                mirrored(n, axis.out),
                evens,
                odds,
                [=](Index k, Index j) { return (j == 0 || 2 * j == n ? 1 : 2) * scale * cosine(at(k) * j, n); },
                [=](Index k, Index j) { return -2 * scale * sine((k + 1) * (j + 1), n); }};
    const double sign = inverse ? -scale : scale;
    return {true,
            mirrored(n, 2 * axis.in),
            mirrored(n, 2 * axis.out),
            evens,
            odds,
            [=](Index k, Index j) { return scale * cosine(at(k) * at(j), n); },
            [=](Index k, Index j) { return sign * sine((k + 1) * (j + 1), n); }};
}

}  // namespace

DenseProblem sums_of(const Axis& axis, const Request& request)
{
    if (request.trigonometric) return cosines_and_sines(axis, request.orthogonal, request.scale);
    return exponentials(axis, request.data, request.direction == Direction::inverse, request.scale);
}

}  // namespace bspfft::calls
