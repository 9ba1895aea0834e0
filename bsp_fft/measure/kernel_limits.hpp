// How fast the lanes kernel's butterflies are by themselves: the limits of a transform's computing.
#pragma once

#include <optional>

#include "bspfft/schedule.hpp"

namespace bspfft {

class Port;

/// Seconds of all small transforms of one process, on tiles that are never read nor written elsewhere.
struct KernelLimits {
    double nearest = 0;  ///< on tiles that stay in the nearest cache: the same stages, at the best rate there
    double in_tile = 0;  ///< on a tile as large as the schedule's own
};

/// Of a schedule of the fast algorithm with a cut, of complex numbers, or of real ones, two columns in a lane; none of
/// other schedules. All processes compute at once, the slowest counts. Collective. Cost: some hundredths of a second.
template <class Real>
std::optional<KernelLimits> kernel_limits(Port& port, const Schedule& schedule);

}  // namespace bspfft
