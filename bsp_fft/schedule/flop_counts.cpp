#include "bsp_fft/schedule/flop_counts.hpp"

#include "bsp_fft/layout/grid_cut.hpp"
#include "bsp_fft/schedule/building.hpp"

namespace bspfft {

namespace {

Index elements_of(const Compute& step, Index s)
{
    const CutPart part = part_of(step.cut, s);
    if (!step.receives_packets()) return part.column_count() * columns_length(step.cut);
    Index batch = 1;
    for (std::size_t l = 0; l < step.cut.size(); ++l) {
        if (!step.cut[l].transformed) batch *= part.columns[l];
    }
    return part.row_count() * batch * rows_length(step.cut);
}

}  // namespace

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
    if (step.cut.empty())
        return step.find<TransformStep>() ? step.flops : flops_a_product * step.before.local_size(s);
    const Index elements = elements_of(step, s), transforms = flops_of(elements, step.radix);
    // forward, factors and inverse
    if (step.access == Access::between_packets) return 2 * transforms + flops_a_product * elements;
    return is_of_reals(step) ? transforms / 2 : transforms;
}

}  // namespace bspfft
