// The free cut on every axis  [Koopman and Bisseling 2023]: n_l = a_l b_l on a grid of processes.
//
// x_j, with j_l = j1_l b_l + j2_l, is on the process with coordinates j2_l mod p_l. Superstep 0 transforms over all
// j1_l at once and multiplies by the product of w_(n_l)^(j2_l k1_l). The value (k1, j2) is sent to the process
// (k1_l mod p_l). Superstep 1 transforms over all j2_l, and y_k with k_l = k1_l + a_l k2_l is on process
// (k1_l mod p_l): cyclic again, where p_l divides a_l.
//
// Axes that are not transformed go along with the columns and never move. If no other axis is distributed, and the
// batch fills the lanes, there is no cut at all: one superstep transforms everything in the cache. Likewise a few short
// vectors, each on one process: their transforms fill the lanes by themselves. And several axes, where sweeps in place
// promise less time (local_sweeps.cpp).
#include <algorithm>
#include <cstdlib>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/layout/general_change.hpp"
#include "bsp_fft/schedule/building.hpp"
#include "bsp_fft/schedule/cut_choice.hpp"

namespace bspfft {

namespace {

// On one side of the move: residues modulo what, and which half of a spectrum it has.
Layout layout_of(const std::vector<Index>& shape, const std::vector<AxisCut>& axes, Index AxisCut::*modulus,
                 AxisCut::Half half)
{
    std::vector<Index> grid(axes.size());
    std::vector<AxisLayout> kinds(axes.size());
    for (const AxisCut& axis : axes) {
        const auto l = size_of(axis.axis);
        const Index period = axis.*modulus;
        grid[l] = axis.p;
        const bool cyclic = !axis.transformed || period % axis.p == 0;
        kinds[l] = axis.in_blocks      ? AxisLayout::block()
                   : axis.half == half ? AxisLayout::zig_zag(period)
                   : cyclic            ? AxisLayout::cyclic()
                                       : AxisLayout::residue_cyclic(period);
    }
    return Layout::grid(shape, grid, kinds);
}

// The same cut the other way: rows become columns, and columns rows.
void turn_back(std::vector<AxisCut>& axes, bool whole)
{
    for (AxisCut& axis : axes) {
        if (axis.half != AxisCut::Half::none)
            axis.half = axis.half == AxisCut::Half::rows ? AxisCut::Half::columns : AxisCut::Half::rows;
        if (axis.transformed && !whole) std::swap(axis.a, axis.b);
        std::swap(axis.input, axis.output);
    }
}

using Kind = AxisLayout::Kind;

// Whether a free cut may begin or end with this layout: cyclic or residue-cyclic along the axes that are transformed.
bool suits(const Problem& problem, const std::optional<Layout>& layout)
{
    if (!layout || !layout->is_product()) return false;
    for (std::size_t l = 0; l < problem.shape.size(); ++l) {
        const AxisParts& axis = layout->axes()[l];
        const Kind kind = axis.kind().kind;
        if (!axis.is_plain()) return false;
        if (axis.parts() == 1) continue;
        if (kind == Kind::group_cyclic || (kind == Kind::block && problem.transformed[l])) return false;
    }
    return true;
}

// The slowest axis of the input first.
std::vector<Index> order_of(const Problem& problem, const ScheduleOptions& options)
{
    if (!options.shared) return memory_order(problem, options.input);
    std::vector<Index> order = memory_order(problem, {});
    // axes are transformed in this order, which through the arrays of a plan would be that of the shape
    if (options.reproducible) return order;
    const std::vector<Index>& strides = options.shared->in;
    std::stable_sort(order.begin(), order.end(), [&](Index one, Index other) {
        return std::abs(strides[size_of(one)]) > std::abs(strides[size_of(other)]);
    });
    return order;
}

// The grid, and residues' periods, as a layout that was asked for has them.
void follow(const Problem& problem, const Layout& layout, bool is_input, ScheduleOptions& options)
{
    if (!options.grid.empty() && options.grid != layout.grid()) return;
    ScheduleOptions with = options;
    with.grid = layout.grid();
    with.cut.resize(problem.shape.size(), 0);
    for (std::size_t l = 0; l < problem.shape.size(); ++l) {
        const AxisParts& axis = layout.axes()[l];
        if (options.reproducible || axis.kind().kind != Kind::residue_cyclic || !problem.transformed[l]) continue;
        with.cut[l] = is_input ? problem.shape[l] / axis.chunk() : axis.chunk();
    }
    try {
        choose_cut(problem, layout.p(), with, order_of(problem, options));
    } catch (const Error&) {
        return;  // not over this grid: one more move
    }
    options.grid = with.grid;
    if (std::any_of(with.cut.begin(), with.cut.end(), [](Index a) { return a > 0; })) options.cut = with.cut;
}

// Axes that are not transformed may also be in blocks.
void take_blocks(const Problem& problem, const ScheduleOptions& options, std::vector<AxisCut>& axes)
{
    for (const auto* layout : {&options.input, &options.output}) {
        if (!suits(problem, *layout)) continue;
        for (AxisCut& axis : axes) {
            const AxisParts& parts = (*layout)->axes()[size_of(axis.axis)];
            if (!axis.transformed && parts.kind().kind == Kind::block) axis.in_blocks = true;
        }
        return;
    }
}

// Short vectors are transformed in their places, unless a cut was asked for.
FreeCut without_cut(FreeCut cut, const ScheduleOptions& options)
{
    const bool possible = options.cut.empty() && has_short_vectors(cut.axes, options);
    const bool in_one_order = half_axis_of(cut.axes) ? cut.input.axes_in_memory() == cut.output.axes_in_memory()
                                                     : cut.input == cut.output;
    if (cut.whole || !possible || !in_one_order) return cut;
    cut.axes.back().a = cut.axes.back().n;
    cut.axes.back().b = 1;
    cut.whole = true;
    return cut;
}

Schedule in_tiles(const Problem& problem, Index p, const ScheduleOptions& options)
{
    const FreeCut cut = without_cut(free_cut_of(problem, p, options), options);
    std::vector<Step> steps;
    const bool is_free = options.cut.empty() && !options.reproducible && !options.whole_axes;
    if (is_free && options.kernel == Kernel::simd) steps = local_sweeps(cut, options);
    if (steps.empty() && cut.whole) steps.push_back({local_transforms(cut.axes, cut.input, cut.output, options)});
    if (steps.empty()) steps = free_cut_steps(cut, options);
    return between_layouts(Algorithm::fast, problem, cut.input, cut.output, options, std::move(steps));
}

// The free cut for kernels that want whole arrays: one axis and powers of two. x_j is at row j1, column c of the local
// matrix a x (b/p), where j2 = s + p c; after the move k1 is in row k1 div p, and y is a local matrix b x (a/p).
Index block_cut(Index n, Index p, const ScheduleOptions& options)
{
    require_powers_of_two(n, p);
    if (p > n / p)
        throw refusal("p = ", p, " is more than sqrt(n) for n = ", n,
                      "; the fast algorithm needs p^2 <= n, the textbook's does not");
    Index a = options.cut.empty() ? 0 : options.cut.front();
    if (a == 0) a = std::clamp(Index{1} << log2_exact(n) / 2, p, n / p);
    if (!is_power_of_two(a) || a < p || a > n / p)
        throw refusal("the cut ", a, " is not possible; it must be a power of two from p = ", p, " to n/p = ", n / p);
    return a;
}

std::vector<Step> free_cut_in_blocks(Index n, Index p, const ScheduleOptions& options)
{
    const Index a = block_cut(n, p, options), b = n / a;
    // the digit of a is the first to be transformed, so that k1 has weight 1 and j2, later k2, has weight a
    const Layout before{{n}, {{p, a}}, {{a, 1}, {b / p, a * p}}};
    std::vector<Digit> local{{b, a}};
    if (options.order == BlockOrder::bit_reversed) local = bit_reversed({b, a});
    local.push_back({a / p, p});
    const Layout after{{n}, {{p, 1}}, local};
    Compute first = computation(text("columns of length ", a), before, before, {a, 1},
                                {TransformStep{{a, 1}}, TwiddleStep{{b, a}}});
    Compute last =
        computation(text("rows of length ", b), after, Layout::cyclic(n, p), {b, a}, {TransformStep{{b, a}}});
    first.sweeps = sweeps_of(first, options.order, true);
    last.sweeps = sweeps_of(last, options.order, false);
    first.kernel = last.kernel = options.kernel;
    first.sends = true;
    Move between = move("columns to rows", before, {after, plain_landing(before, after)});
    between.sent_by_computation = true;
    between.sweeps = p > 1 ? 1 : 0;
    return {{std::move(first)}, {std::move(between)}, {std::move(last)}};
}

}  // namespace

FreeCut free_cut_of(const Problem& problem, Index p, ScheduleOptions options)
{
    const bool back = problem.data == Data::half_spectrum;
    if (suits(problem, options.input) && !back) follow(problem, *options.input, true, options);
    if (suits(problem, options.output) && !suits(problem, options.input) && problem.data != Data::real)
        follow(problem, *options.output, back, options);
    std::vector<AxisCut> axes = choose_cut(problem, p, options, order_of(problem, options));
    take_blocks(problem, options, axes);
    if (options.shared) {
        for (AxisCut& axis : axes) axis.in_blocks = axis.p > 1;
    }
    const bool whole = options.cut.empty() && !options.reproducible && needs_no_cut(axes, options);
    if (back) turn_back(axes, whole);
    const Layout input =
        stored_like(layout_of(problem.input_shape(), axes, &AxisCut::b, AxisCut::Half::columns), options.input);
    // without a landing array in between, columns stay in their places
    const Layout output = stored_like(layout_of(problem.output_shape(), axes, &AxisCut::a, AxisCut::Half::rows),
                                      options.output && !whole ? options.output : options.input);
    return {std::move(axes), input, output, whole};
}

FreeCut turned_back(const FreeCut& there)
{
    FreeCut back{there.axes, there.output, there.input, there.whole};
    turn_back(back.axes, there.whole);
    return back;
}

Schedule free_cut_schedule(const Problem& problem, Index p, ScheduleOptions options)
{
    require_resolved(options.exchange);
    if (options.kernel == Kernel::automatic) {
        options.kernel = Kernel::simd;
        options.order = BlockOrder::tiles;
    }
    if (options.order == BlockOrder::tiles) return in_tiles(problem, p, options);
    if (problem.shape.size() > 1)
        throw refusal("the kernel ", kernel_name(options.kernel), " has one axis; the kernel simd has several");
    require_all_elements(problem, text("kernel ", kernel_name(options.kernel)));
    const Index n = problem.n();
    return between_layouts(Algorithm::fast, problem, Layout::cyclic(n, p), Layout::cyclic(n, p), options,
                           free_cut_in_blocks(n, p, options));
}

Schedule free_cut_schedule(Index n, Index p, ScheduleOptions options)
{
    return free_cut_schedule(Problem{{n}, {true}}, p, std::move(options));
}

}  // namespace bspfft
