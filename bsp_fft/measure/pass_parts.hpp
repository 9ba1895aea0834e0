// What the parts of a transform take: each pass is run without one of them, and the difference is that part. And what
// its butterflies alone would take.
#pragma once

#include <optional>

#include "bspfft/schedule.hpp"

namespace bspfft {

class Port;

/// Seconds of a pass, on the slowest process. Parts overlap, so that their sum may be more or less than the whole.
struct PassParts {
    double whole = 0;
    double load = 0;         ///< more than with rows that are in the cache already
    double butterflies = 0;  ///< with such rows, and without a store: transforms, twiddles
    double store = 0;        ///< more than without packing, or without writing results
};

/// The two passes of the fast algorithm: columns, which are packed but not sent, and rows.
struct TransformParts {
    PassParts columns;
    PassParts rows;
};

/// Only for schedules of the fast algorithm with a cut, of complex numbers; otherwise nothing. Collective. Cost: some
/// dozen passes, and arrays as large as a plan's.
template <class Real>
std::optional<TransformParts> transform_parts(Port& port, const Schedule& schedule);

/// Seconds of all small transforms of one process, on tiles that are never read nor written elsewhere.
struct KernelLimits {
    double nearest = 0;  ///< on tiles that stay in the nearest cache: the same stages, at the best rate there
    double in_tile = 0;  ///< on a tile as large as the schedule's own
};

/// Only for schedules of the fast algorithm with a cut, of complex numbers, or of real ones, two columns in a lane;
/// otherwise nothing. All processes compute at once, the slowest counts. Collective. Cost: some hundredths of a second.
template <class Real>
std::optional<KernelLimits> kernel_limits(Port& port, const Schedule& schedule);

}  // namespace bspfft
