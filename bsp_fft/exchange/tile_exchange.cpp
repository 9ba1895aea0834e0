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
      keeps_by_buffer_(checked_product(columns_, rows_) > cached_bytes / static_cast<Index>(2 * sizeof(Real))),
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
    for (Index number = 0; number < std::ssize(destinations_); ++number) {
        const auto& [packet, landing] = destinations_[static_cast<std::size_t>(number)];
        const Index place = landing.tile(sender_, tile);
        const bool own = packet.receiver == s_;
        const Real* const packed = packer.packed_on_device(number);
        if (own && packed) continue;
        if (own && !keeps_by_buffer_) {
            packer.pack(number, 0, packet.rows, outbox_.at(place));
            continue;
        }
        for (Index row = 0; row < packet.rows; row += put_rows_) {
            const Index rows = std::min(put_rows_, packet.rows - row), first = row * columns, count = rows * columns;
            if (packed) {
                outbox_.send_from_device(packet.receiver, place + first, count, packed + reals_per_complex * first);
                continue;
            }
            packer.pack(number, row, rows, outbox_.next());
            own ? outbox_.keep(place + first, count) : outbox_.send(packet.receiver, place + first, count);
        }
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
            const Index width = std::min(lanes_, columns_ - column);
            for (Index row = 0; row < to.packet.rows; row += put_rows_)
                outbox_.count_copied(to.packet.receiver, std::min(put_rows_, to.packet.rows - row) * width);
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
