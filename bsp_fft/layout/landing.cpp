#include "bsp_fft/layout/landing.hpp"

#include "bsp_fft/layout/general_change.hpp"

namespace bspfft {

// Of a general change, the packets of the first process that sends any stand for all.
Landing plain_landing(const Layout& from, const Layout& to)
{
    if (have_common_digits(from, to)) return plain_landing(LayoutChange(from, to));
    Landing landing;
    Index elements = 0, pieces = 0, packets = 0;
    for (Index s = 0; s < from.p() && packets == 0; ++s) {
        for (const GeneralPacket& packet : outgoing_packets(from, to, s)) {
            ++packets;
            elements += packet.length;
            for_each_piece(packet, landing, 0, packet.length, [&](Index, Index, Index) { ++pieces; });
        }
    }
    landing.spreads = to.has_gaps() || (pieces > packets && elements < short_run * pieces);
    return landing;
}

Index landing_length(const Layout& to, const Landing& landing, Index s)
{
    return landing.spreads ? to.local_size(s) : to.local_span(s);
}

}  // namespace bspfft
