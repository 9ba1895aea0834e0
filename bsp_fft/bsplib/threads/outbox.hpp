// The data of one process for others in a superstep, and how they find them.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <vector>

#include "bsp_fft/bsplib/records.hpp"

namespace bsplib::threads {

/// The records, puts or messages, from one process to another. There may be p of them for each process: it is small.
struct Outbox {
    Arena records;
    Outbox* next = nullptr;  ///< in the list of outboxes for the same receiver
    unsigned sender = 0;
};

/// At the start of the records of an outbox of messages.
struct alignas(16) MessageTotals {
    std::size_t messages;
    std::size_t payload_bytes;
};

/// The outboxes for one receiver. A sender adds its outbox when it writes the first record, so that the
/// receiver reads only outboxes that are not empty, for any number of processes.
class Inbox {
public:
    void announce(Outbox& box)
    {
        box.next = first_.load(std::memory_order_relaxed);
        while (!first_.compare_exchange_weak(box.next, &box, std::memory_order_release, std::memory_order_relaxed)) {
        }
    }

    /// Moves the list to `boxes`, ordered by sender: results do not depend on the order of arrival.
    void collect(std::vector<const Outbox*>& boxes)
    {
        boxes.clear();
        for (const Outbox* box = first_.exchange(nullptr, std::memory_order_acquire); box; box = box->next)
            boxes.push_back(box);
        std::ranges::sort(boxes, {}, &Outbox::sender);
    }

private:
    std::atomic<Outbox*> first_{nullptr};
};

/// The outboxes of one process, by receiver. Made in chunks, when first used: most processes of a large
/// section never communicate with each other.
class Outboxes {
public:
    Outboxes(unsigned p, unsigned sender)
        : sender_(sender), arena_start_(Arena::start_of_one_among(p)), chunks_(chunks_for(p))
    {}

    /// The bytes of the outboxes of one process that sends a record to each of `others` processes.
    static std::size_t bytes(unsigned p, unsigned others)
    {
        constexpr std::size_t of_malloc = 16;
        const std::size_t chunks = chunks_for(p), made = std::min<std::size_t>(chunks, others);
        const std::size_t an_outbox = sizeof(Outbox*) + Arena::start_of_one_among(p) + of_malloc;
        return chunks * sizeof(std::unique_ptr<Chunk>) + made * (sizeof(Chunk) + of_malloc) + others * an_outbox;
    }

    Outbox& to(unsigned t)
    {
        std::unique_ptr<Chunk>& chunk = chunks_[t / chunk_size];
        if (!chunk) [[unlikely]]
            make(chunk);
        return chunk->boxes[t % chunk_size];
    }

    /// For Arena::append.
    std::size_t arena_start() const { return arena_start_; }

    /// Remembers to clear it.
    void use(Outbox& box) { used_.push_back(&box); }
    void clear()
    {
        for (Outbox* box : used_) box->records.clear();
        used_.clear();
    }

private:
    static constexpr unsigned chunk_size = 8;
    struct alignas(128) Chunk {  // others read its lines while this process writes elsewhere
        Outbox boxes[chunk_size];
    };

    static std::size_t chunks_for(unsigned p) { return (std::size_t{p} + chunk_size - 1) / chunk_size; }
    void make(std::unique_ptr<Chunk>& chunk)
    {
        chunk = std::make_unique<Chunk>();
        for (Outbox& box : chunk->boxes) box.sender = sender_;
    }

    unsigned sender_;
    std::size_t arena_start_;
    std::vector<std::unique_ptr<Chunk>> chunks_;
    std::vector<Outbox*> used_;
};

}  // namespace bsplib::threads
