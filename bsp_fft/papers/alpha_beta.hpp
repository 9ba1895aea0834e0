// The cost of messages and collectives if a message of s words takes alpha + s beta.
//
// [S]: E. Solomonik, Distributed-Memory Models and Algorithms, ETH Zurich 2015, with corrections where a
// formula was printed as an approximation or for other numbers of processes. s is what one process holds in
// the end (or at the beginning) of a collective, its own part included; log is base 2. Outside its domain a
// function throws Error(invalid_argument).
#pragma once

#include "bspfft/error.hpp"

namespace bspfft {

struct AlphaBeta {
    double alpha = 0;  ///< per message
    double beta = 0;   ///< per word

    /// Throws Error(invalid_argument) unless both are finite and at least 0.
    void require_valid() const;

    /// alpha + s beta  [S, by definition].
    double send(double s) const;
    /// P processes send at once to their neighbours, as one message; or one after another, as P.
    double ring(double s) const { return send(s); }
    double ring_in_sequence(double s, Index P) const;

    // Broadcast.

    /// 2 (log(P+1) - 1) (alpha + s beta)  [S]. P = 2^k - 1: full trees.
    double broadcast_binary_tree(double s, Index P) const;
    /// ceil(log P) (alpha + s beta). P >= 1. Corrected: [S] has log(P+1), right for P = 2^k - 1 only.
    double broadcast_binomial_tree(double s, Index P) const;
    /// The root scatters P parts, which go round in a ring: 2 (P-1) (alpha + s/P beta)  [S]. P >= 1.
    double broadcast_ring(double s, Index P) const;
    /// A binary tree through which packets of k words flow: 2 (log P + s/k) (alpha + k beta), an upper bound
    /// [S]. P >= 2, k > 0.
    double broadcast_pipelined(double s, Index P, double k) const;
    /// The same, exactly: 2 (d + s/k - 1) (alpha + k beta) for trees of depth d. P = 2^(d+1) - 1, d >= 1, k |
    /// s.
    double broadcast_pipelined_exact(double s, Index P, double k) const;
    /// The k that makes the upper bound least: sqrt(s alpha / (log P beta))  [S]. beta > 0.
    double best_packet(double s, Index P) const;
    /// The upper bound with it: 2 log P alpha + 4 sqrt(s log P alpha beta) + 2 s beta  [S].
    double broadcast_pipelined_best(double s, Index P) const;
    /// Two trees, half of the words through each: 2 log P alpha + 2 sqrt(2 s log P alpha beta) + s beta  [S].
    double broadcast_double_tree(double s, Index P) const;
    /// (sqrt(log P alpha) + sqrt(s beta))^2: no broadcast in packets of one size is faster  [S: Johnsson and
    /// Ho 1989].
    double broadcast_lower_bound(double s, Index P) const;

    // Others; P = 2^k.

    /// By a binomial tree: log P alpha + s (1 - 1/P) beta. Corrected: [S] has 2 log P alpha + s beta, which
    /// needs a pipeline. A gather takes as long.
    double scatter(double s, Index P) const;
    /// By a butterfly: log P alpha + s (1 - 1/P) beta  [S has s beta]. A reduce-scatter takes as long.
    double allgather(double s, Index P) const;
    /// Reduce-scatter and allgather. A broadcast by scatter and allgather, and a reduction by reduce-scatter
    /// and gather, take as long  [S].
    double allreduce(double s, Index P) const;

    // All-to-all: every process has s/P words for each, itself included.

    /// (P-1) alpha + s (1 - 1/P) beta: a message to each. P >= 1. [S] has only its bounds, P alpha and s
    /// beta.
    double all_to_all_direct(double s, Index P) const;
    /// log P (alpha + s/2 beta): in log P rounds  [S]. P = 2^k.
    double all_to_all_butterfly(double s, Index P) const;
    /// (r-1) log_r P alpha + s (1 - 1/r) log_r P beta: in rounds among r. P = r^k, r >= 2; r = 2 is the
    /// butterfly (Bruck's exchange for powers of two), and r = P direct.
    double all_to_all_radix(double s, Index P, Index r) const;
    /// Rounds for every bit of the distance  [Bruck et al. 1997]. P >= 1; for P = 2^k the butterfly.
    double all_to_all_bruck(double s, Index P) const;
    /// Direct is cheaper than the butterfly for s greater than this; 0 if both cost the same for every s, as
    /// for P <= 2. P = 2^k, beta > 0.
    double direct_beats_butterfly_from(Index P) const;
};

/// The fastest all-to-all of radix r, over all r with P = r^k. P = 2^k.
struct BestRadix {
    Index r;
    double cost;
};
BestRadix best_radix(const AlphaBeta& machine, double s, Index P);

}  // namespace bspfft
