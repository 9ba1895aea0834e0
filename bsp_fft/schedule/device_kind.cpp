#include "bsp_fft/schedule/device_kind.hpp"

#include <algorithm>

#include "bsp_fft/base/text.hpp"

namespace bspfft {

std::string device_kind(const Compute& step)
{
    constexpr Index most_axes = 3;
    const bool in_place = step.access == Access::in_place;
    Index axes = 0, outer = 1, inner = 1;
    for (const AxisCut& axis : step.cut) {
        const Index part = step.access == Access::from_packets ? axis.b : axis.a;
        const Index length = !axis.transformed ? 1 : in_place ? axis.n : part;
        if (length > 1) {
            ++axes;
            outer *= inner;
            inner = 1;
        } else {
            inner *= axis.n;
        }
    }
    if (in_place && axes > 0 && inner > 1) return outer > most_device_calls ? "cuda gathered" : "cuda strided";
    return axes > 1 ? text("cuda ", std::min(axes, most_axes), " axes") : "cuda";
}

bool is_all_on_device(const Program& program)
{
    return std::all_of(program.steps.begin(), program.steps.end(), [](const Step& step) {
        if (step.move()) return step.move()->tiles() != nullptr;
        return !step.compute() || (step.compute()->find<TransformStep>() && !step.compute()->find<MultiplyStep>());
    });
}

}  // namespace bspfft
