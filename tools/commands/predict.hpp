// bspfft predict: what a transform would cost, without running it, for any shape and p.
//
// As JSON, for one p:
//
//     {"n", "shape", "axes", "kind" (of a cosine or sine transform, or "convolution"), "p", "precision", "algorithm",
//      "exchange", "cut",
//      "machine": {"file", "cpu", "runtime", "date", "processes", "this_machine": bool, "beyond"},
//      "extrapolated": bool (p is more than was probed), "r": flop/s,
//      "supersteps": [{counts as in `bspfft plan`, "calibrated", "counted", "textbook":
//                      {"compute", "communicate", "sync", "total", "low", "high"}}] in seconds,
//      "cost", "cost_flops": {"T_comp", "T_comm", "T_sync", "total", "low", "high":
//      {"calibrated", "counted", "textbook"}}, in seconds, and in flops at the rate r}
//
// where with a device "pcie" and "T_pcie" stand beside the others, if something is copied to and from it;
// "low" and "high" are the total with every number of the machine file at its lower or upper quartile, null where
// one of them has too few samples for that; and for a range:
//
//     {"n", "shape", "axes", "precision", "machine",
//      "curve": [{"p", "algorithm", "exchange", "extrapolated", "calibrated", "counted", "textbook":
//      {"T_comp", "T_comm", "T_sync", "total", "low", "high"}}], "best": {"calibrated", "counted", "textbook": p},
//      "crossovers": [sentences]}
//
// With a model other than bsp, for one p or more:
//
//     {"n", "shape", "axes", "precision", "machine",
//      "curve": [{"p", "algorithm", "exchange", "extrapolated",
//                 "models": [{"name", "T_comp", "T_comm", "T_sync", "total", "low", "high"}]}]}
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bsp_fft/predict/models.hpp"
#include "tools/commands/known_machine.hpp"
#include "tools/commands/transform.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

class Options;

enum class CostModel { bsp, alpha_beta, logp, loggp, memory, all };
extern const std::map<std::string, CostModel> cost_models;

struct PredictRequest {
    TransformWords transform;
    std::string procs = "1";  ///< a number, or a range A..B: A, 2 A, 4 A, ...
    PlanOptions options;
    Precision precision = Precision::double_;
    CostModel model = CostModel::bsp;
    std::string machine;  ///< empty: the default file
    std::string json;     ///< empty: none; "-": standard output
    bool wide = false;    ///< tables
};

void add_predict_options(Options& options, PredictRequest& request);

/// Throws Error.
int predict(const PredictRequest& request);

/// One p.
struct Outlook {
    Schedule schedule;
    std::vector<Prediction> predictions;  ///< by each model that was asked for
    bool extrapolated;                    ///< p is more than was probed

    const char* algorithm() const { return algorithm_name(schedule.algorithm()); }
    bool has_pcie() const { return predictions.front().total().pcie > 0; }
};

/// The members that all of its JSON has.
Json document_of(const Schedule& schedule, const KnownMachine& known, const PredictRequest& request);

/// "n = 2^20 real numbers, DCT-II".
std::string operand_in_words(const Schedule& schedule, const PredictRequest& request);

/// A range of processes, as the request wants it.
void show(const std::vector<Outlook>& curve, const KnownMachine& known, const PredictRequest& request);

}  // namespace bspfft::tools
