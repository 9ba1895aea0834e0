// Which elements of one process go where when the cycle changes, as few and as long packets as the index maps
// allow.
#pragma once

#include <vector>

#include "bspfft/distribution.hpp"

namespace bspfft {

/// A packet from one process to another: `length` elements, every source_stride-th of the sender's array from
/// `source` on. They travel as one contiguous piece and end up at every target_stride-th place of the
/// receiver's array from `target` on.
struct Packet {
    Index receiver;
    Index source;
    Index target;
    Index landing;  ///< where the piece arrives: its target, or if it must be spread, its place among the
                    ///< pieces
};

/// All packets that process s sends when the distribution changes from one cycle to another, one of which
/// divides the other.
///
/// When the cycle grows, packets are gathered with a stride and land in one piece where they belong; when it
/// shrinks they leave in one piece and are spread. Packets are listed in the order (not s) xor j of their
/// receivers, j = 0, 1, ..., so that no receiver is hit by all at once [Sahay 1993]; for p that is no power
/// of two in the order s+1, s+2, .... The own packet comes last.
struct PacketMap {
    /// With natural_radix = R > 1 a growing cycle delivers the R blocks of the receiver's array, which
    /// butterflies in place want in bit-reversed order, in natural order: block b goes where block rho_R(b)
    /// would.
    PacketMap(const GroupCyclic& from, const GroupCyclic& to, Index s, Index natural_radix = 1);

    bool grows;
    Index length;  ///< of each packet
    Index source_stride;
    Index target_stride;  ///< 1 when the cycle grows
    std::vector<Packet> packets;
};

}  // namespace bspfft
