// Steps with counts derived from their layouts; and what they cost single processes, exactly: words, messages and
// flops, which differ where parts are uneven.
#include "bsp_fft/schedule/building.hpp"

#include <algorithm>
#include <cmath>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/layout/general_change.hpp"

namespace bspfft {

namespace {

constexpr Index words_per_complex = 2;

Index ceiling(Index a, Index b) { return (a + b - 1) / b; }

// Stretches of coordinates along an axis have equally many columns, and equally many rows: the first of each. In turn,
// the first ones have one more; in zig-zag those where it goes back, and 0; in blocks one has fewer, and then none.
std::vector<Index> kinds_of(const AxisCut& axis)
{
    std::vector<Index> kinds{0};
    for (const Deal& deal : {axis.dealt_columns(), axis.dealt_rows()}) {
        const Index more = deal.count % axis.p, full = deal.count / deal.block();
        for (const Index q : {more, Index{1}, axis.p - more + 1, full, full + 1}) {
            if (q > 0 && q < axis.p) kinds.push_back(q);
        }
    }
    std::sort(kinds.begin(), kinds.end());
    const auto alike = [&](Index q, Index r) {
        return axis.columns(q) == axis.columns(r) && axis.rows(q) == axis.rows(r);
    };
    kinds.erase(std::unique(kinds.begin(), kinds.end(), alike), kinds.end());
    return kinds;
}

/// Receivers that get the same number of rows of a tile.
struct Receivers {
    Index rows;
    Index count;
};

// They are counted, not listed: there may be millions, and they have few numbers of rows.
std::vector<Receivers> receivers_of(const std::vector<AxisCut>& axes)
{
    std::vector<Receivers> result{{1, 1}};
    for (const AxisCut& axis : axes) {
        if (!axis.transformed) continue;
        const std::vector<Index> kinds = kinds_of(axis);
        std::vector<Receivers> longer;
        for (const Receivers& so_far : result) {
            for (std::size_t i = 0; i < kinds.size(); ++i) {
                const Index alike = (i + 1 < kinds.size() ? kinds[i + 1] : axis.p) - kinds[i];
                longer.push_back({so_far.rows * axis.rows(kinds[i]), so_far.count * alike});
            }
        }
        result = std::move(longer);
    }
    return result;
}

// Puts of a tile to all others: with r rows a receiver needs ceil(r / put_rows).
Index puts_a_tile(const TilePackets& packets, Index s)
{
    Index puts = 0, own_rows = 1;
    for (const Receivers& some : receivers_of(packets.axes)) puts += some.count * ceiling(some.rows, packets.put_rows);
    for (const AxisCut& axis : packets.axes) {
        if (axis.transformed) own_rows *= axis.rows(axis.coordinate(s));
    }
    return puts - ceiling(own_rows, packets.put_rows);
}

// The side of a sweep that has complex numbers, where it multiplies them.
const Layout* complex_side(const Compute& step, const SweepStep& sweep)
{
    if (sweep.pattern == SweepStep::Pattern::take_apart) return &step.before;
    return sweep.pattern == SweepStep::Pattern::put_together ? &step.after : nullptr;
}

}  // namespace

Compute computation(std::string name, Layout before, Layout after, Digit digit, std::vector<LocalStep> steps)
{
    Compute step{std::move(name), std::move(before), std::move(after), std::move(steps)};
    const Index local = step.before.largest_local_size();
    step.radix = digit.radix;
    step.flops = flops_of(local, digit.radix);
    step.working_set = 2 * local;
    return step;
}

Index flops_of(Index elements, Index radix)
{
    if (is_power_of_two(radix)) return 5 * elements * log2_exact(radix);
    return std::llround(5 * static_cast<double>(elements) * std::log2(static_cast<double>(radix)));
}

Compute products(const std::string& name, const Layout& layout, MultiplyStep::By by, const Layout& padded)
{
    Compute step{name, layout, layout, {MultiplyStep{by}}};
    step.flops = flops_a_product * layout.largest_local_size();
    step.sweeps = 1;
    step.working_set = 2 * padded.largest_local_size();
    return step;
}

Compute sweep(SweepStep kind, const Layout& before, const Layout& after)
{
    Compute step{kind.name(), before, after, {kind}};
    const Index most = std::max(before.largest_local_size(), after.largest_local_size());
    const Layout* const numbers = complex_side(step, kind);
    step.working_set = numbers ? 2 * numbers->largest_local_size() : most;
    step.flops = numbers ? flops_a_product * numbers->largest_local_size() : 0;
    step.sweeps = 1;
    return step;
}

Move layout_move(const Layout& from, const Layout& to, Index words_per_element)
{
    // packets are spread, so that elements may come back to the array that they have left
    Move step = move(text(from.description(), " to ", to.description()), from, {to, Landing{true}, words_per_element});
    step.sweeps = 2;
    return step;
}

Move move(std::string name, const Layout& from, MoveStep to)
{
    const MoveCounts most = ChangeCounts(from, to.to, to.landing, to.words_per_element).most();
    Move step{most, std::move(name), from, to.to, to};
    step.synchronises = from.p() > 1;
    step.working_set = to.words_per_element * from.largest_local_size();  // twice the part, in complex numbers
    return step;
}

Index sweeps_of(const Compute& computation, BlockOrder order, bool first)
{
    if (order == BlockOrder::tiles) return 1;
    const bool twiddled = computation.find<TwiddleStep>();
    if (order == BlockOrder::natural) return twiddled ? 3 : 2;
    // twiddles before the transform are part of the butterflies' own weights
    return log2_exact(computation.radix) + (first ? 1 : 0) + (first && twiddled ? 1 : 0);
}

void open_with_sync(std::vector<Step>& steps)
{
    if (!steps.front().is_sync()) steps.insert(steps.begin(), Step{Sync{}});
}

void require_resolved(Exchange exchange)
{
    if (exchange == Exchange::automatic) throw refusal("a schedule is for one exchange: put or hpput");
}

void require_all_elements(const Problem& problem, const std::string& who)
{
    if (!problem.is_partial()) return;
    throw refusal("the ", who, " has all modes and the full extent of an array; the algorithm fast with the kernel ",
                  "simd can have fewer");
}

std::vector<Digit> bit_reversed(Digit digit)
{
    std::vector<Digit> bits;
    for (Index bit = 1; bit < digit.radix; bit *= 2) bits.push_back({2, digit.weight * bit});
    return bits;
}

Index tile_elements(const std::vector<AxisCut>& cut, Access access, Index s)
{
    const CutPart part = part_of(cut, s);
    if (access == Access::to_packets || access == Access::in_place) return part.column_count() * columns_length(cut);
    return part.row_count() * part.batch * rows_length(cut);
}

MoveCounts tile_counts(const TilePackets& packets, Index s)
{
    const CutPart part = part_of(packets.axes, s);
    const Index columns = part.column_count(), rows = part.row_count(), tiles = tiles_of(columns, packets.lanes);
    return {words_per_complex * columns * (all_rows(packets.axes) - rows),
            words_per_complex * rows * (part.batch * all_columns(packets.axes) - columns),
            tiles == 0 ? 0 : tiles * puts_a_tile(packets, s), moving_processes(packets.axes)};
}

MoveCounts largest_counts(const TilePackets& packets)
{
    std::vector<Index> processes{0};
    for (const AxisCut& axis : packets.axes) {
        std::vector<Index> longer;
        for (const Index s : processes) {
            for (const Index q : kinds_of(axis)) longer.push_back(s + q * axis.process_weight);
        }
        processes = std::move(longer);
    }
    MoveCounts most;
    for (const Index s : processes) most.raise_to(tile_counts(packets, s));
    return most;
}

MoveCounts Move::counts(Index s) const
{
    if (tiles()) return tile_counts(*tiles(), s);
    if (plain()) return ChangeCounts(before, plain()->to, plain()->landing, plain()->words_per_element).of(s);
    const Index partner = mirror()->partner(s);
    if (partner == s) return {0, 0, 0, 1};
    return {words_per_complex * before.local_size(s), words_per_complex * before.local_size(partner), 1, 1};
}

bool is_of_reals(const Compute& step)
{
    const AxisCut* const half = half_axis_of(step.cut);
    if (!half) return false;
    if (step.access == Access::in_place) return true;
    return (half->half == AxisCut::Half::rows) == (step.access == Access::to_packets);
}

Index flops_of_process(const Compute& step, Index s)
{
    if (const auto* const separate = step.find<SeparateStep>()) return separate->flops() * step.after.local_size(s);
    if (const auto* const sweep = step.find<SweepStep>()) {
        const Layout* const numbers = complex_side(step, *sweep);
        return numbers ? flops_a_product * numbers->local_size(s) : 0;
    }
    if (step.cut.empty()) return step.find<TransformStep>() ? step.flops : flops_a_product * step.before.local_size(s);
    const Index elements = tile_elements(step.cut, step.access, s), transforms = flops_of(elements, step.radix);
    // forward, factors and inverse
    if (step.access == Access::between_packets) return 2 * transforms + flops_a_product * elements;
    return is_of_reals(step) ? transforms / 2 : transforms;
}

}  // namespace bspfft
