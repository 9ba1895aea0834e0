// II and III  [Makhoul 1980]: with v_j = x_2j and v_(n-1-j) = x_(2j+1), and V its real transform,
//
//     C_k = 2 Re(w V_k),  C_(n-k) = -2 Im(w V_k),  w = exp(-i pi k/2n).
//
// In the memory of a folded x there is a cyclic v, and C in zig-zag has k and n-k where V has k. Sines are cosines of
// x_j (-1)^j: S_(k-1) = C_(n-k), in zig-zag from one. The places of k <= n/2 are in the order of k, those of n-k run
// against them.
#pragma once

#include "bsp_fft/plans/trigonometric/stage.hpp"

namespace bspfft {

template <class Real>
class SecondStage final : public TrigonometricStage<Real> {
    using Base = TrigonometricStage<Real>;
    using Base::has_v, Base::spectrum, Base::spectrum_rows_, Base::v, Base::width_, Base::x, Base::y;
    using typename Base::Pattern;

public:
    SecondStage(const StageProblem& problem, InnerTransform inner)
        : Base(problem, inner, first_layout(problem, inner.schedule.input()),
               half_spectrum_layout(problem, inner.schedule.output(), problem.length())),
          sine_(problem.is_sine()),
          folds_(!this->axis_of(this->first_).is_folded()),
          even_rows_(even_rows()),
          has_zero_(this->begins_with(0)),
          has_middle_(problem.length() % 2 == 0 && this->ends_with(problem.length() / 2)),
          turns_(this->turns_of(this->axis_of(inner.schedule.output()), spectrum_rows_, 1, 0, 4 * problem.length()))
    {}

protected:
    void load(Index o, bool to_first, Real factor) override { to_first ? put_line(o, factor) : fold_line(o, true); }
    void store(Index o, bool to_first, Real factor) override { to_first ? fold_line(o, false) : take_line(o, factor); }
    bool needs_v(bool two_arrays) const override
    {
        return folds_ || (sine_ && two_arrays) || this->inner_.needs_more;
    }

    Compute load_sweep(bool to_first, bool two_arrays) const override
    {
        if (to_first) return this->sweep_of(Pattern::put_together, this->second_, this->inner_output());
        return fold_sweep(Pattern::fold, this->first_, this->inner_input(), two_arrays);
    }
    Compute store_sweep(bool to_first, bool two_arrays) const override
    {
        if (!to_first) return this->sweep_of(Pattern::take_apart, this->inner_output(), this->second_);
        return fold_sweep(Pattern::unfold, this->inner_input(), this->first_, two_arrays);
    }

private:
    // None of a folded array that is v itself; sines have another sign in half of it.
    Compute fold_sweep(Pattern pattern, const Layout& before, const Layout& after, bool two_arrays) const
    {
        Compute step = this->sweep_of(folds_ ? pattern : Pattern::copy, before, after);
        if (needs_v(two_arrays)) return step;
        if (!sine_) step.name.clear();
        step.working_set /= 2;
        return step;
    }
    static Layout first_layout(const StageProblem& problem, const Layout& inner)
    {
        const bool folded = problem.folded || inner.axes()[problem.axis].parts() > 1;
        return with_axis(inner, problem.axis, problem.length(), folded ? AxisLayout::folded() : AxisLayout::block());
    }

    // Where the rows of the spectrum go: k to the places from the start, n-k to those from the end.
    RealParts<Real> parts(Index o) const
    {
        const Index zero = has_zero_ ? 1 : 0, last = this->second_rows_ - 1;
        if (sine_) return {y(o) + last * width_, -1, y(o) - zero * width_, 1};
        return {y(o), 1, y(o) + (last + zero) * width_, -1};
    }
    // Row i alone, without its mirror: the direction of the steps does not matter.
    RealParts<Real> one_row(const RealParts<Real>& parts, Index i) const
    {
        return {parts.real + i * (parts.real_step - 1) * width_, 1, nullptr, 0};
    }

    void take_line(Index o, Real factor)
    {
        const RealParts<Real> to = parts(o);
        const Index rows = spectrum_rows_, first = has_zero_ ? 1 : 0;
        const Index end = std::max(first, rows - (has_middle_ ? 1 : 0));
        const Real edge = this->edge_after();
        if (has_zero_) turns_.take_apart({0, 1, width_}, spectrum(o), {2 * factor * edge, 0}, one_row(to, 0));
        turns_.take_apart({first, end, width_}, spectrum(o), {2 * factor, -2 * factor}, to);
        if (end < rows) turns_.take_apart({end, rows, width_}, spectrum(o), {2 * factor, 0}, one_row(to, end));
    }
    void put_line(Index o, Real factor)
    {
        const RealParts<Real> from = parts(o);
        const Real edge = this->edge_before();
        if (has_zero_) turns_.put_together(true, {0, 1, width_}, one_row(from, 0), {factor * edge, 0}, spectrum(o));
        turns_.put_together(true, {has_zero_ ? 1 : 0, spectrum_rows_, width_}, from, {factor, -factor}, spectrum(o));
    }

    Index even_rows() const
    {
        const Index p = this->axis_of(this->first_).parts(), n = (this->length() + 1) / 2;
        return n > this->coordinate_ ? (n - 1 - this->coordinate_) / p + 1 : 0;
    }
    // From x to v, or from v to x, whose even rows are in the order of v, or every other one, and then the odd ones
    // backwards.
    void fold_line(Index o, bool to_v)
    {
        const auto copy = [&](RealRows<Real> of_x, RealRows<Real> of_v, Index count, Real sign) {
            copy_rows(to_v ? of_x : of_v, to_v ? of_v : of_x, count, width_, sign);
        };
        const Index odd_rows = this->first_rows_ - even_rows_;
        const Index odd = folds_ ? 2 * (this->length() / 2) - 1 : even_rows_;
        if (has_v()) copy({x(o), folds_ ? 2 : 1}, {v(o)}, even_rows_, 1);
        if (has_v() || sine_)
            copy({x(o) + odd * width_, folds_ ? -2 : 1}, {v(o) + even_rows_ * width_}, odd_rows, sine_ ? -1 : 1);
    }

    bool sine_;
    bool folds_;       ///< the elements of x are in their natural order
    Index even_rows_;  ///< rows of even elements, which come first in v
    bool has_zero_, has_middle_;
    Turns<Real> turns_;
};

}  // namespace bspfft
