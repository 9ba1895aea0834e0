// Numbers and short transforms in registers. A Pair is two floats that belong to two neighbouring columns: with it a
// float kernel moves the same 16 bytes a point as a double one, and is the same code.
#pragma once

namespace bspfft::cuda {

struct Pair {
    float a, b;
};

__device__ inline Pair operator+(Pair x, Pair y) { return {x.a + y.a, x.b + y.b}; }
__device__ inline Pair operator-(Pair x, Pair y) { return {x.a - y.a, x.b - y.b}; }
__device__ inline Pair operator-(Pair x) { return {-x.a, -x.b}; }
__device__ inline Pair operator*(Pair x, Pair y) { return {x.a * y.a, x.b * y.b}; }
__device__ inline Pair operator*(Pair x, float y) { return {x.a * y, x.b * y}; }

template<class T>
struct Point {
    T re, im;
};

template<class T>
__device__ inline Point<T> operator+(Point<T> x, Point<T> y)
{
    return {x.re + y.re, x.im + y.im};
}
template<class T>
__device__ inline Point<T> operator-(Point<T> x, Point<T> y)
{
    return {x.re - y.re, x.im - y.im};
}
template<class T, class W>
__device__ inline Point<T> operator*(Point<T> x, Point<W> w)
{
    return {x.re * w.re - x.im * w.im, x.re * w.im + x.im * w.re};
}

template<class T>
__device__ inline Point<T> times_minus_i(Point<T> x)
{
    return {x.im, -x.re};
}

/// x_0 .. x_3 become their transform, in place: x(0), x(s), x(2s), x(3s) of an array with stride s.
template<int s, class T>
__device__ inline void transform4(Point<T>* x)
{
    const Point<T> even = x[0] + x[2 * s], odd = x[0] - x[2 * s];
    const Point<T> sum = x[s] + x[3 * s], turned = times_minus_i(x[s] - x[3 * s]);
    x[0] = even + sum;
    x[s] = odd + turned;
    x[2 * s] = even - sum;
    x[3 * s] = odd - turned;
}

template<int s, class T>
__device__ inline void transform2(Point<T>* x)
{
    const Point<T> sum = x[0] + x[s];
    x[s] = x[0] - x[s];
    x[0] = sum;
}

/// 8 = 2 x 4; real is float or double.
template<int s, class real, class T>
__device__ inline void transform8(Point<T>* x)
{
    constexpr real h = real(0.70710678118654752440);
#pragma unroll
    for (int a = 0; a < 4; ++a) transform2<4 * s>(x + a * s);
    x[5 * s] = {(x[5 * s].re + x[5 * s].im) * h, (x[5 * s].im - x[5 * s].re) * h};
    x[6 * s] = times_minus_i(x[6 * s]);
    x[7 * s] = {(x[7 * s].im - x[7 * s].re) * h, (-x[7 * s].re - x[7 * s].im) * h};
    transform4<s>(x);
    transform4<s>(x + 4 * s);
}

/// After transform16, x[i] is the value of frequency frequency16(i).
__host__ __device__ constexpr int frequency16(int i) { return i / 4 + i % 4 * 4; }

/// 16 = 4 x 4; real is float or double.
template<class real, class T>
__device__ inline void transform16(Point<T>* x)
{
    constexpr real c1 = real(0.92387953251128675613), s1 = real(0.38268343236508977173);
    constexpr real h = real(0.70710678118654752440);
#pragma unroll
    for (int a = 0; a < 4; ++a) transform4<4>(x + a);
    x[5] = x[5] * Point<real>{c1, -s1};
    x[6] = {(x[6].re + x[6].im) * h, (x[6].im - x[6].re) * h};
    x[7] = x[7] * Point<real>{s1, -c1};
    x[9] = {(x[9].re + x[9].im) * h, (x[9].im - x[9].re) * h};
    x[10] = times_minus_i(x[10]);
    x[11] = {(x[11].im - x[11].re) * h, (-x[11].re - x[11].im) * h};
    x[13] = x[13] * Point<real>{s1, -c1};
    x[14] = {(x[14].im - x[14].re) * h, (-x[14].re - x[14].im) * h};
    x[15] = x[15] * Point<real>{-c1, s1};
#pragma unroll
    for (int k = 0; k < 4; ++k) transform4<1>(x + 4 * k);
}

/// x(0), x(s), .. become the transform of n points; the value of frequency f is at x(s place_of(n, f)).
template<int n, int s, class real, class T>
__device__ inline void transform_points(Point<T>* x)
{
    static_assert(n == 2 || n == 4 || n == 8 || (n == 16 && s == 1));
    if constexpr (n == 2) transform2<s>(x);
    if constexpr (n == 4) transform4<s>(x);
    if constexpr (n == 8) transform8<s, real>(x);
    if constexpr (n == 16) transform16<real>(x);
}
__host__ __device__ constexpr int place_of(int n, int f)
{
    return n == 16 ? frequency16(f) : n == 8 ? f / 2 + f % 2 * 4 : f;
}
__host__ __device__ constexpr int frequency_at(int n, int place)
{
    return n == 16 ? frequency16(place) : n == 8 ? place / 4 + place % 4 * 2 : place;
}

}  // namespace bspfft::cuda
