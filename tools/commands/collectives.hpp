// bspfft collectives: what broadcasts, scatters, reductions and all-to-alls take by the papers' models, which algorithm
// is the fastest, and from which size on another one is; measured beside predicted with --measure.
//
// As JSON:
//
//     {"machine": {"file", "cpu", "runtime", "date", "processes", "this_machine": bool, "beyond", "warnings"},
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

#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/papers/collective_costs.hpp"
#include "tools/commands/known_machine.hpp"

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

/// The algorithms of one collective, and its name.
using AlgorithmCosts = std::vector<const CollectiveCost*>;
inline std::string collective_of(const AlgorithmCosts& costs) { return std::string(costs.front()->collective); }

/// The machine with p processes.
struct CollectiveProcesses {
    Index p;
    bool extrapolated;  ///< p is more than was probed
    CollectiveMachine machine;
};

/// What an algorithm costs, or what was measured beside its cost.
struct CollectiveRow {
    Index p;
    Index bytes;
    std::string collective;
    std::string by;                  ///< an algorithm, or a function of MPI, beside the fastest algorithm
    std::optional<double> measured;  ///< seconds
    std::vector<std::optional<double>> costs = {};  ///< seconds by each model; nothing outside the formula's domain
    std::string why_not = {};                       ///< what that is

    std::optional<double> cost(MessageModel model) const { return costs[static_cast<std::size_t>(model)]; }
};

struct CollectivesFound {
    KnownMachine known;
    std::vector<CollectiveProcesses> processes;
    std::vector<Index> sizes;  ///< bytes, increasing
    std::vector<AlgorithmCosts> collectives;
    std::vector<CollectiveRow> costs;     ///< by processes, collective, size and algorithm
    std::vector<CollectiveRow> measured;  ///< on the only number of processes
};

Json json_of(const CollectivesFound& found);
/// All costs for one p and one size; otherwise the fastest algorithms by one model. What was measured, instead.
void print(const CollectivesFound& found, const NamedModel& by);
/// Seconds by one model over the size, with the largest p, and what was measured.
void draw_collectives(const std::string& where, const CollectivesFound& found, const NamedModel& by);

/// What a collective works on, on one process: arrays of p blocks. Process 0 has what it broadcasts in `to`.
struct CollectiveArrays {
    Port& port;
    const double* from;
    double* to;
    double* work;
    Index block;  ///< words
};

/// A collective as it is carried out: in supersteps of the BSPlib, by an algorithm of the models, or by MPI.
struct ExecutedCollective {
    std::string collective;
    std::string by;
    void (*run)(const CollectiveArrays& arrays);
};

/// MPI's functions; none where processes are not MPI's.
std::vector<ExecutedCollective> mpi_collectives();

/// Measures these collectives in a section of p processes, the median of some runs on the slowest process, and checks
/// their results. Each size must be a multiple of p words. All processes call it, and process 0 gets the rows, without
/// costs. Throws Error on all of them alike.
std::vector<CollectiveRow> measure_collectives(Index p, const std::vector<Index>& sizes,
                                               const std::vector<AlgorithmCosts>& collectives);

}  // namespace bspfft::tools
