// bspfft simulate: the FFT on a LogP machine, played message by message.
#pragma once

#include <string>

#include "bsp_fft/papers/logp_simulator.hpp"

namespace bspfft::tools {

class Options;

struct SimulateRequest {
    std::string n;
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

}  // namespace bspfft::tools
