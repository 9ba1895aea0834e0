// The interface between the maker of packets of tiles and their sender: they are sent while they are in the cache.
#pragma once

#include "bspfft/error.hpp"

namespace bspfft {

/// Gives the rows of packets of tiles, while the tile is in the cache.
template <class Real>
class TilePacker {
public:
    TilePacker() = default;
    TilePacker(const TilePacker&) = delete;
    TilePacker& operator=(const TilePacker&) = delete;
    virtual ~TilePacker() = default;

    /// Rows first .. first+count-1 of the packet with this number, in the order of tile_packets_of().
    virtual void pack(Index packet, Index first, Index count, Real* to) const = 0;
    /// Where the packet of this tile is packed already, on a device; null: by pack(). A process's own is then where it
    /// lands.
    virtual const Real* packed_on_device(Index) const { return nullptr; }
};

/// Receives a tile as soon as it is ready.
template <class Real>
class TileSink {
public:
    TileSink() = default;
    TileSink(const TileSink&) = delete;
    TileSink& operator=(const TileSink&) = delete;
    virtual ~TileSink() = default;

    virtual void deliver(Index tile, Index columns, const TilePacker<Real>& packer) = 0;
    /// Where this process's own packet of a tile lands, for a maker that writes it there itself.
    virtual Real* own_place(Index) { return nullptr; }
};

}  // namespace bspfft
