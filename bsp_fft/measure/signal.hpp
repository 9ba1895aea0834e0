// Vectors made by rule, for demonstrations and measurements without an input file.
#pragma once

#include <complex>
#include <cstdint>
#include <string>

#include "bspfft/error.hpp"

namespace bspfft {

/// A vector x_0 .. x_{n-1} whose elements depend only on the rule, on n and on j: any process can make any
/// part of it, and all numbers of processes make the same vector.
class Signal {
public:
    /// The rules; anything else, and j or k outside 0 .. n-1, throws Error(invalid_argument).
    ///
    ///     random, random:SEED   real and imaginary parts uniform in [-0.5, 0.5); SEED is 1 if left out
    ///     impulse, impulse:J    1 at element J, 0 elsewhere; J is 0 if left out
    ///     sine:K                exp(2 pi i K j / n)
    ///     chirp                 exp(pi i j^2 / n)
    static Signal parse(const std::string& spec, Index n);

    std::complex<double> operator()(Index j) const;

    /// The rule with its number written out: parse(name(), n) is the same signal.
    std::string name() const;

private:
    enum class Kind { random, impulse, sine, chirp };

    Signal(Kind kind, Index n, std::uint64_t number) : kind_(kind), n_(n), number_(number) {}

    Kind kind_;
    Index n_;
    std::uint64_t number_;  ///< the seed, J or K
};

}  // namespace bspfft
