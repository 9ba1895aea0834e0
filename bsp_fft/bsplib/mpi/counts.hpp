// The first half of a sync: everyone tells everyone what it has for it, and gives what is short at once.
#pragma once

#include <cstdint>
#include <vector>

#include "bsp_fft/bsplib/mpi/bruck_exchange.hpp"
#include "bsp_fft/bsplib/mpi/crossover.hpp"

namespace bsplib::mpi {

/// What one process tells another at the end of a superstep.
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
    std::uint32_t flights = 0;    ///< that began at the sender and end at the receiver

    std::uint64_t bytes() const { return puts + gets + messages; }
};
static_assert(sizeof(Count) % 16 == 0, "messages that follow a count are aligned");

class Counts {
public:
    Counts(MPI_Comm comm, unsigned s, unsigned p, const Crossover& crossover);

    /// At most so many bytes travel with their count.
    std::size_t most_inline() const { return most_inline_; }
    Pattern pattern() const { return pattern_; }

    /// The letter to process t, a count and what follows it, is written by write(t, arena).
    template <class Write>
    void exchange(Write write, Flights& flights)
    {
        for (unsigned j = 1; j < p_; ++j) {
            letters_[j].clear();
            write((s_ + j) % p_, letters_[j]);
        }
        pattern_ == Pattern::direct ? direct(flights) : by_butterfly(flights);
    }

    /// What process q told this one, and the bytes that came with it.
    const Count& from(unsigned q) const { return *reinterpret_cast<const Count*>(received_[q].begin); }
    const unsigned char* with(unsigned q) const { return received_[q].begin + sizeof(Count); }

private:
    void direct(Flights& flights);
    void by_butterfly(Flights& flights);
    std::size_t longest_letter() const { return sizeof(Count) + most_inline_; }

    unsigned s_;
    unsigned p_;
    Pattern pattern_;
    std::size_t most_inline_;
    Flock flock_;
    Butterfly butterfly_;
    std::vector<Arena> letters_;  ///< by distance
    Arena inbox_;
    std::vector<Span> blocks_;
    std::vector<Span> received_;
};

}  // namespace bsplib::mpi
