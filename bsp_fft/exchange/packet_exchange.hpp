// Executes a move between any two layouts: packs, puts, synchronises and places.
#pragma once

#include <variant>
#include <vector>

#include "bsp_fft/exchange/outbox.hpp"
#include "bsp_fft/layout/general_change.hpp"

namespace bspfft {

/// The packets of one process between layouts with common digits: all have the same length and the same places, each
/// from its source on.
class EqualPackets {
public:
    EqualPackets(const Layout& from, const Layout& to, const Landing& landing, Index s);

    Index longest_put() const { return put_; }
    /// Elements for the other processes, and those that the process keeps.
    Index sent() const { return (std::ssize(packets_) - (keeps_ ? 1 : 0)) * change_.packet_length(); }
    Index kept() const { return keeps_ ? change_.packet_length() : 0; }

    /// Calls visit(receiver, packet, e, place, count) for the elements e .. e+count-1 that one put each sends, from
    /// packet `first` on; `place` is in the landing array. The process's own packet is the last.
    template <class Visit>
    void for_each_piece(Index first, Visit visit) const;
    template <class Element>
    void gather(Index packet, Index e, Index count, const Element* array, Element* to) const;
    template <class Element>
    void spread(const Element* landed, Element* to) const;
    Index count() const { return std::ssize(packets_); }

private:
    LayoutChange change_;
    std::vector<OutgoingPacket> packets_;
    bool keeps_;
    Index run_;  ///< elements that land contiguously
    Index put_;
    bool in_one_piece_;  ///< the places of a packet are neighbours, gaps aside
    Index start_;        ///< the place where this process's packets land
};

/// The same between any two layouts: packets of any length.
class AnyPackets {
public:
    /// Without landings, packets can be counted but not sent.
    AnyPackets(const Layout& from, const Layout& to, const Landing& landing, Index s, bool with_landings);

    Index longest_put() const;
    Index sent() const;
    Index kept() const { return change_.own() ? change_.own()->length : 0; }

    template <class Visit>
    void for_each_piece(Index first, Visit visit) const;
    template <class Element>
    void gather(Index packet, Index e, Index count, const Element* array, Element* to) const;
    template <class Element>
    void spread(const Element* landed, Element* to) const;
    Index count() const { return std::ssize(change_.outgoing()); }

private:
    GeneralChange change_;
    Landing landing_;
    Index s_;
};

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

    /// Packets go to this array from now on, which all processes have registered, from element `start` on. It is not
    /// null, even if nothing lands there: it names the others' arrays.
    void begin(Port& port, Real* landing, Index start) { outbox_.begin(port, landing, start); }
    void send(const Real* array);
    /// Afterwards the elements are at their places in the landing array, or in `to` if they are spread. Cost: one
    /// superstep, h as the schedule counts it; nothing on one process.
    void finish(Real* to);

private:
    using Packets = std::variant<EqualPackets, AnyPackets>;

    template <class Element, class Sent>
    void send_elements(const Sent& packets, const Element* array);
    template <class Sent>
    void place_kept(const Sent& packets);

    Packets packets_;
    bool spreads_;
    bool in_place_;
    Index s_;
    Index p_;
    Outbox<Real> outbox_;
    Buffer<Real> kept_;  ///< this process's own packet, while the array it belongs to is still being read
};

}  // namespace bspfft
