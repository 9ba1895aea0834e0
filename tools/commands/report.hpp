// bspfft report: one page in HTML, with nothing to load, that shows what a run cost and why.
#pragma once

#include <string>

namespace bspfft::tools {

class Options;

struct ReportRequest {
    std::string run;      ///< file of bspfft run --account --json; empty: none
    std::string compare;  ///< file of bspfft compare --json; empty: none
    std::string machine;  ///< empty: the default file
    std::string output;   ///< "-": standard output
};

void add_report_options(Options& options, ReportRequest& request);

/// From the files that are named; if neither a run nor a comparison is, both are made first, and this machine
/// is probed if it never was. The page appears when it is complete. Throws Error.
int report(const ReportRequest& request);

}  // namespace bspfft::tools
