// Executes a move between any two layouts.
#pragma once

#include <memory>

#include "bsp_fft/exchange/outbox.hpp"
#include "bsp_fft/layout/packets.hpp"

namespace bspfft {

/// One move of one process, with its buffers; moves without allocation. Packets are sent in the order of
/// base/turns.hpp, so that not all processes send to one receiver at once  [Sahay 1993].
template <class Real>
class MoveExchange : public PacketSink<Real> {
public:
    /// Packets go to this array from now on, which all processes have registered, from element `start` on. It is not
    /// null, even if nothing lands there: it names the others' arrays.
    virtual void begin(Port& port, Real* landing, Index start) = 0;
    /// After all packets have been sent. Afterwards the elements are at their places in the landing array, or in `to`
    /// if they are spread. Cost: one superstep, h as the schedule counts it; nothing on one process.
    virtual void finish(Real* to) = 0;
};

/// Elements are of two reals, complex numbers, or of one. In place, packets land in the array that they come from: then
/// the elements of a packet must not be spread, and must be sent by put. Requires equal n and p.
template <class Real>
std::unique_ptr<MoveExchange<Real>> make_exchange(const Layout& from, const Layout& to, const Landing& landing,
                                                  bool by_hpput, bool in_place, Index s, Arena& arena,
                                                  Index reals_per_element = 2);

}  // namespace bspfft
