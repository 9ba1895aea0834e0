// I: of the real transform H of x, padded with zeros to the length M = 2(n-1) or 2(n+1),
//
//     DCT: y_k = 2 Re H_k, where x_0 and x_(n-1) are halved;  DST: y_(k-1) = -2 Im(w H_k), w = exp(-2 pi i k/M).
//
// A cyclic x is the beginning of the cyclic array of length M, and H has as many elements as y, those of sines but for
// the first and the last. For the inverse, y is half a spectrum, real or imaginary, and x the beginning of its
// transform.
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/layout/axis_parts.hpp"
#include "bsp_fft/plans/trigonometric/inner.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

namespace {

Layout first_layout(const StageProblem& problem, const Layout& inner)
{
    return with_axis(inner, problem.axis, problem.shape[problem.axis], AxisLayout::cyclic());
}

template <class Real>
class FirstStage : public PlannedStage<Real, RealPlan<Real>> {
    using Complex = std::complex<Real>;
    using Base = PlannedStage<Real, RealPlan<Real>>;

public:
    FirstStage(const StageProblem& problem, InnerTransform inner)
        : Base(problem, inner, first_layout(problem, inner.schedule.input()),
               half_spectrum_layout(problem, inner.schedule.output(), inner.shape[problem.axis])),
          sine_(is_sine(problem.kind)),
          padded_rows_(this->axis_of(inner.schedule.input()).size(this->coordinate()))
    {
        const AxisParts& half = this->axis_of(inner.schedule.output());
        const Index q = this->coordinate(), length = inner.shape[problem.axis];
        rows_ = half.size(q);
        has_first_ = rows_ > 0 && half.global(q, 0) == 0;
        has_last_ = rows_ > 0 && half.global(q, rows_ - 1) == length / 2;
        Turning turning = turning_of(half, q, sine_ ? 1 : 0, sine_ ? length : 1);
        turning.reproducible = problem.options.reproducible;
        turns_ = Turns<Real>(turning, [&](Index i) { return sine_ ? half.global(q, i) : 0; });
    }

    StageScratch scratch() const override
    {
        const InnerTransform& inner = this->inner_transform();
        return {inner.input_reals, inner.output_reals};
    }
    void bind(Real* first, Real* second, Real* reals, Complex* complex) override
    {
        x_ = first;
        y_ = second;
        v_ = reals;
        spectrum_ = complex;
        this->make_plan(v_, spectrum_);
    }
    Index bytes() const override { return this->plan().bytes() + turns_.bytes(); }

    void to_second(Real factor) override
    {
        for (Index o = 0; o < this->outer(); ++o) pad_line(o);
        this->plan().forward();
        for (Index o = 0; o < this->outer(); ++o) take_line(o, factor);
    }
    void to_first(Real factor) override
    {
        for (Index o = 0; o < this->outer(); ++o) put_line(o, factor);
        this->plan().inverse();
        for (Index o = 0; o < this->outer(); ++o) cut_line(o);
    }

private:
    Index width() const { return this->inner(); }
    // The ends of a DCT: x_0 and x_(n-1), or y.
    void scale_ends(Real* line, const Layout& layout, Real factor) const
    {
        if (sine_ || factor == 1) return;
        const AxisParts& axis = this->axis_of(layout);
        for (const Index j : {Index{0}, this->length() - 1}) {
            if (axis.owner(j) != this->coordinate()) continue;
            Real* const row = line + axis.local(j) * width();
            for (Index c = 0; c < width(); ++c) row[c] *= factor;
        }
    }
    // The factors of an orthogonal transform's edges, as SciPy has them: before and after it.
    Real edge_before() const { return this->problem().orthogonal ? static_cast<Real>(std::sqrt(2.0)) : 1; }
    Real edge_after() const { return this->problem().orthogonal ? static_cast<Real>(std::sqrt(0.5)) : 1; }

    void pad_line(Index o)
    {
        const Index rows = this->first_size();
        Real* const v = this->line(v_, padded_rows_, o);
        copy_rows<Real>({this->line(x_, rows, o)}, {v}, rows, width(), 1);
        std::fill_n(v + rows * width(), (padded_rows_ - rows) * width(), Real{});
        scale_ends(v, this->first(), edge_before() / 2);
    }
    void cut_line(Index o)
    {
        const Index rows = this->first_size();
        Real* const x = this->line(x_, rows, o);
        copy_rows<Real>({this->line(v_, padded_rows_, o)}, {x}, rows, width(), 1);
        scale_ends(x, this->first(), edge_after());
    }

    // Rows of the spectrum that y has, and where they are in y.
    Rows rows() const
    {
        if (!sine_) return {0, rows_, width()};
        return {has_first_ ? 1 : 0, rows_ - (has_last_ ? 1 : 0), width()};
    }
    template <class Element>
    RealParts<Element> parts(Element* y) const
    {
        if (sine_) return {nullptr, 0, y - (has_first_ ? 1 : 0) * width(), 1};
        return {y, 1, nullptr, 0};
    }
    void take_line(Index o, Real factor)
    {
        Real* const y = this->line(y_, this->second_size(), o);
        take_apart<Real>(turns_, rows(), this->line(spectrum_, rows_, o), {2 * factor, -2 * factor}, parts(y));
        scale_ends(y, this->second(), edge_after());
    }
    void put_line(Index o, Real factor)
    {
        const Real* const y = this->line(y_, this->second_size(), o);
        Complex* const z = this->line(spectrum_, rows_, o);
        put_together<Real>(turns_, true, rows(), parts(y), {factor, -factor}, z);
        if (sine_) {
            if (has_first_) std::fill_n(z, width(), Complex{});
            if (has_last_) std::fill_n(z + (rows_ - 1) * width(), width(), Complex{});
        } else if (edge_before() != 1) {
            if (has_first_) scale_row(z, edge_before());
            if (has_last_) scale_row(z + (rows_ - 1) * width(), edge_before());
        }
    }
    void scale_row(Complex* row, Real factor) const
    {
        for (Index c = 0; c < width(); ++c) row[c] *= factor;
    }

    bool sine_;
    Index padded_rows_;
    Index rows_ = 0;
    bool has_first_ = false, has_last_ = false;  ///< of the spectrum
    Turns<Real> turns_;
    Real* x_ = nullptr;
    Real* y_ = nullptr;
    Real* v_ = nullptr;
    Complex* spectrum_ = nullptr;
};

}  // namespace

template <class Real>
std::unique_ptr<TrigonometricStage<Real>> make_first_stage(const StageProblem& problem)
{
    const Index n = problem.shape[problem.axis];
    if (problem.kind == Trigonometric::dct1 && n < 2)
        throw Error(Status::invalid_argument,
                    text("a DCT-I along axis ", problem.axis, " of length ", n, "; it needs at least 2 elements"));
    return std::make_unique<FirstStage<Real>>(
        problem, inner_transform(problem, logical_length(problem.kind, n), Data::real, sizeof(Real)));
}

template std::unique_ptr<TrigonometricStage<float>> make_first_stage(const StageProblem& problem);
template std::unique_ptr<TrigonometricStage<double>> make_first_stage(const StageProblem& problem);

}  // namespace bspfft
