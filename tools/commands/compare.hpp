// bspfft compare: measured beside predicted cost, over a grid of n and p.
//
// As JSON:
//
//     {"cpu", "runtime", "precision",
//      "machine": {"file", "cpu", "runtime", "date", "this_machine": bool},
//      "grid": [{"n", "p", "algorithm", "exchange", "cut", "repeats",
//                "measured", "calibrated", "counted", "textbook": {"T_comp", "T_comm", "T_sync", "total"} in
//                seconds (predictions also "low", "high": the total with every number of the machine file at its
//                lower or upper quartile), "wait", "accounted_total" (the total while the ledger is kept): seconds,
//                "core_share" (the smallest share of a core that a process had), "disturbed": share < 95%,
//                "errors": {"calibrated", "counted", "textbook": {"T_comp", ..., "total"}}}],
//      "summary": {"calibrated", "counted", "textbook": {"T_comp", "T_comm", "T_sync", "total":
//                  {"median", "worst", "points"}}},
//      "largest_discrepancy": {"model", "n", "p", "term", "error", "sentence"}}
//
// An error is (predicted - measured) / measured, null where nothing was measured. The summary takes the sizes
// of errors, of T_comp, T_comm and T_sync only where they are more than 5% of the total: "points" says how
// many those are.
#pragma once

#include <string>
#include <vector>

#include "tools/terminal/words.hpp"

namespace bspfft::tools {

class Options;

struct CompareRequest {
    std::string from = "2^12";
    std::string to = "2^24";
    Index step = 4;            ///< from one n to the next
    std::vector<Index> procs;  ///< empty: 1 and as many as run at once
    bool oversubscribe = false;
    int repeat = 5;
    Precision precision = Precision::double_;
    bool runtimes = false;  ///< see tools/commands/compare_runtimes.hpp
    std::string machine;    ///< empty: the default file
    std::string json;       ///< empty: none; "-": standard output
    std::string csv;        ///< likewise
};

void add_compare_options(Options& options, CompareRequest& request);

/// Throws Error if there is no such grid.
void check_grid(const CompareRequest& request);

/// The processes of one n.
std::vector<Index> processes_of(const CompareRequest& request, Index n);

/// Runs every n and p, with the ledger for the parts and without it for the total, medians of repeats.
/// Throws Error.
int compare(const CompareRequest& request);

}  // namespace bspfft::tools
