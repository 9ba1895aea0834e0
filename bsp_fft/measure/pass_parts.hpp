// What the parts of a transform take: each pass is run without one of them, and the difference is that part.
#pragma once

#include <optional>

#include "bspfft/schedule.hpp"

namespace bspfft {

class Port;

/// Seconds of a pass, on the slowest process. Parts overlap, so that their sum may be more or less than the whole.
struct PassParts {
    double whole = 0;
    double in = 0;           ///< more than with rows that are in the cache already
    double butterflies = 0;  ///< with such rows, and without a way out: transforms, twiddles
    double out = 0;          ///< more than without packing, or without writing results
};

/// Of the fast algorithm: columns, which are packed but not sent, and rows.
struct TransformParts {
    PassParts columns;
    PassParts rows;
};

/// Of a schedule of the fast algorithm with a cut, of complex numbers; none of other schedules. Collective. Cost: some
/// dozen passes, and arrays as large as a plan's.
template <class Real>
std::optional<TransformParts> transform_parts(Port& port, const Schedule& schedule);

}  // namespace bspfft
