// A sink for measuring kernels: packets are packed, but not sent.
#pragma once

#include <algorithm>
#include <vector>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/layout/grid_cut.hpp"

namespace bspfft {

/// Packs as a plan does, but sends nothing: packing is computation, a put is not. A process's packet to itself is
/// stored in its landing array.
template <class Real>
class PackingSink final : public TileSink<Real> {
public:
    PackingSink(const TilePackets& packets, Index s, Real* landing)
        : packets_(tile_packets_of(packets, s)),
          landing_(packets, s),
          sender_(sender_number(packets.axes, s)),
          s_(s),
          put_rows_(packets.put_rows),
          packed_(2 * packets.put_rows * packets.lanes),
          array_(landing)
    {}

    void deliver(Index tile, Index, const TilePacker<Real>& packer) override
    {
        for (std::size_t i = 0; i < packets_.size(); ++i) {
            const auto number = static_cast<Index>(i);
            const Index rows = packets_[i].rows;
            if (packets_[i].receiver == s_) {
                packer.pack(number, 0, rows, array_ + 2 * landing_.tile(sender_, tile));
                continue;
            }
            for (Index row = 0; row < rows; row += put_rows_)
                packer.pack(number, row, std::min(put_rows_, rows - row), packed_.data());
        }
    }

    Real* own_place(Index tile) override { return array_ + 2 * landing_.tile(sender_, tile); }

private:
    std::vector<TilePacket> packets_;
    TileLanding landing_;
    Index sender_;
    Index s_;
    Index put_rows_;
    Buffer<Real> packed_;
    Real* array_;
};

}  // namespace bspfft
