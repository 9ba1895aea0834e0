// The parallel FFT of real data, to half a spectrum and back.
#pragma once

#include <complex>
#include <memory>
#include <string>
#include <vector>

#include "bspfft/error.hpp"
#include "bspfft/layout.hpp"
#include "bspfft/ledger.hpp"
#include "bspfft/options.hpp"
#include "bspfft/plan.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

/// A transform of an array of real numbers over the p processes of the section: half the flops, words and memory of the
/// complex one. The last axis that is transformed has in the spectrum the elements 0 .. n/2; the others are their
/// conjugates. Everything else is as in Plan.
///
/// On one axis the input is cyclic and the spectrum zig-zag cyclic (zig_zag.hpp), where p divides well; on several axes
/// both are cyclic on the others, and the last is not distributed. The textbook's algorithm has an input that is cyclic
/// in pairs, and a cyclic spectrum. layout_in() and layout_out() say how it is.
template <class Real>
class BSPFFT_API RealPlan {
public:
    using Complex = std::complex<Real>;

    /// Plans for arrays of its own (zeros at first). Input and spectrum share memory where they can, unless
    /// options.keep_input. Throws as Plan does.
    explicit RealPlan(std::vector<Index> shape, const PlanOptions& options = {});
    explicit RealPlan(Index n, const PlanOptions& options = {});

    /// Plans for the caller's two arrays, which do not overlap: of at least input_span(shape, options) real numbers and
    /// output_span(shape, options) complex ones. Both directions keep the array that they come from.
    RealPlan(std::vector<Index> shape, Real* in, Complex* out, const PlanOptions& options = {});

    RealPlan(RealPlan&&) noexcept;
    RealPlan& operator=(RealPlan&&) noexcept;
    ~RealPlan();

    /// This process's part: element j of the input at place layout_in().local(j), element k of the spectrum at
    /// layout_out().local(k).
    Real* input();
    const Real* input() const;
    Complex* output();
    const Complex* output() const;

    /// Numbers that the caller's arrays must have room for on this process: those of the layouts, and more where
    /// layouts that are not the algorithm's own were asked for.
    static Index input_span(const std::vector<Index>& shape, const PlanOptions& options = {});
    static Index output_span(const std::vector<Index>& shape, const PlanOptions& options = {});

    /// Forward from input() to output(), inverse back; unless the two are kept apart, what it comes from is destroyed.
    /// The inverse takes for granted that elements which are their own conjugates are real.
    /// Cost: flops + h g + synchronisations l, as schedule() and schedule_back() list them.
    void execute(Direction direction);
    void forward() { execute(Direction::forward); }
    void inverse() { execute(Direction::inverse); }

    /// As of Plan; the ledger is of the direction that ran last.
    void account(bool on);
    Ledger ledger() const;

    /// The supersteps of the forward transform, and of the inverse.
    const Schedule& schedule() const;
    const Schedule& schedule_back() const;
    const Layout& layout_in() const;   ///< of shape()
    const Layout& layout_out() const;  ///< of spectrum_shape()
    /// The lengths of the axes: of the real numbers, and of the half spectrum.
    const std::vector<Index>& shape() const;
    std::vector<Index> spectrum_shape() const;

    /// As of Plan.
    const PlanOptions& options() const;
    std::string kernel_name() const;
    Index bytes() const;
    PlanTraffic traffic() const;
    Index synchronisations() const;

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

extern template class BSPFFT_API RealPlan<float>;
extern template class BSPFFT_API RealPlan<double>;

}  // namespace bspfft
