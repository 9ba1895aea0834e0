// bspfft plan: the schedule without running it, for any p; or with the best grid and cut of trials.
#pragma once

#include "tools/commands/run.hpp"

namespace bspfft::tools {

class Options;

void add_plan_options(Options& options, RunRequest& request);

/// Of the request it uses the transform, processes, direction, precision, options, why, machine, measure and json. All
/// that run the program call it. Throws Error.
int plan(const RunRequest& request);

}  // namespace bspfft::tools
