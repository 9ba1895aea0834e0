// Operators as contestants have them: factors in a table.
#pragma once

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/layout/axis_parts.hpp"
#include "tools/bench/products.hpp"
#include "tools/bench/workload.hpp"

namespace bspfft::tools {

/// The factors of some places of a spectrum, over n so that a transform and its inverse need no other factor. Real
/// ones are half the memory.
template <class Real>
class FactorTable {
public:
    FactorTable() = default;
    /// at(i) is the index of place i into the spectrum's shape.
    template <class At>
    FactorTable(const Workload& what, Index count, At at) : real_(what.task.has_real_factors())
    {
        factors_ = Buffer<Real>(real_ ? count : 2 * count);
        const std::vector<Index> shape = what.problem().output_shape();
        const auto n = static_cast<double>(what.n());
        for (Index i = 0; i < count; ++i) {
            const std::complex<double> factor =
                factor_at(what.task, what.shape, coordinates_in(shape, at(i)).data()) / n;
            Real* const place = factors_.data() + (real_ ? i : 2 * i);
            place[0] = static_cast<Real>(factor.real());
            if (!real_) place[1] = static_cast<Real>(factor.imag());
        }
    }

    /// The values at these places, times their factors.
    void apply(std::complex<Real>* values, Index first, Index count) const
    {
        if (real_) return multiply(values + first, factors_.data() + first, count);
        multiply(values + first, reinterpret_cast<const std::complex<Real>*>(factors_.data()) + first, count);
    }

private:
    Buffer<Real> factors_;
    bool real_ = false;
};

}  // namespace bspfft::tools
