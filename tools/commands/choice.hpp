// What a plan would choose, without making one; and why.
#pragma once

#include <string>
#include <vector>

#include "tools/commands/known_machine.hpp"
#include "tools/commands/run.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

/// All of a cosine or sine transform in one direction, or of a convolution.
Schedule composed_schedule(Direction direction, const Transform& transform, Index p, Index bytes_per_real);

/// How many processes do what is requested: those that were asked for, or else as many of those that run at once as
/// have the lowest price by the planner's machine. The kernel cuda has one, since there is one device, unless it is MPI
/// that has started them. Throws as processes_for(n, ...) does.
Index processes_for(const RunRequest& request, const Transform& transform, bool oversubscribe);

/// The schedule of a plan with these options; to be priced, by a kernel that the machine knows, where that is free.
Schedule choose_schedule(const Transform& transform, Index p, Precision precision, const Machine& machine);

/// The schedule of a plan with these resolved options in one direction.
Schedule schedule_in(Direction direction, const Transform& transform, Index p, const PlanOptions& resolved,
                     Index bytes_per_real);

/// Sentences: why this p, grid, cut, kernel and exchange; with what others would cost, if the machine is known.
std::vector<std::string> reasons_for(const Schedule& schedule, const Transform& transform, const RunRequest& request);

}  // namespace bspfft::tools
