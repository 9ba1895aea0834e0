// Executes a move whose packets differ in length.
#pragma once

#include <vector>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/exchange/exchange.hpp"
#include "bsp_fft/layout/general_change.hpp"

namespace bspfft {

template <class Real>
class GeneralExchange final : public MoveExchange<Real> {
public:
    GeneralExchange(const Layout& from, const Layout& to, const Landing& landing, bool by_hpput, bool in_place,
                    Index s);

    void begin(Port& port, Real* landing, Index start) override;
    void deliver(Index first, Index count, const PacketSource<Real>& source) override;
    void finish(Real* to) override;

    static Index buffer_bytes(const Layout& from, const Layout& to, const Landing& landing, bool by_hpput,
                              bool in_place, Index s);

private:
    void keep(const OutgoingPacket& packet, Index first, Index count, const PacketSource<Real>& source);
    void send(const OutgoingPacket& packet, Index first, Index count, const PacketSource<Real>& source);
    void place_kept();
    void spread_all(Real* to) const;
    const GeneralPacket& packet_of(const OutgoingPacket& packet) const
    {
        return change_.outgoing()[static_cast<std::size_t>(packet.number)];
    }

    GeneralChange change_;
    Landing landing_;
    bool by_hpput_;
    bool in_place_;
    bool reuses_buffer_;
    Index s_;
    Index p_;
    Buffer<Real> packed_;
    Buffer<Real> kept_;  ///< this process's own packet, while the array it belongs to is still being read

    Port* port_ = nullptr;
    Real* array_ = nullptr;
    Index start_ = 0;
    Real* next_ = nullptr;  ///< free space in packed_
};

}  // namespace bspfft
