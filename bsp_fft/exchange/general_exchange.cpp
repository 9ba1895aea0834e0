#include "bsp_fft/exchange/general_exchange.hpp"

#include <algorithm>

#include "bsp_fft/layout/array_source.hpp"

namespace bspfft {

namespace {

// Elements that wait for the sync, or of the longest put.
Index packed_size(const std::vector<GeneralPacket>& packets, const Landing& landing, bool by_hpput, Index s)
{
    Index all = 0, longest = 0;
    for (const GeneralPacket& packet : packets) {
        if (packet.partner == s) continue;
        all += packet.length;
        for_each_piece(packet, landing, 0, packet.length,
                       [&](Index, Index, Index piece) { longest = std::max(longest, piece); });
    }
    return reuses_packet_buffer(by_hpput) ? longest : all;
}

Index kept_size(const std::vector<GeneralPacket>& packets, bool in_place, Index s)
{
    for (const GeneralPacket& packet : packets) {
        if (packet.partner == s && in_place) return packet.length;
    }
    return 0;
}

}  // namespace

template <class Real>
GeneralExchange<Real>::GeneralExchange(const Layout& from, const Layout& to, const Landing& landing, bool by_hpput,
                                       bool in_place, Index s, Index reals_per_element, Arena& arena)
    : change_(from, to, s, !arena.only_counts()),
      landing_(landing),
      in_place_(in_place),
      s_(s),
      p_(from.p()),
      outbox_(packed_size(change_.outgoing(), landing, by_hpput, s), by_hpput, reals_per_element, arena),
      kept_(arena.take<Real>(reals_per_element * kept_size(change_.outgoing(), in_place, s)))
{}

template <class Real>
void GeneralExchange<Real>::deliver(Index first, Index count, const PacketSource<Real>& source)
{
    OutgoingPacket packet{0, 0, 0};
    for (const GeneralPacket& each : change_.outgoing()) {
        packet.receiver = each.partner;
        const Index length = std::min(count, each.length - first);
        if (length > 0) each.partner == s_ ? keep(packet, first, length, source) : send(packet, first, length, source);
        ++packet.number;
    }
}

template <class Real>
void GeneralExchange<Real>::keep(const OutgoingPacket& packet, Index first, Index count,
                                 const PacketSource<Real>& source)
{
    if (in_place_) return source.pack(packet, first, count, kept_.data() + outbox_.reals_per_element() * first);
    for_each_piece(packet_of(packet), landing_, first, count, [&](Index e, Index place, Index length) {
        source.pack(packet, e, length, outbox_.at(place));
    });
}

template <class Real>
void GeneralExchange<Real>::send(const OutgoingPacket& packet, Index first, Index count,
                                 const PacketSource<Real>& source)
{
    for_each_piece(packet_of(packet), landing_, first, count, [&](Index e, Index place, Index length) {
        outbox_.send(packet.receiver, place, length, [&](Real* to) { source.pack(packet, e, length, to); });
    });
}

template <class Real>
void GeneralExchange<Real>::finish(Real* to)
{
    if (p_ > 1) outbox_.sync();
    if (in_place_ && change_.own()) place_kept();
    if (!landing_.spreads) return;
    outbox_.reals_per_element() == 1 ? spread_all(to) : spread_all(reinterpret_cast<std::complex<Real>*>(to));
}

template <class Real>
void GeneralExchange<Real>::place_kept()
{
    const Index reals = outbox_.reals_per_element();
    for_each_piece(*change_.own(), landing_, 0, change_.own()->length, [&](Index e, Index place, Index length) {
        std::copy_n(kept_.data() + reals * e, reals * length, outbox_.at(place));
    });
}

template <class Real>
template <class Element>
void GeneralExchange<Real>::spread_all(Element* to) const
{
    const auto* const packets = reinterpret_cast<const Element*>(outbox_.at(0));
    for (const GeneralPacket& packet : change_.incoming()) spread(packet, packets + packet.landing, to);
}

template class GeneralExchange<float>;
template class GeneralExchange<double>;

}  // namespace bspfft
