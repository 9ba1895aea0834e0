// The parts of a probe: each makes the experiments of one kind, whose results go into the machine. The bench
// and the machine outlive them.
#pragma once

#include <vector>

#include "bsp_fft/measure/experiments.hpp"
#include "bsp_fft/measure/laboratory.hpp"

namespace bspfft {

std::vector<Experiment> bspbench_experiments(Bench& bench, Machine& machine);
/// Of reals of so many bytes.
std::vector<Experiment> kernel_experiments(Bench& bench, Machine& machine, Index bytes_per_real);
std::vector<Experiment> length_experiments(Bench& bench, Machine& machine);
std::vector<Experiment> radix_experiments(Bench& bench, Machine& machine);
std::vector<Experiment> put_experiments(Bench& bench, Machine& machine);
std::vector<Experiment> stream_experiments(Bench& bench, Machine& machine);
Experiment sync_experiment(Bench& bench, Machine& machine);

}  // namespace bspfft
