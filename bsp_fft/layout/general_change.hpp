// What moves between any two layouts: packets of any length, to some of the processes; how they are stored in the
// landing array, and how much each process sends and receives.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "bsp_fft/layout/grid_cut.hpp"
#include "bsp_fft/layout/layout_change.hpp"

namespace bspfft {

class ProductChange;

enum class Side { sender, receiver };

/// Elements that move together: number i of them is at place from + i from_step before, to + i to_step after.
struct Run {
    Index from;
    Index to;
    Index from_step;
    Index to_step;
    Index count;
    Index first = 0;  ///< elements of the runs before it
};

/// Appends a run to a list, or joins it to the last one if it continues that with the same steps.
void append(std::vector<Run>& runs, Run run);

/// The elements that go from one process to another, in the order of the receiver's places. Their numbers are those of
/// an array, whose axes are lists of runs; the place of an element is the sum of its places along these axes.
struct GeneralPacket {
    /// Some of the elements along an axis.
    struct Axis {
        std::vector<Run> runs;
        Index count = 0;
    };

    Index partner;  ///< the receiver; the sender, if the packet comes in
    Index length = 1;
    Index landing = 0;       ///< elements that land before it, if packets land in one piece each, by their senders
    std::vector<Axis> axes;  ///< the slowest first; at least one

    /// The sum over all axes but the last, for a row of the last one.
    Index row_place(Index row, Side side) const;
};

inline Index start_of(const Run& run, Side side) { return side == Side::sender ? run.from : run.to; }
inline Index step_of(const Run& run, Side side) { return side == Side::sender ? run.from_step : run.to_step; }

/// The run with element i of an axis.
inline std::vector<Run>::const_iterator run_with(const GeneralPacket::Axis& axis, Index i)
{
    const auto after = [](Index number, const Run& run) { return number < run.first; };
    return std::upper_bound(axis.runs.begin(), axis.runs.end(), i, after) - 1;
}

/// Calls visit(e, place, step, count) for elements first .. first+count-1 of a packet, run by run.
template <class Visit>
void for_each_stretch(const GeneralPacket& packet, Side side, Index first, Index count, Visit visit)
{
    const GeneralPacket::Axis& last = packet.axes.back();
    const Index end = first + count;
    for (Index e = first; e < end;) {
        const Index row_start = e / last.count * last.count, row_end = std::min(row_start + last.count, end);
        const Index place = packet.row_place(e / last.count, side);
        for (auto run = run_with(last, e - row_start); e < row_end; ++run) {
            const Index skipped = e - row_start - run->first;
            const Index stretch = std::min(run->count - skipped, row_end - e);
            visit(e, place + start_of(*run, side) + skipped * step_of(*run, side), step_of(*run, side), stretch);
            e += stretch;
        }
    }
}

/// Calls visit(e, place, count) for the pieces of a packet that one put each sends; `place` is in the landing array.
template <class Visit>
void for_each_piece(const GeneralPacket& packet, const Landing& landing, Visit visit)
{
    if (landing.spreads) return visit(Index{0}, packet.landing, packet.length);
    // stretches that begin where the last one ended, at the receiver, are one piece
    Index start = 0, place = 0, length = 0;
    const auto add = [&](Index e, Index at, Index more) {
        if (at != place + length) {
            if (length > 0) visit(start, place, length);
            start = e;
            place = at;
            length = 0;
        }
        length += more;
    };
    for_each_stretch(packet, Side::receiver, 0, packet.length, [&](Index e, Index at, Index step, Index stretch) {
        if (step == 1) return add(e, at, stretch);
        for (Index r = 0; r < stretch; ++r) add(e + r, at + r * step, 1);
    });
    visit(start, place, length);
}

/// Throws Error(invalid_argument) unless n and p are equal.
void require_same_elements(const Layout& from, const Layout& to);

/// The packets that process s sends or keeps, by receiver. Their landings are not found.
std::vector<GeneralPacket> outgoing_packets(const Layout& from, const Layout& to, Index s);

/// The packets of one process; there are no empty ones.
///
/// If both layouts are products over the same shape, each axis is looked at by itself. Otherwise the elements are
/// enumerated: the process's own for its packets, and all n for where they land.
class GeneralChange {
public:
    /// Without landings there is nothing but what goes out. Requires equal n and p; otherwise throws
    /// Error(invalid_argument).
    GeneralChange(const Layout& from, const Layout& to, Index s, bool with_landings = true);

    /// In the order in which they are sent; its own, if there is one, last.
    const std::vector<GeneralPacket>& outgoing() const { return outgoing_; }
    /// In the order of the senders, which is that of their landing.
    const std::vector<GeneralPacket>& incoming() const { return incoming_; }
    /// The packet that it keeps, or null.
    const GeneralPacket* own() const;

private:
    Index s_;
    std::vector<GeneralPacket> outgoing_;
    std::vector<GeneralPacket> incoming_;
};

/// The same for a packet between layouts with common digits: stretches along the fastest digit that stays.
template <class Visit>
void for_each_stretch(const LayoutChange& change, Side side, Index first, Index count, Visit visit)
{
    const auto places = side == Side::sender ? &ChangedDigit::from : &ChangedDigit::to;
    const bool single = change.staying().empty();
    const Index radix = single ? 1 : change.staying().back().radix;
    const Index stride = single ? 1 : change.staying().back().*places;
    for (Index e = first; e < first + count;) {
        const Index stretch = std::min(radix - e % radix, first + count - e);
        visit(e, change.place(e, places), stride, stretch);
        e += stretch;
    }
}

/// Elements first .. first+count-1 of a packet, out of the array of its sender, or where digits are common, from the
/// packet's source on.
template <class Packet, class Element>
void gather(const Packet& packet, Index first, Index count, const Element* from, Element* to)
{
    for_each_stretch(packet, Side::sender, first, count, [&](Index e, Index place, Index stride, Index stretch) {
        for (Index r = 0; r < stretch; ++r) to[e - first + r] = from[place + r * stride];
    });
}

/// A packet of that length to its places in the receiver's array, or where digits are common, from its landing on.
template <class Packet, class Element>
void spread(const Packet& packet, Index length, const Element* elements, Element* to)
{
    for_each_stretch(packet, Side::receiver, 0, length, [&](Index e, Index place, Index stride, Index stretch) {
        for (Index r = 0; r < stretch; ++r) to[place + r * stride] = elements[e + r];
    });
}

/// Where packets land as plain complex numbers: at their final places, or if those are short runs, in one piece that
/// the receiver spreads; all processes find the same. Gaps at the receiver stay as they are: packets do not land among
/// them.
Landing plain_landing(const Layout& from, const Layout& to);

/// Elements of a landing array of process s.
Index landing_length(const Layout& to, const Landing& landing, Index s);

/// Elements of a packet that land contiguously: one put sends them.
inline Index run_length(const LayoutChange& change, const Landing& landing)
{
    return landing.spreads ? change.packet_length() : change.run_length();
}

/// Exact counts. Digits, and products over one shape axis by axis, are counted so that thousands of processes take
/// little time; other layouts, and products whose packets do not land in one piece, are enumerated.
class ChangeCounts {
public:
    /// Requires equal n and p; otherwise throws Error(invalid_argument). The layouts must outlive it.
    ChangeCounts(const Layout& from, const Layout& to, const Landing& landing, Index words_per_element = 1);

    MoveCounts of(Index s) const;
    /// The largest of each over all processes.
    MoveCounts most() const;

private:
    MoveCounts by_digits(bool keeps) const;
    MoveCounts by_packets(Index s) const;

    const Layout& from_;
    const Layout& to_;
    Landing landing_;
    Index words_;
    std::optional<LayoutChange> digits_;
    std::shared_ptr<ProductChange> product_;
};

}  // namespace bspfft
