// bspfft predict --model: the price of one schedule by several models.
//
// As JSON:
//
//     {"n", "shape", "axes", "precision", "machine",
//      "parameters": {"alpha", "beta", "L", "o", "g", "G"} of the largest p, in seconds, beta and G per byte,
//      "curve": [{"p", "algorithm", "exchange", "extrapolated",
//                 "models": [{"name", "T_comp", "T_comm", "T_sync", "total", "low", "high"}],
//                 "all_to_all": {"partners", "bytes", "direct", "bruck", "best_radix", "best",
//                                "direct_beats_bruck_from_bytes"} for p > 1}]}
#pragma once

#include <vector>

#include "tools/commands/known_machine.hpp"
#include "tools/commands/predict.hpp"

namespace bspfft::tools {

/// For each number of processes. Throws Error.
int predict_by_models(const PredictRequest& request, const KnownMachine& known, const Transform& transform,
                      const std::vector<Index>& processes);

}  // namespace bspfft::tools
