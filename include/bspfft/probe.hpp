// The probe: measures what predictions need, on the BSPlib that the program is linked with.
//
//     Machine machine = this_machine();
//     probe_section(machine);               // in sections of 1, 2, ... processes, by all of their processes
//     probe_device(machine);                // where there is one
//     conclude_probe(machine);
//     write_machine("machine.json", machine);
#pragma once

#include <string>
#include <vector>

#include "bspfft/export.hpp"
#include "bspfft/machine.hpp"

namespace bspfft {

/// What can be chosen of a probe.
struct ProbeOptions {
    /// All that is measured, or only how synchronising and bspbench's numbers depend on p.
    enum class Extent { all, bsp_parameters };

    double seconds = 5;                        ///< approximately; at least one round of all measurements
    std::vector<Index> bytes_per_real{8, 4};  ///< the precisions of the kernels
    Extent extent = Extent::all;
};

/// This machine by name and date, with nothing measured yet.
BSPFFT_API Machine this_machine();

/// Adds measurements of a section of this many processes to the machine. All processes of the section call it, and
/// each adds the same to its own machine. Throws Error on all of them alike.
///
/// Cost: the seconds that it is given.
BSPFFT_API void probe_section(Machine& machine, const ProbeOptions& options = {});

/// Adds measurements of this process's device (a GPU) to the machine. Returns an empty string, or why there is no
/// device. Throws Error if the device fails.
///
/// Cost: the seconds that it is given.
BSPFFT_API std::string probe_device(Machine& machine, const ProbeOptions& options = {});

/// Derives o, alpha, beta and warnings from the points of all sections.
BSPFFT_API void conclude_probe(Machine& machine);

}  // namespace bspfft
