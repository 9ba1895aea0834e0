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
#include "bsp_fft/layout/axis_parts.hpp"
#include "bsp_fft/plans/trigonometric/inner.hpp"

namespace bspfft {

namespace {

Layout layout_of(const StageProblem& problem, const Layout& inner, bool halves)
{
    const bool whole = inner.axes()[problem.axis].parts() == 1;
    const bool folded = halves && (!whole || problem.folded);
    return with_axis(inner, problem.axis, problem.shape[problem.axis],
                     folded ? AxisLayout::folded() : AxisLayout::cyclic());
}

template <class Real>
class FourthStage : public PlannedStage<Real, Plan<Real>> {
    using Complex = std::complex<Real>;
    using Base = PlannedStage<Real, Plan<Real>>;

public:
    FourthStage(const StageProblem& problem, InnerTransform inner, bool halves)
        : Base(problem, inner, layout_of(problem, inner.schedule.input(), halves),
               layout_of(problem, inner.schedule.output(), halves)),
          sine_(is_sine(problem.kind)),
          halves_(halves)
    {
        const AxisParts& axis = this->axis_of(inner.schedule.input());
        const Index q = this->coordinate(), n = this->length(), each = halves ? 4 : 2;
        rows_ = axis.size(q);
        const Index used = halves ? rows_ : this->first_size();
        Turning before = turning_of(axis, q, 1, halves ? 2 * n : 4 * n), after = turning_of(axis, q, each, 8 * n);
        before.count = after.count = used;
        before.reproducible = after.reproducible = problem.options.reproducible;
        before_ = Turns<Real>(before, [&](Index i) { return axis.global(q, i); });
        after_ = Turns<Real>(after, [&](Index i) { return each * axis.global(q, i) + 1; });
    }

    StageScratch scratch() const override { return {0, this->inner_transform().shared_reals}; }
    void bind(Real* first, Real* second, Real*, Complex* complex) override
    {
        x_ = first;
        y_ = second;
        z_ = complex;
        this->make_plan(z_);
    }
    Index bytes() const override { return this->plan().bytes() + before_.bytes() + after_.bytes(); }

    void to_second(Real factor) override { transform(x_, y_, factor); }
    void to_first(Real factor) override { transform(y_, x_, factor); }

private:
    Index width() const { return this->inner(); }

    void transform(const Real* from, Real* to, Real factor)
    {
        const Index rows = this->first_size();
        const Rows used{0, halves_ ? rows_ : rows, width()};
        for (Index o = 0; o < this->outer(); ++o) {
            Complex* const z = this->line(z_, rows_, o);
            put_together<Real>(before_, false, used, parts(this->line(from, rows, o), sine_), {1, 1}, z);
            std::fill_n(z + used.end * width(), (rows_ - used.end) * width(), Complex{});
        }
        this->plan().forward();
        const Real sign = sine_ && halves_ ? 2 : -2;
        for (Index o = 0; o < this->outer(); ++o) {
            take_apart<Real>(after_, used, this->line(z_, rows_, o), {2 * factor, sign * factor},
                             halves_ ? parts(this->line(to, rows, o), false) : one(this->line(to, rows, o)));
        }
    }
    template <class Element>
    RealParts<Element> one(Element* x) const
    {
        return sine_ ? RealParts<Element>{nullptr, 0, x, 1} : RealParts<Element>{x, 1, nullptr, 0};
    }
    // The even elements and the odd ones from the end: in halves if x is folded.
    template <class Element>
    RealParts<Element> parts(Element* x, bool exchanged) const
    {
        if (!halves_) return {x, 1, nullptr, 0};
        const bool folded = this->axis_of(this->first()).is_folded();
        Element* const odd = x + (folded ? rows_ : this->length() - 1) * width();
        const Index even_step = folded ? 1 : 2, odd_step = folded ? 1 : -2;
        return exchanged ? RealParts<Element>{odd, odd_step, x, even_step}
                         : RealParts<Element>{x, even_step, odd, odd_step};
    }

    bool sine_;
    bool halves_;
    Index rows_ = 0;
    Turns<Real> before_, after_;
    Real* x_ = nullptr;
    Real* y_ = nullptr;
    Complex* z_ = nullptr;
};

}  // namespace

template <class Real>
std::unique_ptr<TrigonometricStage<Real>> make_fourth_stage(const StageProblem& problem)
{
    const Index n = problem.shape[problem.axis];
    // reproducible, it is the way that any p has
    if (n % 2 == 0 && !problem.options.reproducible) {
        InnerTransform half = inner_transform(problem, n / 2, Data::complex, sizeof(Real));
        if (n / 2 % half.schedule.input().grid()[problem.axis] == 0)
            return std::make_unique<FourthStage<Real>>(problem, std::move(half), true);
    }
    return std::make_unique<FourthStage<Real>>(
        problem, inner_transform(problem, 2 * n, Data::complex, sizeof(Real)), false);
}

template std::unique_ptr<TrigonometricStage<float>> make_fourth_stage(const StageProblem& problem);
template std::unique_ptr<TrigonometricStage<double>> make_fourth_stage(const StageProblem& problem);

}  // namespace bspfft
