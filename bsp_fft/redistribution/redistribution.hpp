// Moves a vector from one cycle to another: pack, put, sync.
#pragma once

#include <complex>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/redistribution/packet_map.hpp"
#include "bspfft/options.hpp"

namespace bspfft {

/// Whether packets leave one after another from the same small buffer: bsp_put copies them at the call, and so
/// does an hpput that completes at the call. Otherwise each needs its place until the sync.
inline bool reuses_packet_buffer(Exchange exchange)
{
    return exchange == Exchange::put || Port::completes_at_call();
}

/// One redistribution of one process, with its buffers; moves without allocation.
///
/// A growing cycle, by put: in place; the BSPlib buffers the packets.
/// A growing cycle, by hpput: into the other array, which its owner must not be using. Packets leave from a
/// buffer for one of them where hpput completes at the call, and otherwise from one for all. A shrinking
/// cycle: the pieces land in the other array and are spread from there.
template <class Real>
class Redistribution {
public:
    using Complex = std::complex<Real>;

    Redistribution(PacketMap map, Exchange exchange, Index s);

    /// Whether the vector is in the other array afterwards.
    bool changes_array() const { return map_.grows && exchange_ == Exchange::hpput; }

    /// Moves x; all processes have registered the array that packets land in (x for put with a growing cycle,
    /// else other). Cost: one superstep, h as the schedule counts it.
    void run(Port& port, Complex* x, Complex* other);

    /// Bytes of its buffers, for the check before planning.
    static Index buffer_bytes(const PacketMap& map, Exchange exchange);

private:
    void grow_by_put(Port& port, Complex* x);
    void grow_by_hpput(Port& port, const Complex* x, Complex* other);
    void shrink(Port& port, Complex* x, Complex* other);
    void gather(const Packet& packet, const Complex* x, Complex* piece) const;
    bool own(const Packet& packet) const { return packet.receiver == s_; }
    Index bytes(Index elements) const { return elements * static_cast<Index>(sizeof(Complex)); }

    PacketMap map_;
    Exchange exchange_;
    Index s_;
    Buffer<Complex> packed_;
    Buffer<Complex> kept_;  ///< the own packet, while the array it belongs to is still being read
};

}  // namespace bspfft
