// Single values of transforms by their definitions, of a signal that every process can make for itself.
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <numbers>
#include <vector>

#include <bspfft/bspfft.hpp>

using bspfft::Index;
using Shape = std::vector<Index>;

/// Something between -1 and 1 for each j, another for each seed.
inline double number_of(std::uint64_t seed, Index j)
{
    std::uint64_t z = seed * 0x9e3779b97f4a7c15 + static_cast<std::uint64_t>(j) * 0xbf58476d1ce4e5b9 + 1;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1;
}

inline std::complex<double> signal(std::uint64_t seed, Index j, bool real)
{
    return {number_of(seed, 2 * j), real ? 0 : number_of(seed, 2 * j + 1)};
}

inline Index elements_of(const Shape& shape)
{
    Index n = 1;
    for (const Index length : shape) n *= length;
    return n;
}

/// The indices along the axes of element j, row by row; and back.
inline Shape indices_of(const Shape& shape, Index j)
{
    Shape indices(shape.size());
    for (std::size_t l = shape.size(); l-- > 0;) {
        indices[l] = j % shape[l];
        j /= shape[l];
    }
    return indices;
}

inline Index element_at(const Shape& shape, const Shape& indices)
{
    Index j = 0;
    for (std::size_t l = 0; l < shape.size(); ++l) j = j * shape[l] + indices[l];
    return j;
}

inline std::complex<double> root(Index n, Index power)
{
    return std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(power % n) / static_cast<double>(n));
}

/// What x_j is multiplied by in y_k of a cosine or sine transform.
inline double cosine_weight(bspfft::Trigonometric kind, Index n, Index j, Index k)
{
    using enum bspfft::Trigonometric;
    const auto turn = [](Index above, Index below) {
        return std::numbers::pi * static_cast<double>(above % (2 * below)) / static_cast<double>(below);
    };
    switch (kind) {
    case dct1:
        return (j == 0 || j == n - 1 ? 1 : 2) * std::cos(turn(j * k, n - 1));
    case dct2:
        return 2 * std::cos(turn((2 * j + 1) * k, 2 * n));
    case dct3:
        return (j == 0 ? 1 : 2) * std::cos(turn(j * (2 * k + 1), 2 * n));
    case dct4:
        return 2 * std::cos(turn((2 * j + 1) * (2 * k + 1), 4 * n));
    case dst1:
        return 2 * std::sin(turn((j + 1) * (k + 1), n + 1));
    case dst2:
        return 2 * std::sin(turn((2 * j + 1) * (k + 1), 2 * n));
    case dst3:
        return j == n - 1 ? (k % 2 == 0 ? 1 : -1) : 2 * std::sin(turn((j + 1) * (2 * k + 1), 2 * n));
    case dst4:
        return 2 * std::sin(turn((2 * j + 1) * (2 * k + 1), 4 * n));
    }
    return 0;
}

/// Sum over all elements of the signal times a product of one weight an axis.
template <class Weight>
std::complex<double> weighted_sum(const Shape& shape, std::uint64_t seed, bool real, const Shape& k, Weight weight)
{
    std::vector<std::vector<std::complex<double>>> weights(shape.size());
    for (std::size_t l = 0; l < shape.size(); ++l) {
        for (Index j = 0; j < shape[l]; ++j) weights[l].push_back(weight(shape[l], j, k[l]));
    }
    std::complex<double> sum = 0;
    for (Index j = 0; j < elements_of(shape); ++j) {
        std::complex<double> term = signal(seed, j, real);
        Index rest = j;
        for (std::size_t l = shape.size(); l-- > 0; rest /= shape[l])
            term *= weights[l][static_cast<std::size_t>(rest % shape[l])];
        sum += term;
    }
    return sum;
}

inline std::complex<double> spectrum_at(const Shape& shape, std::uint64_t seed, bool real, const Shape& k)
{
    return weighted_sum(shape, seed, real, k, [](Index n, Index j, Index at) { return root(n, j * at); });
}

/// How far a value of a transform of n elements may be from the definition.
template <class Real>
double bound(Index n)
{
    const auto elements = static_cast<double>(n);
    return 60 * static_cast<double>(std::numeric_limits<Real>::epsilon()) * std::log2(elements + 3) *
           std::sqrt(elements);
}
