// Writes one process's part of the ledger during the execution of a schedule.
#pragma once

#include <array>
#include <vector>

#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/measure/time_stamps.hpp"
#include "bspfft/ledger.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

/// Reads the port's counters at the end of every superstep and records their increase since the last one.
/// Nothing is allocated while a transform runs, and without accounting no clock is read.
class Recorder {
public:
    Recorder(Port& port, const Schedule& schedule, Index bytes_per_real);

    /// Starts a new ledger, with seconds or without.
    void account(bool on);

    // The execution calls these, once per transform and once per step.
    void begin()
    {
        if (timed_) begin_timed();
        if (counts_) before_ = port_.traffic();
    }
    /// What happened since the last call belongs to this superstep, and to this step of the program.
    void done(Index superstep, std::size_t step)
    {
        if (timed_) return done_timed(superstep, step);
        if (copied_bytes_ > 0) count_copies(superstep);
        if (counts_) count(superstep);
    }
    /// These bytes were copied between host and device since the last call of done(), in these seconds in which nothing
    /// was computed; they belong to the superstep of the next call. Without accounting seconds are 0.
    void copied(Index bytes, double seconds)
    {
        copied_bytes_ += bytes;
        copied_seconds_ += seconds;
    }
    bool timed() const { return timed_; }
    void end()
    {
        ++transforms_;
        if (timed_) end_timed();
    }

    /// Collective: gathers the parts of all processes on every process, which have executed equally many transforms.
    Ledger ledger() const;
    Index transforms() const { return transforms_; }

private:
    /// One superstep of this process, which the others get as doubles.
    struct Sums {
        LedgerEntry entry = {};
        double deliver_seconds = 0;
    };
    using SumsAsDoubles = std::array<double, sizeof(Sums) / sizeof(double)>;
    struct Tally {
        Sums sums = {};
        std::vector<Index> bytes_to = {};  ///< by process; empty without accounting
    };

    void begin_timed();
    void done_timed(Index superstep, std::size_t step);
    void end_timed();
    /// The port's counters since the last call belong to this superstep; returns their seconds.
    double count(Index superstep);
    /// What was copied since the last call belongs to this superstep; returns its seconds.
    double count_copies(Index superstep);
    std::vector<double> numbers() const;
    /// From the numbers() of all processes.
    LedgerRow row(std::size_t i, const std::vector<double>& all) const;
    Index received(const LedgerRow& row, std::size_t i, std::size_t s) const;

    Port& port_;
    const Schedule& schedule_;
    Index bytes_per_real_;
    bool timed_ = false;
    bool counts_ = true;  ///< there is something to count; a short transform has no time for more
    Index transforms_ = 0;
    double seconds_ = 0;
    double began_ = 0;
    double at_ = 0;  ///< when the superstep before was done
    Traffic before_;
    Index copied_bytes_ = 0;  ///< between host and device, since the superstep before was done
    double copied_seconds_ = 0;
    std::vector<Tally> tallies_;
    std::vector<double> steps_;    ///< seconds that each computed; empty without accounting
    std::vector<Index> bytes_to_;  ///< of the superstep that runs
    TimeStamps stamps_;            ///< of the transform that runs, or ran last
};

/// All throw Error(invalid_argument) if not all processes have executed equally many transforms of a plan, forward and
/// inverse: some have executed another plan instead. Collective.
void require_equal_transforms(const char* plan, Index forward, Index inverse);

}  // namespace bspfft
