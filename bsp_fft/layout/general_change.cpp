#include "bsp_fft/layout/general_change.hpp"

#include <tuple>

#include "bsp_fft/base/send_order.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/layout/product_change.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

namespace {

/// An element of one process that another has before or after.
struct Element {
    Index partner;
    Index to;
    Index from;

    friend bool operator<(const Element& a, const Element& b)
    {
        return std::tie(a.partner, a.to) < std::tie(b.partner, b.to);
    }
};

std::vector<Element> elements_of(const Layout& from, const Layout& to, Index s, Side side)
{
    const Layout& own = side == Side::sender ? from : to;
    const Layout& other = side == Side::sender ? to : from;
    std::vector<Element> elements;
    elements.reserve(static_cast<std::size_t>(own.local_size(s)));
    for (Index i = 0; i < own.local_span(s); ++i) {
        const Index j = own.global(s, i);
        if (j >= 0) elements.push_back({other.owner(j), to.local(j), from.local(j)});
    }
    std::sort(elements.begin(), elements.end());
    return elements;
}

std::vector<GeneralPacket> enumerated(const Layout& from, const Layout& to, Index s, Side side)
{
    std::vector<GeneralPacket> packets;
    for (const Element& element : elements_of(from, to, s, side)) {
        if (packets.empty() || packets.back().partner != element.partner)
            packets.push_back({element.partner, 0, 0, {GeneralPacket::Axis{}}});
        GeneralPacket& packet = packets.back();
        append(packet.axes.front().runs, {element.from, element.to, 1, 1, 1});
        packet.axes.front().count = ++packet.length;
    }
    return packets;
}

// Counts the elements of all senders before s.
void find_landings(const Layout& from, const Layout& to, Index s, std::vector<GeneralPacket>& outgoing)
{
    std::vector<Index> before(static_cast<std::size_t>(to.p()));
    for (Index j = 0; j < from.n(); ++j) {
        if (from.owner(j) < s) ++before[static_cast<std::size_t>(to.owner(j))];
    }
    for (GeneralPacket& packet : outgoing) packet.landing = before[static_cast<std::size_t>(packet.partner)];
}

Index place_in(const GeneralPacket::Axis& axis, Index i, Side side)
{
    const auto run = run_with(axis, i);
    return start_of(*run, side) + (i - run->first) * step_of(*run, side);
}

}  // namespace

void require_same_elements(const Layout& from, const Layout& to)
{
    if (from.n() != to.n() || from.p() != to.p())
        throw Error(Status::invalid_argument, text("no move from a layout of n = ", from.n(), ", p = ", from.p(),
                                                   " to one of n = ", to.n(), ", p = ", to.p(),
                                                   "; n and p must stay"));
}

std::vector<GeneralPacket> outgoing_packets(const Layout& from, const Layout& to, Index s)
{
    require_same_elements(from, to);
    return are_products(from, to) ? ProductChange(from, to).packets(s, Side::sender)
                                  : enumerated(from, to, s, Side::sender);
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
    require_same_elements(from, to);
    if (!with_landings) {
        outgoing_ = outgoing_packets(from, to, s);
    } else if (are_products(from, to)) {
        const ProductChange change(from, to);
        outgoing_ = change.packets(s, Side::sender);
        incoming_ = change.packets(s, Side::receiver);
        change.find_landings(s, outgoing_);
    } else {
        outgoing_ = enumerated(from, to, s, Side::sender);
        incoming_ = enumerated(from, to, s, Side::receiver);
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
