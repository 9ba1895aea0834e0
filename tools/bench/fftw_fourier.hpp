// FFTW's transforms of complex data, and of real data to half a spectrum, as contestants plan them.
#pragma once

#include "bsp_fft/fftw/fftw.hpp"
#include "tools/bench/fftw_plans.hpp"
#include "tools/bench/question.hpp"

namespace bspfft::tools {

/// The axes of one array, and of the batch, as FFTW takes them: arrays row by row, whose rows have row_in and row_out
/// places.
struct FftwAxes {
    FftwAxes(const Workload& what, Index row_in, Index row_out)
    {
        const std::size_t last = what.shape.size() - 1;
        Index in = 1, out = 1;
        for (std::size_t l = last + 1; l-- > 0;) {
            one.insert(one.begin(), {what.shape[l], in, out});
            in *= l == last ? row_in : what.shape[l];
            out *= l == last ? row_out : what.shape[l];
        }
        if (what.batch > 1) batch.push_back({what.batch, in, out});
    }

    /// What a planner of FFTW's guru interface makes of them.
    auto planned(auto plan, auto... rest) const
    {
        return plan(static_cast<int>(one.size()), one.data(), static_cast<int>(batch.size()), batch.data(), rest...);
    }

    std::vector<fftw_iodim64> one;
    std::vector<fftw_iodim64> batch;
};

/// A forward transform and its inverse. Arrays have room() Reals. In place, rows of real numbers have room for those of
/// half a spectrum.
template <class Real>
class FftwFourier {
public:
    using Complex = std::complex<Real>;
    using Plan = typename Fftw3<Real>::Plan;

    explicit FftwFourier(const Workload& what)
        : what_(what),
          last_(what.shape.back()),
          row_of_spectrum_(what.task.real ? last_ / 2 + 1 : last_),
          spectrum_(what.elements() / last_ * row_of_spectrum_)
    {}

    Index room() const { return 2 * spectrum_; }
    Index spectrum() const { return spectrum_; }

    Plan forward(Real* in, Real* out, unsigned flags) const
    {
        const FftwAxes axes(what_, row(in == out), row_of_spectrum_);
        if (what_.task.real) return axes.planned(fftw_.plan_real, in, raw(out), flags);
        return axes.planned(fftw_.plan, raw(in), raw(out), FFTW_FORWARD, flags);
    }

    /// From the spectrum to the array that it came from.
    Plan inverse(Real* spectrum, Real* to, unsigned flags) const
    {
        const FftwAxes axes(what_, row_of_spectrum_, row(spectrum == to));
        if (what_.task.real) return axes.planned(fftw_.plan_to_real, raw(spectrum), to, flags);
        return axes.planned(fftw_.plan, raw(spectrum), raw(to), FFTW_BACKWARD, flags);
    }

    void execute_forward(Plan plan, Real* in, Real* out) const
    {
        if (what_.task.real) return fftw_.execute_real(plan, in, raw(out));
        fftw_.execute_on(plan, raw(in), raw(out));
    }

    void execute_inverse(Plan plan, Real* spectrum, Real* to) const
    {
        if (what_.task.real) return fftw_.execute_to_real(plan, raw(spectrum), to);
        fftw_.execute_on(plan, raw(spectrum), raw(to));
    }

    /// The array of the question.
    void fill(const Question& question, Real* in, bool in_place) const
    {
        for (Index j = 0; j < what_.elements(); ++j) {
            const Index i = place(j, in_place);
            if (what_.task.real) {
                in[i] = question.element<Real>(j);
            } else {
                reinterpret_cast<Complex*>(in)[i] = question.element<Complex>(j);
            }
        }
    }

    /// The array that fill() filled, or that the inverse wrote, element by element.
    Buffer<Complex> elements(const Real* in, bool in_place) const
    {
        Buffer<Complex> x(what_.elements());
        for (Index j = 0; j < x.size(); ++j) {
            const Index i = place(j, in_place);
            x.data()[j] = what_.task.real ? Complex(in[i]) : reinterpret_cast<const Complex*>(in)[i];
        }
        return x;
    }

private:
    static typename Fftw3<Real>::Complex* raw(Real* x) { return reinterpret_cast<typename Fftw3<Real>::Complex*>(x); }

    Index row(bool in_place) const { return what_.task.real && in_place ? 2 * row_of_spectrum_ : last_; }
    Index place(Index j, bool in_place) const { return j / last_ * row(in_place) + j % last_; }

    const Fftw3<Real>& fftw_ = fftw().of<Real>();
    Workload what_;
    Index last_;
    Index row_of_spectrum_;
    Index spectrum_;  ///< elements
};

}  // namespace bspfft::tools
