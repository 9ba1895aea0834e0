// The parts of a simulated LogP machine: events in the order of their times, messages in transit, processors.
#pragma once

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <vector>

#include "bsp_fft/papers/logp_simulator.hpp"

namespace bspfft {

struct MessageInTransit {
    Index input;
    Index traced;  ///< its index in the trace, if there is one
};

/// The arrival of a message, or the deadline with this stamp.
struct LogPEvent {
    Index processor;
    Index stamp = 0;
    MessageInTransit message = {};
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

/// At most `capacity` messages are in transit to each processor; further ones wait in order.
class LogPNetwork {
public:
    static constexpr Index nobody = -1;

    LogPNetwork(Index processors, Index capacity) : capacity_(capacity), in_transit_(processors), waiting_(processors)
    {}

    /// Whether a message may enter now. If not, its sender waits.
    bool enter(Index from, Index to)
    {
        auto& waiting = waiting_[to];
        const auto mine = std::find(waiting.begin(), waiting.end(), from);
        if (in_transit_[to] >= capacity_ || (!waiting.empty() && mine != waiting.begin())) {
            if (mine == waiting.end()) waiting.push_back(from);
            return false;
        }
        if (!waiting.empty()) waiting.pop_front();
        ++in_transit_[to];
        return true;
    }

    /// The sender that waits longest, if it may enter now.
    Index next_sender(Index to) const
    {
        return waiting_[to].empty() || in_transit_[to] >= capacity_ ? nobody : waiting_[to].front();
    }

    /// A message has arrived.
    void leave(Index to) { --in_transit_[to]; }

private:
    Index capacity_;
    std::vector<Index> in_transit_;  ///< to each processor
    std::vector<std::deque<Index>> waiting_;
};

inline constexpr double never = std::numeric_limits<double>::infinity();

/// The state of one processor.
struct LogPProcessor {
    enum class Engagement { none, sending, receiving };

    // steps and work
    Index step = 0;       ///< the one at work; the numbers of all before it have been made
    Index next_send = 0;  ///< the first of those that has not left
    bool in_second_phase = false;
    bool computing = false;
    double work_ends = 0;  ///< if computing
    double work_left = 0;  ///< if not
    double pool = 0;       ///< released for the second phase before it began

    // ports
    Engagement engagement = Engagement::none;
    double engaged_until = 0;
    bool outgoing = false;  ///< a message has cost its overhead and is not yet in the network
    double send_port_free = 0;
    double receive_port_free = 0;
    std::deque<MessageInTransit> arrived;
    MessageInTransit receiving{};

    // statistics
    Index local = 0;  ///< numbers for itself
    Index received = 0;
    double updated = 0;
    double busy = 0;
    double stalled = 0;
    double finish = 0;
    double waits_since = never;
    Index last_bottleneck = -1;
    Index stamp = 0;  ///< of its valid deadline

    bool is_engaged() const { return engagement != Engagement::none; }
    /// Interrupts the work, if it is at work.
    void suspend(double now)
    {
        if (!computing) return;
        work_left = work_ends - now;
        computing = false;
    }
    void engage(Engagement how, double now, double overhead)
    {
        if (overhead > 0) suspend(now);
        engagement = how;
        engaged_until = now + overhead;
    }
    /// Work that an input made possible.
    void add(double work)
    {
        if (!in_second_phase)
            pool += work;
        else
            (computing ? work_ends : work_left) += work;
    }
};

}  // namespace bspfft
