// Transforms of a few numbers as products with a matrix, of reals n^2/2 multiplications, of complex numbers n^2. They
// follow one another in memory: up to some length that takes less time than the steps of a fast transform, or than
// bringing the numbers into the form that one has.
#pragma once

#include <functional>

#include "bsp_fft/base/arena.hpp"
#include "bsp_fft/kernel/dense/dense_tasks.hpp"

namespace bspfft {

/// A matrix by its even part and its odd one: the factor of input j in result k, both in the order of the sides.
struct DenseProblem {
    using Factor = std::function<double(Index k, Index j)>;

    bool complex = false;  ///< two columns, real and imaginary parts
    DenseSide from, to;
    Index evens, odds;
    Factor even, odd;

    Index flops() const { return Index{complex ? 4 : 2} * (evens * evens + odds * odds + 2 * odds); }
};

/// Threads may share it.
template <class Real>
class DenseTransform {
public:
    DenseTransform(const DenseProblem& problem, Arena& arena);

    /// In may be out.
    void run(const Real* in, Real* out) const { run_(task_, in, out); }

private:
    DenseTask<Real> task_;
    void (*run_)(const DenseTask<Real>&, const Real*, Real*);
    Buffer<Real> factors_[2];
};

extern template class DenseTransform<float>;
extern template class DenseTransform<double>;

}  // namespace bspfft
