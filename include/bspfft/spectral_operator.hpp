// Forward, multiply, inverse as one plan: convolutions, and operators that are diagonal in the spectrum.
#pragma once

#include <complex>
#include <functional>
#include <vector>

#include "bspfft/plan.hpp"

namespace bspfft {

/// The real type of a number that is real or complex.
template <class Number>
struct RealOf {
    using type = Number;
};
/// The type of the parts of a complex number.
template <class Real>
struct RealOf<std::complex<Real>> {
    using type = Real;
};

/// x -> inverse(f(forward(x))) for an array of real numbers (Number is float or double) or of complex ones. With a free
/// cut two moves and three sweeps of memory: the spectrum is never put in order, f comes to the values where they are.
/// Otherwise, and with a batch, a forward and an inverse transform.
///
/// The array is changed in place, or with options.keep_input goes from input() to output(); both have layout(). Layouts
/// cannot be asked for, nor a normalisation: f = 1 changes nothing. With options.extent both are of that extent, and
/// what is beyond it are zeros: convolutions are then linear, if two extents less one are not more than the shape. The
/// spectrum has all modes.
///
/// Collective as every plan is; set_factors is not. schedule() is the one schedule of a fused operator, otherwise that
/// of the forward transform.
template <class Number>
class BSPFFT_API SpectralOperator : public TypedPlan<Number, Number> {
public:
    using Real = typename RealOf<Number>::type;
    using Complex = std::complex<Real>;
    /// The factor at k: one index an axis of the shape, with the batch first if there is one, 0 <= k_l < n_l; for real
    /// data the last axis that is transformed has 0 .. n/2 only, and mirrors have the conjugate factor.
    using Factor = std::function<Complex(const Index* k)>;
    /// Changes the value at k, likewise.
    using Function = std::function<void(const Index* k, Complex& value)>;

    /// Without factors yet: they are 1. Throws as Plan does.
    explicit SpectralOperator(std::vector<Index> shape, const PlanOptions& options = {});

    /// Factors from now on; they are called once each, and kept in a table.
    void set_factors(const Factor& factor);
    /// The spectrum of what is in input() becomes the factors: execute() convolves cyclically with it. The input is
    /// destroyed, unless it is kept. With a batch each array is convolved with its own.
    void set_kernel();
    /// The conjugate of it: execute() correlates.
    void set_correlation_kernel();

    /// From input() to output(), as forward(), or forward(x, y) on other arrays. There is no inverse: inverse() throws
    /// Error(invalid_argument).
    void execute() { AnyPlan::execute(Direction::forward); }
    using AnyPlan::execute;
    /// With a function instead of the factors. It is called on the process that has the value, in any order; for real
    /// data a value and its mirror's conjugate, which are equal, may both be seen, at the same k.
    void apply(const Function& function);

    /// Whether forward, multiply and inverse are one schedule.
    bool is_fused() const;
};

/// The schedule of an operator on complex or real numbers, as options.data says, over p processes, which need not
/// exist: forward, factors and inverse. Nothing is run. Throws as an operator does.
BSPFFT_API Schedule planned_operator(const std::vector<Index>& shape, Index p, const PlanOptions& options = {},
                                     Index bytes_per_real = 8);

extern template class BSPFFT_API SpectralOperator<float>;
extern template class BSPFFT_API SpectralOperator<double>;
extern template class BSPFFT_API SpectralOperator<std::complex<float>>;
extern template class BSPFFT_API SpectralOperator<std::complex<double>>;

}  // namespace bspfft
