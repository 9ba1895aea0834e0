// LogP and LogGP: a message costs its sender and its receiver an overhead each, and travels for a latency.
//
// [S]: E. Solomonik, Distributed-Memory Models and Algorithms, ETH Zurich 2015, after Culler et al. 1993
// (LogP) and Alexandrov et al. 1995 (LogGP); log is base 2. Outside its domain a function throws
// Error(invalid_argument).
#pragma once

#include "bsp_fft/papers/alpha_beta.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

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
    double send(double s) const;
    /// All-to-all of messages of one datum, h from each process: as send(h), if sends and receptions do not
    /// collide; a lower bound if they do. h >= 1. Sahay's exchange (Theorem 3.1) for o = 0.
    double exchange(double h) const { return send(h); }
    /// Broadcast of s data through a binary tree in packets of one: log P (L + 2g + o) + 2 s g, an upper
    /// bound  [S].
    double broadcast_pipelined(double s, Index P) const;
    /// The same, exactly, if sends and receptions do not collide (3o <= 2g at least): d (L + g + 2o) + 2
    /// (s-1) g. P = 2^(d+1) - 1.
    double broadcast_pipelined_exact(double s, Index P) const;

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

    void require_valid() const;

    /// One message: 2o + L + (s-1) G  [S]. s >= 1.
    double send(double s) const;
    /// Every process sends s/P to each of P - 1 others: 2o + L + (k-1) G + (P-2) (g + (k-1) G) for k = s/P; a
    /// lower bound where sends and receptions collide. P >= 2, s >= P.
    double all_to_all_direct(double s, Index P) const;
    /// m messages of k each, one after another: as above with m in place of P - 1. m >= 1, k >= 1.
    double exchange(double messages, double k) const;
    /// Broadcast through a binary tree in packets of k: log P (L + 2g + o + 2kG) + 2 (s/k) (g + kG), an upper
    /// bound [S]. P >= 2, k > 0.
    double broadcast_pipelined(double s, Index P, double k) const;
    /// The same, exactly, if sends and receptions do not collide: d (L + g + 2o + 2(k-1)G) + 2 (s/k - 1)(g +
    /// (k-1)G). P = 2^(d+1) - 1, d >= 1.
    double broadcast_pipelined_exact(double s, Index P, double k) const;
    /// The k that makes the upper bound least: sqrt(s g / (log P G))  [S]. P >= 2, G > 0.
    double best_packet(double s, Index P) const;
    /// The k that makes the exact cost least: sqrt(s (g - G) / ((d-1) G)). P = 2^(d+1) - 1, d >= 2, g > G >
    /// 0.
    double best_packet_exact(double s, Index P) const;

    /// The LogP machine whose datum is one of what s counts, if G = g: every send(s) costs the same.
    LogP as_logp() const { return {latency, overhead, gap_each}; }
    /// alpha = 2o + L - G and beta = G: every send(s) costs the same. It has G <= 2o + L.
    AlphaBeta as_alpha_beta() const;
};

}  // namespace bspfft
