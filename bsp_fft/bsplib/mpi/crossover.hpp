// Direct messages or Bruck's exchange: which all-to-all is cheaper.
#pragma once

#include <cstddef>
#include <cstdint>

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

private:
    Network network_;
    unsigned p_;
    unsigned rounds_;
    double detour_;  ///< hops of a byte in Bruck's exchange, on average
};

}  // namespace bsplib::mpi
