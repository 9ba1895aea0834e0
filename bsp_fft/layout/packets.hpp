// The interface between the maker of packets and their sender: packets are sent while they are in the cache.
#pragma once

#include "bsp_fft/layout/layout_change.hpp"

namespace bspfft {

/// Gives the elements of packets, in the order and format in which they land.
template <class Real>
class PacketSource {
public:
    PacketSource() = default;
    PacketSource(const PacketSource&) = delete;
    PacketSource& operator=(const PacketSource&) = delete;
    virtual ~PacketSource() = default;

    /// Elements first .. first+count-1 of a packet.
    virtual void pack(const OutgoingPacket& packet, Index first, Index count, Real* to) const = 0;
};

/// Receives them as soon as they are ready.
template <class Real>
class PacketSink {
public:
    PacketSink() = default;
    PacketSink(const PacketSink&) = delete;
    PacketSink& operator=(const PacketSink&) = delete;
    virtual ~PacketSink() = default;

    /// The source can provide elements first .. first+count-1 of every packet, as far as it has them, until this
    /// returns.
    virtual void deliver(Index first, Index count, const PacketSource<Real>& source) = 0;
};

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
