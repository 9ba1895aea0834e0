#include "bsp_fft/exchange/packet_exchange.hpp"

#include <algorithm>

#include "bsp_fft/layout/array_source.hpp"

namespace bspfft {

template <class Real>
PacketExchange<Real>::PacketExchange(const Layout& from, const Layout& to, const Landing& landing, bool by_hpput,
                                     bool in_place, Index s, Index reals_per_element, Arena& arena)
    : change_(from, to),
      landing_(landing),
      in_place_(in_place),
      s_(s),
      p_(from.p()),
      run_(run_length(change_, landing)),
      put_length_(put_length(change_, landing)),
      in_one_piece_(landing.spreads || change_.run_length() == change_.packet_length()),
      start_of_own_(landing.spreads ? change_.sender_number(s) * change_.packet_length() : change_.landing(s)),
      packets_(change_.packets_of(s)),
      outbox_(packed_size(by_hpput), by_hpput, reals_per_element, arena),
      kept_(arena.take<Real>(in_place ? reals_per_element * change_.packet_length() : 0))
{}

template <class Real>
Index PacketExchange<Real>::packed_size(bool by_hpput) const
{
    if (p_ == 1) return 0;
    return reuses_packet_buffer(by_hpput) ? put_length_ : change_.packets() * change_.packet_length();
}

template <class Real>
void PacketExchange<Real>::deliver(Index first, Index count, const PacketSource<Real>& source)
{
    for (Index at = first; at < first + count; at += run_) {
        const Index length = std::min(run_, first + count - at);
        const Index place = start_of_own_ + (in_one_piece_ ? at : change_.landing_place(at));
        for (const OutgoingPacket& packet : packets_)
            packet.receiver == s_ ? keep(packet, at, length, place, source) : send(packet, at, length, place, source);
    }
}

template <class Real>
void PacketExchange<Real>::keep(const OutgoingPacket& packet, Index first, Index count, Index place,
                                const PacketSource<Real>& source)
{
    source.pack(packet, first, count,
                in_place_ ? kept_.data() + outbox_.reals_per_element() * first : outbox_.at(place));
}

template <class Real>
void PacketExchange<Real>::send(const OutgoingPacket& packet, Index first, Index count, Index place,
                                const PacketSource<Real>& source)
{
    for (Index done = 0; done < count; done += put_length_) {
        const Index length = std::min(put_length_, count - done);
        outbox_.send(packet.receiver, place + done, length,
                     [&](Real* to) { source.pack(packet, first + done, length, to); });
    }
}

template <class Real>
void PacketExchange<Real>::finish(Real* to)
{
    if (p_ > 1) outbox_.sync();
    if (in_place_ && change_.keeps(s_)) place_kept();
    if (!landing_.spreads) return;
    outbox_.reals_per_element() == 1 ? spread_all(to) : spread_all(reinterpret_cast<std::complex<Real>*>(to));
}

template <class Real>
void PacketExchange<Real>::place_kept()
{
    const Index reals = outbox_.reals_per_element();
    for (Index at = 0; at < change_.packet_length(); at += run_) {
        const Index place = start_of_own_ + change_.landing_place(at);
        std::copy_n(kept_.data() + reals * at, reals * run_, outbox_.at(place));
    }
}

template <class Real>
template <class Element>
void PacketExchange<Real>::spread_all(Element* to) const
{
    const auto* const packets = reinterpret_cast<const Element*>(outbox_.at(0));
    for (Index number = 0; number < change_.packets(); ++number)
        spread(change_, packets + number * change_.packet_length(), to + change_.landing_of_number(number));
}

template class PacketExchange<float>;
template class PacketExchange<double>;

}  // namespace bspfft
