// bspfft plan: the schedule without running it, for any p.
#pragma once

#include "tools/commands/run.hpp"

namespace bspfft::tools {

class Options;

void add_plan_options(Options& options, RunRequest& request);

/// Of the request it uses the transform, processes, direction, precision, options, why and json. Throws Error.
int plan(const RunRequest& request);

}  // namespace bspfft::tools
