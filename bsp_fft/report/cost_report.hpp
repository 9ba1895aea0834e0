// What one transform cost, superstep by superstep, beside what three models predicted.
//
// As JSON (`bspfft run --account --json`) every row of "supersteps" has, besides the schedule's counts,
//
//     "puts", "bytes", "words_sent", "words_received": of one transform, the largest over the processes
//     "synchronisations": of one transform, as the schedule has them and the BSPlib performed them
//     "imbalance": the slowest process's computing over the mean's, less 1
//     "seconds": {"compute", "communicate", "sync", "wait", "ledger"}: of one transform, the largest over the processes
//     "processes": [{"process", "seconds": {...}}]: the same of each
//     "spans": [{"process", "activity", "begin", "end"}]: when each did what, in seconds, activities as in "seconds"
//     "bytes_between": [[bytes from process s to process t]], where something is sent
//     "predicted_seconds", "counted_seconds", "textbook_seconds": with a machine file
//     "pcie_bytes", and "pcie" among the seconds: copied between host and device, only where something was
//
// "note" says why there is no prediction, or that it is for another machine, and "cost" has "T_comp",
// "T_comm", "T_sync" and "total", each {"measured", "predicted", "counted", "textbook"} in seconds ("measured"
// alone without a machine file), and "wait": {"measured"}; "total" has "predicted_low" and "predicted_high" too,
// with every number of the machine file at its lower or upper quartile, or null. "predicted" is the calibrated model;
// T_comp is the sum of the computing of the slowest process in each superstep, and so on; T_sync is "sync" and "wait"
// of the process that waits least, since all others wait while it computes. The measured total is what a transform took
// with the ledger: the sum of T_comp, T_comm, T_sync and "other" (the ledger's own syncs, and its clocks, which are in
// the seconds of supersteps), which no model has; a model's total is the sum of its T_comp, T_comm and T_sync.
// "without_ledger": {"measured"} is the median of the transforms that were timed alone. Where a device copies, or is
// predicted to, "cost" has "T_pcie" too, which is one more part of the total; of a cube on a device "projected" has the
// seconds "T_mem", "T_PCIe" and "T_net" of Czechowski et al. 2012 for this machine. "warnings" are those of the probe.
#pragma once

#include <optional>
#include <span>

#include "bsp_fft/base/json.hpp"
#include "bsp_fft/predict/models.hpp"
#include "bspfft/ledger.hpp"
#include "bspfft/machine.hpp"

namespace bspfft {

/// The sum over supersteps of what BSP charges, of one transform of a timed ledger.
struct MeasuredCost {
    double compute = 0;
    double communicate = 0;
    double sync = 0;            ///< and waiting, of the process that waits least
    double wait = 0;            ///< of the process that waits longest, while another computes: not in the total
    double total = 0;           ///< with the ledger: the sum of the parts and of other()
    double without_ledger = 0;  ///< the median of transforms that were timed alone
    double pcie = 0;            ///< 0 without a device

    /// What the parts leave out: the ledger's own clocks and syncs. Less than 0 where not the same process is the
    /// slowest to compute and to communicate, or in all supersteps.
    double other() const { return total - compute - communicate - sync - pcie; }
    MeasuredCost& operator+=(const MeasuredCost& next);
};

/// The parts of a cost.
enum class Term { compute, pcie, communicate, sync, total };
/// In the order in which they are shown; T_pcie only where there is one.
std::span<const Term> terms(bool has_pcie);
const char* name_of(Term term);

/// The part of a MeasuredCost, or of a Price.
double part_of(const auto& cost, Term term)
{
    if (term == Term::compute) return cost.compute;
    if (term == Term::pcie) return cost.pcie;
    if (term == Term::communicate) return cost.communicate;
    if (term == Term::sync) return cost.sync;
    if constexpr (requires { cost.total(); }) return cost.total();
    else return cost.total;
}

struct CostReport {
    Schedule schedule;
    Ledger ledger;
    double without_ledger;  ///< seconds of one transform
    std::optional<Predictions> predictions;
    std::string mark;  ///< a sentence if there are none, or if they are for another machine; else empty
    std::vector<std::string> warnings = {};  ///< of the probe that the predictions are from
    std::optional<ProjectedTimes> projected = {};  ///< of a cube on a device, by the model of [Czechowski et al. 2012]

    MeasuredCost measured() const;
    /// Adds what the file's head says to rows of counts, one for each superstep.
    void add_to(Json& supersteps) const;
    Json cost() const;
    /// Whether there is a T_pcie, measured or predicted.
    bool has_pcie() const;
};

MeasuredCost measured_cost(const Ledger& ledger, double without_ledger);

}  // namespace bspfft
