#include "bsp_fft/redistribution/redistribution.hpp"

#include <algorithm>
#include <utility>

namespace bspfft {

namespace {

Index packed_size(const PacketMap& map, Exchange exchange)
{
    if (!map.grows) return 0;
    return reuses_packet_buffer(exchange) ? map.length : map.length * static_cast<Index>(map.packets.size());
}

Index kept_size(const PacketMap& map, Exchange exchange)
{
    return map.grows && exchange == Exchange::put ? map.length : 0;
}

}  // namespace

template <class Real>
Redistribution<Real>::Redistribution(PacketMap map, Exchange exchange, Index s)
    : map_(std::move(map)),
      exchange_(exchange),
      s_(s),
      packed_(packed_size(map_, exchange)),
      kept_(kept_size(map_, exchange))
{}

template <class Real>
Index Redistribution<Real>::buffer_bytes(const PacketMap& map, Exchange exchange)
{
    return (packed_size(map, exchange) + kept_size(map, exchange)) * static_cast<Index>(sizeof(Complex));
}

template <class Real>
void Redistribution<Real>::run(Port& port, Complex* x, Complex* other)
{
    if (!map_.grows) {
        shrink(port, x, other);
    } else if (exchange_ == Exchange::put) {
        grow_by_put(port, x);
    } else {
        grow_by_hpput(port, x, other);
    }
}

template <class Real>
void Redistribution<Real>::grow_by_put(Port& port, Complex* x)
{
    const Packet* kept = nullptr;
    for (const Packet& packet : map_.packets) {
        Complex* const piece = own(packet) ? kept_.data() : packed_.data();
        gather(packet, x, piece);
        if (own(packet)) {
            kept = &packet;
        } else {
            port.put(packet.receiver, piece, x, bytes(packet.landing), bytes(map_.length));
        }
    }
    port.sync();
    if (kept) std::copy_n(kept_.data(), map_.length, x + kept->landing);
}

template <class Real>
void Redistribution<Real>::grow_by_hpput(Port& port, const Complex* x, Complex* other)
{
    Complex* piece = packed_.data();
    const bool reuse = packed_.size() == map_.length;
    for (const Packet& packet : map_.packets) {
        if (own(packet)) {
            gather(packet, x, other + packet.landing);
            continue;
        }
        gather(packet, x, piece);
        port.hpput(packet.receiver, piece, other, bytes(packet.landing), bytes(map_.length));
        if (!reuse) piece += map_.length;
    }
    port.sync();
}

template <class Real>
void Redistribution<Real>::shrink(Port& port, Complex* x, Complex* other)
{
    for (const Packet& packet : map_.packets) {
        if (own(packet)) {
            std::copy_n(x + packet.source, map_.length, other + packet.landing);
        } else if (exchange_ == Exchange::put) {
            port.put(packet.receiver, x + packet.source, other, bytes(packet.landing), bytes(map_.length));
        } else {
            port.hpput(packet.receiver, x + packet.source, other, bytes(packet.landing), bytes(map_.length));
        }
    }
    port.sync();
    // Every piece has its place in x, whoever sent it: piece i belongs to the places i, i + stride, ....
    for (Index i = 0; i < map_.target_stride; ++i) {
        const Complex* const piece = other + i * map_.length;
        for (Index r = 0; r < map_.length; ++r) x[i + r * map_.target_stride] = piece[r];
    }
}

template <class Real>
void Redistribution<Real>::gather(const Packet& packet, const Complex* x, Complex* piece) const
{
    const Complex* from = x + packet.source;
    for (Index r = 0; r < map_.length; ++r) piece[r] = from[r * map_.source_stride];
}

template class Redistribution<float>;
template class Redistribution<double>;

}  // namespace bspfft
