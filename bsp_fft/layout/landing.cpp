#include "bsp_fft/layout/landing.hpp"

#include "bsp_fft/layout/general_change.hpp"

namespace bspfft {

// In a general change the packets of the first process that sends any stand for all.
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

ChangeCounts::ChangeCounts(const Layout& from, const Layout& to, const Landing& landing)
    : from_(from), to_(to), landing_(landing)
{
    require_same_elements(from, to);
    if (!are_products(from, to) || !landing.spreads || landing.put_length > 0) return;
    product_.emplace(from, to);
    for (const Index parts : from.grid()) partners_.emplace_back(static_cast<std::size_t>(parts), Index{-1});
}

ChangeCount ChangeCounts::of(Index s) const { return product_ ? by_axes(s) : by_packets(s); }

ChangeCount ChangeCounts::by_axes(Index s) const
{
    const Index kept = product_->kept(s);
    const std::vector<Index> parts = from_.coordinates(s);
    Index partners = 1;
    for (std::size_t l = 0; l < parts.size(); ++l) {
        Index& along = partners_[l][static_cast<std::size_t>(parts[l])];
        if (along < 0) along = product_->axis_partners(l, parts[l]);
        partners *= along;
    }
    return {from_.local_size(s) - kept, to_.local_size(s) - kept, partners - (kept > 0 ? 1 : 0), partners};
}

ChangeCount ChangeCounts::by_packets(Index s) const
{
    ChangeCount count{from_.local_size(s), to_.local_size(s), 0, 0};
    for (const GeneralPacket& packet : outgoing_packets(from_, to_, s)) {
        ++count.partners;
        if (packet.partner == s) {
            count.elements_sent -= packet.length;
            count.elements_received -= packet.length;
            continue;
        }
        for_each_piece(packet, landing_, 0, packet.length, [&](Index, Index, Index) { ++count.puts; });
    }
    return count;
}

ChangeCount ChangeCounts::most() const
{
    ChangeCount most{0, 0, 0, 0};
    for (Index s = 0; s < from_.p(); ++s) {
        const ChangeCount one = of(s);
        for (const auto member : {&ChangeCount::elements_sent, &ChangeCount::elements_received, &ChangeCount::puts,
                                  &ChangeCount::partners})
            most.*member = std::max(most.*member, one.*member);
    }
    return most;
}

}  // namespace bspfft
