// What else a plan could choose: grids and cuts that trials compare, and the reasons for its choices, in sentences.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bspfft/plan.hpp"

namespace bspfft {

/// The grid and the cut of a schedule of the fast algorithm, as options of a plan name them.
CutTrial trial_of(const Schedule& schedule, std::size_t batch_axes);

/// Options with this grid and cut.
PlanOptions with_trial(PlanOptions options, const CutTrial& trial);

/// The model's own first; then those of other grids, by the model; then cuts near the model's. Options are resolved, of
/// the fast algorithm.
std::vector<CutTrial> cut_candidates(const std::vector<Index>& shape, Index p, const PlanOptions& options,
                                     Index bytes_per_real);

/// What a transform would cost, and the same for people to read.
struct Quote {
    double seconds;
    std::string words;
};

/// For a transform over p processes with these options.
using Quotes = std::function<Quote(Index p, const PlanOptions& options)>;

/// Sentences: why this p, this grid and cut or this algorithm, these layouts, this kernel and this exchange, with the
/// prices of alternatives, if quotes are given. requested are the options before they were resolved; asked_for_p says
/// whether p was given.
std::vector<std::string> why(const Schedule& schedule, const PlanOptions& requested, bool asked_for_p,
                             const Quotes& quotes);

}  // namespace bspfft
