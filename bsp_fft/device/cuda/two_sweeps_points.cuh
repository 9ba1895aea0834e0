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

}  // namespace bspfft::cuda
