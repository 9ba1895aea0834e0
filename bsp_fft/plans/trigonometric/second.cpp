// II and III  [Makhoul 1980]: with v_j = x_2j and v_(n-1-j) = x_(2j+1), and V its real transform,
//
//     C_k = 2 Re(w V_k),  C_(n-k) = -2 Im(w V_k),  w = exp(-i pi k/2n).
//
// In the memory of a folded x there is a cyclic v, and C in zig-zag has k and n-k where V has k. Sines are cosines of
// x_j (-1)^j: S_(k-1) = C_(n-k), in zig-zag from one. The places of k <= n/2 are in the order of k, those of n-k run
// against them.
#include "bsp_fft/layout/axis_parts.hpp"
#include "bsp_fft/plans/trigonometric/inner.hpp"

namespace bspfft {

namespace {

Layout first_layout(const StageProblem& problem, const Layout& inner, Index n)
{
    const bool folded = problem.folded || inner.axes()[problem.axis].parts() > 1;
    return with_axis(inner, problem.axis, n, folded ? AxisLayout::folded() : AxisLayout::block());
}

template <class Real>
class SecondStage : public PlannedStage<Real, RealPlan<Real>> {
    using Complex = std::complex<Real>;
    using Base = PlannedStage<Real, RealPlan<Real>>;

public:
    SecondStage(const StageProblem& problem, InnerTransform inner)
        : Base(problem, inner, first_layout(problem, inner.schedule.input(), problem.shape[problem.axis]),
               half_spectrum_layout(problem, inner.schedule.output(), problem.shape[problem.axis])),
          sine_(is_sine(problem.kind)),
          folds_(!this->axis_of(this->first()).is_folded())
    {
        const AxisParts& half = this->axis_of(inner.schedule.output());
        const Index q = this->coordinate(), n = this->length();
        rows_ = half.size(q);
        has_zero_ = rows_ > 0 && half.global(q, 0) == 0;
        has_middle_ = rows_ > 0 && 2 * half.global(q, rows_ - 1) == n;
        Turning turning = turning_of(half, q, 1, 4 * n);
        turning.reproducible = problem.options.reproducible;
        turns_ = Turns<Real>(turning, [&](Index i) { return half.global(q, i); });
    }

    StageScratch scratch() const override
    {
        const InnerTransform& inner = this->inner_transform();
        return {needs_v(true) ? inner.input_reals : 0, inner.output_reals};
    }

    void bind(Real* first, Real* second, Real* reals, Complex* complex) override
    {
        x_ = first;
        y_ = second;
        spectrum_ = complex;
        v_ = needs_v(first != second) ? reals : first;
        this->make_plan(v_, spectrum_);
    }
    Index bytes() const override { return this->plan().bytes() + turns_.bytes(); }

    void to_second(Real factor) override
    {
        fold();
        this->plan().forward();
        const Real edge = this->problem().orthogonal ? static_cast<Real>(std::sqrt(0.5)) : 1;
        for (Index o = 0; o < this->outer(); ++o) take_line(o, factor, edge);
    }
    void to_first(Real factor) override
    {
        const Real edge = this->problem().orthogonal ? static_cast<Real>(std::sqrt(2.0)) : 1;
        for (Index o = 0; o < this->outer(); ++o) put_line(o, factor, edge);
        this->plan().inverse();
        unfold();
    }

private:
    Index width() const { return this->inner(); }
    Index size() const { return this->second_size(); }

    // Where the rows of the spectrum go: k to the places from the start, n-k to those from the end.
    template <class Element>
    RealParts<Element> parts(Element* y) const
    {
        const Index zero = has_zero_ ? 1 : 0, last = size() - 1;
        if (sine_) return {y + last * width(), -1, y - zero * width(), 1};
        return {y, 1, y + (last + zero) * width(), -1};
    }

    void take_line(Index o, Real factor, Real edge)
    {
        const Complex* const z = this->line(spectrum_, rows_, o);
        const RealParts<Real> to = parts(this->line(y_, size(), o)), alone{to.real, to.real_step, nullptr, 0};
        const Index first = has_zero_ ? 1 : 0, end = std::max(first, rows_ - (has_middle_ ? 1 : 0));
        if (has_zero_) take_apart<Real>(turns_, {0, 1, width()}, z, {2 * factor * edge, 0}, one_row(alone, 0));
        take_apart<Real>(turns_, {first, end, width()}, z, {2 * factor, -2 * factor}, to);
        if (end < rows_) take_apart<Real>(turns_, {end, rows_, width()}, z, {2 * factor, 0}, one_row(alone, end));
    }
    void put_line(Index o, Real factor, Real edge)
    {
        Complex* const z = this->line(spectrum_, rows_, o);
        const RealParts<const Real> from = parts<const Real>(this->line(y_, size(), o));
        const RealParts<const Real> alone{from.real, from.real_step, nullptr, 0};
        const Index first = has_zero_ ? 1 : 0;
        if (has_zero_) put_together<Real>(turns_, true, {0, 1, width()}, one_row(alone, 0), {factor * edge, 0}, z);
        put_together<Real>(turns_, true, {first, rows_, width()}, from, {factor, -factor}, z);
    }
    // Rows that are one: the direction of the steps does not matter.
    template <class Element>
    RealParts<Element> one_row(RealParts<Element> parts, Index i) const
    {
        parts.real += i * (parts.real_step - 1) * width();
        parts.real_step = 1;
        return parts;
    }

    // The rows of even elements come first in v.
    Index even_rows() const
    {
        const Index p = this->axis_of(this->first()).parts(), n = (this->length() + 1) / 2;
        return n > this->coordinate() ? (n - 1 - this->coordinate()) / p + 1 : 0;
    }
    // The same rows of x: in the order of v, or every other one, and then backwards.
    template <class Element>
    RealRows<Element> even(Element* x) const
    {
        return {x, folds_ ? 2 : 1};
    }
    template <class Element>
    RealRows<Element> odd(Element* x) const
    {
        const Index row = folds_ ? 2 * (this->length() / 2) - 1 : even_rows();
        return {x + row * width(), folds_ ? -2 : 1};
    }

    void fold()
    {
        const Index rows = this->first_size(), evens = even_rows();
        for (Index o = 0; o < this->outer(); ++o) {
            const Real* const x = this->line(x_, rows, o);
            Real* const v = this->line(v_, rows, o);
            if (v_ != x_) copy_rows<Real>(even(x), {v}, evens, width(), 1);
            if (v_ != x_ || sine_) copy_rows<Real>(odd(x), {v + evens * width()}, rows - evens, width(), odd_sign());
        }
    }
    void unfold()
    {
        const Index rows = this->first_size(), evens = even_rows();
        for (Index o = 0; o < this->outer(); ++o) {
            Real* const x = this->line(x_, rows, o);
            const Real* const v = this->line(v_, rows, o);
            if (v_ != x_) copy_rows<Real>({v}, even(x), evens, width(), 1);
            if (v_ != x_ || sine_) copy_rows<Real>({v + evens * width()}, odd(x), rows - evens, width(), odd_sign());
        }
    }
    Real odd_sign() const { return sine_ ? -1 : 1; }
    bool needs_v(bool two_arrays) const
    {
        return folds_ || (sine_ && two_arrays) ||
               this->inner_transform().input_reals > this->first().local_span(this->problem().s);
    }

    bool sine_;
    bool folds_;  ///< the elements of x are in their natural order
    Index rows_ = 0;
    bool has_zero_ = false, has_middle_ = false;
    Turns<Real> turns_;
    Real* x_ = nullptr;
    Real* y_ = nullptr;
    Real* v_ = nullptr;
    Complex* spectrum_ = nullptr;
};

}  // namespace

template <class Real>
std::unique_ptr<TrigonometricStage<Real>> make_second_stage(const StageProblem& problem)
{
    return std::make_unique<SecondStage<Real>>(
        problem, inner_transform(problem, problem.shape[problem.axis], Data::real, sizeof(Real)));
}

template std::unique_ptr<TrigonometricStage<float>> make_second_stage(const StageProblem& problem);
template std::unique_ptr<TrigonometricStage<double>> make_second_stage(const StageProblem& problem);

}  // namespace bspfft
