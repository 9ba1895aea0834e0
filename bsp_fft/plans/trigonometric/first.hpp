// I: of the real transform H of x, padded with zeros to the length M = 2(n-1) or 2(n+1),
//
//     DCT: y_k = 2 Re H_k, where x_0 and x_(n-1) are halved;  DST: y_(k-1) = -2 Im(w H_k), w = exp(-2 pi i k/M).
//
// A cyclic x is the beginning of the cyclic array of length M, and H has as many elements as y, those of sines but for
// the first and the last. For the inverse, y is half a spectrum, real or imaginary, and x the beginning of its
// transform.
#pragma once

#include "bsp_fft/plans/trigonometric/stage.hpp"

namespace bspfft {

template <class Real>
class FirstStage final : public TrigonometricStage<Real> {
    using Base = TrigonometricStage<Real>;
    using Base::edge_after, Base::edge_before, Base::spectrum, Base::spectrum_rows_, Base::v,
        Base::width_, Base::x, Base::y;
    using typename Base::Complex, typename Base::Pattern;

public:
    FirstStage(const StageProblem& problem, InnerTransform inner)
        : Base(problem, inner, with_axis(inner.schedule.input(), problem.axis, problem.length(), AxisLayout::cyclic()),
               half_spectrum_layout(problem, inner.schedule.output(), inner.shape[problem.axis])),
          sine_(problem.is_sine()),
          has_first_(this->begins_with(0)),
          has_last_(this->ends_with(inner.shape[problem.axis] / 2)),
          turns_(this->turns_of(this->axis_of(inner.schedule.output()), spectrum_rows_, sine_ ? 1 : 0, 0,
                                sine_ ? inner.shape[problem.axis] : 1))
    {}

protected:
    void load(Index o, bool to_first, Real factor) override { to_first ? put_line(o, factor) : pad_line(o); }
    void store(Index o, bool to_first, Real factor) override { to_first ? cut_line(o) : take_line(o, factor); }
    Compute load_sweep(bool to_first, bool) const override
    {
        if (to_first) return this->sweep_of(Pattern::put_together, this->second_, this->inner_output());
        return this->sweep_of(Pattern::copy, this->first_, this->inner_input());
    }
    Compute store_sweep(bool to_first, bool) const override
    {
        if (!to_first) return this->sweep_of(Pattern::take_apart, this->inner_output(), this->second_);
        return this->sweep_of(Pattern::copy, this->first_, this->first_);
    }

private:
    template <class Number>
    void scale_row(Number* row, Real factor) const
    {
        for (Index c = 0; c < width_; ++c) row[c] *= factor;
    }
    // The ends of a DCT: x_0 and x_(n-1), or y.
    void scale_ends(Real* line, const Layout& layout, Real factor) const
    {
        if (sine_ || factor == 1) return;
        const AxisParts& axis = this->axis_of(layout);
        for (const Index j : {Index{0}, this->length() - 1}) {
            if (axis.owner(j) == this->coordinate_) scale_row(line + axis.local(j) * width_, factor);
        }
    }

    void pad_line(Index o)
    {
        const Index rows = this->first_rows_;
        copy_rows<Real>({x(o)}, {v(o)}, rows, width_, 1);
        std::fill_n(v(o) + rows * width_, (this->v_rows_ - rows) * width_, Real{0});
        scale_ends(v(o), this->first_, edge_before() / 2);
    }
    void cut_line(Index o)
    {
        copy_rows<Real>({v(o)}, {x(o)}, this->first_rows_, width_, 1);
        scale_ends(x(o), this->first_, edge_after());
    }

    // Rows of the spectrum that y has, and where they are in y.
    Rows rows() const
    {
        if (!sine_) return {0, spectrum_rows_, width_};
        return {has_first_ ? 1 : 0, spectrum_rows_ - (has_last_ ? 1 : 0), width_};
    }
    RealParts<Real> parts(Index o) const
    {
        if (sine_) return {nullptr, 0, y(o) - (has_first_ ? 1 : 0) * width_, 1};
        return {y(o), 1, nullptr, 0};
    }
    void take_line(Index o, Real factor)
    {
        turns_.take_apart(rows(), spectrum(o), {2 * factor, -2 * factor}, parts(o));
        scale_ends(y(o), this->second_, edge_after());
    }
    void put_line(Index o, Real factor)
    {
        turns_.put_together(true, rows(), parts(o), {factor, -factor}, spectrum(o));
        const auto end = [&](Complex* row) {
            if (sine_)
                std::fill_n(row, width_, Complex{});
            else if (edge_before() != 1)
                scale_row(row, edge_before());
        };
        if (has_first_) end(spectrum(o));
        if (has_last_) end(spectrum(o) + (spectrum_rows_ - 1) * width_);
    }

    bool sine_;
    bool has_first_, has_last_;  ///< of the spectrum
    Turns<Real> turns_;
};

}  // namespace bspfft
