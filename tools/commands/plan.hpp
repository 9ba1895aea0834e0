// bspfft plan: the schedule without running it, for any p.
#pragma once

#include "tools/commands/run.hpp"

namespace bspfft::tools {

/// Of the request it uses n, processes, precision, algorithm, exchange, cut and json. Throws Error.
int show_plan(const RunRequest& request);

}  // namespace bspfft::tools
