// Executes a move between layouts of digits: packs, puts, synchronises and unpacks.
#pragma once

#include <vector>

#include "bsp_fft/exchange/exchange.hpp"
#include "bsp_fft/layout/landing.hpp"

namespace bspfft {

/// A move between layouts with common digits. Packets are sent in pieces that are still in L1: from one small buffer
/// where the source of a put may be reused at once, and otherwise from a buffer for all of them.
template <class Real>
class PacketExchange final : public MoveExchange<Real> {
public:
    /// In place, packets land in the array that they come from: then the elements of a packet must not be spread, and
    /// must be sent by put.
    PacketExchange(const Layout& from, const Layout& to, const Landing& landing, bool by_hpput, bool in_place, Index s,
                   Index reals_per_element, Arena& arena);

    void begin(Port& port, Real* landing, Index start) override { outbox_.begin(port, landing, start); }
    void deliver(Index first, Index count, const PacketSource<Real>& source) override;
    void finish(Real* to) override;

private:
    Index packed_size(bool by_hpput) const;
    void keep(const OutgoingPacket& packet, Index first, Index count, Index place, const PacketSource<Real>& source);
    void send(const OutgoingPacket& packet, Index first, Index count, Index place, const PacketSource<Real>& source);
    void place_kept();
    template <class Element>
    void spread_all(Element* to) const;

    LayoutChange change_;
    Landing landing_;
    bool in_place_;
    Index s_;
    Index p_;
    Index run_;
    Index put_length_;
    bool in_one_piece_;  ///< the places of a packet are neighbours, gaps aside
    Index start_of_own_ = 0;  ///< the place where this process's packets land
    std::vector<OutgoingPacket> packets_;
    Outbox<Real> outbox_;
    Buffer<Real> kept_;  ///< this process's own packet, while the array it belongs to is still being read
};

}  // namespace bspfft
