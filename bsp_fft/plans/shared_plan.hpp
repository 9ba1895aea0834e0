// A transform of arrays in natural order that all processes see, without a copy of them.
#pragma once

#include <memory>

#include "bsp_fft/plans/runner.hpp"

namespace bspfft {

/// One process's part, for Runner::execute_shared. The free cut over all of them: columns are read from the input where
/// they are, packets move once, rows are written to the output where they belong. Forward and inverse transforms of
/// real data have different problems; for complex data the direction says which it is. Results are multiplied by the
/// scale. Collective; throws as Plan does.
std::unique_ptr<Runner> make_shared_plan(const Problem& problem, const SharedArrays& arrays, double scale,
                                         bool reproducible, Index bytes_per_real);

/// Whether there is one over p processes; otherwise a plan with arrays of its own can do it.
bool has_shared_plan(const Problem& problem, Index p, bool reproducible);

}  // namespace bspfft
