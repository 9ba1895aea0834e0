// Which small transforms a length is made of: the ones of least cost; in a tile, and of one short vector.
#pragma once

#include <cstddef>
#include <vector>

#include "bspfft/error.hpp"

namespace bspfft {

/// How a small transform, of the rows of one digit, is computed.
enum class SmallKind {
    registers,  ///< all rows in registers
    two,        ///< two factors, with a buffer in L1 between them
    generic,    ///< any odd length, from sums and differences of pairs of rows
    chirp       ///< Bluestein's convolution
};

/// A small transform that there is code for.
struct Radix {
    SmallKind kind;
    Index length;
    Index first;  ///< of kind two: length = first * second; otherwise first = 1, second = length
    Index second;
};

constexpr Index longest_generic = 97;   ///< odd lengths up to this have a generic small transform
constexpr Index longest_small = 97;     ///< rows that are buffered in L1
constexpr Index longest_half = 9;

/// Radices whose product is n, of least cost; {1} for n = 1. The longest is the last: the tables of LaneTwiddles are
/// shorter then.
std::vector<Radix> radices_of(Index n);

/// One pass over the rows of several axes.
struct AxisPass {
    Radix radix;
    std::size_t axis;  ///< of its digit
    Index rest;        ///< of the axis: the product of the radices after this one
    /// The first half is the last digit of the axis before, and needs no twiddles: two short passes in one.
    bool joins_axes = false;
};

/// The passes over a tile, the axes one after the other. Where the last radix of an axis and the first of the next are
/// short, they are joined; but not in the last pass.
std::vector<AxisPass> passes_over(const std::vector<Index>& axes);
/// Whether n >= 1 has no prime factor above 7.
bool is_smooth(Index n);
/// The length of least cost, of factors 2, 3, 5 and 7, that is not below n.
Index smooth_length(Index n);

// One short vector is transformed in stages instead (short_radices.cpp).

/// The longest radix of an only or a last stage; others have no more than most of these, whose rows fit in registers.
constexpr Index longest_radix = 16;
constexpr bool is_stage_radix(Index radix) { return radix > 1 && radix <= 13; }

/// The radices of a length's stages, each at most longest_radix; the product is n. n has no prime factor above 13.
std::vector<Index> short_radices(Index n);

/// Vectors have 8 lanes, 4, 2 if they are doubles, or 1.
constexpr Index most_short_lanes = 8;
/// The lanes that a vector of length n has, with this first radix: squares of lanes are the first results of as many
/// groups.
Index short_lanes(Index first, Index n);

/// Whether n has a prime factor whose convolution in a tile would not fit in the cache.
bool has_long_prime(Index n);
/// Whether n has a prime factor that is convolved in tiles, and this number of vectors has fewer columns for it than
/// fill the lanes of one: a tile takes as long with one column as with all.
bool leaves_lanes_empty(Index n, Index vectors, Index lanes);

}  // namespace bspfft
