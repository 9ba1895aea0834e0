// Forward, multiply, inverse as one plan: convolutions, and operators that are diagonal in the spectrum.
#pragma once

#include <complex>
#include <functional>
#include <memory>
#include <vector>

#include "bspfft/error.hpp"
#include "bspfft/layout.hpp"
#include "bspfft/ledger.hpp"
#include "bspfft/options.hpp"
#include "bspfft/plan.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

/// The real type of a number that is real or complex.
template <class Number>
struct RealOf {
    using type = Number;
};
/// Of a complex one, the type of its parts.
template <class Real>
struct RealOf<std::complex<Real>> {
    using type = Real;
};

/// x -> inverse(f(forward(x))) for an array of real numbers (Number is float or double) or of complex ones. With a free
/// cut two moves and three sweeps of memory: the spectrum is never put in order, f comes to the values where they are.
/// Otherwise, and with a batch, a transform there and one back.
///
/// The array is changed in place, or with options.keep_input goes from input() to output(); both have layout(). Layouts
/// cannot be asked for, nor a normalisation: f = 1 changes nothing. With options.extent both are of that extent, and
/// what is beyond it are zeros: convolutions are then linear, if two extents less one are not more than the shape. The
/// spectrum has all modes.
///
/// Collective as Plan is; set_factors is not.
template <class Number>
class BSPFFT_API SpectralOperator {
public:
    using Real = typename RealOf<Number>::type;
    using Complex = std::complex<Real>;
    /// The factor at k: one index an axis of the shape, with the batch first if there is one, 0 <= k_l < n_l; of real
    /// data the last axis that is transformed has 0 .. n/2 only, and mirrors have the conjugate factor.
    using Factor = std::function<Complex(const Index* k)>;
    /// Changes the value at k, likewise.
    using Function = std::function<void(const Index* k, Complex& value)>;

    /// Without factors yet: they are 1. Throws as Plan does.
    explicit SpectralOperator(std::vector<Index> shape, const PlanOptions& options = {});
    SpectralOperator(SpectralOperator&&) noexcept;
    SpectralOperator& operator=(SpectralOperator&&) noexcept;
    ~SpectralOperator();

    /// This process's part: element j at place layout().local(j), on both sides.
    Number* input();
    Number* output();

    /// Factors from now on; they are called once each, and kept in a table.
    void set_factors(const Factor& factor);
    /// The spectrum of what is in input() becomes the factors: execute() convolves cyclically with it. The input is
    /// destroyed, unless it is kept. With a batch each array is convolved with its own.
    void set_kernel();
    /// The conjugate of it: execute() correlates.
    void set_correlation_kernel();

    /// Cost: flops + h g + synchronisations l, as schedule() lists them.
    void execute();
    /// With a function instead of the factors. It is called on the process that has the value, in any order; of values
    /// that are their own mirrors' conjugates both may be seen, at the same k.
    void apply(const Function& function);

    /// As of Plan.
    void account(bool on);
    Ledger ledger() const;

    /// One schedule there and back, or that of the transform there.
    const Schedule& schedule() const;
    bool is_fused() const;
    const Layout& layout() const;
    const std::vector<Index>& shape() const;
    const PlanOptions& options() const;
    Index bytes() const;
    PlanTraffic traffic() const;

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

extern template class BSPFFT_API SpectralOperator<float>;
extern template class BSPFFT_API SpectralOperator<double>;
extern template class BSPFFT_API SpectralOperator<std::complex<float>>;
extern template class BSPFFT_API SpectralOperator<std::complex<double>>;

}  // namespace bspfft
