// Numbers and short transforms in registers. A Pair is two floats that belong to two neighbouring columns: with it a
// float kernel moves the same 16 bytes a point as a double one, and is the same code.
//
// Points in memory: a unit is 16 bytes, one double point or two neighbouring float ones; a group is four units. What
// both sweeps know of the arrays, and the order of the middle one.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

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

    friend __device__ inline Point operator+(Point x, Point y) { return {x.re + y.re, x.im + y.im}; }
    friend __device__ inline Point operator-(Point x, Point y) { return {x.re - y.re, x.im - y.im}; }
    friend __device__ inline Point times_minus_i(Point x) { return {x.im, -x.re}; }
    template<class Real>
    friend __device__ inline Point with_sign(Point x, Real sign) { return {x.re, x.im * sign}; }
};

template<class T, class W>
__device__ inline Point<T> operator*(Point<T> x, Point<W> w)
{
    return {x.re * w.re - x.im * w.im, x.re * w.im + x.im * w.re};
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

inline constexpr int sweep_threads = 512, warps = sweep_threads / 32;
inline constexpr int block_points = 2048;    // of a column, in a block
inline constexpr int units = 4;              // of a group

/// What is transformed: a vector; an array of two axes, columns and rows, without twiddles; or 256 x 256 x 256. Of such
/// a cube, x, y, z, a column has all of x and y / 16, and a row y % 16 and all of z: both 256 x 16 points, with the
/// twiddles of y between them.
enum class Form : int { vector, matrix, cube };

/// Both sweeps number the frequencies of 256 x 16 points like those of 4096, ka + 16 kb + 128 kc + 2048 kd: the
/// frequency of the 256 is ka + 16 kc, and that of the 16 kb + 8 kd.
__device__ constexpr unsigned frequency256(unsigned k) { return (k & 15) + 16 * (k >> 7 & 15); }
__device__ constexpr unsigned frequency_of_16(unsigned k) { return (k >> 4 & 7) + 8 * (k >> 11); }

/// What both sweeps of a transform of n = columns x rows points know.
/// The first sweep reads an array of `length` rows and writes the middle array: groups of rows one after the other,
/// each in the order in which the second sweep wants it. The second reads that and writes an array of `length` rows.
struct SweepShape {
    unsigned groups;          // of a row: what is transformed together
    unsigned other_length;    // points of the other sweep's columns
    int other_blocks_log;     // log2 of its cluster's blocks
    unsigned* taken;          // groups beyond the first two of each cluster, 0 at the start
    double scale;
    double sign;    // of imaginary parts, before and after: -1 for the backward transform
};

template<class T>
struct NumberOf;
template<>
struct NumberOf<double> {
    using real = double;
    static constexpr int columns = units;    // in a group
};
template<>
struct NumberOf<Pair> {
    using real = float;
    static constexpr int columns = 2 * units;
};

/// exp(pi i e step): step = -2/n for roots of n.
template<class real>
__device__ inline Point<real> wave(unsigned e, double step)
{
    double s, c;
    sincospi(e * step, &s, &c);
    return {static_cast<real>(c), static_cast<real>(s)};
}
template<class real>
__device__ inline Point<real> root(unsigned e, unsigned n)
{
    return wave<real>(e, -2.0 / n);
}

/// Roots of n = last + 1 for the columns of one unit: of exponents e, and e + next for the second column of a pair.
__device__ inline Point<double> unit_roots(unsigned e, unsigned, unsigned last, double step, double)
{
    return wave<double>(e & last, step);
}
__device__ inline Point<Pair> unit_roots(unsigned e, unsigned next, unsigned last, double step, float)
{
    const Point<float> x = wave<float>(e & last, step), y = wave<float>((e + next) & last, step);
    return {{x.re, y.re}, {x.im, y.im}};
}

__device__ inline void from_unit(const uint4& u, Point<double>& x)
{
    x = {__hiloint2double(u.y, u.x), __hiloint2double(u.w, u.z)};
}
__device__ inline void from_unit(const uint4& u, Point<Pair>& x)
{
    x = {{__uint_as_float(u.x), __uint_as_float(u.z)}, {__uint_as_float(u.y), __uint_as_float(u.w)}};
}
__device__ inline void to_unit(uint4* place, Point<double> x)
{
    *reinterpret_cast<double2*>(place) = make_double2(x.re, x.im);
}
__device__ inline void to_unit(uint4* place, Point<Pair> x)
{
    *reinterpret_cast<float4*>(place) = make_float4(x.re.a, x.im.a, x.re.b, x.im.b);
}

/// The results of one unit to an array in natural order: at `place`, and of the second column of a pair at `next`.
__device__ inline void to_rows(void* out, std::size_t place, std::size_t, Point<double> x)
{
    static_cast<double2*>(out)[place] = make_double2(x.re, x.im);
}
__device__ inline void to_rows(void* out, std::size_t place, std::size_t next, Point<Pair> x)
{
    float2* to = static_cast<float2*>(out);
    to[place] = make_float2(x.re.a, x.im.a);
    to[next] = make_float2(x.re.b, x.im.b);
}

__device__ inline unsigned some_bits(double x) { return static_cast<unsigned>(__double2loint(x)); }
__device__ inline unsigned some_bits(Pair x) { return __float_as_uint(x.a); }

/// Columns of one unit to the middle array, where neighbours are rows: `place` counts complex numbers. Both columns of
/// a pair are neighbours, in either order.
__device__ inline void to_middle(void* middle, std::size_t place, Point<double> x)
{
    static_cast<double2*>(middle)[place] = make_double2(x.re, x.im);
}
__device__ inline void to_middle(void* middle, std::size_t place, Point<Pair> x)
{
    float2* to = static_cast<float2*>(middle);
    to[place] = make_float2(x.re.a, x.im.a);
    to[place ^ NumberOf<Pair>::columns] = make_float2(x.re.b, x.im.b);
}

/// Where the second sweep has its column point j in a group of rows. The 8 values of b, neighbours in a warp, are
/// neighbours in memory, and so are pairs of j, which two warps have; these change places with b, so that a warp reads
/// all the banks of its shared memory.
template<Form form>
__device__ inline unsigned middle_place(unsigned j, int blocks_log)
{
    const int below = 4 + blocks_log;
    const bool cube = form == Form::cube;    // y % 16 = g + 2 b, z = c + 16 a
    const unsigned low = cube ? (j & 15) | (j >> 8 & 1) << 4 : j & ((1u << below) - 1);
    const unsigned b = cube ? j >> 9 : (j >> below) & 7, a = cube ? j >> 4 & 15 : j >> (below + 3);
    return ((low ^ b) & 1) | b << 1 | low >> 1 << 4 | a << (below + 3);
}

// The doors of the kernels, each compiled by itself: of double, or of Pairs of floats, in clusters of C blocks.

/// Whether the device has code that was made for it: what is compiled for older ones is empty.
template<class T, int C>
bool sweeps_are_there();
template<class T, int C, Form form>
cudaError_t launch_columns(const void* in, void* middle, const SweepShape& shape, cudaStream_t stream);
template<class T, int C, Form form>
cudaError_t launch_rows(const void* middle, void* out, const SweepShape& shape, cudaStream_t stream);

}  // namespace bspfft::cuda
