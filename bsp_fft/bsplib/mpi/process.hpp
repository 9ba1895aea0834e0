// One BSP process on MPI: its requests of this superstep, and what it has received.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bsp_fft/bsplib/failure.hpp"
#include "bsp_fft/bsplib/mpi/all_to_all.hpp"
#include "bsp_fft/bsplib/mpi/world.hpp"
#include "bsp_fft/bsplib/participant.hpp"
#include "bsp_fft/bsplib/records.hpp"

namespace bsplib::mpi {

/// How often the processes exchanged in bulk, and how.
struct Exchanges {
    std::size_t direct = 0;
    std::size_t bruck = 0;
};

/// What one process tells another at the end of a superstep.
struct Count {
    std::uint32_t brought = 0;             ///< Brought
    std::uint32_t changes = 0;             ///< registrations pushed and popped
    std::array<std::uint64_t, 3> parts{};  ///< bytes for the receiver: messages, puts, gets
    std::uint64_t bulk = 0;                ///< bytes for all others that do not come with their counts
    std::uint64_t wanted = 0;              ///< bytes that the sender gets from all others
    std::uint64_t tag_size = 0;            ///< for the next superstep
    std::uint32_t receivers = 0;           ///< of bulk
    std::uint32_t transfers = 0;           ///< that began at the sender and end at the receiver

    std::uint64_t bytes() const { return parts[0] + parts[1] + parts[2]; }
};
static_assert(sizeof(Count) % 16 == 0, "messages that follow a count are aligned");

class Process : public Participant {
public:
    /// For a section on all p processes of the communicator, `here` of them on this machine. Collective.
    Process(MPI_Comm comm, unsigned s, unsigned p, unsigned here, const Network& network);

    /// The most bytes that a process of a section of p takes, with a put or two for every other one; without MPI's own.
    static std::size_t bytes(unsigned p);

    /// How many of the section's processes are on this machine. Not collective: another process may be waiting for
    /// this one, in bsp_direct_get.
    unsigned processes_here() const { return here_; }
    static bool is_team_of_one() { return false; }

    void put(unsigned t, unsigned char* destination, const void* source, std::size_t bytes)
    {
        brought_ |= Brought::puts;
        put_record::append(outgoing_[t].puts, destination, source, bytes, arena_start_);
    }
    void get(unsigned t, const unsigned char* source, void* destination, std::size_t bytes);
    void send(unsigned t, const void* tag, const void* payload, std::size_t bytes);
    void hpput(unsigned t, unsigned char* destination, const void* source, std::size_t bytes);
    /// To another process, of and to memory that only MPI can read.
    void device_hpput(unsigned t, unsigned char* destination, const void* source, std::size_t bytes);
    void hpget(unsigned t, const unsigned char* source, void* destination, std::size_t bytes);
    void direct_get(unsigned t, const unsigned char* source, void* destination, std::size_t bytes);

    void sync();
    void leave();

    double seconds() const;
    const Exchanges& exchanges() const { return exchanges_; }
    const Crossover& crossover() const { return crossover_; }

private:
    /// An hpput that may still grow.
    struct Waiting {
        unsigned char* destination = nullptr;
        const unsigned char* source = nullptr;
        std::size_t bytes = 0;
        bool on_device = false;

        bool is_followed_by(const Waiting& next) const
        {
            return bytes > 0 && destination + bytes == next.destination && source + bytes == next.source &&
                   on_device == next.on_device;
        }
    };
    /// For one other process, or for this one.
    struct Outgoing {
        Arena messages;
        Arena puts;
        Arena gets;
        Waiting waiting;

        /// Messages first: their sizes are multiples of their alignment.
        std::array<Span, 3> parts() const { return {span_of(messages), span_of(puts), span_of(gets)}; }
        std::size_t bytes() const { return puts.size() + gets.size() + messages.size(); }
    };

    void grow(unsigned t, const Waiting& next);
    void launch(unsigned t);
    unsigned tell(std::uint8_t brought);
    Count summary() const;
    void write_envelope(unsigned t, Count count, Arena& envelope) const;
    bool comes_in_bulk(std::uint64_t bytes) const { return bytes > most_inline_; }
    /// The count from process q; short data follow it.
    const Count& count_from(unsigned q) const { return *reinterpret_cast<const Count*>(counts_[q].begin()); }

    void exchange(Pattern pattern, Tag tag, std::vector<Arena>& in, auto sizes_from, auto parts_for);
    void receive_bulk();
    void answer_gets();
    void receive_messages();
    void apply_registrations();
    void start_superstep();

    void each_other(auto function) const
    {
        for (unsigned j = 1; j < p_; ++j) function((s_ + j) % p_);
    }

    MPI_Comm comm_;
    const unsigned here_;
    Registrations registrations_of_all_;
    Crossover crossover_;
    Transfers transfers_;
    AllToAll all_to_all_;
    const Pattern count_pattern_;
    const std::size_t most_inline_;  ///< bytes that are sent with their count
    std::vector<Arena> envelopes_;   ///< to each process: its count, and short data
    std::vector<Arena> counts_;      ///< the envelopes from each process
    double start_ = 0;

    const std::size_t arena_start_;  ///< of what goes to one process
    std::vector<Outgoing> outgoing_;
    std::vector<unsigned> waiting_for_;  ///< processes with an hpput that may still grow
    std::uint64_t wanted_ = 0;           ///< bytes requested from others by gets
    RegistrationChanges my_changes_;

    /// What has come from one process, by kind.
    struct Incoming {
        Span messages, puts, gets;
    };
    std::vector<Incoming> incoming_;
    std::vector<Arena> bulk_;     ///< from each process, if it came in bulk
    std::vector<Arena> answers_;  ///< to each process
    std::vector<Arena> got_;      ///< from each process
    Arena own_messages_;          ///< in the queue; the arena they came from is filled again
    Exchanges exchanges_;
};

/// The process that this program is; null outside a section.
extern constinit Process* current;

/// The same, for a primitive that needs one.
inline Process& self(const char* function)
{
    if (!current) [[unlikely]]
        fail_outside(function);
    return *current;
}

/// While it exists, a failure occurs on all processes alike, and process 0 reports it.
struct FailTogether {
    FailTogether() { exists = true; }
    ~FailTogether() { exists = false; }
    static inline bool exists = false;
};

}  // namespace bsplib::mpi

// What this runtime is, for the primitives that all runtimes share.
namespace bsplib {

using mpi::current;
using mpi::Process;
using mpi::self;

constexpr int completes_at_call = 0;
constexpr int shares_memory = 0;
inline bool moves_device_memory() { return mpi::World::here().moves_device_memory(); }
constexpr const char* runtime_name = "mpi";

}  // namespace bsplib
