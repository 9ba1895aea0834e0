#include "tools/commands/check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/bsp/agreement.hpp"
#include "bsp_fft/bsp/gather.hpp"
#include "bsp_fft/base/roots.hpp"
#include "tools/files/json_output.hpp"
#include "tools/processes/section.hpp"
#include "bsp_fft/measure/signal.hpp"
#include "tools/terminal/problem_text.hpp"
#include "tools/terminal/progress.hpp"
#include "tools/terminal/table.hpp"
#include "bsp_fft/measure/verification.hpp"

namespace bspfft::tools {

namespace {

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
          plan_(transform.shape, unscaled(transform.options_for(port.p()))),
          problem_(plan_.schedule().problem())
    {
        Agreement(port).on([&] {
            const Index most = std::max(size(plan_.layout_in()), size(plan_.layout_out()));
            for (Buffer<Complex>* buffer : {&first_, &second_, &third_}) *buffer = Buffer<Complex>(most);
        });
    }

    std::vector<Verdict> verdicts()
    {
        std::vector<Verdict> all{linearity(), impulse()};
        for (std::size_t l = 0; l < problem_.shape.size(); ++l) {
            if (problem_.transformed[l]) all.push_back(shift(l));
        }
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
    const Layout& in() const { return plan_.layout_in(); }
    const Layout& out() const { return plan_.layout_out(); }

    template <class Function>
    void each(const Layout& layout, Function function) const
    {
        for (Index i = 0; i < size(layout); ++i) function(i);
    }
    void fill(const Layout& layout, const Buffer<Complex>& x, const std::string& signal) const
    {
        const Signal source = Signal::parse(signal, problem_.n());
        each(layout, [&](Index i) { x.data()[i] = static_cast<Complex>(source(layout.global(port_.s(), i))); });
    }
    void transform(const Buffer<Complex>& from, const Buffer<Complex>& to,
                   Direction direction = Direction::forward)
    {
        const bool back = direction == Direction::inverse;
        std::copy_n(from.data(), size(back ? out() : in()), back ? plan_.output() : plan_.input());
        plan_.execute(direction);
        std::copy_n(back ? plan_.input() : plan_.output(), size(back ? in() : out()), to.data());
    }
    template <class Value>
    double norm(const Layout& layout, Value value)
    {
        double squares = 0;
        each(layout, [&](Index i) { squares += std::norm(std::complex<double>(value(i))); });
        return std::sqrt(sum_over_processes(port_, squares));
    }

    // The coordinate of element j along an axis, and the distance of two elements that are neighbours there.
    Index stride(std::size_t axis) const
    {
        Index distance = 1;
        for (std::size_t l = axis + 1; l < problem_.shape.size(); ++l) distance *= problem_.shape[l];
        return distance;
    }
    Index coordinate(Index j, std::size_t axis) const { return j / stride(axis) % problem_.shape[axis]; }

    // F(a x + b z) = a F(x) + b F(z)
    Verdict linearity()
    {
        const Complex a(Real(0.75), Real(-0.5)), b(Real(-0.25), Real(1.5));
        fill(in(), first_, "random:1");
        fill(in(), second_, "random:2");
        const auto sum = [&](Index i) { return a * first_.data()[i] + b * second_.data()[i]; };
        each(in(), [&](Index i) { third_.data()[i] = sum(i); });
        transform(third_, third_);
        transform(first_, first_);
        transform(second_, second_);
        const double error = norm(out(), [&](Index i) { return third_.data()[i] - sum(i); });
        return {"linearity", error / norm(out(), sum), 2 * tolerance()};
    }

    // x = (x - r) + r for a random r: an impulse, without the zeros that hide errors
    Verdict impulse()
    {
        Index at = 0;
        for (std::size_t l = 0; l < problem_.shape.size(); ++l) at += problem_.shape[l] / 3 * stride(l);
        fill(in(), first_, "random:3");
        each(in(), [&](Index i) {
            second_.data()[i] = Complex(in().global(port_.s(), i) == at) - first_.data()[i];
        });
        transform(first_, first_);
        transform(second_, second_);
        const double error = norm(out(), [&](Index i) {
            return std::complex<double>(first_.data()[i] + second_.data()[i]) - wave(at, out().global(port_.s(), i));
        });
        return {"impulse", error / norm(out(), [&](Index i) { return first_.data()[i]; }), 2 * tolerance()};
    }

    // Value k of the transform of an impulse at j.
    std::complex<double> wave(Index j, Index k) const
    {
        __extension__ using Wide = __int128;
        std::complex<double> value = 1;
        for (std::size_t l = 0; l < problem_.shape.size(); ++l) {
            const Index n = problem_.shape[l], j_l = coordinate(j, l), k_l = coordinate(k, l);
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
            return coordinate(j, axis) > 0 ? j - stride(axis) : j + (n - 1) * stride(axis);
        };
        fill(in(), first_, "random:4");
        each(in(), [&](Index i) {
            second_.data()[i] = static_cast<Complex>(source(neighbour(in().global(port_.s(), i))));
        });
        transform(first_, first_);
        transform(second_, second_);
        const auto right = [&](Index i) {
            return std::complex<double>(first_.data()[i]) *
                   root_of_unity(coordinate(out().global(port_.s(), i), axis), n);
        };
        const double error =
            norm(out(), [&](Index i) { return std::complex<double>(second_.data()[i]) - right(i); });
        const std::string name = problem_.shape.size() == 1 ? "shift" : text("shift along axis ", axis);
        return {name, error / norm(out(), right), 2 * tolerance()};
    }

    // |y|^2 = n |x|^2
    Verdict parseval()
    {
        fill(in(), first_, "random:5");
        const double before = norm(in(), [&](Index i) { return first_.data()[i]; }) *
                              std::sqrt(static_cast<double>(problem_.transform()));
        transform(first_, first_);
        const double after = norm(out(), [&](Index i) { return first_.data()[i]; });
        return {"Parseval", std::abs(after - before) / before, 2 * tolerance()};
    }

    Verdict round_trip()
    {
        fill(in(), first_, "random:6");
        transform(first_, second_);
        transform(second_, second_, Direction::inverse);
        const Real factor = 1 / static_cast<Real>(problem_.transform());
        const double error = norm(in(), [&](Index i) { return factor * second_.data()[i] - first_.data()[i]; });
        return {"round trip", error / norm(in(), [&](Index i) { return first_.data()[i]; }), 2 * tolerance()};
    }

    Verdict values(Direction direction)
    {
        const bool back = direction == Direction::inverse;
        const Layout& from = back ? out() : in();
        fill(from, first_, "random:7");
        transform(first_, second_, direction);
        const ErrorEstimate estimate =
            compare_bins(port_, Claim{problem_, from, back ? in() : out(), direction}, first_.data(), second_.data(),
                         choose_bins(problem_.n(), 16));
        return {text(estimate.bins, " values, ", back ? "inverse" : "forward"), estimate.l2, tolerance()};
    }

    double tolerance() const { return error_tolerance<Real>(problem_.transform()); }

    Port& port_;
    Plan<Real> plan_;
    const Problem& problem_;
    Buffer<Complex> first_, second_, third_;
};

void print(const RunRequest& request, const Problem& problem, Index p, const std::vector<Verdict>& verdicts, bool right)
{
    if (!request.json.empty()) {
        Json rows = Json::array();
        for (const Verdict& v : verdicts)
            rows.push_back({{"property", v.property},
                            {"error", v.error},
                            {"tolerance", v.tolerance},
                            {"holds", v.holds()}});
        Json document = size_json(problem);
        document["p"] = p;
        document["precision"] = name_of(precisions, request.precision);
        document["right"] = right;
        document["checks"] = rows;
        write_json(request.json, document);
        if (request.json == "-") return;
    }
    std::printf("%s, p = %lld, %s\n", size_in_words(problem).c_str(), static_cast<long long>(p),
                name_of(precisions, request.precision).c_str());
    const Table table({name_column("property", 20), number_column("error", 10), number_column("tolerance", 10)});
    table.print_head();
    for (const Verdict& v : verdicts)
        table.print_row({v.property, formatted("%.2g", v.error), formatted("%.2g", v.tolerance),
                         v.holds() ? "holds" : "DOES NOT HOLD"});
}

}  // namespace

int check(const RunRequest& request)
{
    const Transform transform = transform_of(request.transform, request.options);
    const Problem problem = transform.problem();
    const Index p = processes_for(problem.n(), request.procs, request.oversubscribe);
    std::vector<Verdict> verdicts;
    {
        Progress progress(is_process_0());
        progress.step("checking");
        run_section(p, [&](Port& port) {
            const auto mine = request.precision == Precision::single_
                                  ? Checker<float>(port, transform).verdicts()
                                  : Checker<double>(port, transform).verdicts();
            if (port.s() == 0) verdicts = mine;
        });
    }
    bool right = true;
    for (const Verdict& verdict : verdicts) right = right && verdict.holds();
    if (is_process_0()) print(request, problem, p, verdicts, right);
    return right ? 0 : 1;
}

}  // namespace bspfft::tools
