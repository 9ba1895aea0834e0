// bspfft probe: measures this machine, for predictions.
#pragma once

#include <optional>
#include <string>

#include "bsp_fft/machine/machine.hpp"

namespace bspfft::tools {

class Options;

struct ProbeRequest {
    std::string machine;  ///< empty: the default file
    bool overwrite = false;
    Index procs = 0;  ///< 0: as many as run at once
    bool oversubscribe = false;
    double seconds = 10;
    std::string json;  ///< empty: none; "-": standard output
};

void add_probe_options(Options& options, ProbeRequest& request);

/// Writes the machine file (bsp_fft/machine/machine_file.hpp says what is in it); with --json also another
/// copy. Refuses, before it measures anything, to replace a file without being asked. Throws Error.
int probe(const ProbeRequest& request);

/// Measures on 1, 2, 4, ..., p processes in about so many seconds.
///
/// Where processes are programs of their own each count takes a section of the whole program: then there is
/// nothing at first, and the command ends, to be called again. In the end process 0 has the result.
std::optional<Machine> measure_machine(Index p, double seconds);

/// Whether measure_machine has begun, and the command is called again; process 0 knows.
bool measuring_machine();

/// Makes the file appear, and its folder.
void write_machine(const std::string& path, const Machine& machine);

}  // namespace bspfft::tools
