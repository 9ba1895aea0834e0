// The options of a plan that several commands have.
#pragma once

#include "bspfft/options.hpp"

namespace bspfft::tools {

class Options;

/// --algorithm and --cut.
void add_cut_options(Options& options, PlanOptions& plan);

}  // namespace bspfft::tools
