// A measured machine as LogP sees it, in nodes of the butterfly.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bsp_fft/papers/hidden_communication.hpp"
#include "bspfft/machine.hpp"

namespace bspfft::tools {

struct MeasuredLogP {
    double node_seconds;  ///< of one node, by the kernels of the fast algorithm
    LogP machine;         ///< in nodes; a message is one complex number
};
MeasuredLogP measured_logp(const Machine& machine, const HidingProblem& problem);

/// The shortest n from which on, up to 2^50, such a machine without overhead finishes without idling; nothing
/// if there is none.
std::optional<Index> hides_from(const Machine& machine, Index processors, MessageSchedule schedule);

/// Whether the machine hides its communication, in sentences.
std::vector<std::string> hiding_verdict(const Machine& machine, const HidingProblem& problem,
                                        const Performance& input_driven);

}  // namespace bspfft::tools
