#include "bsp_fft/layout/general_change.hpp"

#include <array>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/send_order.hpp"
#include "bsp_fft/layout/product_change.hpp"

namespace bspfft {

namespace {

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

Index place_in(const GeneralPacket::Axis& axis, Index i, Side side)
{
    const auto run = run_with(axis, i);
    return start_of(*run, side) + (i - run->first) * step_of(*run, side);
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
        place += place_in(axes[l], row % axes[l].count, side);
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
    std::sort(outgoing_.begin(), outgoing_.end(), [s, p](const GeneralPacket& a, const GeneralPacket& b) {
        return send_order(s, a.partner, p) < send_order(s, b.partner, p);
    });
}

const GeneralPacket* GeneralChange::own() const
{
    return !outgoing_.empty() && outgoing_.back().partner == s_ ? &outgoing_.back() : nullptr;
}

}  // namespace bspfft
