// What a plan would choose, without making one; and why.
#pragma once

#include <string>
#include <vector>

#include "bspfft/bspfft.hpp"
#include "tools/commands/known_machine.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

/// The schedule of a plan with these options; to be priced, by a kernel that the machine knows, where that is free.
Schedule choose_schedule(Index n, Index p, const PlanOptions& options, Precision precision, const Machine& machine);

/// Sentences: why this p, this cut and this exchange. Where the machine is known, with the predicted times of
/// other choices.
std::vector<std::string> why(const Schedule& schedule, const PlanOptions& options, bool asked_for_p,
                             const std::optional<KnownMachine>& known);

}  // namespace bspfft::tools
