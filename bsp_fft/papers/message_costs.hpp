// The cost of messages and collectives: alpha-beta, where a message of s words takes alpha + s beta; LogP and LogGP,
// where it costs its sender and its receiver an overhead each, and travels for a latency; BSP, where a superstep takes
// l and a word of an h-relation g.
//
// [S]: E. Solomonik, Distributed-Memory Models and Algorithms, ETH Zurich 2015, with corrections where a formula was
// printed as an approximation or for other numbers of processes; LogP after Culler et al. 1993, LogGP after Alexandrov
// et al. 1995. s is what one process holds in the end (or at the beginning) of a collective, its own part included; log
// is base 2. Outside its domain a function throws Error(invalid_argument).
#pragma once

#include <bit>

#include "bsp_fft/papers/domain.hpp"

namespace bspfft {

struct AlphaBeta {
    double alpha = 0;  ///< per message
    double beta = 0;   ///< per word

    /// alpha + s beta  [S, by definition].
    double send(double s) const { return alpha + s * beta; }

    // Broadcast.

    /// The root sends to each, one after another: (P-1) (alpha + s beta). P >= 1.
    double broadcast_direct(double s, Index P) const
    {
        require_processes(P, 1);
        return real(P - 1) * send(s);
    }
    /// 2 (log(P+1) - 1) (alpha + s beta)  [S]. P = 2^k - 1: full trees.
    double broadcast_binary_tree(double s, Index P) const { return 2 * depth_of_full_tree(P) * send(s); }
    /// ceil(log P) (alpha + s beta). P >= 1. Corrected: [S] has log(P+1), right for P = 2^k - 1 only.
    double broadcast_binomial_tree(double s, Index P) const
    {
        require_processes(P, 1);
        return std::bit_width(static_cast<std::uint64_t>(P - 1)) * send(s);
    }
    /// The root scatters P parts, which go round in a ring: 2 (P-1) (alpha + s/P beta)  [S]. P >= 1.
    double broadcast_ring(double s, Index P) const
    {
        require_processes(P, 1);
        return 2 * real(P - 1) * send(s / real(P));
    }
    /// Through a binary tree flow packets of k words: 2 (log P + s/k) (alpha + k beta), an upper bound  [S]. With the k
    /// that makes it least, sqrt(s alpha / (log P beta)), it is 2 log P alpha + 4 sqrt(s log P alpha beta) + 2 s beta.
    /// P >= 2.
    double broadcast_pipelined_best(double s, Index P) const
    {
        require_processes(P, 2);
        const double levels = std::log2(P);
        return 2 * levels * alpha + 4 * std::sqrt(s * levels * alpha * beta) + 2 * s * beta;
    }
    /// Two trees, half of the words through each: 2 log P alpha + 2 sqrt(2 s log P alpha beta) + s beta  [S].
    double broadcast_double_tree(double s, Index P) const
    {
        require_processes(P, 2);
        const double levels = std::log2(P);
        return 2 * levels * alpha + 2 * std::sqrt(2 * s * levels * alpha * beta) + s * beta;
    }
    /// No broadcast in packets of one size is faster: j packets of s/j need ceil(log P) + j - 1 rounds, and this is
    /// with the best j >= 1, whole or not. P >= 2. Corrected: [S: Johnsson and Ho 1989] has (sqrt(log P alpha) +
    /// sqrt(s beta))^2, which is too much for short messages: a binomial tree takes less.
    double broadcast_lower_bound(double s, Index P) const
    {
        require_processes(P, 2);
        const double more = std::bit_width(static_cast<std::uint64_t>(P - 1)) - 1;  // rounds than packets
        if (more * s * beta <= alpha) return (more + 1) * send(s);
        const double root = std::sqrt(more * alpha) + std::sqrt(s * beta);
        return root * root;
    }

    // Others; P = 2^k.

    /// By a butterfly: log P alpha + s (1 - 1/P) beta  [S has s beta]. A reduce-scatter takes as long, and so do
    /// scatter and gather by a binomial tree. Corrected: [S] has 2 log P alpha + s beta for these, which needs a
    /// pipeline.
    double allgather(double s, Index P) const { return exact_log2(P) * alpha + s * (1 - 1 / real(P)) * beta; }
    /// Reduce-scatter and allgather. A broadcast by scatter and allgather, and a reduction by reduce-scatter
    /// and gather, take as long  [S].
    double allreduce(double s, Index P) const { return 2 * allgather(s, P); }

    // All-to-all: every process has s/P words for each, itself included.

    /// (P-1) alpha + s (1 - 1/P) beta: a message to each. P >= 1. [S] has only its bounds, P alpha and s beta.
    double all_to_all_direct(double s, Index P) const
    {
        require_processes(P, 1);
        return real(P - 1) * alpha + s * (1 - 1 / real(P)) * beta;
    }
    /// (r-1) log_r P alpha + s (1 - 1/r) log_r P beta: in rounds among r. P = r^k, r >= 2; r = 2 is the
    /// butterfly, log P (alpha + s/2 beta)  [S] (Bruck's exchange for powers of two), and r = P direct.
    double all_to_all_radix(double s, Index P, Index r) const
    {
        const double rounds = exact_log(P, r);
        return rounds * (real(r - 1) * alpha + s * (1 - 1 / real(r)) * beta);
    }
    /// Rounds for every bit of the distance  [Bruck et al. 1997]. P >= 1; for P = 2^k the butterfly.
    double all_to_all_bruck(double s, Index P) const;
};

/// The fastest all-to-all of radix r, over all r with P = r^k. P = 2^k.
struct BestRadix {
    Index r;
    double cost;
};
BestRadix best_radix(const AlphaBeta& machine, double s, Index P);

/// The times of LogP, in any unit, such as seconds or one node of the butterfly.
struct LogP {
    double latency = 0;   ///< L: time of a message in transit
    double overhead = 0;  ///< o: time that a processor is engaged in sending it, and again in receiving it
    double gap = 1;       ///< g: between two sends of a processor, and between two of its receptions

    /// The most messages that are in transit to one processor: ceil(L/g), at least 1.
    Index capacity() const;
    /// Throws Error(invalid_argument) unless g > 0, L >= 0 and o >= 0, all finite.
    void require_valid() const;
    /// Throws Error(invalid_argument) for a time with which sums over that many messages of a processor might exceed
    /// 2^53 of the unit: a double has no exact ones beyond, and the unit itself would be lost.
    void require_exact(Index messages) const;

    /// s messages of one datum to one process: 2o + L + (s-1) max{g, o}  [S for g >= o]. s >= 1.
    double send(double s) const
    {
        require_at_least_one("the number of messages", s);
        return 2 * overhead + latency + (s - 1) * std::max(gap, overhead);
    }
    /// All-to-all of messages of one datum, h from each process: as send(h), if sends and receptions do not
    /// collide; a lower bound if they do. h >= 1. Sahay's exchange (Theorem 3.1) for o = 0.
    double exchange(double h) const { return send(h); }
    /// Broadcast of s data through a binary tree in packets of one: log P (L + 2g + o) + 2 s g, an upper bound  [S].
    double broadcast_pipelined(double s, Index P) const
    {
        require_processes(P, 2);
        return std::log2(P) * (latency + 2 * gap + overhead) + 2 * s * gap;
    }

    /// alpha = 2o + L - g and beta = g: the alpha-beta machine on which every send(s) costs the same. It has
    /// g <= 2o + L, g >= o.
    AlphaBeta as_alpha_beta() const;
};

/// LogP with messages of any length, whose bytes (or words) pass G apart.
struct LogGP {
    double latency = 0;   ///< L
    double overhead = 0;  ///< o
    double gap = 1;       ///< g: between two messages
    double gap_each = 1;  ///< G: between two bytes of a message, or two of what s counts

    /// One message: 2o + L + (s-1) G  [S]. s >= 1.
    double send(double s) const { return exchange(1, s); }
    /// Every process sends s/P to each of P - 1 others: 2o + L + (k-1) G + (P-2) (g + (k-1) G) for k = s/P; a
    /// lower bound where sends and receptions collide. P >= 2, s >= P.
    double all_to_all_direct(double s, Index P) const
    {
        require_processes(P, 2);
        return exchange(real(P - 1), s / real(P));
    }
    /// m messages of k each, one after another: as above with m in place of P - 1. m >= 1, k >= 1.
    double exchange(double messages, double k) const
    {
        require_at_least_one("the number of messages", messages);
        require_at_least_one("the length of a message", k);
        const double passing = (k - 1) * gap_each;
        return 2 * overhead + latency + passing + (messages - 1) * (gap + passing);
    }
    /// Broadcast through a binary tree in packets of k: log P (L + 2g + o + 2kG) + 2 (s/k) (g + kG), an upper
    /// bound [S]. P >= 2, k > 0.
    double broadcast_pipelined(double s, Index P, double k) const
    {
        require_processes(P, 2);
        require_positive("the packet k", k);
        return std::log2(P) * (latency + 2 * gap + overhead + 2 * k * gap_each) + 2 * (s / k) * (gap + k * gap_each);
    }
    /// The k that makes the upper bound least: sqrt(s g / (log P G))  [S]. P >= 2, G > 0.
    double best_packet(double s, Index P) const
    {
        require_processes(P, 2);
        require_positive("the gap G", gap_each);
        return std::sqrt(s / std::log2(P) * gap / gap_each);
    }

    /// alpha = 2o + L - G and beta = G: every send(s) costs the same. It has G <= 2o + L.
    AlphaBeta as_alpha_beta() const;
};

/// A superstep in which no process sends or receives more than h words takes l + h g  [Valiant 1990; S has alpha for l
/// and beta for g]. Any number of messages may leave in it: [S]'s h = P.
struct Bsp {
    double g = 0;  ///< per word
    double l = 0;  ///< per superstep

    double superstep(double h) const { return l + h * g; }
    /// One superstep, h = s (1 - 1/P)  [S has s]: scatter, gather, allgather, reduce-scatter and all-to-all, where each
    /// message goes straight to its destination. P >= 1.
    double direct(double s, Index P) const
    {
        require_processes(P, 1);
        return superstep(s * (1 - 1 / real(P)));
    }
    /// The root sends to each: one superstep, h = (P-1) s  [PSC 2.4]. P >= 1.
    double broadcast_one_phase(double s, Index P) const
    {
        require_processes(P, 1);
        return superstep(real(P - 1) * s);
    }
    /// Scatter and allgather: two supersteps, h = s (1 - 1/P) in each  [PSC 2.4; S]. P >= 1.
    double broadcast_two_phase(double s, Index P) const { return 2 * direct(s, P); }

    /// alpha = l and beta = g: rounds in which each process sends one message and receives one are supersteps  [S].
    AlphaBeta as_alpha_beta() const { return {l, g}; }
};

}  // namespace bspfft
