#include "bsp_fft/exchange/tile_exchange.hpp"

#include <algorithm>

namespace bspfft {

namespace {

constexpr Index reals_per_complex = 2;
// An array of this size stays in the caches: packed right into it, it is written once less.
constexpr Index cached_bytes = Index{1} << 20;

}  // namespace

template <class Real>
TileExchange<Real>::TileExchange(const TilePackets& packets, bool by_hpput, Index s, Arena& arena)
    : put_rows_(packets.put_rows),
      s_(s),
      columns_(part_of(packets.axes, s).column_count()),
      rows_(part_of(packets.axes, s).row_count()),
      keeps_by_buffer_(Outbox<Real>::bytes(checked_product(columns_, rows_), reals_per_complex) > cached_bytes),
      lanes_(packets.lanes),
      sender_(sender_number(packets.axes, s)),
      outbox_(buffer_size(packets, by_hpput), by_hpput, reals_per_complex, arena)
{
    if (arena.only_counts()) return;
    for (const TilePacket& packet : tile_packets_of(packets, s))
        destinations_.push_back({packet, TileLanding(packets, packet.receiver)});
}

template <class Real>
Index TileExchange<Real>::buffer_size(const TilePackets& packets, bool by_hpput) const
{
    const Index others = all_rows(packets.axes) - rows_;
    const bool reuses = reuses_packet_buffer(by_hpput);
    const Index piece = keeps_by_buffer_ || (others > 0 && reuses) ? put_rows_ * packets.lanes : 0;
    return reuses ? piece : piece + columns_ * others;
}

template <class Real>
void TileExchange<Real>::deliver(Index tile, Index columns, const TilePacker<Real>& packer)
{
    for (std::size_t i = 0; i < destinations_.size(); ++i) {
        const auto number = static_cast<Index>(i);
        const TilePacket& packet = destinations_[i].packet;
        const Index place = destinations_[i].landing.tile(sender_, tile);
        const bool own = packet.receiver == s_;
        if (const Real* const packed = packer.packed_on_device(number)) {
            if (!own) send_from_device(packet, place, columns, packed);
            continue;
        }
        if (own && !keeps_by_buffer_) {
            packer.pack(number, 0, packet.rows, outbox_.at(place));
            continue;
        }
        pack_in_pieces(packet, place, columns, [&](Index at, Index count, Index row, Index rows) {
            const auto pack = [&](Real* to) { packer.pack(number, row, rows, to); };
            own ? outbox_.keep(at, count, pack) : outbox_.send(packet.receiver, at, count, pack);
        });
    }
}

template <class Real>
void TileExchange<Real>::send_from_device(const TilePacket& packet, Index place, Index columns, const Real* packed)
{
    pack_in_pieces(packet, place, columns, [&](Index at, Index count, Index, Index) {
        outbox_.send_from_device(packet.receiver, at, count, packed + reals_per_complex * (at - place));
    });
}

/// Calls use(place, elements, first row, rows) for each piece that is packed at once.
template <class Real>
template <class Use>
void TileExchange<Real>::pack_in_pieces(const TilePacket& packet, Index place, Index columns, Use use)
{
    for (Index row = 0; row < packet.rows; row += put_rows_) {
        const Index rows = std::min(put_rows_, packet.rows - row);
        use(place + row * columns, rows * columns, row, rows);
    }
}

template <class Real>
Real* TileExchange<Real>::own_place(Index tile)
{
    const auto own = std::find_if(destinations_.begin(), destinations_.end(),
                                  [&](const Destination& to) { return to.packet.receiver == s_; });
    return outbox_.at(own->landing.tile(sender_, tile));
}

template <class Real>
void TileExchange<Real>::note_all()
{
    for (const Destination& to : destinations_) {
        if (to.packet.receiver == s_) continue;
        for (Index column = 0; column < columns_; column += lanes_) {
            pack_in_pieces(to.packet, 0, std::min(lanes_, columns_ - column),
                           [&](Index, Index count, Index, Index) { outbox_.note(to.packet.receiver, count); });
        }
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
