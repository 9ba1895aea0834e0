// bspfft explain: the distributions, index maps, stages and h-relations of one FFT, for teaching.
#pragma once

#include <string>

#include "tools/commands/transform.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

class Options;

struct ExplainRequest {
    TransformWords transform;
    Index procs = 1;
    bool inverse = false;  ///< for real data: from half a spectrum
    PlanOptions options;  ///< what is left open is chosen as plan chooses it
    std::string json;  ///< empty: none; "-": standard output
    std::string plot;  ///< likewise
    bool wide = false;  ///< tables
};

void add_explain_options(Options& options, ExplainRequest& request);

/// Returns 0. Throws Error.
int explain(const ExplainRequest& request);

}  // namespace bspfft::tools
