// When one process did what in a transform, and all processes' on one clock.
#pragma once

#include <vector>

#include "bsp_fft/bsp/port.hpp"
#include "bspfft/ledger.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

/// A piece of a process's time, on its own clock.
struct TimedPiece {
    Index superstep;
    Activity activity;
    bool delivers;  ///< a wait for a sync that also moves data
    double begin;
    double end;
};

/// The pieces of a process's time, one after the other without a gap. Between two syncs computing, putting and copying
/// to and from a device take turns too often to be told apart: each superstep has one piece of each there. Nothing is
/// allocated after construction.
class TimeStamps {
public:
    TimeStamps() = default;
    explicit TimeStamps(const Schedule& schedule);

    /// The port's syncs go here.
    std::vector<SyncStamp>* syncs() { return &syncs_; }

    void begin(double now, double puts);
    /// What happened since the last call belongs to this superstep.
    /// Puts are seconds inside puts since the port was made, up to now; copying are those of copies to and from a
    /// device since the last call, which stand as early as there is time for them.
    void done(Index superstep, double now, double puts, double copying = 0);
    void end() { lay_out(at_); }

    /// For gather(): as many numbers on all processes.
    std::vector<double> numbers() const;

private:
    void add(const TimedPiece& piece);
    void work(Index superstep, double seconds, double puts, double& copying);
    void lay_out(double until);

    std::size_t most_ = 0;  ///< pieces of a transform
    std::vector<SyncStamp> syncs_;
    std::vector<TimedPiece> pieces_;
    std::size_t open_ = 0;  ///< the first piece since the last sync; from there on begin and end are a duration
    double since_ = 0;      ///< the end of that sync
    double at_ = 0;
    double puts_ = 0;
};

/// The pieces of a process from its numbers().
std::vector<TimedPiece> pieces_from(const double* numbers);

/// Adds the pieces of all processes to the supersteps of a ledger. Where they have no common clock they are taken to
/// leave the first sync together.
void add_spans(Ledger& ledger, std::vector<std::vector<TimedPiece>> processes, bool one_clock);

}  // namespace bspfft
