// The properties of a transform that bspfft check looks at.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/roots.hpp"
#include "bsp_fft/bsp/agreement.hpp"
#include "bsp_fft/bsp/gather.hpp"
#include "bsp_fft/layout/axis_parts.hpp"
#include "bsp_fft/measure/signal.hpp"
#include "bsp_fft/measure/verification.hpp"
#include "tools/commands/directed_plan.hpp"
#include "tools/commands/run_source.hpp"

namespace bspfft::tools {

struct Verdict {
    std::string property;
    double error;  ///< relative, in l2
    double tolerance;

    bool holds() const { return error <= tolerance; }  // not so for a NaN
};

/// One process's part of the command; all processes come to the same verdicts.
template <class Real>
class Checker {
public:
    using Complex = std::complex<Real>;

    Checker(Port& port, const Transform& transform)
        : port_(port),
          plan_(transform, unscaled(transform.options_for(port.p()))),
          problem_(plan_.problem()),
          back_(problem_),
          spectrum_shape_(problem_.output_shape()),
          strides_(row_by_row(problem_.shape)),
          spectrum_strides_(row_by_row(spectrum_shape_)),
          in_(plan_.from()),
          out_(plan_.to())
    {
        if (is_real()) back_.data = Data::half_spectrum;
        Agreement(port).on([&] {
            const Index most = std::max(size(in_), size(out_));
            for (Buffer<Complex>* buffer : {&first_, &second_, &third_}) *buffer = Buffer<Complex>(most);
        });
    }

    std::vector<Verdict> verdicts()
    {
        std::vector<Verdict> all{linearity(), impulse()};
        for (std::size_t l = 0; l < problem_.shape.size(); ++l) {
            if (problem_.transformed[l]) all.push_back(shift(l));
        }
        if (is_real()) all.push_back(own_conjugates());
        all.push_back(parseval());
        all.push_back(round_trip());
        for (const Direction direction : {Direction::forward, Direction::inverse}) all.push_back(values(direction));
        return all;
    }

private:
    static PlanOptions unscaled(PlanOptions options)
    {
        options.normalisation = Normalisation::none;
        return options;
    }

    Index size(const Layout& layout) const { return layout.local_span(port_.s()); }
    bool is_real() const { return problem_.data != Data::complex; }
    /// The index of element i of this process's part.
    Index input_index(Index i) const { return in_.global(port_.s(), i); }
    Index output_index(Index i) const { return out_.global(port_.s(), i); }

    template <class Function>
    void each(const Layout& layout, Function function) const
    {
        for (Index i = 0; i < size(layout); ++i) function(i);
    }
    /// The input, or the spectrum that the inverse comes from.
    void fill(const Buffer<Complex>& x, const std::string& signal, Direction direction = Direction::forward) const
    {
        const bool forward = direction == Direction::forward;
        const Signal source = Signal::parse(signal, problem_.n());
        const Layout& layout = forward ? in_ : out_;
        each(layout, [&](Index i) {
            const Index j = layout.global(port_.s(), i);
            x.data()[i] = static_cast<Complex>(signal_value(source, forward ? problem_ : back_, j));
        });
    }
    void transform(const Buffer<Complex>& from, const Buffer<Complex>& to, Direction direction = Direction::forward)
    {
        plan_.turn(direction);
        plan_.load(size(plan_.from()), [&](Index i) { return from.data()[i]; });
        plan_.execute();
        each(plan_.to(), [&](Index i) { to.data()[i] = plan_.result(i); });
    }
    template <class Value>
    double norm(const Layout& layout, Value value)
    {
        // with what each addition rounds off, which in millions of them would be more than the transform's error
        double squares = 0, lost = 0;
        each(layout, [&](Index i) {
            const double more = std::norm(std::complex<double>(value(i))), sum = squares + more;
            lost += squares >= more ? (squares - sum) + more : (more - sum) + squares;
            squares = sum;
        });
        return std::sqrt(sum_over_processes(port_, squares + lost));
    }

    // The coordinates of element j of the input along an axis, and of element k of the output.
    Index coordinate(Index j, std::size_t axis) const { return j / strides_[axis] % problem_.shape[axis]; }
    Index output_coordinate(Index k, std::size_t axis) const
    {
        return k / spectrum_strides_[axis] % spectrum_shape_[axis];
    }
    // An element that stands for its conjugate, too, counts twice in a sum.
    double weight(Index k) const
    {
        if (!is_real()) return 1;
        const Index k_half = output_coordinate(k, problem_.half_axis());
        return k_half == 0 || 2 * k_half == problem_.shape[problem_.half_axis()] ? 1 : 2;
    }
    bool is_own_conjugate(Index k) const
    {
        for (std::size_t l = 0; l < problem_.shape.size(); ++l) {
            if (problem_.transformed[l] && 2 * output_coordinate(k, l) % problem_.shape[l] != 0) return false;
        }
        return true;
    }

    // F(a x + b z) = a F(x) + b F(z)
    Verdict linearity()
    {
        const Complex a(Real(0.75), is_real() ? 0 : Real(-0.5)), b(Real(-0.25), is_real() ? 0 : Real(1.5));
        fill(first_, "random:1");
        fill(second_, "random:2");
        const auto sum = [&](Index i) { return a * first_.data()[i] + b * second_.data()[i]; };
        each(in_, [&](Index i) { third_.data()[i] = sum(i); });
        transform(third_, third_);
        transform(first_, first_);
        transform(second_, second_);
        const double error = norm(out_, [&](Index i) { return third_.data()[i] - sum(i); });
        return {"linearity", error / norm(out_, sum), 2 * tolerance()};
    }

    // x = (x - r) + r for a random r: an impulse, without the zeros that hide errors
    Verdict impulse()
    {
        Index at = 0;
        for (std::size_t l = 0; l < problem_.shape.size(); ++l) at += problem_.shape[l] / 3 * strides_[l];
        fill(first_, "random:3");
        each(in_, [&](Index i) { second_.data()[i] = Complex(input_index(i) == at) - first_.data()[i]; });
        transform(first_, first_);
        transform(second_, second_);
        const double error = norm(out_, [&](Index i) {
            return std::complex<double>(first_.data()[i] + second_.data()[i]) - wave(at, output_index(i));
        });
        return {"impulse", error / norm(out_, [&](Index i) { return first_.data()[i]; }), 2 * tolerance()};
    }

    // Value k of the transform of an impulse at j.
    std::complex<double> wave(Index j, Index k) const
    {
        __extension__ using Wide = __int128;
        std::complex<double> value = 1;
        for (std::size_t l = 0; l < problem_.shape.size(); ++l) {
            const Index n = problem_.shape[l], j_l = coordinate(j, l), k_l = output_coordinate(k, l);
            if (problem_.transformed[l])
                value *= root_of_unity(static_cast<Index>(static_cast<Wide>(k_l) * j_l % n), n);
            else if (j_l != k_l)
                return 0;
        }
        return value;
    }

    // shifting x by one along an axis multiplies y_k by w^k of that axis
    Verdict shift(std::size_t axis)
    {
        const Signal source = Signal::parse("random:4", problem_.n());
        const Index n = problem_.shape[axis];
        const auto neighbour = [&](Index j) {
            return coordinate(j, axis) > 0 ? j - strides_[axis] : j + (n - 1) * strides_[axis];
        };
        fill(first_, "random:4");
        each(in_, [&](Index i) {
            second_.data()[i] = static_cast<Complex>(signal_value(source, problem_, neighbour(input_index(i))));
        });
        transform(first_, first_);
        transform(second_, second_);
        const auto right = [&](Index i) {
            return std::complex<double>(first_.data()[i]) * root_of_unity(output_coordinate(output_index(i), axis), n);
        };
        const double error = norm(out_, [&](Index i) { return std::complex<double>(second_.data()[i]) - right(i); });
        const std::string name = problem_.shape.size() == 1 ? "shift" : text("shift along axis ", axis);
        return {name, error / norm(out_, right), 2 * tolerance()};
    }

    // y_k is real where k = -k
    Verdict own_conjugates()
    {
        fill(first_, "random:8");
        transform(first_, first_);
        const double error =
            norm(out_, [&](Index i) { return is_own_conjugate(output_index(i)) ? first_.data()[i].imag() : Real(0); });
        return {"real where k = -k", error / norm(out_, [&](Index i) { return first_.data()[i]; }), tolerance()};
    }

    // |y|^2 = n |x|^2, where half a spectrum stands for the whole
    Verdict parseval()
    {
        fill(first_, "random:5");
        const double before = norm(in_, [&](Index i) { return first_.data()[i]; }) *
                              std::sqrt(static_cast<double>(problem_.transform()));
        transform(first_, first_);
        const double after = norm(out_, [&](Index i) {
            return std::complex<double>(first_.data()[i]) * std::sqrt(weight(output_index(i)));
        });
        return {"Parseval", std::abs(after - before) / before, 2 * tolerance()};
    }

    Verdict round_trip()
    {
        fill(first_, "random:6");
        transform(first_, second_);
        transform(second_, second_, Direction::inverse);
        const Real factor = 1 / static_cast<Real>(problem_.transform());
        const double error = norm(in_, [&](Index i) { return factor * second_.data()[i] - first_.data()[i]; });
        return {"round trip", error / norm(in_, [&](Index i) { return first_.data()[i]; }), 2 * tolerance()};
    }

    Verdict values(Direction direction)
    {
        const bool back = direction == Direction::inverse;
        fill(first_, "random:7", direction);
        transform(first_, second_, direction);
        const Claim claim{back ? back_ : problem_, plan_.from(), plan_.to(), direction};
        const ErrorEstimate estimate =
            compare_bins(port_, claim, first_.data(), second_.data(), choose_bins(plan_.to().n(), 16));
        return {text(estimate.bins, " values, ", back ? "inverse" : "forward"), estimate.l2, tolerance()};
    }

    double tolerance() const { return error_tolerance<Real>(problem_.transform()); }

    Port& port_;
    DirectedPlan<Real> plan_;
    Problem problem_;
    Problem back_;  ///< the inverse, where that is another problem
    std::vector<Index> spectrum_shape_;
    std::vector<Index> strides_, spectrum_strides_;  ///< between neighbours along each axis
    Layout in_, out_;
    Buffer<Complex> first_, second_, third_;
};

}  // namespace bspfft::tools
