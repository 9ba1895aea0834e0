// Packets out of an array, and packets spread over one: elements in the order of a layout, whatever they are.
#pragma once

#include <algorithm>

#include "bsp_fft/layout/general_change.hpp"

namespace bspfft {

/// Calls visit(e, place, stride, count) for elements first .. first+count-1 of a packet, in runs along the fastest
/// digit; `side` says whether places are the sender's or the receiver's.
template <class Visit>
void for_each_stretch(const LayoutChange& change, Index ChangedDigit::* side, Index first, Index count, Visit visit)
{
    const bool single = change.staying().empty();
    const Index radix = single ? 1 : change.staying().back().radix;
    const Index stride = single ? 1 : change.staying().back().*side;
    for (Index e = first; e < first + count;) {
        const Index stretch = std::min(radix - e % radix, first + count - e);
        visit(e, side == &ChangedDigit::from ? change.source_place(e) : change.landing_place(e), stride, stretch);
        e += stretch;
    }
}

/// Elements first .. first+count-1 of a packet, out of the array of its sender.
template <class Element>
void gather(const LayoutChange& change, const OutgoingPacket& packet, Index first, Index count, const Element* array,
            Element* to)
{
    const Element* const from = array + packet.source;
    for_each_stretch(change, &ChangedDigit::from, first, count, [&](Index e, Index place, Index stride, Index stretch) {
        for (Index r = 0; r < stretch; ++r) to[e - first + r] = from[place + r * stride];
    });
}

template <class Element>
void gather(const GeneralPacket& packet, Index first, Index count, const Element* array, Element* to)
{
    for_each_stretch(packet, Side::sender, first, count, [&](Index e, Index place, Index stride, Index stretch) {
        for (Index r = 0; r < stretch; ++r) to[e - first + r] = array[place + r * stride];
    });
}

/// One packet to its places in the receiver's array, from its landing on.
template <class Element>
void spread(const LayoutChange& change, const Element* packet, Element* to)
{
    for_each_stretch(change, &ChangedDigit::to, 0, change.packet_length(),
                     [&](Index e, Index place, Index stride, Index stretch) {
                         for (Index r = 0; r < stretch; ++r) to[place + r * stride] = packet[e + r];
                     });
}

template <class Element>
void spread(const GeneralPacket& packet, const Element* elements, Element* to)
{
    for_each_stretch(packet, Side::receiver, 0, packet.length,
                     [&](Index e, Index place, Index stride, Index stretch) {
                         for (Index r = 0; r < stretch; ++r) to[place + r * stride] = elements[e + r];
                     });
}

}  // namespace bspfft
