// Records of one superstep from one process to another: the buffer that they are appended to, puts, and messages with
// the queue of those that arrived at the last sync.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

namespace bsplib {

/// No size that a program gives may exceed this, so that the sum of a few sizes does not overflow.
constexpr std::size_t most_bytes = SIZE_MAX / 4;

/// No memory for a buffer of this many bytes.
struct NoBuffer : std::bad_alloc {
    explicit NoBuffer(std::size_t bytes) : bytes(bytes) {}
    std::size_t bytes;
};

/// Rounds up to a multiple of a power of two.
constexpr std::size_t round_up(std::size_t bytes, std::size_t multiple)
{
    return (bytes + multiple - 1) & ~(multiple - 1);
}

/// A buffer that records are appended to. Clearing keeps the memory, so that a loop of equal supersteps
/// allocates only once.
class Arena {
public:
    Arena() = default;
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;
    ~Arena() { std::free(data_); }
    void swap(Arena& other)
    {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }

    /// What is allocated first: a page, but only a record's size if there may be thousands of buffers.
    static constexpr std::size_t usual_start = 4096;
    static constexpr std::size_t start_of_one_among(unsigned buffers)
    {
        constexpr std::size_t of_all = std::size_t{128} << 10, a_record = 32;
        return std::clamp(round_up(of_all / buffers, 8), a_record, usual_start);
    }

    /// Room for this many more bytes, at the alignment of the sizes appended so far (at most 16).
    unsigned char* append(std::size_t bytes, std::size_t start = usual_start)
    {
        if (bytes > capacity_ - size_) grow(bytes, start);
        unsigned char* const place = data_ + size_;
        size_ += bytes;
        return place;
    }

    void clear() { size_ = 0; }
    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    const unsigned char* begin() const { return data_; }
    const unsigned char* end() const { return data_ + size_; }
    unsigned char* begin() { return data_; }

private:
    [[gnu::noinline]] void grow(std::size_t bytes, std::size_t start)
    {
        std::size_t wanted = std::max(2 * capacity_, start);
        if (wanted < size_ + bytes) wanted = round_up(size_ + bytes, start < usual_start ? 8 : usual_start);
        void* const moved = std::realloc(data_, wanted);
        if (!moved) throw NoBuffer(wanted);
        data_ = static_cast<unsigned char*>(moved);
        capacity_ = wanted;
    }

    unsigned char* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

/// Records of puts, in words of eight bytes. Most puts of fine-grained programs carry one number, and the time of a
/// superstep is that of moving the cache lines of these records between cores. A put of eight bytes is (destination,
/// value); any other is (0, destination, bytes, payload ...). The destination is an address of its receiver.
namespace put_record {

constexpr std::size_t word = 8;
using Destination = unsigned char*;

inline void append(Arena& arena, Destination destination, const void* source, std::size_t bytes,
                   std::size_t arena_start = Arena::usual_start)
{
    if (bytes == word) {
        unsigned char* const place = arena.append(2 * word, arena_start);
        std::memcpy(place, &destination, word);
        std::memcpy(place + word, source, word);
    } else {
        unsigned char* const place = arena.append(3 * word + round_up(bytes, word), arena_start);
        std::memset(place, 0, word);
        std::memcpy(place + word, &destination, word);
        std::memcpy(place + 2 * word, &bytes, word);
        std::memcpy(place + 3 * word, source, bytes);
    }
}

/// Writes the puts of a run of records to their destinations.
inline void write_all(const unsigned char* at, const unsigned char* end)
{
    while (at != end) {
        Destination destination;
        std::memcpy(&destination, at, word);
        if (destination) {
            std::memcpy(destination, at + word, word);
            at += 2 * word;
            continue;
        }
        std::size_t bytes;
        std::memcpy(&destination, at + word, word);
        std::memcpy(&bytes, at + 2 * word, word);
        std::memcpy(destination, at + 3 * word, bytes);
        at += 3 * word + round_up(bytes, word);
    }
}

}  // namespace put_record

struct GetRecord {
    const unsigned char* source;
    unsigned char* destination;
    std::size_t bytes;
};

/// A message in an arena; the tag follows it, then the payload, each aligned for any type.
struct alignas(16) MessageRecord {
    std::size_t bytes;
    static constexpr std::size_t alignment = 16;
};

/// The queue is not a copy: the messages stay in the buffer they arrived in, which is unchanged until the next sync.
class MessageQueue {
public:
    static void append(Arena& arena, const void* tag, std::size_t tag_size, const void* payload, std::size_t bytes,
                       std::size_t arena_start = Arena::usual_start)
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
