// Arguments of the vector code: plain pointers into the kernel's tables, the same for every instruction set.
#pragma once

#include "bspfft/index.hpp"

namespace bspfft {

/// Where the rows of a tile are in the cache buffer: one row of padding after every small transform of each later
/// pass, so that rows at a distance of a power of two do not map to the same cache sets, and the rows of one small
/// transform stay at equal distances.
struct TilePlaces {
    static constexpr int none = 62;
    int shift[2] = {none, none};  ///< log2 of the spans after which a row of padding follows

    constexpr Index of(Index row) const { return row + (row >> shift[0]) + (row >> shift[1]); }
};

/// One pass over a column (ColumnPasses), with the twiddles inside its small transforms.
template <class Real>
struct PassTask {
    Index radix;
    Index step;         ///< rows from one element of a small transform to the next
    const Real* inner;  ///< twiddles between the two halves of a transform of this radix; complex, interleaved
    const Real* twiddles;  ///< after this pass; null for the last
};

/// All passes over one tile of columns. The tile lies in the cache buffer, a row of `lanes` real parts and
/// one of `lanes` imaginary parts alternating.
template <class Real>
struct ColumnTask {
    Index length;
    Index lanes;
    const PassTask<Real>* passes;
    Index pass_count;
    TilePlaces places;
    Real* cache;
    bool swap;  ///< real and imaginary parts are exchanged in the user's arrays: the inverse
};

/// A tile of the user's matrix.
template <class Real>
struct UserTile {
    Real* first;   ///< row; complex, interleaved
    Index stride;  ///< reals from row to row
    /// The rows of a small transform do not map to the same sets of L1.
    bool near;
};

/// From the user's matrix to the cache buffer, with the twiddles between columns and rows.
template <class Real>
struct ColumnsIn {
    ColumnTask<Real> task;
    UserTile<const Real> x;
    const Real* by_prefix;
    const Real* by_digit;
};

/// From the landing array to the user's matrix.
template <class Real>
struct RowsOut {
    ColumnTask<Real> task;
    const Real* landed;  ///< of the block of rows
    int p_bits;          ///< log2 of p: element j2 of the rows came from process j2 mod p
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
