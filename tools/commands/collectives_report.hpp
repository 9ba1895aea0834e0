// What bspfft collectives found, for people, for programs and as a drawing.
#pragma once

#include <string>
#include <vector>

#include "bsp_fft/papers/collective_costs.hpp"
#include "tools/commands/known_machine.hpp"
#include "tools/commands/measured_collectives.hpp"

namespace bspfft::tools {

/// The algorithms of one collective.
using AlgorithmCosts = std::vector<const CollectiveCost*>;

/// The machine with p processes.
struct CollectiveProcesses {
    Index p;
    bool extrapolated;  ///< p is more than was probed
    CollectiveMachine machine;
};

struct CollectivesFound {
    KnownMachine known;
    std::vector<CollectiveProcesses> processes;
    std::vector<Index> sizes;  ///< bytes, increasing
    std::vector<AlgorithmCosts> collectives;
    std::vector<MeasuredCollective> measured;  ///< on the only number of processes
};

Json json_of(const CollectivesFound& found);

/// All costs for one p and one size; otherwise the fastest algorithms by one model. What was measured, instead.
void print(const CollectivesFound& found, const NamedModel& by);

/// Seconds by one model over the size, with the largest p, and what was measured.
void draw_collectives(const std::string& where, const CollectivesFound& found, const NamedModel& by);

}  // namespace bspfft::tools
