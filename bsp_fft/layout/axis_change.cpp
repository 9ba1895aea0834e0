#include "bsp_fft/layout/axis_change.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/layout/axis_parts.hpp"

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

}  // namespace bspfft
