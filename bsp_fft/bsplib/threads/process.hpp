// One BSP process: what it has asked for in this superstep, and what has reached it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "bsp_fft/bsplib/arena.hpp"
#include "bsp_fft/bsplib/failure.hpp"
#include "bsp_fft/bsplib/registrations.hpp"
#include "bsp_fft/bsplib/threads/outbox.hpp"

namespace bsplib::threads {

struct Section;

/// What a process brings to the barrier, so that nobody looks for what is not there.
enum Brought : std::uint8_t {
    puts = 1,
    gets = 2,
    messages = 4,
    registrations = 8,
    tag_size = 16,
    goes_on = 32,  ///< it called bsp_sync
    leaves = 64,   ///< it called bsp_end
};

/// Puts in an arena, in words of eight bytes, because most puts of fine-grained programs carry one number and
/// a superstep's time is that of moving these lines between cores. A put of eight bytes is (destination,
/// value); any other is (0, destination, bytes, payload ...).
namespace put_record {
constexpr std::size_t word = 8;
using Destination = unsigned char*;

inline void append(Arena& arena, Destination destination, const void* source, std::size_t bytes)
{
    if (bytes == word) {
        unsigned char* const place = arena.append(2 * word);
        std::memcpy(place, &destination, word);
        std::memcpy(place + word, source, word);
    } else {
        unsigned char* const place = arena.append(3 * word + round_up(bytes, word));
        std::memset(place, 0, word);
        std::memcpy(place + word, &destination, word);
        std::memcpy(place + 2 * word, &bytes, word);
        std::memcpy(place + 3 * word, source, bytes);
    }
}

/// Writes the put to its destination and returns where the next one starts.
inline const unsigned char* write(const unsigned char* at)
{
    Destination destination;
    std::memcpy(&destination, at, word);
    if (destination) {
        std::memcpy(destination, at + word, word);
        return at + 2 * word;
    }
    std::size_t bytes;
    std::memcpy(&destination, at + word, word);
    std::memcpy(&bytes, at + 2 * word, word);
    std::memcpy(destination, at + 3 * word, bytes);
    return at + 3 * word + round_up(bytes, word);
}
}  // namespace put_record

/// A message in an arena; the tag follows it, then the payload, each aligned for any type.
struct alignas(16) MessageRecord {
    std::size_t bytes;
    static constexpr std::size_t alignment = 16;
};

struct GetRecord {
    const unsigned char* source;
    unsigned char* destination;
    std::size_t bytes;
};

/// What one process tells the others in a superstep. They read it after the barrier, while the owner fills
/// its other copy for the next superstep; nobody waits until it has been read.
struct alignas(128) Bulletin {
    Bulletin(unsigned p, unsigned s) : puts(p, s), messages(p, s) {}

    std::uint8_t brought = 0;
    Outboxes puts;
    Outboxes messages;
    RegistrationChanges changes;
    std::size_t next_tag_size = 0;
    // Written by the others:
    alignas(128) Inbox puts_for_me;
    Inbox messages_for_me;
};

class alignas(128) Process {
public:
    Process(Section& section, unsigned s, unsigned p);

    unsigned s() const { return s_; }
    unsigned p() const { return p_; }
    Section& section() const { return section_; }

    /// The place in process t's memory that this process calls (address, offset); fails if there is none of
    /// that many bytes.
    unsigned char* resolve(const char* function, unsigned t, const void* address, std::size_t offset,
                           std::size_t bytes)
    {
        check_pid(function, t);
        const Block* const blocks = address ? registered_.find(address) : nullptr;
        if (!blocks || offset > blocks[t].bytes || bytes > blocks[t].bytes - offset)
            refuse(function, t, address, offset, bytes);
        return blocks[t].base + offset;
    }

    void check_pid(const char* function, unsigned t) const
    {
        if (t >= p_) fail(function, "there is no process %u; processes are numbered 0 to %u", t, p_ - 1);
    }

    void put(unsigned t, unsigned char* destination, const void* source, std::size_t bytes)
    {
        Outbox& box = bulletin().puts.to(t);
        if (box.records.empty()) open(box, bulletin().puts, peer_bulletin(t).puts_for_me, Brought::puts);
        put_record::append(box.records, destination, source, bytes);
    }
    void get(const unsigned char* source, void* destination, std::size_t bytes);
    void send(unsigned t, const void* tag, const void* payload, std::size_t bytes);
    void push(const void* address, std::size_t bytes);
    void pop(const void* address);
    std::size_t set_tag_size(std::size_t bytes);

    /// Waits until process t has written what the last sync brought it, so that its memory may be touched
    /// from here.
    void await_written(unsigned t);

    void sync();
    void leave();

    // ---- the queue of messages that arrived with the last sync
    std::size_t queued() const { return queued_; }
    std::size_t queued_bytes() const { return queued_bytes_; }
    const MessageRecord* first_message();
    const unsigned char* tag_of(const MessageRecord* message) const
    {
        return reinterpret_cast<const unsigned char*>(message + 1);
    }
    const unsigned char* payload_of(const MessageRecord* message) const
    {
        return tag_of(message) + round_up(received_tag_size_, MessageRecord::alignment);
    }
    void drop(const MessageRecord* first);

    std::size_t received_tag_size() const { return received_tag_size_; }
    std::size_t sent_tag_size() const { return sent_tag_size_; }

private:
    [[noreturn]] void refuse(const char* function, unsigned t, const void* address, std::size_t offset,
                             std::size_t bytes);
    Bulletin& bulletin() { return bulletins_[superstep_ % 2]; }
    Bulletin& peer_bulletin(unsigned t) const;
    void open(Outbox& box, Outboxes& mine, Inbox& theirs, Brought what);
    unsigned meet(std::uint8_t brought);
    void read_gets();
    void write_gets();
    void write_puts();
    void receive_messages();
    void apply_registrations();
    void adopt_tag_size(bool changed);
    void start_superstep();

    Section& section_;
    const unsigned s_;
    const unsigned p_;
    std::uint64_t superstep_ = 0;
    RegistrationView registered_;
    Bulletin bulletins_[2];

    std::vector<GetRecord> gets_;
    Arena got_;

    std::size_t next_tag_size_ = 0;
    std::size_t sent_tag_size_ = 0;
    std::size_t received_tag_size_ = 0;

    std::vector<const Outbox*> incoming_;  ///< puts while they are written, then the queue of messages
    std::size_t queue_box_ = 0;            ///< which outbox holds the first message, and where in it
    std::size_t queue_at_ = 0;
    std::size_t queued_ = 0;
    std::size_t queued_bytes_ = 0;

    bool last_sync_wrote_ = false;
    alignas(128) std::atomic<std::uint64_t> written_{
        0};  ///< supersteps whose gets and puts are in this process's memory
};

/// The process that the calling thread is; null outside a section. (initial-exec: one load instead of a call
/// in every primitive.)
[[gnu::tls_model("initial-exec")]] extern thread_local constinit Process* current;

/// The same, for a primitive that needs one.
inline Process& self(const char* function)
{
    if (!current) [[unlikely]]
        fail(function, "called outside an SPMD section, which is what lies between bsp_begin and bsp_end");
    return *current;
}

}  // namespace bsplib::threads
