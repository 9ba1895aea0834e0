#include "bsp_fft/layout/general_change.hpp"

#include <array>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/send_order.hpp"
#include "bsp_fft/layout/product_change.hpp"

namespace bspfft {

namespace {

// Shorter runs of complex numbers are not worth a put each.
constexpr Index short_run = 128;

// Element by element: by partner, and in the order of the receiver's places.
std::vector<GeneralPacket> enumerated(const Layout& from, const Layout& to, Index s, Side side)
{
    const Layout& own = side == Side::sender ? from : to;
    const Layout& other = side == Side::sender ? to : from;
    std::vector<std::array<Index, 3>> elements;  // the partner, the place after, the place before
    elements.reserve(size_of(own.local_size(s)));
    for (Index i = 0; i < own.local_span(s); ++i) {
        const Index j = own.global(s, i);
        if (j >= 0) elements.push_back({other.owner(j), to.local(j), from.local(j)});
    }
    std::sort(elements.begin(), elements.end());
    std::vector<GeneralPacket> packets;
    for (const auto& [partner, after, before] : elements) {
        if (packets.empty() || packets.back().partner != partner)
            packets.push_back({partner, 0, 0, {GeneralPacket::Axis{}}});
        GeneralPacket& packet = packets.back();
        append(packet.axes.front().runs, {before, after, 1, 1, 1});
        packet.axes.front().count = ++packet.length;
    }
    return packets;
}

std::vector<GeneralPacket> packets_of(const Layout& from, const Layout& to, Index s, Side side)
{
    return are_products(from, to) ? ProductChange(from, to).packets(s, side) : enumerated(from, to, s, side);
}

// Otherwise counts the elements of all senders before s.
void find_landings(const Layout& from, const Layout& to, Index s, std::vector<GeneralPacket>& outgoing)
{
    if (are_products(from, to)) return ProductChange(from, to).find_landings(s, outgoing);
    std::vector<Index> before(size_of(to.p()));
    for (Index j = 0; j < from.n(); ++j) {
        if (from.owner(j) < s) ++before[size_of(to.owner(j))];
    }
    for (GeneralPacket& packet : outgoing) packet.landing = before[size_of(packet.partner)];
}

}  // namespace

void append(std::vector<Run>& runs, Run run)
{
    if (run.count == 0) return;
    if (!runs.empty()) {
        Run& last = runs.back();
        const bool single = last.count == 1;
        const Index from_step = single ? run.from - last.from : last.from_step;
        const Index to_step = single ? run.to - last.to : last.to_step;
        const bool goes_on = run.from == last.from + last.count * from_step && run.to == last.to + last.count * to_step;
        const bool same = run.count == 1 || (run.from_step == from_step && run.to_step == to_step);
        if (goes_on && same) {
            last = {last.from, last.to, from_step, to_step, last.count + run.count, last.first};
            return;
        }
        run.first = last.first + last.count;
    }
    runs.push_back(run);
}

void require_same_elements(const Layout& from, const Layout& to)
{
    if (from.n() != to.n() || from.p() != to.p())
        throw refusal("no move from a layout of n = ", from.n(), ", p = ", from.p(), " to one of n = ", to.n(),
                      ", p = ", to.p(), "; n and p must stay");
}

std::vector<GeneralPacket> outgoing_packets(const Layout& from, const Layout& to, Index s)
{
    require_same_elements(from, to);
    return packets_of(from, to, s, Side::sender);
}

Index GeneralPacket::row_place(Index row, Side side) const
{
    Index place = 0;
    for (std::size_t l = axes.size() - 1; l-- > 0;) {
        const Index i = row % axes[l].count;
        const auto run = run_with(axes[l], i);
        place += start_of(*run, side) + (i - run->first) * step_of(*run, side);
        row /= axes[l].count;
    }
    return place;
}

GeneralChange::GeneralChange(const Layout& from, const Layout& to, Index s, bool with_landings) : s_(s)
{
    outgoing_ = outgoing_packets(from, to, s);
    if (with_landings) {
        incoming_ = packets_of(from, to, s, Side::receiver);
        find_landings(from, to, s, outgoing_);
    }
    Index landed = 0;
    for (GeneralPacket& packet : incoming_) {
        packet.landing = landed;
        landed += packet.length;
    }
    const Index p = from.p();
    std::ranges::sort(outgoing_, {}, [&](const GeneralPacket& one) { return send_order(s, one.partner, p); });
}

const GeneralPacket* GeneralChange::own() const
{
    return !outgoing_.empty() && outgoing_.back().partner == s_ ? &outgoing_.back() : nullptr;
}

// In a general change the packets of the first process that sends any stand for all.
Landing plain_landing(const Layout& from, const Layout& to)
{
    if (have_common_digits(from, to)) {
        const LayoutChange change(from, to);
        return {change.run_length() < std::min(short_run, change.packet_length())};
    }
    Index elements = 0, pieces = 0, packets = 0;
    for (Index s = 0; s < from.p() && packets == 0; ++s) {
        for (const GeneralPacket& packet : outgoing_packets(from, to, s)) {
            ++packets;
            elements += packet.length;
            for_each_piece(packet, Landing{}, [&](Index, Index, Index) { ++pieces; });
        }
    }
    return {to.has_gaps() || (pieces > packets && elements < short_run * pieces)};
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
    } else if (are_products(from, to) && landing.spreads) {
        product_ = std::make_shared<ProductChange>(from, to);
    }
}

MoveCounts ChangeCounts::of(Index s) const
{
    if (digits_) return by_digits(digits_->keeps(s));
    if (!product_) return by_packets(s);
    MoveCounts counts = product_->counts(s);
    counts.words_sent *= words_;
    counts.words_received *= words_;
    return counts;
}

MoveCounts ChangeCounts::by_digits(bool keeps) const
{
    const Index others = digits_->packets() - (keeps ? 1 : 0), length = digits_->packet_length();
    const Index words = words_ * length * others;
    return {words, words, others * (length / run_length(*digits_, landing_)), digits_->packets()};
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
        for_each_piece(packet, landing_, [&](Index, Index, Index) { ++counts.messages; });
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
