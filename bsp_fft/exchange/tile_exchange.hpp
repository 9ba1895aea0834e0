// Executes the move of a free cut: tiles are packed, put and synchronised.
#pragma once

#include <vector>

#include "bsp_fft/exchange/outbox.hpp"
#include "bsp_fft/layout/grid_cut.hpp"

namespace bspfft {

/// One move of one process, with its buffer; moves without allocation. Packets leave in the order of
/// base/send_order.hpp as soon as their tile is done; a process's own goes to its landing array.
template <class Real>
class TileExchange final : public TileSink<Real> {
public:
    TileExchange(const TilePackets& packets, bool by_hpput, Index s, Arena& arena);

    /// Tiles go to this array from now on, which all processes have registered, from element `start` on.
    void begin(Port& port, Real* landing, Index start) { outbox_.begin(port, landing, start); }
    void deliver(Index tile, Index columns, const TilePacker<Real>& packer) override;
    Real* own_place(Index tile) override;
    /// Instead of all tiles, which the kernel has written where they land: counts what a put each would have sent.
    void note_all();
    /// After all tiles. Cost: one superstep, h as the schedule counts it; nothing if no axis is distributed.
    void finish();

private:
    struct Destination {
        TilePacket packet;
        TileLanding landing;
    };

    Index buffer_size(const TilePackets& packets, bool by_hpput) const;

    Index put_rows_;
    Index s_;
    Index columns_;
    Index rows_;
    bool keeps_by_buffer_;
    Index lanes_;
    Index sender_;  ///< this process's number among the senders to any of its receivers
    std::vector<Destination> destinations_;
    Outbox<Real> outbox_;
};

}  // namespace bspfft
