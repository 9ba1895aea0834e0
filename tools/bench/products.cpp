#include "tools/bench/products.hpp"

namespace bspfft::tools {

template <class Real>
void multiply(std::complex<Real>* values, const std::complex<Real>* factors, Index count)
{
    Real* const __restrict x = reinterpret_cast<Real*>(values);
    const Real* const __restrict f = reinterpret_cast<const Real*>(factors);
    for (Index i = 0; i < 2 * count; i += 2) {
        const Real re = x[i] * f[i] - x[i + 1] * f[i + 1];
        x[i + 1] = x[i] * f[i + 1] + x[i + 1] * f[i];
        x[i] = re;
    }
}

template <class Real>
void multiply(std::complex<Real>* values, const Real* factors, Index count)
{
    Real* const __restrict x = reinterpret_cast<Real*>(values);
    const Real* const __restrict f = factors;
    for (Index i = 0; i < count; ++i) {
        x[2 * i] *= f[i];
        x[2 * i + 1] *= f[i];
    }
}

template void multiply(std::complex<float>*, const std::complex<float>*, Index);
template void multiply(std::complex<double>*, const std::complex<double>*, Index);
template void multiply(std::complex<float>*, const float*, Index);
template void multiply(std::complex<double>*, const double*, Index);

}  // namespace bspfft::tools
