// Packets out of an array, and packets spread over one: complex or real numbers in the order of a layout.
#pragma once

#include <algorithm>
#include <complex>

#include "bsp_fft/layout/general_change.hpp"
#include "bsp_fft/layout/packets.hpp"

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

/// Elements are complex or real. The changes must outlive it.
template <class Real, class Element = std::complex<Real>>
class ArraySource final : public PacketSource<Real> {
public:
    ArraySource(const LayoutChange& change, const Element* array) : digits_(&change), array_(array) {}
    ArraySource(const GeneralChange& change, const Element* array) : general_(&change), array_(array) {}
    ArraySource(const ProcessChange& change, const Element* array)
        : digits_(change.digits()), general_(change.general()), array_(array)
    {}

    void pack(const OutgoingPacket& packet, Index first, Index count, Real* to) const override
    {
        auto* const piece = reinterpret_cast<Element*>(to) - first;
        const Element* const from = array_ + packet.source;
        const auto gather = [&](Index e, Index place, Index stride, Index stretch) {
            for (Index r = 0; r < stretch; ++r) piece[e + r] = from[place + r * stride];
        };
        if (digits_)
            for_each_stretch(*digits_, &ChangedDigit::from, first, count, gather);
        else
            for_each_stretch(general_->outgoing()[static_cast<std::size_t>(packet.number)], Side::sender, first, count,
                             gather);
    }

private:
    const LayoutChange* digits_ = nullptr;
    const GeneralChange* general_ = nullptr;
    const Element* array_;
};

/// All packets of an array of elements of one or two reals.
template <class Real>
void deliver_array(const ProcessChange& change, const Real* array, Index reals_per_element, PacketSink<Real>& sink)
{
    using Complex = std::complex<Real>;
    if (reals_per_element == 1)
        sink.deliver(0, change.longest(), ArraySource<Real, Real>(change, array));
    else
        sink.deliver(0, change.longest(), ArraySource<Real>(change, reinterpret_cast<const Complex*>(array)));
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
