// What the vector code is given: plain pointers into the kernel's tables, the same for every instruction set.
#pragma once

#include "bspfft/index.hpp"

namespace bspfft {

/// Where row i of a tile starts in the cache buffer, in rows: one row in sixteen is left free, so that rows
/// at a distance of a power of two do not compete for the same places of the cache.
constexpr Index padded(Index row) { return row + (row >> 4); }

/// One pass over a column (ColumnPasses), with the weights inside its own small transforms.
template <class Real>
struct PassTask {
    Index radix;
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
    Real* cache;
    bool swap;  ///< real and imaginary parts change places outside: the inverse
};

/// From the user's matrix to the cache buffer, with the middle weights.
template <class Real>
struct ColumnsIn {
    ColumnTask<Real> task;
    const Real* x;  ///< first row of the tile; complex, interleaved
    Index stride;   ///< reals from row to row
    const Real* by_prefix;
    const Real* by_digit;
};

/// From the middle array to the user's matrix.
template <class Real>
struct RowsOut {
    ColumnTask<Real> task;
    const Real* middle;       ///< of the block of rows
    const Index* row_offset;  ///< of element j2 in it, in reals
    const Index* prefix;      ///< ColumnPasses::prefix
    Real* y;                  ///< first row of the tile
    Index stride;
};

/// Tiles of a packet, transposed out of the cache buffer.
template <class Real>
struct PackTask {
    Index lanes;
    Index count;            ///< tiles
    const Index* position;  ///< ColumnPasses::position of k1 = t, padded
    Index step;             ///< to the next row's: p
    const Real* cache;
    Real* packet;
};

}  // namespace bspfft
