// Points in memory: a unit is 16 bytes, one double point or two neighbouring float ones; a group is two units. What
// both sweeps know of the arrays, and the order of the middle one.
#pragma once

#include <cstddef>

#include "two_sweeps_points.cuh"

namespace bspfft::cuda {

inline constexpr int sweep_threads = 512, warps = sweep_threads / 32;
inline constexpr int column_points = 4096;

/// What both sweeps of a transform of n = columns x rows points know; a unit is 16 bytes, a group two units.
/// The first sweep reads an array of `length` rows and writes the middle array: groups of rows one after the other,
/// each in the order in which the second sweep wants it. The second reads that and writes an array of `length` rows.
struct SweepShape {
    unsigned groups;          // pairs of units in a row: what is transformed together
    unsigned other_length;    // points of the other sweep's columns
    int other_blocks_log;     // log2 of its cluster's blocks
    unsigned* taken;          // groups beyond the first two of each cluster, 0 at the start
    double scale;
    bool swapped;    // real and imaginary parts, before and after: the backward transform
};

template<class T>
struct NumberOf;
template<>
struct NumberOf<double> {
    using real = double;
    static constexpr int columns = 2, columns_log = 1;    // in a group
};
template<>
struct NumberOf<Pair> {
    using real = float;
    static constexpr int columns = 4, columns_log = 2;
};

/// exp(-2 pi i e / n)
template<class real>
__device__ inline Point<real> root(unsigned e, double n)
{
    double s, c;
    sincospi(-2.0 * e / n, &s, &c);
    return {static_cast<real>(c), static_cast<real>(s)};
}

/// Roots of n for the columns of one unit: of exponents e, and e + next for the second column of a pair.
__device__ inline Point<double> unit_roots(unsigned e, unsigned, double n, double) { return root<double>(e, n); }
__device__ inline Point<Pair> unit_roots(unsigned e, unsigned next, double n, float)
{
    const unsigned last = static_cast<unsigned>(n) - 1;
    const Point<float> x = root<float>(e, n), y = root<float>((e + next) & last, n);
    return {{x.re, y.re}, {x.im, y.im}};
}

template<class T>
__device__ inline Point<T> swapped_if(bool swapped, Point<T> x)
{
    return swapped ? Point<T>{x.im, x.re} : x;
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

__device__ inline unsigned some_bits(double x) { return static_cast<unsigned>(__double2loint(x)); }
__device__ inline unsigned some_bits(Pair x) { return __float_as_uint(x.a); }

/// Columns of one unit to the middle array, where neighbours are rows: `place` counts complex numbers.
__device__ inline void to_middle(void* middle, std::size_t place, Point<double> x)
{
    static_cast<double2*>(middle)[place] = make_double2(x.re, x.im);
}
__device__ inline void to_middle(void* middle, std::size_t place, Point<Pair> x)
{
    float2* at = static_cast<float2*>(middle) + place;
    at[0] = make_float2(x.re.a, x.im.a);
    at[NumberOf<Pair>::columns] = make_float2(x.re.b, x.im.b);
}

/// Where the second sweep has its column point j in a group of rows: bits of j are exchanged so that the 16 values of
/// b, neighbours in a warp, are neighbours in memory; the `kept` lowest bits stay, since the first sweep writes them.
__device__ inline unsigned middle_place(unsigned j, int blocks_log, int kept)
{
    const int below = 4 + blocks_log;
    const unsigned low = j & ((1u << below) - 1), b = (j >> below) & 15, a = j >> (below + 4);
    return (low & ((1u << kept) - 1)) | b << kept | (low >> kept) << (kept + 4) | a << (below + 4);
}

}  // namespace bspfft::cuda
