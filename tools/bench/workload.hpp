// What the contestants do with which arrays, how it is counted, and its name in tables.
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "bspfft/error.hpp"
#include "bspfft/options.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft::tools {

struct Task {
    enum class Operation {
        transform,      ///< forward, along all axes
        convolution,    ///< cyclic, with a kernel that does not change
        poisson,        ///< the Laplace operator's inverse on real data: one real factor for each k
        trigonometric,  ///< a cosine or sine transform
    };

    Operation operation = Operation::transform;
    bool real = false;
    Index type = 0;     ///< 1 to 4, of a trigonometric transform
    bool sine = false;  ///< likewise

    bool operator==(const Task&) const = default;

    /// To half a spectrum, or to a whole one.
    bool is_fft() const { return operation == Operation::transform; }
    /// Forward, times a factor at every k, inverse.
    bool is_operator() const { return operation == Operation::convolution || operation == Operation::poisson; }
    bool has_real_factors() const { return operation == Operation::poisson; }
    bool is_trigonometric() const { return operation == Operation::trigonometric; }

    /// "complex", "real", "real convolution", "poisson", "dct-2".
    std::string name() const;
    /// Flops by convention, over those of a complex transform, 5 n log2 n  [benchFFT].
    double flops_ratio() const { return (is_operator() ? 2 : 1) * (real ? 0.5 : 1); }
    /// How often memory is swept at least, if the data do not fit in caches.
    Index sweeps() const { return is_operator() ? 3 : 2; }
};

/// The factor of an operator at k, one index an axis. A convolution's kernel has 1/2 at 0 and 1/4 at 1 in every axis.
std::complex<double> factor_at(const Task& task, const std::vector<Index>& shape, const Index* k);

/// Arrays of one shape, one after the other in memory, and what is done with each of them.
struct Workload {
    std::vector<Index> shape;
    Index batch = 1;
    Task task = {};

    /// Elements of one array.
    Index n() const;
    /// Elements of all.
    Index elements() const;
    /// The batch, and the kind of data.
    PlanOptions options() const;
    /// The transform, for the library: the batch is a first axis.
    Problem problem() const { return problem_of(shape, options()); }
    bool is_one_vector() const { return shape.size() == 1 && batch == 1; }
    /// "2^20", "3^15", "1000003", "256x256x256", "16384 of 64".
    std::string name() const;

    bool operator==(const Workload&) const = default;
};

/// Lengths of small primes, from 8 to 14 million: 3^15, 5^10, 10^7, 2^8 3^5 5^2 7, 6^9, and 2^23 to compare with.
std::vector<Workload> smooth_lengths();

/// Prime lengths near 10^6 and 2^20.
std::vector<Workload> prime_lengths();

}  // namespace bspfft::tools
