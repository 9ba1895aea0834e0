// Executes a move between any two layouts: packs, puts, synchronises and places.
#pragma once

#include <memory>

#include "bsp_fft/exchange/outbox.hpp"
#include "bsp_fft/layout/general_change.hpp"

namespace bspfft {

/// The packets of one process.
struct MovedPackets;

/// One move of one process, with its buffers; moves without allocation. Packets are sent in the order of
/// base/send_order.hpp, so that not all processes send to one receiver at once  [Sahay 1993], in pieces that are still
/// in L1: from one small buffer where the source of a put may be reused at once, otherwise from a buffer for all.
template <class Real>
class PacketExchange {
public:
    /// Elements are of two reals, complex numbers, or of one. In place, packets land in the array that they come from:
    /// then the elements of a packet must not be spread, and must be sent by put. Requires equal n and p.
    PacketExchange(const Layout& from, const Layout& to, const Landing& landing, bool by_hpput, bool in_place, Index s,
                   Arena& arena, Index reals_per_element = 2);
    ~PacketExchange();

    /// Packets go to this array from now on, which all processes have registered, from element `start` on. It is not
    /// null, even if nothing lands there: it names the others' arrays.
    void begin(Port& port, Real* landing, Index start) { outbox_.begin(port, landing, start); }
    void send(const Real* array);
    /// Afterwards the elements are at their places in the landing array, or in `to` if they are spread. Cost: one
    /// superstep, h as the schedule counts it; nothing on one process.
    void finish(Real* to);

private:
    std::unique_ptr<const MovedPackets> packets_;
    bool spreads_;
    bool in_place_;
    Index s_;
    Index p_;
    Outbox<Real> outbox_;
    Buffer<Real> kept_;  ///< this process's own packet, while the array it belongs to is still being read
};

}  // namespace bspfft
