// The cut: how the fast algorithm lays out its work. Written once, for the schedule, the kernel and the
// exchange.
#pragma once

#include "bspfft/index.hpp"

namespace bspfft {

/// The cut n = n1 n2 with p | n1 and p | n2, seen from process s.
///
/// x_j with j = j1 n2 + j2 lies at row j1, column c of the local matrix n1 x (n2/p), where j2 = s + p c.
/// After the columns have been transformed, the value (k1, j2) belongs to process k1 mod p, where it is in
/// row r = k1 div p; after the rows, y_(k1 + n1 k2) is again cyclic: row k2, column r of a local matrix n2 x
/// (n1/p).
///
/// Work comes in tiles of `lanes` columns (or rows, the second time), which are the lanes of vectors.
struct CutShape {
    Index n1;
    Index n2;
    Index p;
    Index s;
    Index lanes;
    Index apart;        ///< complex numbers between packets
    Index tiles_a_put;  ///< row blocks that travel together: so many that a put is worth its call, so few
                        ///< that they are still in the nearest cache

    Index n() const { return n1 * n2; }
    Index local_size() const { return n1 * n2 / p; }
    Index columns() const { return n2 / p; }  ///< of the local matrix
    Index rows() const { return n1 / p; }     ///< k1 that a process gets
    Index column_blocks() const { return columns() / lanes; }
    Index row_blocks() const { return rows() / lanes; }

    // The middle array holds, of every process q and every block of its columns, one packet: row block after
    // row block, each a tile of lanes x lanes numbers, one column after the other, real parts apart from
    // imaginary parts. Packets stand a little further apart than they are long: at distances of a power of
    // two they would compete for the same places of the cache.
    Index tile() const { return lanes * lanes; }            ///< complex numbers
    Index packet() const { return row_blocks() * tile(); }  ///< likewise
    Index puts_a_packet() const { return (row_blocks() + tiles_a_put - 1) / tiles_a_put; }
    Index packet_stride() const { return packet() + apart; }
    Index packet_start(Index q, Index column_block) const
    {
        return (q * column_blocks() + column_block) * packet_stride();
    }
    Index middle_size() const { return p * column_blocks() * packet_stride(); }
};

/// The cut for a transform of complex numbers of so many bytes: n1 as given, or near sqrt(n) if that is 0.
///
/// Requires n = 2^m, p = 2^q, p^2 <= n, and p <= n1 <= n/p; otherwise throws Error(invalid_argument).
CutShape choose_cut(Index n, Index p, Index s, Index n1, Index bytes_per_complex);

}  // namespace bspfft
