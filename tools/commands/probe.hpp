// bspfft probe: measures this machine, for predictions.
#pragma once

#include <optional>
#include <string>

#include "bspfft/machine.hpp"
#include "tools/commands/bench.hpp"

namespace bspfft::tools {

class Options;

struct ProbeRequest {
    std::string machine;  ///< empty: the default file
    bool overwrite = false;
    Index procs = 0;  ///< 0: as many as run at once
    bool oversubscribe = false;
    double seconds = 10;
    PrecisionSet precisions = PrecisionSet::both;
    std::string json;  ///< empty: none; "-": standard output
};

void add_probe_options(Options& options, ProbeRequest& request);

/// Writes the machine file (bsp_fft/machine/machine_json.hpp says what is in it); with --json also another
/// copy. Refuses, before it measures anything, to replace a file without being asked. Throws Error.
int probe(const ProbeRequest& request);

/// What was found, and why there is no device if there is none.
void print_probe(const Machine& machine, const std::string& why_no_device);

/// Measures on 1, 2, 4, ..., p processes in about this many seconds.
///
/// Where processes are programs of their own, each number of processes needs a run of the whole program: this
/// returns nothing, the command ends, and run_again() starts it again. The last run returns the result on process 0.
std::optional<Machine> measure_machine(Index p, double seconds, PrecisionSet precisions);

/// Whether measure_machine has begun and goes on in this run; known to process 0.
bool measuring_machine();

}  // namespace bspfft::tools
