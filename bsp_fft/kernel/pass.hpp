// What a process computes between two syncs, derived from a schedule: the problem that kernels solve.
#pragma once

#include <optional>
#include <vector>

#include "bsp_fft/schedule/program.hpp"

namespace bspfft {

/// A digit of the number of a row or of a column, and how far apart in memory its values are, before and after.
struct PassDigit {
    Index radix;
    Index weight;
    Index in;
    Index out;
    Index twiddle = 0;  ///< of columns: what a step adds to the twiddles' factor
};

enum class Twiddles { none, before, after };

/// A computation on tiles of columns: from a plain array or from packets, to a plain array or to packets.
struct TilePass {
    std::vector<AxisCut> axes;  ///< in the order of memory
    Index lanes;
    std::optional<TilePackets> from;
    std::optional<TilePackets> to;
    /// How far apart neighbours along each axis are in a plain array, in elements, before and after.
    std::vector<Index> in_strides;
    std::vector<Index> out_strides;
    bool reproducible = false;  ///< bits do not depend on what else a process has
    bool shared = false;  ///< plain arrays are whole, in natural order (SharedArrays), and not the process's part
};

/// `columns` transforms of length `rows`: column c has the elements (r, c). With twiddles
///
///     before:  out(k, c) =  sum over r of  w_rows^(k r)  w_order^(r f(c))  in(r, c)
///     after:   out(k, c) =  w_order^(k f(c))  sum over r of  w_rows^(k r)  in(r, c)
///
/// where f(c) = first + the sum over the digits of c of digit * twiddle.
struct Pass {
    Index rows;
    Index columns;
    std::vector<PassDigit> row_digits;     ///< the least significant first, and so for columns
    std::vector<PassDigit> column_digits;  ///< in the order of places afterwards
    Twiddles twiddles = Twiddles::none;
    Index order = 1;
    Index first = 0;

    bool landed;           ///< the input has come as packets
    bool inverse = false;  ///< the other direction than the whole transform's
    Index bytes_per_real;
    Index p;
    Index s;

    Index slices = 1;  ///< that go through a device's window one after the other; each has the same places afterwards

    std::optional<TilePass> tiles;  ///< then this is the problem, and rows, columns and twiddles above are not

    Index size() const { return rows * columns; }
    Index in_place(Index row, Index column) const;
    Index out_place(Index row, Index column) const;
    /// f(c)
    Index factor(Index column) const;
    /// The places of a column's elements are in natural order at equal distances, before and after.
    bool in_natural_order() const;
    /// The same, but before the transform a row's place is that of its number with the bits reversed.
    bool in_bit_reversed_order() const;
};

/// What process s computes in step i of a program, which transforms.
Pass pass_of(const Program& program, std::size_t i, Index s);

/// The passes of process s, one for each computation of a schedule that transforms.
std::vector<Pass> passes_of(const Schedule& schedule, Index s);

}  // namespace bspfft
