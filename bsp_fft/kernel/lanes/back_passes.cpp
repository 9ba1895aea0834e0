#include "bsp_fft/kernel/lanes/back_passes.hpp"

#include <complex>

#include "bsp_fft/base/roots.hpp"

namespace bspfft {

template <class Real>
BackPasses<Real>::BackPasses(const ColumnPasses<Real>& there, Arena& arena)
{
    const std::vector<PassTask<Real>>& passes = there.passes();
    tables_.resize(passes.size());
    for (std::size_t i = 1; i < passes.size(); ++i) {
        const PassTask<Real>& pass = passes[i];
        const Index before = passes[i - 1].radix, order = before * pass.radix * pass.step;
        tables_[i] = arena.table<Real>(2 * order, [&](Real* table) {
            for (Index k = 0; k < before; ++k) {
                for (Index after = 0; after < pass.step; ++after) {
                    for (Index j = 0; j < pass.radix; ++j) {
                        const std::complex<double> w = root_of_unity((j * pass.step + after) * k % order, order);
                        Real* const to = table + 2 * ((k * pass.step + after) * pass.radix + pass.slot_of(j));
                        to[0] = static_cast<Real>(w.real());
                        to[1] = static_cast<Real>(w.imag());
                    }
                }
            }
        });
    }
    for (const Buffer<Real>& table : tables_) twiddles_.push_back(table.data());
}

template class BackPasses<float>;
template class BackPasses<double>;

}  // namespace bspfft
