#include "bsp_fft/schedule/flop_counts.hpp"

#include "bsp_fft/layout/grid_cut.hpp"
#include "bsp_fft/schedule/building.hpp"

namespace bspfft {

namespace {

Index elements_of(const Superstep& superstep, Index s)
{
    const CutPart part = part_of(superstep.cut, s);
    if (superstep.access == Access::to_packets || superstep.access == Access::in_place)
        return part.column_count() * columns_length(superstep.cut);
    Index batch = 1;
    for (std::size_t l = 0; l < superstep.cut.size(); ++l) {
        if (!superstep.cut[l].transformed) batch *= part.columns[l];
    }
    return part.row_count() * batch * rows_length(superstep.cut);
}

// Chirps are as long as the signal, the spectrum as long as the convolution.
Index products_of(const Schedule& schedule, const Superstep& superstep, Index s)
{
    Index products = 0;
    for (const Step& step : superstep.steps) {
        const auto* const multiply = std::get_if<MultiplyStep>(&step);
        if (!multiply) continue;
        const bool by_chirp = multiply->by == MultiplyStep::By::chirp;
        products +=
            !by_chirp ? elements_of(superstep, s) : Layout::cyclic(schedule.n(), schedule.p()).local_size(s);
    }
    return products;
}

}  // namespace

bool is_of_reals(const Superstep& superstep)
{
    const AxisCut* const half = half_axis_of(superstep.cut);
    if (!half) return false;
    if (superstep.access == Access::in_place) return true;
    return (half->half == AxisCut::Half::rows) == (superstep.access == Access::to_packets);
}

Index flops_of_process(const Schedule& schedule, const Superstep& superstep, Index s)
{
    if (const auto* const separate = superstep.find<SeparateStep>())
        return separate->flops() * superstep.after.local_size(s);
    if (superstep.cut.empty() || !superstep.computes()) return superstep.flops;
    // two transforms there and back, or half of one
    const Index transforms = flops_of(elements_of(superstep, s), superstep.radix);
    const bool twice = superstep.access == Access::between_packets;
    return (twice ? 2 * transforms : is_of_reals(superstep) ? transforms / 2 : transforms) +
           flops_a_product * products_of(schedule, superstep, s);
}

}  // namespace bspfft
