// Messages: their records, and the queue of those that arrived with the last sync.
#pragma once

#include <cstddef>
#include <cstring>
#include <vector>

#include "bsp_fft/bsplib/arena.hpp"

namespace bsplib {

/// A message in an arena; the tag follows it, then the payload, each aligned for any type.
struct alignas(16) MessageRecord {
    std::size_t bytes;
    static constexpr std::size_t alignment = 16;
};

/// The queue is not a copy: the messages stay in the buffer they arrived in, which is unchanged until the
/// next sync.
class MessageQueue {
public:
    static void append(Arena& arena, const void* tag, std::size_t tag_size, const void* payload,
                       std::size_t bytes, std::size_t arena_start = Arena::usual_start)
    {
        const std::size_t tag_room = round_up(tag_size, MessageRecord::alignment);
        unsigned char* const place =
            arena.append(sizeof(MessageRecord) + tag_room + round_up(bytes, MessageRecord::alignment), arena_start);
        reinterpret_cast<MessageRecord*>(place)->bytes = bytes;
        if (tag_size > 0) std::memcpy(place + sizeof(MessageRecord), tag, tag_size);
        if (bytes > 0) std::memcpy(place + sizeof(MessageRecord) + tag_room, payload, bytes);
    }

    /// Starts a new superstep, whose messages have tags of this size.
    void clear(std::size_t tag_size)
    {
        runs_.clear();
        run_ = 0;
        messages_ = bytes_ = 0;
        tag_size_ = tag_size;
    }

    /// Adds contiguous messages, at least one; `bytes` is their total payload.
    void add(const unsigned char* begin, const unsigned char* end, std::size_t messages, std::size_t bytes)
    {
        runs_.push_back({begin, end});
        messages_ += messages;
        bytes_ += bytes;
    }
    /// The same, for a caller that has not counted them.
    void add(const unsigned char* begin, const unsigned char* end)
    {
        std::size_t messages = 0, bytes = 0;
        for (const unsigned char* at = begin; at != end; ++messages) {
            const auto* const message = reinterpret_cast<const MessageRecord*>(at);
            bytes += message->bytes;
            at = past(message);
        }
        add(begin, end, messages, bytes);
    }

    std::size_t messages() const { return messages_; }
    std::size_t bytes() const { return bytes_; }
    std::size_t tag_size() const { return tag_size_; }

    /// Null if there is none left.
    const MessageRecord* first()
    {
        if (messages_ == 0) return nullptr;
        if (runs_[run_].at == runs_[run_].end) ++run_;
        return reinterpret_cast<const MessageRecord*>(runs_[run_].at);
    }
    const unsigned char* tag_of(const MessageRecord* message) const
    {
        return reinterpret_cast<const unsigned char*>(message + 1);
    }
    const unsigned char* payload_of(const MessageRecord* message) const
    {
        return tag_of(message) + round_up(tag_size_, MessageRecord::alignment);
    }
    void drop(const MessageRecord* first)
    {
        runs_[run_].at = past(first);
        --messages_;
        bytes_ -= first->bytes;
    }

private:
    struct Run {
        const unsigned char* at;
        const unsigned char* end;
    };

    const unsigned char* past(const MessageRecord* message) const
    {
        return payload_of(message) + round_up(message->bytes, MessageRecord::alignment);
    }

    std::vector<Run> runs_;
    std::size_t run_ = 0;  ///< the run that holds the first message
    std::size_t messages_ = 0;
    std::size_t bytes_ = 0;
    std::size_t tag_size_ = 0;
};

}  // namespace bsplib
