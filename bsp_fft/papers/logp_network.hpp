// What is on its way between simulated processors.
#pragma once

#include <algorithm>
#include <deque>
#include <vector>

#include "bspfft/index.hpp"

namespace bspfft {

struct MessageInFlight {
    Index input;
    Index traced;  ///< its place in the trace, if there is one
};

/// At most `capacity` messages are on their way to each processor; those that wait for a place get it in
/// their order.
class LogPNetwork {
public:
    static constexpr Index nobody = -1;

    LogPNetwork(Index processors, Index capacity)
        : capacity_(capacity), on_their_way_(processors), waiting_(processors)
    {}

    /// Whether a message may enter now. If not, its sender waits.
    bool enter(Index from, Index to)
    {
        auto& waiting = waiting_[to];
        const auto mine = std::find(waiting.begin(), waiting.end(), from);
        if (on_their_way_[to] >= capacity_ || (!waiting.empty() && mine != waiting.begin())) {
            if (mine == waiting.end()) waiting.push_back(from);
            return false;
        }
        if (!waiting.empty()) waiting.pop_front();
        ++on_their_way_[to];
        return true;
    }

    /// The sender that waits longest, if it may enter now.
    Index next_sender(Index to) const
    {
        return waiting_[to].empty() || on_their_way_[to] >= capacity_ ? nobody : waiting_[to].front();
    }

    // Messages on their way have places in one array, which are used again.
    Index store(const MessageInFlight& message)
    {
        if (free_places_.empty()) {
            messages_.push_back(message);
            return std::ssize(messages_) - 1;
        }
        const Index place = free_places_.back();
        free_places_.pop_back();
        messages_[place] = message;
        return place;
    }

    MessageInFlight arrive(Index place, Index to)
    {
        --on_their_way_[to];
        free_places_.push_back(place);
        return messages_[place];
    }

private:
    Index capacity_;
    std::vector<Index> on_their_way_;  ///< to each processor
    std::vector<std::deque<Index>> waiting_;
    std::vector<MessageInFlight> messages_;
    std::vector<Index> free_places_;
};

}  // namespace bspfft
