// bspfft probe: measures this machine, for predictions.
#pragma once

#include <string>

#include "bsp_fft/machine/machine.hpp"

namespace bspfft {

struct ProbeRequest {
    std::string machine;  ///< empty: the default file
    bool overwrite = false;
    Index procs = 0;  ///< 0: as many as run at once
    bool oversubscribe = false;
    double seconds = 10;
    std::string json;  ///< empty: none; "-": standard output
};

/// Writes the machine file (bsp_fft/machine/machine_file.hpp says what is in it); with --json also another
/// copy. Refuses, before it measures anything, to replace a file without being asked. Throws Error.
int probe(const ProbeRequest& request);

/// Measures on up to p processes, p = 2^q, in about so many seconds.
Machine measure_machine(Index p, double seconds);

/// Makes the file appear, and its folder.
void write_machine(const std::string& path, const Machine& machine);

}  // namespace bspfft
