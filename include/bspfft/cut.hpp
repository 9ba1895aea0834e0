// The free cut of an array's axes, and the packets of the one move between its two computations.
#pragma once

#include <vector>

#include "bspfft/index.hpp"
#include "bspfft/zig_zag.hpp"

namespace bspfft {

/// One axis of n = a b elements over p processes. Element j = j1 b + j2 of the input is on process coordinate j2 mod p,
/// element k = k1 + a k2 of the output on k1 mod p: the residue-cyclic layouts, which are cyclic if p divides b and a.
/// Between the two, (k1, j2) moves from coordinate j2 mod p to coordinate k1 mod p.
///
/// Real data become half a spectrum: only the rows k1 = 0 .. a/2 exist, and belong to the coordinates in zig-zag order
/// (zig_zag.hpp). On the way back only the columns j2 = 0 .. b/2 exist, likewise.
///
/// An axis that is not transformed never moves: cyclic, or in blocks of ceil(n/p).
struct AxisCut {
    enum class Half { none, rows, columns };

    Index n = 1;
    Index a = 1;
    Index b = 1;
    Index p = 1;
    Index axis = 0;            ///< its number in the shape
    Index process_weight = 1;  ///< of the axis's coordinate in the process number
    bool transformed = true;
    bool in_blocks = false;  ///< an axis that is not transformed
    Half half = Half::none;

    Index coordinate(Index s) const { return s / process_weight % p; }
    /// How many rows and columns there are on all coordinates.
    Index all_rows() const { return half == Half::rows ? a / 2 + 1 : a; }
    Index all_columns() const { return half == Half::columns ? b / 2 + 1 : b; }
    /// How many j2, or elements of an axis that is not transformed, coordinate q has before the move.
    Index columns(Index q) const
    {
        if (in_blocks) return block(q);
        if (half == Half::columns) return ZigZag{p}.count(all_columns(), q);
        return share(transformed ? b : n, q);
    }
    /// How many k1 it has after it; 1 on an axis that is not transformed.
    Index rows(Index q) const
    {
        if (half == Half::rows) return ZigZag{p}.count(all_rows(), q);
        return transformed ? share(a, q) : 1;
    }

    /// The j2 of its column c, and the k1 of its row r.
    Index column(Index q, Index c) const { return half == Half::columns ? ZigZag{p}.global(q, c) : q + p * c; }
    Index row(Index q, Index r) const { return half == Half::rows ? ZigZag{p}.global(q, r) : q + p * r; }
    /// The coordinate that has column j2; it is its column j2 div p.
    Index column_owner(Index j2) const { return half == Half::columns ? ZigZag{p}.owner(j2) : j2 % p; }

    friend bool operator==(const AxisCut&, const AxisCut&) = default;

private:
    Index share(Index count, Index q) const { return count > q ? (count - q - 1) / p + 1 : 0; }
    Index block(Index q) const
    {
        const Index length = (n + p - 1) / p, rest = n - q * length;
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
    Index put_rows = 1;  ///< a put sends at most so many rows of a tile
    Index arrays = 1;    ///< transforms alternate between so many landing arrays
};

}  // namespace bspfft
