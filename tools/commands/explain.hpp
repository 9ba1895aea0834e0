// bspfft explain: the distributions, index maps, stages and h-relations of one FFT, for teaching.
#pragma once

#include <string>

#include "tools/terminal/words.hpp"

namespace bspfft::tools {

class Options;

struct ExplainRequest {
    std::string n;
    Index procs = 1;
    Algorithm algorithm = Algorithm::textbook;
    Index cut = 0;
    std::string json;  ///< empty: none; "-": standard output
    std::string plot;  ///< empty: none
};

void add_explain_options(Options& options, ExplainRequest& request);

/// Returns 0. Throws Error.
int explain(const ExplainRequest& request);

}  // namespace bspfft::tools
