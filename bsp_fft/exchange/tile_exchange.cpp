#include "bsp_fft/exchange/tile_exchange.hpp"

#include <algorithm>

namespace bspfft {

namespace {

constexpr Index reals_per_complex = 2;

}  // namespace

template <class Real>
TileExchange<Real>::TileExchange(const TilePackets& packets, bool by_hpput, Index s)
    : put_rows_(packets.put_rows),
      s_(s),
      sender_(sender_number(packets.axes, s)),
      outbox_(buffer_size(packets, by_hpput, s), by_hpput, reals_per_complex)
{
    for (const TilePacket& packet : tile_packets_of(packets, s))
        destinations_.push_back({packet, TileLanding(packets, packet.receiver)});
}

template <class Real>
Index TileExchange<Real>::buffer_size(const TilePackets& packets, bool by_hpput, Index s)
{
    const CutPart part = part_of(packets.axes, s);
    const Index others = all_rows(packets.axes) - part.row_count();
    if (others == 0) return 0;
    return reuses_packet_buffer(by_hpput) ? packets.put_rows * packets.lanes : part.column_count() * others;
}

template <class Real>
Index TileExchange<Real>::buffer_bytes(const TilePackets& packets, bool by_hpput, Index s)
{
    return Outbox<Real>::bytes(buffer_size(packets, by_hpput, s), reals_per_complex);
}

template <class Real>
void TileExchange<Real>::deliver(Index tile, Index columns, const TilePacker<Real>& packer)
{
    for (std::size_t i = 0; i < destinations_.size(); ++i) {
        const auto number = static_cast<Index>(i);
        const Destination& to = destinations_[i];
        const Index place = to.landing.tile(sender_, tile);
        if (to.packet.receiver == s_) {
            packer.pack(number, 0, to.packet.rows, outbox_.at(place));
        } else {
            send(number, place, columns, packer);
        }
    }
}

template <class Real>
void TileExchange<Real>::send(Index number, Index place, Index columns, const TilePacker<Real>& packer)
{
    const TilePacket& packet = destinations_[static_cast<std::size_t>(number)].packet;
    for (Index row = 0; row < packet.rows; row += put_rows_) {
        const Index rows = std::min(put_rows_, packet.rows - row);
        outbox_.send(packet.receiver, place + row * columns, rows * columns,
                     [&](Real* to) { packer.pack(number, row, rows, to); });
    }
}

template <class Real>
void TileExchange<Real>::finish()
{
    if (destinations_.size() > 1) outbox_.sync();
}

template class TileExchange<float>;
template class TileExchange<double>;

}  // namespace bspfft
