// Moves the caller's array from one layout to another.
#pragma once

#include <complex>
#include <memory>

#include "bspfft/error.hpp"
#include "bspfft/layout.hpp"
#include "bspfft/options.hpp"
#include "bspfft/plan.hpp"

namespace bspfft {

/// A redistribution of n complex numbers over the p processes of the section, planned once and executed any number of
/// times: for example from blocks to the cyclic layout of a Plan, or the reverse. Real is float or double. If Element
/// is Real too, the numbers are real.
///
/// Every member function is collective. A redistribution should be destroyed before its section ends.
template <class Real, class Element = std::complex<Real>>
class BSPFFT_API Redistribution {
public:
    using Complex = std::complex<Real>;

    /// Between any two layouts of equal n and of the section's p; otherwise throws Error(invalid_argument).
    /// Throws Error(out_of_memory) on all processes if one has no memory.
    /// Cost: a few supersteps, with h = 0; time proportional to n where parts are uneven or places have gaps and the
    /// layouts are not of the same shape. Memory: a second array of the process's elements, and a third by hpput on a
    /// BSPlib where the source of an hpput must stay until the sync.
    Redistribution(const Layout& from, const Layout& to, Exchange exchange = Exchange::automatic);
    Redistribution(Redistribution&&) noexcept;
    Redistribution& operator=(Redistribution&&) noexcept;
    ~Redistribution();

    /// Moves the elements of this process at x in place: in the order of `from` before, of `to` after. x has room for
    /// either: local_span(s) places. Gaps of `to` keep what they held.
    /// Cost: two supersteps, the first empty; h = 2 n/p real words at most if parts are equal, n/p of real numbers.
    void run(Element* x);

    /// What this process has sent since it was made.
    PlanTraffic traffic() const;

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

extern template class BSPFFT_API Redistribution<float>;
extern template class BSPFFT_API Redistribution<double>;
extern template class BSPFFT_API Redistribution<float, float>;
extern template class BSPFFT_API Redistribution<double, double>;

/// A redistribution of n real numbers.
template <class Real>
using RealRedistribution = Redistribution<Real, Real>;

}  // namespace bspfft
