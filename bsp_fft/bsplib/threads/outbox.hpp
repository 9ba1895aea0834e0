// The data of one process for others in a superstep, and how they find them.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstring>
#include <memory>
#include <vector>

#include "bsp_fft/bsplib/arena.hpp"

namespace bsplib::threads {

/// The records, puts or messages, from one process to another.
struct Outbox {
    Arena records;
    std::size_t count = 0;          ///< of messages
    std::size_t payload_bytes = 0;  ///< likewise
    unsigned sender = 0;
    Outbox* next = nullptr;  ///< in the list of outboxes for the same receiver
};

/// The outboxes for one receiver. A sender adds its outbox when it writes the first record, so that the
/// receiver reads only outboxes that are not empty, for any number of processes.
class Inbox {
public:
    void announce(Outbox& box)
    {
        box.next = first_.load(std::memory_order_relaxed);
        while (!first_.compare_exchange_weak(box.next, &box, std::memory_order_release,
                                             std::memory_order_relaxed)) {
        }
    }

    /// Moves the list to `boxes`, ordered by sender: results do not depend on the order of arrival.
    void collect(std::vector<const Outbox*>& boxes);

private:
    std::atomic<Outbox*> first_{nullptr};
};

/// The outboxes of one process, by receiver. Made in chunks, when first used: most processes of a large
/// section never communicate with each other.
class Outboxes {
public:
    Outboxes(unsigned p, unsigned sender) : sender_(sender), chunks_((p + chunk_size - 1) / chunk_size) {}

    Outbox& to(unsigned t)
    {
        std::unique_ptr<Chunk>& chunk = chunks_[t / chunk_size];
        if (!chunk) [[unlikely]]
            make(chunk);
        return chunk->boxes[t % chunk_size];
    }

    /// Remembers to clear it.
    void use(Outbox& box) { used_.push_back(&box); }
    void clear();

private:
    static constexpr unsigned chunk_size = 64;
    struct Chunk {
        Outbox boxes[chunk_size];
    };

    void make(std::unique_ptr<Chunk>& chunk);

    unsigned sender_;
    std::vector<std::unique_ptr<Chunk>> chunks_;
    std::vector<Outbox*> used_;
};

}  // namespace bsplib::threads
