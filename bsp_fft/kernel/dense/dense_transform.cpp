#include "bsp_fft/kernel/dense/dense_transform.hpp"

namespace bspfft {

template <class Real>
DenseTransform<Real>::DenseTransform(const DenseProblem& problem, Arena& arena)
    : task_{problem.from, problem.to, {}, {}}
{
    const DenseCode<Real> code =
        simd::dense_code({problem.complex, problem.from.folded, problem.to.folded, problem.evens, problem.odds},
                         static_cast<const Real*>(nullptr));
    run_ = code.run;
    const auto matrix = [&](Index size, const DenseProblem::Factor& factor, Buffer<Real>& factors) {
        const Index padded = (size + code.lanes - 1) / code.lanes * code.lanes;
        factors = arena.table<Real>(size * padded, [&](Real* table) {
            for (Index j = 0; j < size; ++j) {
                for (Index k = 0; k < size; ++k) table[j * padded + k] = static_cast<Real>(factor(k, j));
            }
        });
        return DenseMatrix<Real>{factors.data(), size, padded};
    };
    task_.even = matrix(problem.evens, problem.even, factors_[0]);
    task_.odd = matrix(problem.odds, problem.odd, factors_[1]);
}

template class DenseTransform<float>;
template class DenseTransform<double>;

}  // namespace bspfft
