// A LogP machine that plays a message program, event by event  [Culler et al. 1993].
#pragma once

#include <functional>
#include <vector>

#include "bsp_fft/papers/message_costs.hpp"

namespace bspfft {

/// What a processor does first: `work` units of time, then it has a number for processor `to`, which knows it
/// as its input number `input`. A number for itself is there at once.
struct MessageStep {
    Index work;
    Index to;
    Index input;
};

/// First every processor takes its steps; messages leave in their order, as soon as they may. Then it does
/// the work that its inputs release.
struct MessageProgram {
    /// Called when an input has come to a processor: how many units of work it makes possible.
    using Release = std::function<Index(Index processor, Index input)>;

    std::vector<std::vector<MessageStep>> steps;  ///< of each processor
    std::function<Release()> new_release;         ///< one for each time that the program is played

    Index processors() const { return static_cast<Index>(steps.size()); }
};

/// The events with their times; recorded on request.
struct Trace {
    enum class Activity { first_phase, second_phase, sending, receiving, stalled };
    struct Interval {
        Index processor;
        Activity activity;
        double begin;
        double end;
    };
    /// One number in transit; for one that its processor keeps all times are when it was made.
    struct Message {
        Index from;
        Index to;
        Index input;
        double made;
        double sent;
        double arrived;
        double received;
    };
    std::vector<Interval> intervals;
    std::vector<Message> messages;  ///< in the order in which they were made
};

struct Performance {
    double completion = 0;  ///< the last processor has done all its work
    double idle = 0;        ///< longest time that a processor, before its end, had nothing to do or was stalled
    double last_send = 0;   ///< the last message leaves its processor
    double stalled = 0;     ///< longest time that a processor could not send since the network was full
    /// The input for which the last processor waited last, counted in the order of arrival, those from
    /// itself first; -1 if it never waited.
    Index last_bottleneck = -1;
    bool delayed_at_reception = false;  ///< a message arrived before its receiver could take it
};

/// Plays the program. A message leaves when its number has been made and g has passed since the last one; its
/// sender is engaged for o, then the message travels for L, unless the network is full: then its sender waits
/// and does not compute. The receiver takes messages in the order of their arrival, g apart, engaged for o
/// each time. Sending and receiving interrupt work and come before it, receiving first.
///
/// Throws Error(invalid_argument) for parameters that are not those of a LogP machine, or too large for exact times.
Performance play(const LogP& machine, const MessageProgram& program, Trace* trace = nullptr);

}  // namespace bspfft
