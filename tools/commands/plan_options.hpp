// The options of a plan that several commands have.
#pragma once

#include "bspfft/options.hpp"

namespace bspfft::tools {

class Options;

/// --algorithm, --cut and --kernel.
void add_algorithm_options(Options& options, PlanOptions& plan);

}  // namespace bspfft::tools
