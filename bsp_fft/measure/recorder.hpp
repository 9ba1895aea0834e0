// Writes one process's part of the ledger while a plan walks its schedule.
#pragma once

#include <vector>

#include "bsp_fft/bsp/port.hpp"
#include "bspfft/ledger.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

/// Reads off the port, at the end of every superstep, what went through it since the end of the one before.
/// Nothing is allocated while a transform runs, and without accounting no clock is read.
class Recorder {
public:
    Recorder(Port& port, const Schedule& schedule, Index bytes_per_real);

    /// Starts a new ledger, with seconds or without.
    void account(bool on);

    // The walk calls these, once a transform and once a superstep.
    void begin();
    /// What was computed since the last call belongs to one superstep, what moved and waited to another, or
    /// to the same.
    void done(Index computed, Index moved);
    void end();

    /// Collective: everyone's parts, put together on every process.
    Ledger ledger() const;

private:
    /// One superstep of this process.
    struct Tally {
        Traffic traffic;
        double compute_seconds = 0;
        std::vector<Index> bytes_to;  ///< by process; empty without accounting
    };

    std::vector<double> numbers() const;
    LedgerRow row(std::size_t i, const std::vector<double>& all) const;
    Index received(const LedgerRow& row, const Superstep& step, std::size_t s) const;

    Port& port_;
    const Schedule& schedule_;
    Index bytes_per_real_;
    bool timed_ = false;
    Index transforms_ = 0;
    double seconds_ = 0;
    double began_ = 0;
    double at_ = 0;  ///< when the superstep before was done
    Traffic before_;
    std::vector<Tally> tallies_;
    std::vector<Index> bytes_to_;  ///< of the superstep that runs
};

}  // namespace bspfft
