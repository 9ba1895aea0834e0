// The supersteps that turn x into its transform, in counts only. Pure data: made for any p on any machine,
// without running anything.
#pragma once

#include <string>
#include <vector>

#include "bspfft/export.hpp"
#include "bspfft/index.hpp"
#include "bspfft/options.hpp"

namespace bspfft {

/// One superstep, as every process sees it. Counts are exact; where processes differ they are the largest,
/// which is what BSP charges.
struct Superstep {
    enum class Kind { compute, move };

    Kind kind;
    std::string name;
    Index cycle;  ///< of the distribution while computing, or after moving

    // of a computation
    Index first_stage = 0;  ///< butterfly stages k = first_stage, 2 first_stage, ..., last_stage  [PSC 3.3]
    Index last_stage = 0;
    Index radix = 0;  ///< 2^stages: the length of the transforms that these stages are together
    Index flops = 0;  ///< 5 (n/p) log2 radix

    // of a move
    Index from_cycle = 0;
    bool from_bit_reversed = false;  ///< processes are numbered in bit-reversed order before it
    Index words_sent = 0;            ///< real numbers to other processes
    Index words_received = 0;
    Index messages = 0;  ///< packets to other processes

    Index working_set =
        0;  ///< complex numbers that a process touches: its part of x, and weights or the copy

    bool computes() const { return kind == Kind::compute; }
    /// The h of this superstep's h-relation, in real words.
    Index h() const { return words_sent > words_received ? words_sent : words_received; }
};

/// What one process does in a move; the h-relation is the maximum over all.
struct MoveCounts {
    Index words_sent;
    Index words_received;
    Index messages_sent;
};

class BSPFFT_API Schedule {
public:
    /// Bisseling's algorithm  [PSC 3.4]: cycles 1, N, N^2, ..., p with N = n/p; as many butterfly stages
    /// under each as are local.
    ///
    /// Requires n = 2^m, p = 2^q, 1 <= p <= n/2; otherwise throws Error(invalid_argument) with the nearest
    /// valid choice.
    static Schedule textbook(Index n, Index p);

    /// The fast algorithm: columns of length n1, one move from cyclic to cyclic, rows of length n/n1. The
    /// same flops and the same h as the textbook's, for any cut n1 from p to n/p; n1 = 0 lets it choose one
    /// near sqrt(n), where both fit in the cache.
    ///
    /// Requires n = 2^m, p = 2^q, p^2 <= n; otherwise throws Error(invalid_argument).
    static Schedule fast(Index n, Index p, Index n1 = 0, Index bytes_per_complex = 16);

    /// Whether the fast algorithm can be used: p <= sqrt(n).
    static bool can_be_fast(Index n, Index p) { return p <= n / p; }

    /// The length n1 of the columns; 0 for the textbook's algorithm.
    Index cut() const { return cut_; }
    /// How often a process reads and writes all of its part of x in main memory, if that is larger than the
    /// caches.
    Index sweeps() const;

    Index n() const { return n_; }
    Index p() const { return p_; }
    const std::vector<Superstep>& supersteps() const { return supersteps_; }

    /// How often the data moves: ceil(log p / log(n/p)), once for 1 < p <= sqrt(n).
    Index redistributions() const;
    /// What BSP charges one process: 5 n log2 n / p, and the sum of all h.
    Index flops() const;
    Index words() const;

    /// Synchronisations of one transform: one a redistribution; by hpput one more where packets of the next
    /// transform could reach an array that is still being read.
    Index synchronisations(Exchange exchange) const;
    bool opens_with_sync(Exchange exchange) const;

    /// Exact counts of process s in a move of this schedule.
    MoveCounts counts(const Superstep& move, Index s) const;

private:
    Schedule(Index n, Index p) : n_(n), p_(p) {}

    void compute(Index cycle, Index first_stage, Index last_stage);
    void move(Index from_cycle, Index to_cycle, bool from_bit_reversed);
    void transform(const std::string& what, Index length);

    Index n_;
    Index p_;
    Index cut_ = 0;
    Index bytes_per_complex_ = 0;  ///< as far as the cut depends on it
    std::vector<Superstep> supersteps_;
};

/// Throws Error(invalid_argument) unless n = 2^m, p = 2^q and 1 <= p <= n/2.
BSPFFT_API void require_powers_of_two(Index n, Index p);

}  // namespace bspfft
