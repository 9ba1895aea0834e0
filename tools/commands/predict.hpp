// bspfft predict: what a transform would cost, without running it, for any n and p.
//
// As JSON, for one p:
//
//     {"n", "p", "algorithm", "exchange", "cut", "machine": {"file", "cpu", "runtime", "date", "processes",
//      "this_machine": bool}, "extrapolated": bool (p is more than was probed), "r": flop/s,
//      "supersteps": [{counts as in `bspfft plan`, "calibrated", "exact", "textbook":
//                      {"compute", "communicate", "sync", "total"}}] in seconds,
//      "cost", "cost_flops": {"T_comp", "T_comm", "T_sync", "total": {"calibrated", "exact", "textbook"}},
//      in seconds, and in flops at the rate r}
//
// and for a range:
//
//     {"n", "machine", "curve": [{"p", "algorithm", "extrapolated", "calibrated", "exact", "textbook":
//      {"T_comp", "T_comm", "T_sync", "total"}}], "best": {"calibrated", "exact", "textbook": p},
//      "crossovers": [sentences]}
//
// With a model other than bsp, one p or more: tools/commands/predict_by_models.hpp.
#pragma once

#include <map>
#include <string>

#include "bspfft/options.hpp"

namespace bspfft::tools {

class Options;

enum class CostModel { bsp, alpha_beta, logp, loggp, memory, all };
extern const std::map<std::string, CostModel> cost_models;

struct PredictRequest {
    std::string n;
    std::string procs = "1";  ///< a number, or a range A..B of powers of two
    PlanOptions options;
    CostModel model = CostModel::bsp;
    std::string machine;  ///< empty: the default file
    std::string json;     ///< empty: none; "-": standard output
};

void add_predict_options(Options& options, PredictRequest& request);

/// Throws Error.
int predict(const PredictRequest& request);

}  // namespace bspfft::tools
