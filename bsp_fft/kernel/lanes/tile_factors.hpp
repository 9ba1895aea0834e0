// What passes on tiles have in common: directions, the rows of packets, and the factors of twiddles.
#pragma once

#include <functional>
#include <vector>

#include "bsp_fft/base/arena.hpp"
#include "bsp_fft/kernel/pass.hpp"
#include "bspfft/options.hpp"

namespace bspfft {

/// The inverse is the forward transform with real and imaginary parts exchanged before and after; `inverse` says
/// that a pass has the other direction than the whole transform.
inline bool swaps(bool inverse, Direction direction) { return (direction == Direction::inverse) != inverse; }

/// For each packet to be sent the numbers of its rows k1, row by row over the axes that are transformed.
class PacketRows {
public:
    PacketRows(const TilePass& pass, Index s, Arena& arena);

    Index packets() const { return begins_.size() - 1; }
    Index count(Index packet) const { return begins_[packet + 1] - begins_[packet]; }
    const Index* of(Index packet) const { return rows_.data() + begins_[packet]; }
    /// The rows of all packets.
    const Buffer<Index>& all() const { return rows_; }

private:
    Buffer<Index> begins_;  ///< for each packet the rows of those before it
    Buffer<Index> rows_;
};

/// Fills factors[l * lanes + lane] with the j2 of a tile's columns on each axis l that is transformed; 0 where there is
/// no column.
std::function<void(Index tile, Index* factors)> twiddle_factors(const TilePass& pass, Index s);

}  // namespace bspfft
