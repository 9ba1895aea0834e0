#include "bsp_fft/exchange/packet_exchange.hpp"

#include <algorithm>
#include <complex>
#include <variant>
#include <vector>


namespace bspfft {

/// Packets between layouts with common digits: all have the same length and the same places, each from its source on.
class EqualPackets {
public:
    EqualPackets(const Layout& from, const Layout& to, const Landing& landing, Index s)
        : change_(from, to),
          packets_(change_.packets_of(s)),
          keeps_(change_.keeps(s)),
          run_(run_length(change_, landing)),
          in_one_piece_(landing.spreads || change_.run_length() == change_.packet_length()),
          start_(landing.spreads ? change_.sender_number(s) * change_.packet_length() : change_.landing(s))
    {}

    Index count() const { return std::ssize(packets_); }
    Index longest_put() const { return run_; }
    /// Elements for the other processes, and those that the process keeps.
    Index sent() const { return (count() - (keeps_ ? 1 : 0)) * change_.packet_length(); }
    Index kept() const { return keeps_ ? change_.packet_length() : 0; }

    /// Calls visit(receiver, packet, e, place, count) for the elements e .. e+count-1 that one put each sends, from
    /// packet `first` on; `place` is in the landing array. The process's own packet is the last. Run by run, so that in
    /// each all processes are sent to in turn.
    void for_each_piece(Index first, auto visit) const
    {
        for (Index e = 0; e < change_.packet_length(); e += run_) {
            const Index place = start_ + (in_one_piece_ ? e : change_.place(e, &ChangedDigit::to));
            for (Index packet = first; packet < count(); ++packet) {
                const Index receiver = packets_[static_cast<std::size_t>(packet)].receiver;
                visit(receiver, packet, e, place, run_);
            }
        }
    }
    void gather(Index packet, Index e, Index count, const auto* array, auto* to) const
    {
        bspfft::gather(change_, e, count, array + packets_[static_cast<std::size_t>(packet)].source, to);
    }
    void spread(const auto* landed, auto* to) const
    {
        for (Index number = 0; number < change_.packets(); ++number)
            bspfft::spread(change_, change_.packet_length(), landed + number * change_.packet_length(),
                           to + change_.landing_of_number(number));
    }

private:
    LayoutChange change_;
    std::vector<OutgoingPacket> packets_;
    bool keeps_;
    Index run_;          ///< elements that land contiguously
    bool in_one_piece_;  ///< the places of a packet are neighbours, gaps aside
    Index start_;        ///< the place where this process's packets land
};

/// The same between any two layouts: packets of any length.
class AnyPackets {
public:
    /// Without landings, packets can be counted but not sent.
    AnyPackets(const Layout& from, const Layout& to, const Landing& landing, Index s, bool with_landings)
        : change_(from, to, s, with_landings), landing_(landing), s_(s)
    {}

    Index count() const { return std::ssize(change_.outgoing()); }
    Index longest_put() const
    {
        Index longest = 0;
        for_each_piece(0, [&](Index receiver, Index, Index, Index, Index count) {
            if (receiver != s_) longest = std::max(longest, count);
        });
        return longest;
    }
    Index sent() const
    {
        Index elements = 0;
        for (const GeneralPacket& packet : change_.outgoing()) elements += packet.partner == s_ ? 0 : packet.length;
        return elements;
    }
    Index kept() const { return change_.own() ? change_.own()->length : 0; }

    void for_each_piece(Index first, auto visit) const
    {
        for (Index number = first; number < count(); ++number) {
            const GeneralPacket& packet = change_.outgoing()[static_cast<std::size_t>(number)];
            bspfft::for_each_piece(packet, landing_, [&](Index e, Index place, Index count) {
                visit(packet.partner, number, e, place, count);
            });
        }
    }
    void gather(Index packet, Index e, Index count, const auto* array, auto* to) const
    {
        bspfft::gather(change_.outgoing()[static_cast<std::size_t>(packet)], e, count, array, to);
    }
    void spread(const auto* landed, auto* to) const
    {
        for (const GeneralPacket& packet : change_.incoming())
            bspfft::spread(packet, packet.length, landed + packet.landing, to);
    }

private:
    GeneralChange change_;
    Landing landing_;
    Index s_;
};

struct MovedPackets {
    using Any = std::variant<EqualPackets, AnyPackets>;
    Any any;

    MovedPackets(const Layout& from, const Layout& to, const Landing& landing, Index s, bool with_landings)
        : any(have_common_digits(from, to) ? Any(EqualPackets(from, to, landing, s))
                                           : Any(AnyPackets(from, to, landing, s, with_landings)))
    {}
    Index kept() const { return std::visit([](const auto& packets) { return packets.kept(); }, any); }
    /// Elements that need room until the sync, or until they are put.
    Index buffered(bool by_hpput) const
    {
        return std::visit([&](const auto& packets) {
            if (packets.sent() == 0) return Index{0};
            return reuses_packet_buffer(by_hpput) ? packets.longest_put() : packets.sent();
        }, any);
    }
};

template <class Real>
PacketExchange<Real>::PacketExchange(const Layout& from, const Layout& to, const Landing& landing, bool by_hpput,
                                     bool in_place, Index s, Arena& arena, Index reals_per_element)
    : packets_(new MovedPackets(from, to, landing, s, !arena.only_counts())),
      spreads_(landing.spreads),
      in_place_(in_place),
      s_(s),
      p_(from.p()),
      outbox_(packets_->buffered(by_hpput), by_hpput, reals_per_element, arena)
{
    if (in_place) kept_ = arena.take<Real>(reals_per_element * packets_->kept());
}

template <class Real>
PacketExchange<Real>::~PacketExchange() = default;

template <class Real>
void PacketExchange<Real>::send(const Real* array)
{
    const auto send_elements = [&](const auto& packets, const auto* elements) {
        using Element = std::remove_cvref_t<decltype(*elements)>;
        packets.for_each_piece(0, [&](Index receiver, Index packet, Index e, Index place, Index count) {
            Real* to = outbox_.next();
            if (receiver == s_) to = in_place_ ? kept_.data() + outbox_.reals_per_element() * e : outbox_.at(place);
            packets.gather(packet, e, count, elements, reinterpret_cast<Element*>(to));
            if (receiver != s_) outbox_.send(receiver, place, count);
        });
    };
    std::visit([&](const auto& packets) {
        outbox_.reals_per_element() == 1 ? send_elements(packets, array)
                                         : send_elements(packets, reinterpret_cast<const std::complex<Real>*>(array));
    }, packets_->any);
}

template <class Real>
void PacketExchange<Real>::finish(Real* to)
{
    using Complex = std::complex<Real>;
    const Index reals = outbox_.reals_per_element();
    if (p_ > 1) outbox_.sync();
    std::visit([&](const auto& packets) {
        const Index own = packets.kept() > 0 ? packets.count() - 1 : packets.count();
        if (in_place_) {
            packets.for_each_piece(own, [&](Index, Index, Index e, Index place, Index count) {
                std::copy_n(kept_.data() + reals * e, reals * count, outbox_.at(place));
            });
        }
        if (!spreads_) return;
        const Real* const landed = outbox_.at(0);
        reals == 1 ? packets.spread(landed, to)
                   : packets.spread(reinterpret_cast<const Complex*>(landed), reinterpret_cast<Complex*>(to));
    }, packets_->any);
}

template class PacketExchange<float>;
template class PacketExchange<double>;

}  // namespace bspfft
