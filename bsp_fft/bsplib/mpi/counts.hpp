// The first half of a sync: every process sends every other one its counts, and short data with them.
#pragma once

#include <cstdint>
#include <vector>

#include "bsp_fft/bsplib/mpi/bruck_exchange.hpp"
#include "bsp_fft/bsplib/mpi/crossover.hpp"

namespace bsplib::mpi {

/// What one process sends another at the end of a superstep.
struct Count {
    std::uint32_t brought = 0;    ///< Brought
    std::uint32_t changes = 0;    ///< registrations pushed and popped
    std::uint64_t puts = 0;       ///< bytes for the receiver, by kind
    std::uint64_t gets = 0;
    std::uint64_t messages = 0;
    std::uint64_t bulk = 0;       ///< bytes for all others that do not come with their counts
    std::uint64_t wanted = 0;     ///< bytes that the sender gets from all others
    std::uint64_t tag_size = 0;   ///< for the next superstep
    std::uint32_t receivers = 0;  ///< of bulk
    std::uint32_t transfers = 0;  ///< that began at the sender and end at the receiver

    std::uint64_t bytes() const { return puts + gets + messages; }
};
static_assert(sizeof(Count) % 16 == 0, "messages that follow a count are aligned");

class Counts {
public:
    Counts(MPI_Comm comm, unsigned s, unsigned p, const Crossover& crossover);

    /// The most bytes that this takes.
    static std::size_t bytes(unsigned p);

    /// The most bytes that are sent with their count.
    std::size_t most_inline() const { return most_inline_; }
    Pattern pattern() const { return pattern_; }

    /// write(t, arena) writes the envelope for process t: a count and the data that follow it.
    template <class Write>
    void exchange(Write write, Transfers& transfers)
    {
        for (unsigned j = 1; j < p_; ++j) {
            envelopes_[j].clear();
            write((s_ + j) % p_, envelopes_[j]);
        }
        pattern_ == Pattern::direct ? direct(transfers) : by_bruck(transfers);
    }

    /// The count from process q, and the bytes that came with it.
    const Count& from(unsigned q) const { return *reinterpret_cast<const Count*>(received_[q].begin); }
    const unsigned char* with(unsigned q) const { return received_[q].begin + sizeof(Count); }

private:
    void direct(Transfers& transfers);
    void by_bruck(Transfers& transfers);
    std::size_t longest_envelope() const { return sizeof(Count) + most_inline_; }

    unsigned s_;
    unsigned p_;
    Pattern pattern_;
    std::size_t most_inline_;
    PendingMessages pending_;
    BruckExchange bruck_exchange_;
    std::vector<Arena> envelopes_;  ///< by distance
    Arena inbox_;
    std::vector<Span> blocks_;
    std::vector<Span> received_;
};

}  // namespace bsplib::mpi
