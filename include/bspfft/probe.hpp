// The probe: measures what predictions need, on whatever BSPlib the program is linked with.
//
//     Machine machine = this_machine();
//     probe_section(machine);               // in sections of 1, 2, ... processes, by all of their processes
//     conclude_probe(machine);
//     write_machine("machine.json", machine);
#pragma once

#include <vector>

#include "bspfft/export.hpp"
#include "bspfft/machine.hpp"

namespace bspfft {

struct ProbeOptions {
    /// All that is measured, or only how synchronising and bspbench's numbers depend on p.
    enum class Extent { all, bsp_parameters };

    double seconds = 5;                        ///< about; it takes longer only if one round of all does
    std::vector<Index> bytes_per_real{8, 4};  ///< the precisions of the kernels
    Extent extent = Extent::all;
};

/// This machine by name and date, with nothing measured yet.
BSPFFT_API Machine this_machine();

/// Adds to the machine what a section of this many processes shows. All processes of the section call it, and
/// each adds the same to its own machine. Throws Error on all of them alike.
///
/// Cost: the seconds that it is given.
BSPFFT_API void probe_section(Machine& machine, const ProbeOptions& options = {});

/// What follows from the points of all sections: o, alpha, beta; and warnings.
BSPFFT_API void conclude_probe(Machine& machine);

}  // namespace bspfft
