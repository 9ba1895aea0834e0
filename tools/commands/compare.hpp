// bspfft compare: measured beside predicted cost, over a grid of n and p; or of one shape, the algorithm that moves
// once beside pencils.
//
// As JSON:
//
//     {"cpu", "runtime", "precision",
//      "machine": {"file", "cpu", "runtime", "date", "processes", "this_machine": bool, "beyond", "warnings"},
//      "grid": [{"n", "p", "algorithm", "exchange", "cut", "synchronisations", "repeats", "shape", "axes", "real",
//                "redistributions", "words",
//                "measured", "calibrated", "counted", "textbook": {"T_comp", "T_comm", "T_sync", "total"} in
//                seconds (measured also "other", as in `run --account`; predictions also "low", "high": the total
//                with every number of the machine file at its lower or upper quartile, null without one), "wait",
//                "without_ledger" (the median of transforms that were timed alone): seconds,
//                "core_share" (the smallest share of a core, or of its best pace, that a process had), "disturbed":
//                share < 95%,
//                "errors": {"calibrated", "counted", "textbook": {"T_comp", ..., "total"}}}],
//      "summary": {"calibrated", "counted", "textbook": {"T_comp", "T_comm", "T_sync", "total":
//                  {"median", "worst", "points"}}},
//      "largest_discrepancy": {"model", "n", "p", "term", "error", "sentence"}}
//
// Where a device copies, "T_pcie" stands beside "T_comp". An error is (predicted - measured) / measured, null where
// nothing was measured. The summary takes the sizes of errors, of parts of the total only where they are more than 5%
// of it: "points" says how many those are.
//
// bspfft compare --all: everything that plans can do, of up to --to elements: complex and real, both precisions, powers
// of two, other lengths, primes, shapes, batches, cosines and operators. As JSON:
//
//     {"cpu", "runtime", "machine", "grid": [{"problem", "kind", "p", "core_share",
//        "total", "T_comp", "T_comm", "T_sync": {"measured", "predicted": seconds, "error"}}],
//      "summary": {kind, and "all": {"total", ...: {"median", "worst", "points"}}}}
//
// The total is that of transforms timed alone; the parts are there where they are over 5% of it. With --rounds, all are
// those of the round in which the total was least.
//
// bspfft compare --kinds: every kind of step, with a problem that has it, in double precision. As JSON:
//
//     {"machine", "kinds": [{"kind", "problem", "p", "step", "core_share", "measured", "predicted": seconds, "error"}],
//      "without": {kind: why it has no row}}
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "bsp_fft/report/comparison.hpp"
#include "tools/commands/known_machine.hpp"
#include "tools/commands/transform.hpp"
#include "tools/files/text_output.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

class Options;

struct CompareRequest {
    TransformWords transform;  ///< with a shape: of that alone
    std::string from = "2^12";
    std::string to = "2^24";
    Index step = 4;            ///< from one n to the next
    std::vector<Index> procs;  ///< empty: 1 and as many as run at once
    bool oversubscribe = false;
    int repeat = 5;
    int rounds = 1;       ///< of everything
    PlanOptions options;  ///< kernel, memory and device window
    Precision precision = Precision::double_;
    bool all = false;       ///< everything that plans can do, instead of lengths or a shape
    bool kinds = false;     ///< every kind of step, likewise
    std::string machine;    ///< empty: the default file
    std::string json;       ///< empty: none; "-": standard output
    std::string csv;        ///< likewise
    bool wide = false;      ///< tables

    bool is_of_a_shape() const { return !transform.shape.empty(); }
};

void add_compare_options(Options& options, CompareRequest& request);

/// What is run, and on how many processes.
struct ComparedTransform {
    Transform transform;
    Index p;
};

/// All of the grid, or of the shape; by the algorithms that can. Throws Error if there is no such grid.
std::vector<ComparedTransform> compared_transforms(const CompareRequest& request);

/// The machine and the outputs of a comparison, on process 0.
struct ComparisonFiles {
    /// Collective: all throw Error if the machine is not known, or a file cannot be written. Prints what there is to
    /// remark.
    explicit ComparisonFiles(const CompareRequest& request);

    KnownMachine known = {};
    std::optional<TextOutput> json = {}, csv = {};
    bool shows = false;  ///< tables go to standard output
};

/// One plan's transforms, as process 0 has seen them.
struct Seen {
    MeasuredCost cost;
    double core_share = 1;  ///< the least that a process had, of its time and of its best pace
    std::vector<Schedule> schedules = {};
    std::vector<Ledger> ledgers = {};  ///< of the repeat with the median total, one for each schedule
};

/// Times plans, and knows the fastest pace of the cores so far.
class Observer {
public:
    /// Makes the plan on each of p processes, and times it in blocks with the ledger and without it in turn. Blocks
    /// while which the cores were slowed down do not count; for a second at most others take their places.
    Seen see(Index p, const std::function<AnyPlan()>& make, int repeats);

private:
    double fastest_pace_ = std::numeric_limits<double>::infinity();
};

/// The processes that were asked for, or 1 and as many as run at once; of all that run the program, if they do.
std::vector<Index> processes_of(const CompareRequest& request, Index n);

/// Median and worst: "3.7% (14.2%)"; "-" without points.
std::string in_words(const ErrorSummary& errors);

/// Runs each of them, with the ledger and without it in turn. What is shown of the repeats with the ledger is the one
/// with the median total, so that its parts add up to it.
/// Throws Error.
int compare(const CompareRequest& request);

/// Everything that plans can do instead, a line for each problem.
int compare_all(const CompareRequest& request);

/// Every kind of step instead, a line for each on one process, and on as many as run at once.
int compare_kinds(const CompareRequest& request);

}  // namespace bspfft::tools
