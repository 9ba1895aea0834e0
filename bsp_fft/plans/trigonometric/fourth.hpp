// IV. For even n a complex transform of half the length:
//
//     t_j = (x_2j + i x_(n-1-2j)) exp(-i pi j/n),  y_2k - i y_(n-1-2k) = 2 T_k exp(-i pi (4k+1)/4n);
//
// sines have x_2j and x_(n-1-2j) exchanged, and the other sign of y_(n-1-2k). If 2p divides n, both elements of a
// folded x are where a cyclic t has theirs. For any other n a complex transform of twice the length, padded with zeros:
//
//     t_j = x_j exp(-i pi j/2n),  cosine y_k + i sine y_k = 2 conj(T_k exp(-i pi (2k+1)/4n)),
//
// where cyclic arrays of length n begin cyclic arrays of length 2n. A IV undoes itself.
#pragma once

#include "bsp_fft/plans/trigonometric/stage.hpp"

namespace bspfft {

template <class Real>
class FourthStage final : public TrigonometricStage<Real> {
    using Base = TrigonometricStage<Real>;
    using Base::spectrum, Base::spectrum_rows_, Base::width_;
    using typename Base::Pattern;

public:
    /// With a transform inside of half the length, or of twice the length.
    FourthStage(const StageProblem& problem, InnerTransform inner, bool halves)
        : Base(problem, inner, layout_of(problem, inner.schedule.input(), halves),
               layout_of(problem, inner.schedule.output(), halves)),
          sine_(problem.is_sine()),
          halves_(halves)
    {
        const AxisParts& axis = this->axis_of(inner.schedule.input());
        const Index n = problem.length();
        before_ = this->turns_of(axis, rows().end, 1, 0, halves ? 2 * n : 4 * n);
        after_ = this->turns_of(axis, rows().end, halves ? 4 : 2, 1, 8 * n);
    }

protected:
    void load(Index o, bool to_first, Real) override
    {
        before_.put_together(false, rows(), parts(to_first ? this->y(o) : this->x(o), sine_), {1, 1}, spectrum(o));
        std::fill_n(spectrum(o) + rows().end * width_, (spectrum_rows_ - rows().end) * width_, std::complex<Real>{});
    }
    void store(Index o, bool to_first, Real factor) override
    {
        const RealParts<Real> results = parts(to_first ? this->x(o) : this->y(o), false);
        const RealParts<Real> sines{nullptr, 0, results.real, 1};
        const Real sign = sine_ && halves_ ? 2 : -2;
        after_.take_apart(rows(), spectrum(o), {2 * factor, sign * factor}, sine_ && !halves_ ? sines : results);
    }
    Compute load_sweep(bool, bool) const override
    {
        return this->sweep_of(Pattern::put_together, this->first_, this->inner_input(), is_strided());
    }
    Compute store_sweep(bool, bool) const override
    {
        return this->sweep_of(Pattern::take_apart, this->inner_output(), this->first_, is_strided());
    }

private:
    bool is_strided() const { return halves_ && !this->axis_of(this->first_).is_folded(); }
    static Layout layout_of(const StageProblem& problem, const Layout& inner, bool halves)
    {
        const bool whole = inner.axes()[problem.axis].parts() == 1;
        const bool folded = halves && (!whole || problem.folded);
        return with_axis(inner, problem.axis, problem.length(), folded ? AxisLayout::folded() : AxisLayout::cyclic());
    }

    /// Rows of the spectrum that are not zeros before the transform inside.
    Rows rows() const { return {0, halves_ ? spectrum_rows_ : this->first_rows_, width_}; }

    // The even elements and the odd ones from the end: in halves if x is folded.
    RealParts<Real> parts(Real* x, bool exchanged) const
    {
        if (!halves_) return {x, 1, nullptr, 0};
        const bool folded = this->axis_of(this->first_).is_folded();
        Real* const odd = x + (folded ? spectrum_rows_ : this->length() - 1) * width_;
        const Index even_step = folded ? 1 : 2, odd_step = folded ? 1 : -2;
        return exchanged ? RealParts<Real>{odd, odd_step, x, even_step} : RealParts<Real>{x, even_step, odd, odd_step};
    }

    bool sine_;
    bool halves_;
    Turns<Real> before_, after_;
};

}  // namespace bspfft
