#include "bsp_fft/layout/product_change.hpp"

#include <numeric>
#include <utility>

#include "bsp_fft/base/integers.hpp"

namespace bspfft {

namespace {

// The x with a x = 1 mod m, by Euclid's algorithm; 0 if m = 1. Requires that a and m have no common factor.
Index inverse_of(Index a, Index m)
{
    Index r0 = m, r1 = a % m, x0 = 0, x1 = 1 % m;
    while (r1 > 0) {
        const Index quotient = r0 / r1;
        r0 = std::exchange(r1, r0 - quotient * r1);
        x0 = std::exchange(x1, x0 - quotient * x1);
    }
    return (x0 % m + m) % m;
}

// The first of the numbers x + i step, for all integers i, that is not less than start.
Index first_from(Index start, Index x, Index step)
{
    const Index above = (x - start) % step;
    return start + (above < 0 ? above + step : above);
}

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

AxisChange::AxisChange(const AxisParts& from, const AxisParts& to)
    : from_(from),
      to_(to),
      before_(difference_of(from)),
      after_(difference_of(to)),
      gcd_(std::gcd(before_, after_)),
      step_(checked_product(before_, after_ / gcd_)),
      modulus_(after_ / gcd_),
      inverse_(inverse_of(before_ / gcd_, modulus_))
{}

AxisChange::Sequences AxisChange::sequences(const AxisParts& axis, Index s, Index q)
{
    if (axis.is_zig_zag()) return zig_zag_sequences(axis, s, q);
    Sequences result;
    if (axis.is_folded()) {  // the even elements, and the odd ones, whose places run backwards
        const Index n = axis.length();
        result.add({0, n, 2 * s, 0});
        result.add({0, n, 2 * (n - 1 - s) + 1, 0, -1});
        return result;
    }
    const Index start = axis.chunk_start(s, q), r = s % axis.cycle();
    result.add({start, axis.chunk_end(s, q), start + r, axis.is_grouped() ? 0 : q * axis.width(r, axis.chunk())});
    return result;
}

// Residues up to half of the chunk: s and 2p - s, or 0 and p, are the first two, and each is repeated every 2p. Beyond
// the middle the same from the chunk's end backwards; there 0 stands for the chunk's end.
AxisChange::Sequences AxisChange::zig_zag_sequences(const AxisParts& axis, Index s, Index q)
{
    const ResidueZigZag residues = axis.residues();
    const Index origin = q * axis.chunk() - axis.first_number(), mirror = origin + axis.chunk();
    const Index start = axis.chunk_start(s, q), end = axis.chunk_end(s, q);
    const Index middle = std::min(end, origin + axis.chunk() / 2 + 1);
    const Index second = residues.zig_zag.global(s, 1);
    const Index base = q * residues.count(s) - (s == 0 ? axis.first_number() : 0);
    const Index last = base + residues.lower(s) + residues.upper(s) - 1;
    Sequences result;
    result.add({start, middle, origin + s, base, 2});
    result.add({start, middle, origin + second, base + 1, 2});
    if (middle == end) return result;
    result.add({middle, end, mirror - s, last, 2});
    result.add({middle, end, mirror - second, last - 1, 2});
    return result;
}

// The Chinese remainder theorem: an element that is in both sequences, if they were endless, and so every step_-th.
Run AxisChange::common(const Sequence& before, const Sequence& after) const
{
    const Index start = std::max(before.start, after.start), end = std::min(before.end, after.end);
    const Index difference = after.first - before.first;
    Run run{0, 0, step_ / before_ * before.place_step, step_ / after_ * after.place_step, 0};
    if (start >= end || difference % gcd_ != 0) return run;
    const Index turns = ((difference / gcd_) % modulus_ + modulus_) % modulus_;
    const Index one = before.first + checked_product(turns, inverse_) % modulus_ * before_;
    const Index j = first_from(start, one, step_);
    if (j >= end) return run;
    run.from = before.base + (j - before.first) / before_ * before.place_step;
    run.to = after.base + (j - after.first) / after_ * after.place_step;
    run.count = (end - 1 - j) / step_ + 1;
    return run;
}

// Goes through the chunks of both parts together, in the order of the elements.
template <class Visit>
void AxisChange::for_each_run(Index s, Index t, Visit visit) const
{
    const Index chunks = from_.chunks(s), others = to_.chunks(t);
    if (chunks == 0 || others == 0) return;
    Index q = from_.is_grouped() ? 0 : to_.chunk_start(t, 0) / from_.chunk();
    Index r = to_.is_grouped() ? 0 : from_.chunk_start(s, 0) / to_.chunk();
    while (q < chunks && r < others) {
        const Sequences before = sequences(from_, s, q), after = sequences(to_, t, r);
        for (std::size_t i = 0; i < before.count; ++i) {
            for (std::size_t k = 0; k < after.count; ++k) visit(common(before.list[i], after.list[k]));
        }
        const Index end = from_.chunk_end(s, q), other_end = to_.chunk_end(t, r);
        if (end <= other_end) ++q;
        if (other_end <= end) ++r;
    }
}

Index AxisChange::count(Index s, Index t) const
{
    Index count = 0;
    for_each_run(s, t, [&](const Run& run) { count += run.count; });
    return count;
}

std::vector<Run> AxisChange::runs(Index s, Index t) const
{
    std::vector<Run> runs;
    if (from_.is_plain() && to_.is_plain()) {
        for_each_run(s, t, [&](const Run& run) { append(runs, run); });
        return runs;
    }
    // the runs lie across each other
    std::vector<std::pair<Index, Index>> places;
    for_each_run(s, t, [&](const Run& run) {
        for (Index i = 0; i < run.count; ++i)
            places.emplace_back(run.to + i * run.to_step, run.from + i * run.from_step);
    });
    std::sort(places.begin(), places.end());
    for (const auto& [to, from] : places) append(runs, {from, to, 1, 1, 1});
    return runs;
}

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

MoveCounts ProductChange::counts(Index s)
{
    const std::vector<Index> before = from_.coordinates(s), after = to_.coordinates(s);
    Index kept = 1, partners = 1;
    for (std::size_t l = 0; l < axes_.size(); ++l) {
        kept *= axes_[l].count(before[l], after[l]);
        const auto [along, is_new] = partners_.try_emplace({l, before[l]});
        for (Index t = 0; is_new && t < to_.grid()[l]; ++t) along->second += axes_[l].count(before[l], t) > 0 ? 1 : 0;
        partners *= along->second;
    }
    return {from_.local_size(s) - kept, to_.local_size(s) - kept, partners - (kept > 0 ? 1 : 0), partners};
}

}  // namespace bspfft
