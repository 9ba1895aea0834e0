#include "bsp_fft/exchange/packet_exchange.hpp"

#include <algorithm>

#include "bsp_fft/layout/array_source.hpp"

namespace bspfft {

namespace {

template <class Real>
Index bytes(Index elements)
{
    return elements * static_cast<Index>(sizeof(std::complex<Real>));
}

}  // namespace

template <class Real>
PacketExchange<Real>::PacketExchange(const Layout& from, const Layout& to, const Landing& landing, bool by_hpput,
                                     bool in_place, Index s)
    : change_(from, to),
      landing_(landing),
      by_hpput_(by_hpput),
      in_place_(in_place),
      reuses_buffer_(reuses_packet_buffer(by_hpput)),
      s_(s),
      p_(from.p()),
      run_(run_length(change_, landing)),
      put_length_(put_length(change_, landing)),
      in_one_piece_(landing.spreads || change_.run_length() == change_.packet_length()),
      start_of_own_(landing.spreads ? change_.sender_number(s) * change_.packet_length() : change_.landing(s)),
      packets_(change_.packets_of(s)),
      packed_(2 * packed_size(change_, landing, by_hpput, p_)),
      kept_(2 * kept_size(change_, in_place))
{}

template <class Real>
Index PacketExchange<Real>::packed_size(const LayoutChange& change, const Landing& landing, bool by_hpput, Index p)
{
    if (p == 1) return 0;
    return reuses_packet_buffer(by_hpput) ? put_length(change, landing) : change.packets() * change.packet_length();
}

template <class Real>
Index PacketExchange<Real>::kept_size(const LayoutChange& change, bool in_place)
{
    return in_place ? change.packet_length() : 0;
}

template <class Real>
Index PacketExchange<Real>::buffer_bytes(const LayoutChange& change, const Landing& landing, bool by_hpput,
                                         bool in_place, Index p)
{
    return bytes<Real>(packed_size(change, landing, by_hpput, p) + kept_size(change, in_place));
}

template <class Real>
void PacketExchange<Real>::begin(Port& port, Real* landing, Index start)
{
    port_ = &port;
    array_ = landing;
    start_ = start;
    next_ = packed_.data();
}

template <class Real>
void PacketExchange<Real>::deliver(Index first, Index count, const PacketSource<Real>& source)
{
    for (Index at = first; at < first + count; at += run_) {
        const Index length = std::min(run_, first + count - at);
        const Index place = start_of_own_ + (in_one_piece_ ? at : change_.landing_place(at));
        const Index address = start_ + place;
        for (const OutgoingPacket& packet : packets_)
            packet.receiver == s_ ? keep(packet, at, length, address, source)
                                  : send(packet, at, length, address, source);
    }
}

template <class Real>
void PacketExchange<Real>::keep(const OutgoingPacket& packet, Index first, Index count, Index address,
                                const PacketSource<Real>& source)
{
    source.pack(packet, first, count, in_place_ ? kept_.data() + 2 * first : array_ + 2 * address);
}

template <class Real>
void PacketExchange<Real>::send(const OutgoingPacket& packet, Index first, Index count, Index address,
                                const PacketSource<Real>& source)
{
    for (Index done = 0; done < count; done += put_length_) {
        const Index length = std::min(put_length_, count - done);
        source.pack(packet, first + done, length, next_);
        const Index offset = bytes<Real>(address + done);
        by_hpput_ ? port_->hpput(packet.receiver, next_, array_, offset, bytes<Real>(length))
                  : port_->put(packet.receiver, next_, array_, offset, bytes<Real>(length));
        if (!reuses_buffer_) next_ += 2 * length;
    }
}

template <class Real>
void PacketExchange<Real>::finish(Real* to)
{
    if (p_ > 1) port_->sync();
    if (in_place_ && change_.keeps(s_)) place_kept();
    if (landing_.spreads) spread_all(to);
}

template <class Real>
void PacketExchange<Real>::place_kept()
{
    for (Index at = 0; at < change_.packet_length(); at += run_) {
        const Index address = start_ + start_of_own_ + change_.landing_place(at);
        std::copy_n(kept_.data() + 2 * at, 2 * run_, array_ + 2 * address);
    }
}

template <class Real>
void PacketExchange<Real>::spread_all(Real* to) const
{
    const auto* const packets = reinterpret_cast<const Complex*>(array_) + start_;
    auto* const places = reinterpret_cast<Complex*>(to);
    for (Index number = 0; number < change_.packets(); ++number)
        spread(change_, packets + number * change_.packet_length(), places + change_.landing_of_number(number));
}

template class PacketExchange<float>;
template class PacketExchange<double>;

}  // namespace bspfft
