#include "bsp_fft/exchange/tile_exchange.hpp"

#include <algorithm>

#include "bsp_fft/exchange/packet_exchange.hpp"

namespace bspfft {

namespace {

template <class Real>
constexpr Index bytes(Index elements)
{
    return elements * static_cast<Index>(sizeof(std::complex<Real>));
}

}  // namespace

template <class Real>
TileExchange<Real>::TileExchange(const TilePackets& packets, bool by_hpput, Index s)
    : put_rows_(packets.put_rows),
      by_hpput_(by_hpput),
      reuses_buffer_(reuses_packet_buffer(by_hpput)),
      s_(s),
      sender_(sender_number(packets.axes, s)),
      packed_(2 * buffer_size(packets, by_hpput, s))
{
    for (const TilePacket& packet : tile_packets_of(packets, s))
        destinations_.push_back({packet, TileLanding(packets, packet.receiver)});
}

template <class Real>
Index TileExchange<Real>::buffer_size(const TilePackets& packets, bool by_hpput, Index s)
{
    const CutPart part = part_of(packets.axes, s);
    const Index others = columns_length(packets.axes) - part.row_count();
    if (others == 0) return 0;
    return reuses_packet_buffer(by_hpput) ? packets.put_rows * packets.lanes : part.column_count() * others;
}

template <class Real>
Index TileExchange<Real>::buffer_bytes(const TilePackets& packets, bool by_hpput, Index s)
{
    return bytes<Real>(buffer_size(packets, by_hpput, s));
}

template <class Real>
void TileExchange<Real>::begin(Port& port, Real* landing, Index start)
{
    port_ = &port;
    array_ = landing;
    start_ = start;
    next_ = packed_.data();
}

template <class Real>
void TileExchange<Real>::deliver(Index tile, Index columns, const TilePacker<Real>& packer)
{
    for (std::size_t i = 0; i < destinations_.size(); ++i) {
        const auto number = static_cast<Index>(i);
        const Destination& to = destinations_[i];
        const Index address = start_ + to.landing.tile(sender_, tile);
        if (to.packet.receiver == s_) {
            packer.pack(number, 0, to.packet.rows, array_ + 2 * address);
        } else {
            send(number, address, columns, packer);
        }
    }
}

template <class Real>
void TileExchange<Real>::send(Index number, Index address, Index columns, const TilePacker<Real>& packer)
{
    const TilePacket& packet = destinations_[static_cast<std::size_t>(number)].packet;
    for (Index row = 0; row < packet.rows; row += put_rows_) {
        const Index rows = std::min(put_rows_, packet.rows - row), length = rows * columns;
        packer.pack(number, row, rows, next_);
        const Index offset = bytes<Real>(address + row * columns);
        by_hpput_ ? port_->hpput(packet.receiver, next_, array_, offset, bytes<Real>(length))
                  : port_->put(packet.receiver, next_, array_, offset, bytes<Real>(length));
        if (!reuses_buffer_) next_ += 2 * length;
    }
}

template <class Real>
void TileExchange<Real>::finish()
{
    if (destinations_.size() > 1) port_->sync();
}

template class TileExchange<float>;
template class TileExchange<double>;

}  // namespace bspfft
