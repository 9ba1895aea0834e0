// The parts of a simulated LogP machine: events in the order of their times, messages in transit, processors.
#pragma once

#include <algorithm>
#include <array>
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
    bool is_deadline;
    Index processor;
    Index stamp;
    MessageInTransit message;
};

/// Arrivals come before deadlines of the same time, so that capacity of the network is freed before it is requested;
/// otherwise events come in the order of their creation. Processors mostly move in step: the times are few, and the
/// events of each many.
class LogPEvents {
public:
    void add_arrival(double time, Index processor, const MessageInTransit& message)
    {
        times_[time][0].events.push_back({false, processor, 0, message});
    }
    void add_deadline(double time, Index processor, Index stamp)
    {
        times_[time][1].events.push_back({true, processor, stamp, {}});
    }

    /// Goes to the time of the next event, and says whether there is one.
    bool advance()
    {
        while (!times_.empty() && next().is_empty()) times_.erase(times_.begin());
        return !times_.empty();
    }
    double now() const { return times_.begin()->first; }
    LogPEvent take()
    {
        Queue& queue = next();
        return queue.events[queue.taken++];
    }

private:
    struct Queue {
        std::vector<LogPEvent> events;
        std::size_t taken = 0;

        bool is_empty() const { return taken == events.size(); }
    };
    /// Arrivals of the first time, or its deadlines when they are taken.
    Queue& next()
    {
        auto& [arrivals, deadlines] = times_.begin()->second;
        return arrivals.is_empty() ? deadlines : arrivals;
    }

    std::map<double, std::array<Queue, 2>> times_;  ///< arrivals and deadlines
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
