// Computations on tiles of columns, the move of their packets, and what surrounds them between other layouts.
#include <algorithm>
#include <numeric>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/schedule/building.hpp"
#include "bsp_fft/schedule/cut_choice.hpp"

namespace bspfft {

namespace {

// A put of this size is much longer than its overhead, and is still in L1.
constexpr Index put_bytes = Index{16} << 10;
// Up to this size the landing array is doubled: transforms alternate between the two, and need not wait until all
// processes have finished the transform before.
constexpr Index small_landing_bytes = Index{256} << 10;

// The process with the coordinates 0 has the most columns and the most rows.
CutPart largest_part(const std::vector<AxisCut>& axes) { return part_of(axes, 0); }

std::string lengths(const std::vector<AxisCut>& axes, Index AxisCut::* length)
{
    std::vector<std::pair<Index, Index>> by_axis;
    for (const AxisCut& axis : axes) {
        if (axis.transformed) by_axis.emplace_back(axis.axis, axis.*length);
    }
    std::sort(by_axis.begin(), by_axis.end());
    std::vector<Index> shape;
    for (const auto& [axis, n] : by_axis) shape.push_back(n);
    return shape_text(shape);
}

// "columns of length 64 x 64": transforms over the a of all axes, or over the b of packets that have landed.
Compute tile_computation(const char* what, const Layout& before, const Layout& after, const std::vector<AxisCut>& axes,
                         Access access, const ScheduleOptions& options)
{
    const bool of_rows = access == Access::from_packets;
    const std::string name = text(what, " of length ", lengths(axes, of_rows ? &AxisCut::b : &AxisCut::a));
    Compute step{name, before, after, {}};
    step.cut = axes;
    step.radix = of_rows ? rows_length(axes) : columns_length(axes);
    step.access = access;
    step.flops = flops_of_process(step, 0);
    // two reals are one complex number
    step.working_set = 2 * tile_elements(axes, access, 0) / (is_of_reals(step) ? 2 : 1);
    step.sweeps = 1;
    step.kernel = options.kernel;
    for (const AxisCut& axis : axes) {
        const Digit digit = of_rows ? Digit{axis.b, axis.a} : Digit{axis.a, 1};
        if (axis.transformed) step.steps.emplace_back(TransformStep{digit, axis.axis});
    }
    return step;
}

TilePackets packets_for(const std::vector<AxisCut>& axes, const ScheduleOptions& options)
{
    const Index bytes_per_complex = 2 * options.bytes_per_real;
    const CutPart part = largest_part(axes);
    TilePackets packets;
    packets.axes = axes;
    packets.lanes = lanes_for(axes, options.bytes_per_real, options.lanes);
    packets.apart = std::max(Index{1}, line_bytes / bytes_per_complex);
    const Index groups = put_bytes / (packets.lanes * packets.lanes * bytes_per_complex);
    packets.put_rows = std::max(Index{1}, groups) * packets.lanes;
    const Index bytes = part.column_count() * all_rows(axes) * bytes_per_complex;
    const bool moves = processes_of(axes) > 1 && !options.shared;
    const bool is_small = bytes <= small_landing_bytes && options.kernel != Kernel::cuda;
    if (moves && is_small && options.exchange == Exchange::hpput) packets.arrays = 2;
    return packets;
}

// The value (k1, j2) goes from the process that has its column, j2, to the one that has its row, k1.
Move tile_move(const Layout& input, const Layout& output, const TilePackets& packets)
{
    Move step{largest_counts(packets), "columns to rows", input, output, packets};
    step.working_set = 2 * largest_part(packets.axes).column_count() * all_rows(packets.axes);
    step.sent_by_computation = true;
    step.synchronises = step.partners > 1;
    return step;
}

// By hpput the next transform's packets could reach an array that is still being read, unless there are two.
bool must_open_with_sync(const std::vector<Step>& steps, Exchange exchange)
{
    if (exchange != Exchange::hpput) return false;
    Index count = 0, alternating = 0;
    for (const Step& step : steps) {
        if (!step.move() || !step.move()->redistributes()) continue;
        ++count;
        if (step.move()->tiles() && step.move()->tiles()->arrays > 1) ++alternating;
    }
    return count > 1 || count > alternating;
}

}  // namespace

std::vector<Step> free_cut_steps(const FreeCut& cut, const ScheduleOptions& options)
{
    const auto& [axes, input, output, whole] = cut;
    const TilePackets packets = packets_for(axes, options);
    Compute first = tile_computation("columns", input, input, axes, Access::to_packets, options);
    for (const AxisCut& axis : axes) {
        if (axis.transformed) first.steps.emplace_back(TwiddleStep{{axis.b, axis.a}, axis.axis});
    }
    Compute last = tile_computation("rows", output, output, axes, Access::from_packets, options);
    first.lanes = last.lanes = packets.lanes;
    first.sends = true;
    return {{std::move(first)}, {tile_move(input, output, packets)}, {std::move(last)}};
}

Compute local_transforms(const std::vector<AxisCut>& axes, const Layout& before, const Layout& after,
                         const ScheduleOptions& options)
{
    Compute step = tile_computation("transforms", before, after, axes, Access::in_place, options);
    const Index widest = line_bytes / options.bytes_per_real, columns = largest_part(axes).column_count();
    const bool one_by_one = columns == 1 || has_short_vectors(axes, options);
    step.lanes = one_by_one ? 1 : columns >= widest ? widest : 4;
    if (has_short_vectors(axes, options) && square_side(short_length(axes.back()), options.bytes_per_real) > 0)
        step.sweeps = half_axis_of(axes) ? 3 : 2;
    return step;
}

bool has_short_vectors(const std::vector<AxisCut>& axes, const ScheduleOptions& options)
{
    if (options.reproducible || options.kernel == Kernel::cuda) return false;
    const auto last = static_cast<std::size_t>(axes.back().axis);
    const bool contiguous = !options.shared || (options.shared->in[last] == 1 && options.shared->out[last] == 1);
    return contiguous && has_short_columns(axes, options.bytes_per_real);
}

void use_one_landing_array(std::vector<Step>& steps)
{
    for (Step& step : steps) {
        auto* const move = std::get_if<Move>(&step.is);
        if (!move) continue;
        if (auto* const packets = std::get_if<TilePackets>(&move->packets)) packets->arrays = 1;
    }
}

std::vector<Index> memory_order(const Problem& problem, const std::optional<Layout>& layout)
{
    if (layout && layout->is_product()) return layout->axes_in_memory();
    std::vector<Index> order(problem.shape.size());
    std::iota(order.begin(), order.end(), Index{0});
    return order;
}

Layout stored_like(const Layout& layout, const std::optional<Layout>& other)
{
    if (!other || !other->is_product()) return layout;
    const Layout ordered = layout.with_axes_in_memory(other->axes_in_memory());
    const bool has_gaps = other->has_gaps() && other->shape() == layout.shape();
    return has_gaps ? ordered.with_leading_dimension(other->leading_dimension()) : ordered;
}

Schedule between_layouts(Algorithm algorithm, const Problem& problem, const Layout& own_input, const Layout& own_output,
                         const ScheduleOptions& options, std::vector<Step> steps)
{
    const Layout input = options.input.value_or(own_input), output = options.output.value_or(own_output);
    const bool before = !(input == own_input), after = !(output == own_output);
    const Index words_in = problem.data == Data::real ? 1 : 2, words_out = problem.data == Data::half_spectrum ? 1 : 2;
    // two moves with packets of tiles on one process in between would need three landing arrays
    const bool local_tiles =
        std::ranges::any_of(steps, [](const Step& step) { return step.move() && !step.move()->redistributes(); });
    if (before) steps.insert(steps.begin(), Step{layout_move(input, own_input, words_in)});
    const bool meet = before && after && local_tiles && input.p() > 1 && options.exchange == Exchange::hpput;
    if (meet) steps.push_back({Sync{}});
    if (after) steps.push_back({layout_move(own_output, output, words_out)});
    // the other direction has another program, and its packets land in the same array
    if (!(input == output) || problem.is_partial()) use_one_landing_array(steps);
    if (!options.shared && must_open_with_sync(steps, options.exchange)) open_with_sync(steps);
    return scheduled(algorithm, problem, input, output, options, std::move(steps));
}

Schedule move_schedule(const Layout& from, const Layout& to, Exchange exchange, Index bytes_per_real)
{
    ScheduleOptions options;
    options.exchange = exchange;
    options.bytes_per_real = bytes_per_real;
    options.kernel = Kernel::simd;
    options.input = from;
    const Problem problem{to.shape(), std::vector<bool>(to.shape().size()), Data::real};
    return between_layouts(Algorithm::pencils, problem, to, to, options, {});
}

}  // namespace bspfft
