// The events of simulated processors, in the order of their times.
#pragma once

#include <limits>
#include <map>
#include <vector>

#include "bspfft/error.hpp"

namespace bspfft {

struct LogPEvent {
    Index processor;
    Index subject;  ///< the slot of the message that arrives, or the stamp of a deadline
};

/// Arrivals come before deadlines of the same time, so that capacity of the network is freed before it is requested;
/// otherwise events come in the order of their creation. Processors mostly move in step: the times are few, and the
/// events of each many.
class LogPEvents {
public:
    void add_arrival(double time, const LogPEvent& event) { at(time).arrivals.add(event); }
    void add_deadline(double time, const LogPEvent& event) { at(time).deadlines.add(event); }

    /// Goes to the time of the next event, and says whether there is one.
    bool advance()
    {
        while (!times_.empty() && first().is_empty()) {
            first().clear();
            unused_.push_back(times_.extract(times_.begin()));
            last_ = times_.end();
        }
        return !times_.empty();
    }

    double now() const { return times_.begin()->first; }
    bool is_arrival() const { return !times_.begin()->second.arrivals.is_empty(); }
    LogPEvent take() { return is_arrival() ? first().arrivals.take() : first().deadlines.take(); }

private:
    struct Queue {
        std::vector<LogPEvent> events;
        std::size_t taken = 0;

        bool is_empty() const { return taken == events.size(); }
        void add(const LogPEvent& event) { events.push_back(event); }
        LogPEvent take() { return events[taken++]; }
        void clear()
        {
            events.clear();
            taken = 0;
        }
    };
    struct Moment {
        Queue arrivals;
        Queue deadlines;

        bool is_empty() const { return arrivals.is_empty() && deadlines.is_empty(); }
        void clear()
        {
            arrivals.clear();
            deadlines.clear();
        }
    };
    using Times = std::map<double, Moment>;

    Moment& first() { return times_.begin()->second; }

    // most events are at the time of the one before
    Moment& at(double time)
    {
        if (last_ != times_.end() && last_->first == time) return last_->second;
        last_ = times_.lower_bound(time);
        if (last_ != times_.end() && last_->first == time) return last_->second;
        if (unused_.empty()) {
            last_ = times_.emplace_hint(last_, time, Moment{});
        } else {
            unused_.back().key() = time;
            last_ = times_.insert(last_, std::move(unused_.back()));
            unused_.pop_back();
        }
        return last_->second;
    }

    Times times_;
    Times::iterator last_ = times_.end();
    std::vector<Times::node_type> unused_;  ///< with the memory of their events
};

}  // namespace bspfft
