// Direct or butterfly: which of the two ways to exchange all with all is cheaper.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bsplib::mpi {

/// direct: every process sends to every other one. butterfly: in round k each process sends to the one 2^k
/// further on all that has to go in that direction  [Bruck et al. 1997]; fewer messages, more bytes.
enum class Pattern : std::uint32_t { direct, butterfly };

/// What a message costs, in seconds: alpha + beta a byte; and whether the user wants to choose.
struct Network {
    enum class Wish : std::uint32_t { automatic, direct, butterfly };

    double alpha = 1e-6;
    double beta = 1e-10;
    Wish wish = Wish::automatic;
    std::uint32_t show = 0;

    /// As the environment says: BSPLIB_ALPHA, BSPLIB_BETA, BSPLIB_EXCHANGE=auto|direct|butterfly,
    /// BSPLIB_SHOW=1. Fails on what it does not understand.
    static Network from_environment();
};

/// Prices among p processes, where none sends more than `bytes` to the others, nor to more than `receivers`
/// of them:
///   direct      receivers alpha + bytes beta
///   butterfly   ceil(log p) alpha + bytes beta hops/(p-1), hops = the ones in the binary numbers 1 .. p-1,
/// which for p = 2^k is log(p) alpha + s/2 log(p) beta, s = bytes p/(p-1).
class Crossover {
public:
    Crossover(const Network& network, unsigned p);

    unsigned rounds() const { return rounds_; }

    /// The same on all processes that give the same numbers.
    Pattern choose(std::size_t receivers, std::size_t bytes) const;

    /// So many bytes in all, to p-1 receivers, travel as cheaply one way as the other.
    double equal_bytes() const;

private:
    Network network_;
    unsigned p_;
    unsigned rounds_;
    double detour_;  ///< how many hops a byte takes through the butterfly
};

}  // namespace bsplib::mpi
