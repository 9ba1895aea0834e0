// Data of every process for every other one: directly or by Bruck's exchange, whichever is cheaper.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <numeric>
#include <vector>

#include "bsp_fft/bsplib/mpi/transfers.hpp"
#include "bsp_fft/bsplib/records.hpp"

namespace bsplib::mpi {

/// automatic: the cheaper one. direct: every process sends to every other one. bruck: in round k process s sends
/// process s + 2^k all blocks whose distance has bit k  [Bruck et al. 1997]; fewer messages, more bytes.
enum class Pattern : std::uint32_t { automatic, direct, bruck };

/// A message costs alpha + beta * bytes seconds. The user may request one of the patterns.
struct Network {
    double alpha = 1e-6;
    double beta = 1e-10;
    Pattern requested = Pattern::automatic;
    std::uint32_t show = 0;

    /// From the environment: BSPLIB_ALPHA, BSPLIB_BETA, BSPLIB_EXCHANGE=auto|direct|bruck, BSPLIB_SHOW=1.
    /// Fails on an unknown value.
    static Network from_environment();
};

/// An envelope, a count with what follows it, should be short enough for MPI's eager protocol.
constexpr std::size_t longest_eager_envelope = 4000;

/// Prices among p processes, where none sends more than `bytes` to the others, nor to more than `receivers` of them:
///   direct   receivers alpha + bytes beta
///   bruck    ceil(log p) alpha + bytes beta hops/(p-1), hops = the ones in the binary numbers 1 .. p-1,
/// which for p = 2^k is log(p) alpha + s/2 log(p) beta, s = bytes p/(p-1).
class Crossover {
public:
    Crossover(const Network& network, unsigned p);

    unsigned rounds() const { return rounds_; }

    /// The same on all processes that give the same numbers.
    Pattern choose(std::size_t receivers, std::size_t bytes) const;

    /// The bytes in all, to p-1 receivers, for which both patterns cost the same.
    double equal_bytes() const;

    /// The bytes that are sent with each of p-1 counts of this size, at most: by the pattern that is cheaper for the
    /// counts alone, no more than direct messages would send as cheaply.
    std::size_t most_inline(std::size_t count) const;

private:
    Network network_;
    unsigned p_;
    unsigned rounds_;
    double detour_;  ///< hops of a byte in Bruck's exchange, on average
};

inline Span span_of(const Arena& arena) { return {arena.begin(), arena.size()}; }

inline void append(Arena& to, const Span& part)
{
    if (part.bytes > 0) std::memcpy(to.append(part.bytes), part.begin, part.bytes);
}

class AllToAll {
public:
    AllToAll(MPI_Comm comm, unsigned s, unsigned p, Transfers& transfers)
        : transfers_(transfers), pending_(comm), s_(s), p_(p), packed_(p), blocks_(p)
    {}

    /// Sends each process t the spans parts_for(t), and receives from each process q into in[q] parts of at most the
    /// sizes sizes_from(q). The first message of a round of Bruck's exchange has first_bytes, if there are as many.
    /// Announcements are handled meanwhile.
    void run(Pattern pattern, Tag tag, std::vector<Arena>& in, std::size_t first_bytes, auto sizes_from, auto parts_for)
    {
        for (Arena& arena : in) arena.clear();
        if (pattern == Pattern::direct) {
            for (unsigned j = 1; j < p_; ++j) receive(before(j), tag, in[before(j)], sizes_from(before(j)));
            for (unsigned j = 1; j < p_; ++j) {
                for (const Span& part : parts_for(after(j)))
                    if (part.bytes > 0) pending_.send(after(j), tag, part.begin, part.bytes);
            }
            transfers_.poll_until([&] { return pending_.arrived(); });
            return;
        }
        for (unsigned j = 1; j < p_; ++j) {
            const auto parts = parts_for(after(j));
            packed_[j].clear();
            if (parts.size() > 1) {
                for (const Span& part : parts) append(packed_[j], part);
            }
            blocks_[j] = parts.size() > 1 ? span_of(packed_[j]) : parts[0];
        }
        by_bruck(first_bytes, tag);
        for (unsigned j = 1; j < p_; ++j) append(in[before(j)], blocks_[j]);
    }

private:
    struct Round {
        Arena out;
        Arena in;
    };

    unsigned after(unsigned j) const { return (s_ + j) % p_; }
    unsigned before(unsigned j) const { return (s_ + p_ - j) % p_; }
    void receive(unsigned q, Tag tag, Arena& in, const auto& sizes)
    {
        unsigned char* at = in.append(std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}));
        for (const std::size_t bytes : sizes) {
            if (bytes > 0) pending_.receive(q, tag, at, bytes);
            at += bytes;
        }
    }
    void by_bruck(std::size_t first_bytes, Tag tag);
    void pack(unsigned bit, Arena& out) const;
    std::size_t unpack(unsigned bit, const Arena& in);
    std::size_t blocks_with(unsigned bit) const;

    Transfers& transfers_;
    PendingMessages pending_;
    unsigned s_;
    unsigned p_;
    std::vector<Arena> packed_;
    std::vector<Span> blocks_;  ///< block j, 1 <= j < p, is for the process j further on, then from the one j before
    std::vector<std::unique_ptr<Round>> rounds_;
};

}  // namespace bsplib::mpi
