// The state of one simulated processor.
#pragma once

#include <deque>
#include <limits>

#include "bsp_fft/papers/logp_network.hpp"
#include "bsp_fft/papers/logp_simulator.hpp"

namespace bspfft {

inline constexpr double never = std::numeric_limits<double>::infinity();

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
