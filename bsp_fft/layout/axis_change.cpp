#include "bsp_fft/layout/axis_change.hpp"

#include <algorithm>
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
      gcd_(std::gcd(from.cycle(), to.cycle())),
      step_(checked_product(from.cycle(), to.cycle() / gcd_)),
      modulus_(to.cycle() / gcd_),
      inverse_(inverse_of(from.cycle() / gcd_, modulus_))
{}

AxisChange::Sequence AxisChange::sequence(const AxisParts& axis, Index s, Index q)
{
    const Index start = axis.chunk_start(s, q), r = s % axis.cycle();
    return {start, axis.chunk_end(s, q), start + r, axis.is_grouped() ? 0 : q * axis.width(r, axis.chunk())};
}

// The Chinese remainder theorem: an element that is in both sequences, if they were endless, and so every step_-th.
Run AxisChange::common(const Sequence& before, const Sequence& after) const
{
    const Index difference = after.first - before.first;
    Run run{0, 0, step_ / from_.cycle(), step_ / to_.cycle(), 0};
    if (difference % gcd_ != 0) return run;
    const Index turns = ((difference / gcd_) % modulus_ + modulus_) % modulus_;
    const Index one = before.first + checked_product(turns, inverse_) % modulus_ * from_.cycle();
    const Index start = std::max(before.start, after.start), end = std::min(before.end, after.end);
    const Index j = first_from(start, one, step_);
    if (j >= end) return run;
    run.from = before.base + (j - before.first) / from_.cycle();
    run.to = after.base + (j - after.first) / to_.cycle();
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
        const Sequence before = sequence(from_, s, q), after = sequence(to_, t, r);
        if (before.start < after.end && after.start < before.end) visit(common(before, after));
        if (before.end <= after.end) ++q;
        if (after.end <= before.end) ++r;
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
    for_each_run(s, t, [&](const Run& run) { append(runs, run); });
    return runs;
}

}  // namespace bspfft
