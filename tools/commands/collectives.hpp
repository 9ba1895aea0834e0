// bspfft collectives: what broadcasts, scatters, reductions and all-to-alls take by the papers' models, which algorithm
// is the fastest, and from which size on another one is; measured beside predicted with --measure.
//
// As JSON:
//
//     {"machine": {"file", "cpu", "runtime", "date", "processes", "this_machine": bool, "warnings"},
//      "algorithms": [{"name", "what", "source"}],
//      "parameters": [{"p", "extrapolated" (p is more than was probed), "alpha", "beta", "L", "o", "g" (a word of 8
//                      bytes), "G", "bsp_g", "bsp_l"}] in seconds, beta, G and bsp_g per byte,
//      "costs": [{"p", "bytes", "collective", "algorithm", "alpha-beta", "logp", "loggp", "bsp"}] in seconds, null
//               outside the domain of the formula,
//      "best": [{"p", "collective", "model", "choices": [{"from_bytes", "algorithm"}]}],
//      "measured": [{"p", "bytes", "collective", "by", "seconds", "alpha-beta", "logp", "loggp", "bsp"}]}
//
// where "measured" is there with --measure: "by" is the algorithm of the BSPlib's supersteps, beside its own cost, or a
// function of MPI, beside the cost of the fastest algorithm.
#pragma once

#include <string>
#include <vector>

#include "bsp_fft/papers/collective_costs.hpp"

namespace bspfft::tools {

class Options;

struct CollectivesRequest {
    std::string procs;  ///< numbers and ranges with commas between them; empty: many, or as many as are measured
    std::string bytes;  ///< likewise
    std::vector<std::string> collectives;  ///< empty: all
    std::vector<std::string> algorithms;   ///< likewise
    MessageModel model = MessageModel::alpha_beta;
    bool measure = false;
    bool oversubscribe = false;
    std::string machine;  ///< empty: the default file
    std::string json;     ///< empty: none; "-": standard output
    std::string plot;     ///< likewise
};

void add_collectives_options(Options& options, CollectivesRequest& request);

/// Throws Error.
int collectives(const CollectivesRequest& request);

}  // namespace bspfft::tools
