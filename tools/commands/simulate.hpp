// bspfft simulate: the FFT on a LogP machine, played message by message. One complex vector of 2^k numbers by the
// schedules of Sahay 1993 beside this library's; every other problem by this library's, superstep by superstep.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bsp_fft/papers/hidden_communication.hpp"
#include "bspfft/machine.hpp"
#include "tools/commands/transform.hpp"

namespace bspfft::tools {

class Options;

struct SimulateRequest {
    TransformWords transform;
    PlanOptions options;
    Index procs = 0;
    LogP machine;
    std::string from_machine;  ///< a machine file that the times come from, in place of those; empty: none
    std::string schedule = "all";
    Index processor = -1;  ///< whose butterfly is drawn; -1: one that Figure 2 would choose
    std::string json;      ///< empty: none; "-": standard output
    std::string plot;      ///< likewise
    bool wide = false;     ///< tables
};

void add_simulate_options(Options& options, SimulateRequest& request);

/// Completion, idle time and speed-up of each schedule, the closed form beside it, and the largest latency
/// that costs nothing. Returns 0, or 1 if a closed form is not what was simulated. Throws Error.
int simulate(const SimulateRequest& request);

/// A measured machine as LogP sees it, in nodes of the butterfly.
struct MeasuredLogP {
    double node_seconds;  ///< of one node, by the kernels of the fast algorithm
    LogP machine;         ///< in nodes; a message is one complex number
};
MeasuredLogP measured_logp(const Machine& machine, const Schedule& schedule);
MeasuredLogP measured_logp(const Machine& machine, const HidingProblem& problem);

/// Each superstep of any schedule, in nodes of the butterfly. A superstep ends when all its messages have come, and
/// tiles leave as soon as they are made. Throws Error(invalid_argument) for more elements than largest_simulation.
std::vector<Performance> play_schedule(const LogP& machine, const Schedule& schedule);
/// Plays the schedule that a plan would have. Returns 0. Throws Error.
int simulate_schedule(const SimulateRequest& request);

/// The shortest n from which on, up to 2^50, such a machine without overhead finishes without idling; nothing
/// if there is none.
std::optional<Index> hides_from(const Machine& machine, Index processors, MessageSchedule schedule);

/// Whether the machine hides its communication, in sentences.
std::vector<std::string> hiding_verdict(const Machine& machine, const HidingProblem& problem,
                                        const Performance& input_driven);

}  // namespace bspfft::tools
