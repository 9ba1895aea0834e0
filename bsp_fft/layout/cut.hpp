// The free cut of an array's axes, and the packets of the one move between its two computations.
#pragma once

#include <vector>

#include "bspfft/error.hpp"
#include "bsp_fft/layout/zig_zag.hpp"

namespace bspfft {

/// Which elements of an axis exist: the first `low` and the last `high` of them; of neither any: all.
struct Kept {
    Index low = 0;
    Index high = 0;

    /// Whether all elements exist; and how many do if not all, otherwise 0.
    bool all() const { return count() == 0; }
    Index count() const { return low + high; }
    /// Number i of those that exist, on an axis of n elements; and the number of element k, -1 if it does not exist.
    Index element(Index n, Index i) const { return all() || i < low ? i : n - count() + i; }
    Index number(Index n, Index k) const
    {
        if (all() || k < low) return k;
        return k < n - high ? -1 : k - (n - count());
    }
    /// The same in periods of `length` elements.
    Kept in_periods_of(Index length) const { return {low / length, high / length}; }

    friend bool operator==(const Kept&, const Kept&) = default;
};

/// One axis of n = a b elements over p processes. Element j = j1 b + j2 of the input is on process coordinate j2 mod p,
/// element k = k1 + a k2 of the output on k1 mod p: the residue-cyclic layouts, which are cyclic if p divides b and a.
/// Between the two, (k1, j2) moves from coordinate j2 mod p to coordinate k1 mod p.
///
/// Real data become half a spectrum: only the rows k1 = 0 .. a/2 exist, and belong to the coordinates in zig-zag order
/// (zig_zag.hpp). On the way back only the columns j2 = 0 .. b/2 exist, likewise.
///
/// Inputs that do not exist are zeros, and outputs that do not exist are not wanted. On an axis with b = 1 the rows k1
/// are the outputs: only those that exist are made into packets. With a = 1 the columns j2 are the inputs: only those
/// that exist are there. Otherwise b divides the numbers of inputs, low and high, and a those of outputs: then j1 and
/// k2 tell whether they exist.
///
/// An axis that is not transformed never moves: cyclic, or in blocks of ceil(n/p).
///
/// In blocks, an axis that is transformed has its j2 and its k1 dealt out in runs of neighbours, in place of in turn:
/// for arrays in the natural order, which all processes see (ScheduleOptions::shared).
struct AxisCut {
    enum class Half { none, rows, columns };

    Index n = 1;
    Index a = 1;
    Index b = 1;
    Index p = 1;
    Index axis = 0;            ///< its number in the shape
    Index process_weight = 1;  ///< of the axis's coordinate in the process number
    bool transformed = true;
    bool in_blocks = false;
    Half half = Half::none;
    Kept input = {};   ///< of j; of half a spectrum's elements
    Kept output = {};  ///< of k, likewise

    /// The coordinate of process s along this axis.
    Index coordinate(Index s) const { return s / process_weight % p; }
    /// How many k1 a column's transform makes, and how many j2 a row's has.
    Index results() const { return half == Half::rows ? a / 2 + 1 : a; }
    Index operands() const { return half == Half::columns ? b / 2 + 1 : b; }
    /// Which of them exist.
    Kept kept_rows() const { return b == 1 ? output : Kept{}; }
    Kept kept_columns() const { return a == 1 ? input : Kept{}; }
    /// Which j1 exist, and which k2.
    Kept kept_inputs() const { return a == 1 ? Kept{} : input.in_periods_of(b); }
    Kept kept_outputs() const { return b == 1 ? Kept{} : output.in_periods_of(a); }
    /// How many rows and columns there are on all coordinates.
    Index all_rows() const { return kept_rows().all() ? results() : output.count(); }
    Index all_columns() const { return kept_columns().all() ? operands() : input.count(); }
    /// How many j2, or elements of an axis that is not transformed, coordinate q has before the move.
    Index columns(Index q) const
    {
        const Index count = transformed ? all_columns() : n;
        if (in_blocks) return block(count, q);
        if (half == Half::columns) return ZigZag{p}.count(count, q);
        return share(count, q);
    }
    /// How many k1 it has after it; 1 on an axis that is not transformed.
    Index rows(Index q) const
    {
        if (!transformed) return 1;
        if (in_blocks) return block(all_rows(), q);
        return half == Half::rows ? ZigZag{p}.count(all_rows(), q) : share(all_rows(), q);
    }
    /// In blocks: the numbers of a coordinate's first column and of its first row.
    Index first_column(Index q) const { return q * block_length(transformed ? all_columns() : n); }
    Index first_row(Index q) const { return q * block_length(all_rows()); }

    /// The j2 of its column c, and the k1 of its row r.
    Index column(Index q, Index c) const
    {
        const Index number = in_blocks               ? first_column(q) + c
                             : half == Half::columns ? ZigZag{p}.global(q, c)
                                                     : q + p * c;
        return kept_columns().element(operands(), number);
    }
    Index row(Index q, Index r) const
    {
        const Index number = in_blocks ? first_row(q) + r : half == Half::rows ? ZigZag{p}.global(q, r) : q + p * r;
        return kept_rows().element(results(), number);
    }
    /// The coordinate that has number i of the columns that exist, and which of its columns that is.
    Index column_owner(Index i) const
    {
        if (in_blocks) return i / block_length(all_columns());
        return half == Half::columns ? ZigZag{p}.owner(i) : i % p;
    }
    Index column_of_owner(Index i) const { return in_blocks ? i % block_length(all_columns()) : i / p; }

    friend bool operator==(const AxisCut&, const AxisCut&) = default;

private:
    Index share(Index count, Index q) const { return count > q ? (count - q - 1) / p + 1 : 0; }
    Index block_length(Index count) const { return (count + p - 1) / p; }
    Index block(Index count, Index q) const
    {
        const Index length = block_length(count), rest = count - q * length;
        return rest < 0 ? 0 : rest < length ? rest : length;
    }
};

/// How packets are made and stored. A process numbers its columns (j2 of every axis, and the elements of the axes that
/// are not transformed) row by row over the axes, and makes them in tiles of `lanes` columns. A packet has, tile after
/// tile, the receiver's rows (k1 of every axis, row by row) in groups of `lanes`: of each group, one column after the
/// other, all real parts before all imaginary parts. During an inverse transform the two are exchanged.
struct TilePackets {
    std::vector<AxisCut> axes;  ///< in the order of memory, the slowest first
    Index lanes = 1;
    Index apart = 0;     ///< elements of padding after a tile: packets at distances of a power of two would map to the
                         ///< same cache sets
    Index put_rows = 1;  ///< the most rows of a tile that a put sends
    Index arrays = 1;    ///< landing arrays that transforms use in turns
};

}  // namespace bspfft
