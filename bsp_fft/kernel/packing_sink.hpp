// A sink for measuring kernels: packets are packed, but not sent.
#pragma once

#include <algorithm>
#include <vector>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/kernel/pass.hpp"
#include "bsp_fft/layout/landing.hpp"
#include "bsp_fft/layout/packets.hpp"

namespace bspfft {

/// Packs as a plan does, but sends nothing: packing is computation, a put is not. A process's packet to itself is
/// stored in its landing array.
template <class Real>
class PackingSink final : public PacketSink<Real> {
public:
    PackingSink(const Pass& pass, Real* landing)
        : change_(pass.after, pass.move->to),
          landing_(pass.move->landing),
          packets_(change_.packets_of(pass.s)),
          s_(pass.s),
          piece_(put_length(change_, landing_)),
          packed_(2 * piece_),
          array_(landing)
    {}

    void deliver(Index first, Index count, const PacketSource<Real>& source) override
    {
        for (const OutgoingPacket& packet : packets_) {
            if (packet.receiver == s_) {
                const Index place = change_.landing(s_) + change_.landing_place(first);
                source.pack(packet, first, count, array_ + 2 * landing_.address(place));
                continue;
            }
            for (Index at = first; at < first + count; at += piece_)
                source.pack(packet, at, std::min(piece_, first + count - at), packed_.data());
        }
    }

private:
    LayoutChange change_;
    Landing landing_;
    std::vector<OutgoingPacket> packets_;
    Index s_;
    Index piece_;
    Buffer<Real> packed_;
    Real* array_;
};

}  // namespace bspfft
