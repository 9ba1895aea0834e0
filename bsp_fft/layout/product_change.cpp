#include "bsp_fft/layout/product_change.hpp"

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/layout/axis_parts.hpp"

namespace bspfft {

namespace {

using Axis = GeneralPacket::Axis;

// The runs of an axis in the places of the whole local arrays.
Axis scaled(std::vector<Run> runs, Index from, Index to)
{
    const Index count = runs.back().first + runs.back().count;
    for (Run& run : runs) {
        run.from *= from;
        run.from_step *= from;
        run.to *= to;
        run.to_step *= to;
    }
    return {std::move(runs), count};
}

void shift(Axis& axis, const Run& by)
{
    for (Run& run : axis.runs) {
        run.from += by.from;
        run.to += by.to;
    }
}

// Adds a faster axis, or makes the last one longer if both together are one run: fewer and longer stretches.
void add_axis(std::vector<Axis>& axes, Axis axis)
{
    if (axes.empty()) return axes.push_back(std::move(axis));
    Axis& slow = axes.back();
    if (axis.count == 1) return shift(slow, axis.runs.front());
    if (slow.count == 1) {
        shift(axis, slow.runs.front());
        slow = std::move(axis);
        return;
    }
    const Run& outer = slow.runs.front();
    const Run& inner = axis.runs.front();
    const bool one = slow.runs.size() == 1 && axis.runs.size() == 1 &&
                     outer.from_step == inner.count * inner.from_step && outer.to_step == inner.count * inner.to_step;
    if (!one) return axes.push_back(std::move(axis));
    const Index count = slow.count * axis.count;
    slow = {{{outer.from + inner.from, outer.to + inner.to, inner.from_step, inner.to_step, count}}, count};
}

}  // namespace

ProductChange::ProductChange(const Layout& from, const Layout& to) : from_(from), to_(to)
{
    for (std::size_t l = 0; l < from.axes().size(); ++l) axes_.emplace_back(from.axes()[l], to.axes()[l]);
}

std::vector<GeneralPacket> ProductChange::packets(Index s, Side side) const
{
    const bool sends = side == Side::sender;
    const std::vector<Index> mine = sends ? from_.coordinates(s) : to_.coordinates(s);
    const Layout& theirs = sends ? to_ : from_;
    std::vector<std::vector<std::vector<Run>>> runs(axes_.size());
    for (std::size_t l = 0; l < axes_.size(); ++l) {
        for (Index part = 0; part < theirs.grid()[l]; ++part)
            runs[l].push_back(sends ? axes_[l].runs(mine[l], part) : axes_[l].runs(part, mine[l]));
    }
    std::vector<GeneralPacket> packets;
    for (Index partner = 0; partner < theirs.p(); ++partner) {
        const std::vector<Index> parts = theirs.coordinates(partner);
        GeneralPacket packet{partner, 1, 0, {}};
        for (std::size_t l = 0; l < axes_.size() && packet.length > 0; ++l) {
            const std::vector<Run>& along = runs[l][size_of(parts[l])];
            packet.length *= along.empty() ? 0 : along.back().first + along.back().count;
        }
        if (packet.length == 0) continue;
        const std::vector<Index> from = from_.axis_strides(sends ? s : partner);
        const std::vector<Index> to = to_.axis_strides(sends ? partner : s);
        for (const Index l : to_.axes_in_memory())
            add_axis(packet.axes,
                     scaled(runs[size_of(l)][size_of(parts[size_of(l)])], from[size_of(l)], to[size_of(l)]));
        packets.push_back(std::move(packet));
    }
    return packets;
}

// A sender comes before s if it does along the first axis where their coordinates differ. So the sum over them is one
// over the axes: equal coordinates before the axis, smaller ones along it, and any after it.
void ProductChange::find_landings(Index s, std::vector<GeneralPacket>& outgoing) const
{
    const std::vector<Index> mine = from_.coordinates(s);
    std::vector<std::vector<Index>> before(axes_.size());
    for (std::size_t l = 0; l < axes_.size(); ++l) {
        for (Index t = 0; t < to_.grid()[l]; ++t) {
            before[l].push_back(0);
            for (Index sender = 0; sender < mine[l]; ++sender) before[l].back() += axes_[l].count(sender, t);
        }
    }
    for (GeneralPacket& packet : outgoing) {
        const std::vector<Index> theirs = to_.coordinates(packet.partner);
        packet.landing = 0;
        Index equal = 1;
        for (std::size_t l = 0; l < axes_.size(); ++l) {
            Index any = 1;
            for (std::size_t k = l + 1; k < axes_.size(); ++k) any *= to_.axes()[k].size(theirs[k]);
            packet.landing += equal * before[l][size_of(theirs[l])] * any;
            equal *= axes_[l].count(mine[l], theirs[l]);
        }
    }
}

Index ProductChange::kept(Index s) const
{
    const std::vector<Index> before = from_.coordinates(s), after = to_.coordinates(s);
    Index kept = 1;
    for (std::size_t l = 0; l < axes_.size(); ++l) kept *= axes_[l].count(before[l], after[l]);
    return kept;
}

Index ProductChange::axis_partners(std::size_t axis, Index part) const
{
    Index partners = 0;
    for (Index t = 0; t < to_.grid()[axis]; ++t) partners += axes_[axis].count(part, t) > 0 ? 1 : 0;
    return partners;
}

}  // namespace bspfft
