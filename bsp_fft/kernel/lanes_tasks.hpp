// What the vector code is given: plain pointers into the kernel's tables, the same for every instruction set.
#pragma once

#include "bspfft/index.hpp"

namespace bspfft {

/// Where the rows of a tile lie in the cache buffer: one place is left free after every small transform of
/// each later pass, so that rows at a distance of a power of two do not compete for the same places of the
/// cache, and the rows of one small transform stay at equal distances.
struct TilePlaces {
    static constexpr int none = 62;
    int shift[2] = {none, none};  ///< log2 of the spans after which a place is free

    constexpr Index of(Index row) const { return row + (row >> shift[0]) + (row >> shift[1]); }
};

/// One pass over a column (ColumnPasses), with the weights inside its own small transforms.
template <class Real>
struct PassTask {
    Index radix;
    Index step;         ///< rows from one element of a small transform to the next
    const Real* inner;  ///< weights between the two halves of a transform of this radix; complex, interleaved
    const Real* weights;  ///< after this pass; null for the last
};

/// All passes over one tile of columns. The tile lies in the cache buffer, a row of `lanes` real parts and
/// one of `lanes` imaginary parts in turn.
template <class Real>
struct ColumnTask {
    Index length;
    Index lanes;
    const PassTask<Real>* passes;
    Index pass_count;
    TilePlaces places;
    Real* cache;
    bool swap;  ///< real and imaginary parts change places outside: the inverse
};

/// A tile of the user's matrix.
template <class Real>
struct UserTile {
    Real* first;   ///< row; complex, interleaved
    Index stride;  ///< reals from row to row
    /// The rows of a small transform do not compete for the same places of the nearest cache.
    bool near;
};

/// From the user's matrix to the cache buffer, with the middle weights.
template <class Real>
struct ColumnsIn {
    ColumnTask<Real> task;
    UserTile<const Real> x;
    const Real* by_prefix;
    const Real* by_digit;
};

/// From the middle array to the user's matrix.
template <class Real>
struct RowsOut {
    ColumnTask<Real> task;
    const Real* middle;  ///< of the block of rows
    int p_bits;          ///< log2: how element j2 of the rows is found there (CutShape::row_start)
    int lane_bits;
    Index column_blocks;
    Index packet_stride;
    const Index* prefix;  ///< ColumnPasses::prefix
    UserTile<Real> y;
};

/// Tiles of a packet, transposed out of the cache buffer.
template <class Real>
struct PackTask {
    Index lanes;
    Index count;            ///< tiles
    const Index* position;  ///< ColumnPasses::position of k1 = t
    Index step;             ///< to the next row's: p
    const Real* cache;
    Real* packet;
};

}  // namespace bspfft
