// Executes a move whose packets differ in length.
#pragma once

#include <vector>

#include "bsp_fft/exchange/exchange.hpp"
#include "bsp_fft/layout/general_change.hpp"

namespace bspfft {

template <class Real>
class GeneralExchange final : public MoveExchange<Real> {
public:
    GeneralExchange(const Layout& from, const Layout& to, const Landing& landing, bool by_hpput, bool in_place,
                    Index s, Index reals_per_element, Arena& arena);

    void begin(Port& port, Real* landing, Index start) override { outbox_.begin(port, landing, start); }
    void deliver(Index first, Index count, const PacketSource<Real>& source) override;
    void finish(Real* to) override;

private:
    void keep(const OutgoingPacket& packet, Index first, Index count, const PacketSource<Real>& source);
    void send(const OutgoingPacket& packet, Index first, Index count, const PacketSource<Real>& source);
    void place_kept();
    template <class Element>
    void spread_all(Element* to) const;
    const GeneralPacket& packet_of(const OutgoingPacket& packet) const
    {
        return change_.outgoing()[static_cast<std::size_t>(packet.number)];
    }

    GeneralChange change_;
    Landing landing_;
    bool in_place_;
    Index s_;
    Index p_;
    Outbox<Real> outbox_;
    Buffer<Real> kept_;  ///< this process's own packet, while the array it belongs to is still being read
};

}  // namespace bspfft
