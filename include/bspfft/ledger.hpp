// The cost of transforms, by superstep and by process.
#pragma once

#include <string>
#include <vector>

#include "bspfft/error.hpp"

namespace bspfft {

/// What one process did in one superstep, summed over the transforms of a ledger.
///
/// Counts are exact: they are counted at the BSPlib. Seconds are 0 unless accounting is on:
///
///     compute      everything that is not in the others: transforms, twiddles, packing
///     communicate  inside puts, and the time that a sync that delivers puts takes beyond an empty one
///     wait         what a sync takes longer than an empty one: until the last process has arrived
///     sync         inside syncs, as long as an empty one takes
///     pcie         copying between host and device while nothing is computed; 0 without a device
///     ledger       the second, empty sync after each sync, by which the ledger tells these two apart
///
/// Where packets are sent during a computation, their puts belong to the move after it.
struct LedgerEntry {
    Index flops = 0;
    Index words_sent = 0;  ///< real numbers to other processes
    Index words_received = 0;
    Index puts = 0;
    Index bytes = 0;  ///< sent
    Index synchronisations = 0;
    double compute_seconds = 0;
    double communicate_seconds = 0;
    double wait_seconds = 0;
    double sync_seconds = 0;
    double pcie_seconds = 0;
    Index pcie_bytes = 0;  ///< copied between host and device, both ways
    double ledger_seconds = 0;

    /// The h of this process's part in the h-relation, in real words.
    Index h() const { return words_sent > words_received ? words_sent : words_received; }
};

/// What a process does at a time: the kinds of seconds above.
enum class Activity { compute, communicate, wait, sync, pcie, ledger };

/// A piece of a process's time: seconds since the first process began the transform.
struct LedgerSpan {
    Index process;
    Activity activity;
    double begin;
    double end;
};

/// One superstep on all processes.
struct BSPFFT_API LedgerRow {
    std::string name;
    std::vector<LedgerEntry> processes;
    /// Bytes that process s sent to process t, at place s p + t; empty without accounting.
    std::vector<Index> bytes_between;
    /// When each process did what in the last transform, by process, then by time; empty without accounting. Between
    /// two syncs, the puts that take turns with computing stand together after it. Processes on several machines have
    /// no common clock: there they are taken to leave the first sync together.
    std::vector<LedgerSpan> spans = {};

    /// The largest of each number over the processes: what BSP charges.
    LedgerEntry largest() const;
    /// How much longer the slowest process computed than the mean, as a fraction of the mean.
    double imbalance() const;
};

/// What the transforms of a plan cost, superstep by superstep, on every process.
struct BSPFFT_API Ledger {
    Index transforms = 0;
    bool timed = false;
    double seconds = 0;  ///< of the process that was longest inside transforms
    std::vector<LedgerRow> supersteps;
    /// What reading the clock takes, which is in the seconds above: once for each put and sync in what these take, and
    /// once for each of them and for each step that does something in computing. With accounting, from this process.
    double clock_seconds = 0;
    /// What each step of the schedule computed, on the process where it took longest; empty without accounting. A
    /// computation that sends its results has all that packs and places them, too.
    std::vector<double> steps = {};

    /// The sum over supersteps of what BSP charges.
    LedgerEntry total() const;
    /// Whether anything was copied between host and device.
    bool has_pcie() const;
};

}  // namespace bspfft
