#include "bsp_fft/measure/time_stamps.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

namespace bspfft {

namespace {

constexpr std::size_t doubles_in_piece = sizeof(TimedPiece) / sizeof(double);

// From the end of the first sync on, or from the beginning without one.
void count_from_first_sync(std::vector<TimedPiece>& pieces)
{
    const auto sync = std::ranges::find(pieces, Activity::sync, &TimedPiece::activity);
    const double zero = sync == pieces.end() ? pieces.front().begin : sync->end;
    for (TimedPiece& piece : pieces) {
        piece.begin -= zero;
        piece.end -= zero;
    }
}

/// When the last process came to each sync.
std::vector<double> last_arrivals(const std::vector<std::vector<TimedPiece>>& processes)
{
    std::vector<double> last;
    for (const std::vector<TimedPiece>& pieces : processes) {
        std::size_t sync = 0;
        for (const TimedPiece& piece : pieces) {
            if (piece.activity != Activity::wait) continue;
            if (sync == last.size()) last.push_back(piece.begin);
            last[sync] = std::max(last[sync], piece.begin);
            ++sync;
        }
    }
    return last;
}

}  // namespace

TimeStamps::TimeStamps(const Schedule& schedule)
    : most_(6 * (schedule.supersteps().size() + static_cast<std::size_t>(schedule.synchronisations()) + 1))
{
    syncs_.reserve(most_);
    pieces_.reserve(most_);
}

void TimeStamps::begin(double now, double puts)
{
    syncs_.clear();
    pieces_.clear();
    open_ = 0;
    since_ = at_ = now;
    puts_ = puts;
}

void TimeStamps::add(const TimedPiece& piece)
{
    if (pieces_.size() < most_) return pieces_.push_back(piece);
    pieces_.back().end = piece.end;
}

// The pieces since the last sync hold durations until the next one.
void TimeStamps::work(Index superstep, double seconds, double puts, double& copying)
{
    const auto lengthen = [&](Activity activity, double by) {
        if (!(by > 0)) return;
        const auto open = pieces_.begin() + static_cast<std::ptrdiff_t>(open_);
        const auto found = std::find_if(open, pieces_.end(), [&](const TimedPiece& piece) {
            return piece.superstep == superstep && piece.activity == activity;
        });
        if (found == pieces_.end()) return add({superstep, activity, false, 0, by});
        found->end += by;
    };
    const double copies = std::clamp(copying, 0.0, std::max(0.0, seconds - puts));
    copying -= copies;
    lengthen(Activity::pcie, copies);
    lengthen(Activity::compute, seconds - puts - copies);
    lengthen(Activity::communicate, puts);
}

void TimeStamps::lay_out(double until)
{
    double at = since_;
    for (std::size_t i = open_; i < pieces_.size(); ++i) {
        const double duration = pieces_[i].end;
        pieces_[i].begin = at;
        at = pieces_[i].end = i + 1 == pieces_.size() ? until : at + duration;
    }
    open_ = pieces_.size();
    since_ = until;
}

void TimeStamps::done(Index superstep, double now, double puts, double copying)
{
    for (const SyncStamp& sync : syncs_) {
        work(superstep, sync.start - at_, sync.puts - puts_, copying);
        lay_out(sync.start);
        const double waited = sync.start + sync.waited();
        add({superstep, Activity::wait, sync.delivers, sync.start, waited});
        add({superstep, Activity::sync, false, waited, sync.arrived});
        add({superstep, Activity::ledger, false, sync.arrived, sync.end});
        open_ = pieces_.size();
        since_ = at_ = sync.end;
        puts_ = sync.puts;
    }
    syncs_.clear();
    work(superstep, now - at_, puts - puts_, copying);
    at_ = now;
    puts_ = puts;
}

std::vector<double> TimeStamps::numbers() const
{
    std::vector<double> result(1 + doubles_in_piece * most_);
    result[0] = static_cast<double>(pieces_.size());
    if (!pieces_.empty()) std::memcpy(&result[1], pieces_.data(), pieces_.size() * sizeof(TimedPiece));
    return result;
}

std::vector<TimedPiece> pieces_from(const double* numbers)
{
    std::vector<TimedPiece> pieces(static_cast<std::size_t>(numbers[0]));
    if (!pieces.empty()) std::memcpy(pieces.data(), numbers + 1, pieces.size() * sizeof(TimedPiece));
    return pieces;
}

void add_spans(Ledger& ledger, std::vector<std::vector<TimedPiece>> processes, bool one_clock)
{
    if (std::ranges::any_of(processes, [](const auto& pieces) { return pieces.empty(); })) return;
    double first = std::numeric_limits<double>::max();
    for (std::vector<TimedPiece>& pieces : processes) {
        if (!one_clock) count_from_first_sync(pieces);
        first = std::min(first, pieces.front().begin);
    }
    const std::vector<double> last = last_arrivals(processes);
    for (std::size_t s = 0; s < processes.size(); ++s) {
        std::size_t sync = 0;
        for (const TimedPiece& piece : processes[s]) {
            LedgerRow& row = ledger.supersteps[static_cast<std::size_t>(piece.superstep)];
            const auto add = [&](Activity activity, double begin, double end) {
                if (end > begin) row.spans.push_back({static_cast<Index>(s), activity, begin - first, end - first});
            };
            const bool waits = piece.activity == Activity::wait;
            if (!waits || !piece.delivers) add(piece.activity, piece.begin, piece.end);
            if (waits && piece.delivers) {
                // when all have come, what is left of such a sync moves data
                const double come = std::clamp(last[sync], piece.begin, piece.end);
                add(Activity::wait, piece.begin, come);
                add(Activity::communicate, come, piece.end);
            }
            if (waits) ++sync;
        }
    }
}

}  // namespace bspfft
