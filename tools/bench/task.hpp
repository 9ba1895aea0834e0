// What the contestants do with arrays, and how it is counted.
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "bspfft/error.hpp"

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
    /// How often the data's way through memory is at least swept, if they do not fit in caches.
    Index sweeps() const { return is_operator() ? 3 : 2; }
};

/// The factor of an operator at k, one index an axis. A convolution's kernel has 1/2 at 0 and 1/4 at 1 in every axis.
std::complex<double> factor_at(const Task& task, const std::vector<Index>& shape, const Index* k);

}  // namespace bspfft::tools
