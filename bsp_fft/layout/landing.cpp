#include "bsp_fft/layout/landing.hpp"

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/layout/general_change.hpp"

namespace bspfft {

namespace {

// Shorter runs of complex numbers are not worth a put each.
constexpr Index short_run = 128;

}  // namespace

// In a general change the packets of the first process that sends any stand for all.
Landing plain_landing(const Layout& from, const Layout& to)
{
    Landing landing;
    if (have_common_digits(from, to)) {
        const LayoutChange change(from, to);
        landing.spreads = change.run_length() < std::min(short_run, change.packet_length());
        return landing;
    }
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

ChangeCounts::ChangeCounts(const Layout& from, const Layout& to, const Landing& landing, Index words_per_element)
    : from_(from), to_(to), landing_(landing), words_(words_per_element)
{
    require_same_elements(from, to);
    if (have_common_digits(from, to)) {
        digits_.emplace(from, to);
    } else if (are_products(from, to) && landing.spreads && landing.put_length == 0) {
        product_.emplace(from, to);
        for (const Index parts : from.grid()) partners_.emplace_back(size_of(parts), Index{-1});
    }
}

MoveCounts ChangeCounts::of(Index s) const
{
    return digits_ ? by_digits(digits_->keeps(s)) : product_ ? by_axes(s) : by_packets(s);
}

MoveCounts ChangeCounts::by_digits(bool keeps) const
{
    const Index others = digits_->packets() - (keeps ? 1 : 0), length = digits_->packet_length();
    const Index run = run_length(*digits_, landing_), put = put_length(*digits_, landing_);
    const Index words = words_ * length * others;
    return {words, words, others * (length / run) * ((run + put - 1) / put), digits_->packets()};
}

MoveCounts ChangeCounts::by_axes(Index s) const
{
    const Index kept = product_->kept(s);
    const std::vector<Index> parts = from_.coordinates(s);
    Index partners = 1;
    for (std::size_t l = 0; l < parts.size(); ++l) {
        Index& along = partners_[l][size_of(parts[l])];
        if (along < 0) along = product_->axis_partners(l, parts[l]);
        partners *= along;
    }
    return {words_ * (from_.local_size(s) - kept), words_ * (to_.local_size(s) - kept), partners - (kept > 0 ? 1 : 0),
            partners};
}

MoveCounts ChangeCounts::by_packets(Index s) const
{
    MoveCounts counts{words_ * from_.local_size(s), words_ * to_.local_size(s)};
    for (const GeneralPacket& packet : outgoing_packets(from_, to_, s)) {
        ++counts.partners;
        if (packet.partner == s) {
            counts.words_sent -= words_ * packet.length;
            counts.words_received -= words_ * packet.length;
            continue;
        }
        for_each_piece(packet, landing_, 0, packet.length, [&](Index, Index, Index) { ++counts.messages; });
    }
    return counts;
}

MoveCounts ChangeCounts::most() const
{
    if (digits_) return by_digits(!digits_->some_keep_nothing());
    MoveCounts most;
    for (Index s = 0; s < from_.p(); ++s) most.raise_to(of(s));
    return most;
}

}  // namespace bspfft
