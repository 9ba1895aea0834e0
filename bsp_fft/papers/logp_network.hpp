// Messages in transit between simulated processors.
#pragma once

#include <algorithm>
#include <deque>
#include <vector>

#include "bspfft/error.hpp"

namespace bspfft {

struct MessageInTransit {
    Index input;
    Index traced;  ///< its index in the trace, if there is one
};

/// At most `capacity` messages are in transit to each processor; further ones wait in order.
class LogPNetwork {
public:
    static constexpr Index nobody = -1;

    LogPNetwork(Index processors, Index capacity)
        : capacity_(capacity), in_transit_(processors), waiting_(processors)
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

    // Messages in transit are stored in one array, whose slots are reused.
    Index store(const MessageInTransit& message)
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

    MessageInTransit arrive(Index place, Index to)
    {
        --in_transit_[to];
        free_places_.push_back(place);
        return messages_[place];
    }

private:
    Index capacity_;
    std::vector<Index> in_transit_;  ///< to each processor
    std::vector<std::deque<Index>> waiting_;
    std::vector<MessageInTransit> messages_;
    std::vector<Index> free_places_;
};

}  // namespace bspfft
