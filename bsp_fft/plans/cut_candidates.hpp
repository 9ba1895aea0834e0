// Grids and cuts that may be better than the model's.
#pragma once

#include <vector>

#include "bspfft/plan.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

/// The grid and the cut of a schedule of the fast algorithm, as options of a plan name them.
CutTrial trial_of(const Schedule& schedule, std::size_t batch_axes);

/// Options with this grid and cut.
PlanOptions with_trial(PlanOptions options, const CutTrial& trial);

/// The model's own first; then those of other grids, by the model; then cuts near the model's. Options are resolved, of
/// the fast algorithm.
std::vector<CutTrial> cut_candidates(const std::vector<Index>& shape, Index p, const PlanOptions& options,
                                     Index bytes_per_real);

}  // namespace bspfft
