// BSP processes on threads: their requests of this superstep, what they have received, and what they share in a
// section.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <pthread.h>

#include "bsp_fft/bsplib/failure.hpp"
#include "bsp_fft/bsplib/participant.hpp"
#include "bsp_fft/bsplib/records.hpp"
#include "bsp_fft/bsplib/threads/barrier.hpp"
#include "bsp_fft/bsplib/threads/outbox.hpp"
#include "bsp_fft/bsplib/threads/placement.hpp"

namespace bsplib::threads {

struct Section;

/// The requests of one process in a superstep. The others read it after the barrier, while the owner fills
/// its other copy for the next superstep; so no process waits until it has been read.
struct alignas(128) Bulletin {
    Bulletin(unsigned p, unsigned s) : puts(p, s), messages(p, s) { changes.reserve(usual_changes); }

    std::uint8_t brought = 0;
    Outboxes puts;
    Outboxes messages;
    RegistrationChanges changes;
    std::size_t next_tag_size = 0;
    // Written by the others:
    alignas(128) Inbox puts_for_me;
    Inbox messages_for_me;
};

class alignas(128) Process : public Participant {
public:
    Process(Section& section, unsigned s, unsigned p);

    Section& section() const { return section_; }

    /// What a process of a section of p takes, its thread's stack included, with a record for each of some others:
    /// all of a few, or the 2 sqrt(p) of collectives of two stages.
    static std::size_t bytes(unsigned p);

    void put(unsigned t, unsigned char* destination, const void* source, std::size_t bytes)
    {
        Outboxes& mine = bulletin().puts;
        Outbox& box = mine.to(t);
        if (box.records.empty()) open(box, mine, peer_bulletin(t).puts_for_me, Brought::puts);
        put_record::append(box.records, destination, source, bytes, mine.arena_start());
    }
    void get(unsigned t, const unsigned char* source, void* destination, std::size_t bytes);
    void send(unsigned t, const void* tag, const void* payload, std::size_t bytes);

    // Complete when they return.
    void hpput(unsigned t, unsigned char* destination, const void* source, std::size_t bytes);
    void hpget(unsigned t, const unsigned char* source, void* destination, std::size_t bytes)
    {
        hpput(t, static_cast<unsigned char*>(destination), source, bytes);
    }
    void direct_get(unsigned t, const unsigned char* source, void* destination, std::size_t bytes)
    {
        hpget(t, source, destination, bytes);
    }
    /// Not called: a device's memory is written by the device.
    void device_hpput(unsigned, unsigned char*, const void*, std::size_t) {}

    unsigned processes_here() const { return p_; }
    bool is_team_of_one() const;

    void sync();
    void leave();

private:
    Bulletin& bulletin() { return bulletins_[superstep_ % 2]; }
    Bulletin& peer_bulletin(unsigned t) const;
    void open(Outbox& box, Outboxes& mine, Inbox& theirs, Brought what);
    unsigned meet(std::uint8_t brought);
    void exchange_gets();
    void receive_messages();
    void apply_registrations();
    void start_superstep();
    void await_written(unsigned t);

    Section& section_;
    std::uint64_t superstep_ = 0;
    Bulletin bulletins_[2];

    std::vector<GetRecord> gets_;
    Arena got_;
    std::vector<const Outbox*> incoming_;

    bool last_sync_wrote_ = false;
    /// Supersteps whose gets and puts are in this process's memory.
    alignas(128) std::atomic<std::uint64_t> written_{0};
};

/// What the processes of a section share, in an SPMD section and in a team.
struct Section {
    explicit Section(unsigned p, bool ends_with_bsp_end = false);

    const unsigned p;
    const bool oversubscribed;  ///< more processes than cores
    Barrier barrier;
    Registrations registrations;
    std::vector<std::unique_ptr<Process>> processes;
    double start;  ///< in seconds of the clock
    const bool ends_with_bsp_end;
};

/// From bsp_begin to bsp_end. Made by the thread that calls bsp_begin, which becomes process 0; each of the other
/// processes is a new thread.
struct SpmdSection : Section {
    explicit SpmdSection(unsigned p);
    ~SpmdSection();

    const unsigned first_core;  ///< of process 0
    void (*const spmd)();       ///< null: main is the SPMD function
    std::vector<pthread_t> threads;

private:
    AffinityGuard affinity_before_;
    SectionGuard guard_;
};

/// The process that the calling thread is; null outside a section. (initial-exec: one load instead of a call
/// in every primitive.)
[[gnu::tls_model("initial-exec")]] extern thread_local constinit Process* current;

/// The same, for a primitive that needs one.
inline Process& self(const char* function)
{
    if (!current) [[unlikely]]
        fail_outside(function);
    return *current;
}

}  // namespace bsplib::threads

// What this runtime is, for the primitives that all runtimes share.
namespace bsplib {

using threads::current;
using threads::Process;
using threads::self;

constexpr int completes_at_call = 1;
constexpr int shares_memory = 1;
constexpr bool moves_device_memory() { return false; }
constexpr const char* runtime_name = "threads";

}  // namespace bsplib
