#include "bsp_fft/redistribution/packet_map.hpp"

#include <algorithm>

#include "bsp_fft/base/powers.hpp"
#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

namespace {

Index turn(const Packet& packet, Index s, Index p)
{
    const Index t = packet.receiver;
    return is_power_of_two(p) ? t ^ (p - 1 - s) : (t - s - 1 + p) % p;
}

// Local index i with the number of its block, of `radix` blocks, bit-reversed.
Index in_natural_order(Index i, Index local, Index radix)
{
    const Index block = local / radix;
    return reverse_bits(i / block, log2_exact(radix)) * block + i % block;
}

}  // namespace

// With f = c1/c0 > 1 local elements j and j + f have the same owner under the larger cycle, at neighbouring
// places; so f packets (or one for each element, if there are fewer) suffice. With f < 1 the same holds on
// the receiver's side. Where they go is asked of the distributions; no index map is written a second time
// here.
PacketMap::PacketMap(const GroupCyclic& from, const GroupCyclic& to, Index s, Index natural_radix)
    : grows(to.cycle() >= from.cycle())
{
    const Index larger = std::max(from.cycle(), to.cycle());
    const Index smaller = std::min(from.cycle(), to.cycle());
    if (from.n() != to.n() || from.p() != to.p() || larger % smaller != 0) {
        throw Error(Status::invalid_argument,
                    text("no redistribution from cycle ", from.cycle(), " of n = ", from.n(),
                         ", p = ", from.p(), " to cycle ", to.cycle(), " of n = ", to.n(), ", p = ", to.p(),
                         "; n and p must stay, and one cycle must divide the other"));
    }
    const Index local = from.local_size();
    const Index count = std::min(larger / smaller, local);
    length = local / count;
    source_stride = grows ? count : 1;
    target_stride = grows ? 1 : count;
    for (Index i = 0; i < count; ++i) {
        const Index source = grows ? i : i * length;
        const Index j = from.global(s, source);
        const Index target =
            natural_radix > 1 ? in_natural_order(to.local(j), local, natural_radix) : to.local(j);
        packets.push_back({to.owner(j), source, target, grows ? target : target % count * length});
    }
    std::sort(packets.begin(), packets.end(),
              [&](const Packet& a, const Packet& b) { return turn(a, s, from.p()) < turn(b, s, from.p()); });
}

}  // namespace bspfft
