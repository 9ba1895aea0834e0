// The probe: measures what predictions need, on whatever BSPlib the program is linked with.
#pragma once

#include <vector>

#include "bsp_fft/measure/laboratory.hpp"

namespace bspfft {

/// All that is measured, or only how synchronising and bspbench's numbers depend on p.
enum class Extent { all, bsp_parameters };

/// Adds to the machine what a section of this many processes shows, in about so many seconds; every process
/// of the section adds the same to its own. All of it through the port.
void probe_section(Port& port, Machine& machine, Extent extent, double seconds);

/// What follows from the points of all sections: o, alpha, beta; and warnings.
void conclude_probe(Machine& machine);

// The parts of a probe: each gives the experiments of one kind, whose conclusions go into the machine. The
// bench and the machine outlive them.
std::vector<Experiment> bspbench_experiments(Bench& bench, Machine& machine);
std::vector<Experiment> kernel_experiments(Bench& bench, Machine& machine);
std::vector<Experiment> put_experiments(Bench& bench, Machine& machine);
std::vector<Experiment> stream_experiments(Bench& bench, Machine& machine);
Experiment sync_experiment(Bench& bench, Machine& machine);

}  // namespace bspfft
