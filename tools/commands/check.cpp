#include "tools/commands/check.hpp"

#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/powers.hpp"
#include "bsp_fft/bsp/agreement.hpp"
#include "bsp_fft/bsp/gather.hpp"
#include "bsp_fft/base/roots.hpp"
#include "tools/files/json_output.hpp"
#include "tools/processes/section.hpp"
#include "bsp_fft/measure/signal.hpp"
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

    Checker(Port& port, const RunRequest& request, Index n)
        : port_(port), n_(n), plan_(n, unscaled(request.options))
    {
        Agreement(port).on([&] {
            for (Buffer<Complex>* buffer : {&first_, &second_, &third_})
                *buffer = Buffer<Complex>(plan_.local_size());
        });
    }

    std::vector<Verdict> verdicts()
    {
        std::vector<Verdict> all{linearity(), impulse(), shift(), parseval(), round_trip()};
        for (const Direction direction : {Direction::forward, Direction::inverse})
            all.push_back(values(direction));
        return all;
    }

private:
    static PlanOptions unscaled(PlanOptions options)
    {
        options.normalisation = Normalisation::none;
        return options;
    }

    double epsilon() const { return std::numeric_limits<Real>::epsilon() * (1 + log2_exact(n_)); }
    Index global(Index i) const { return plan_.layout().global(port_.s(), i); }

    template <class Function>
    void each(Function function) const
    {
        for (Index i = 0; i < plan_.local_size(); ++i) function(i);
    }
    void fill(const Buffer<Complex>& x, const std::string& signal) const
    {
        const Signal source = Signal::parse(signal, n_);
        each([&](Index i) { x.data()[i] = static_cast<Complex>(source(global(i))); });
    }
    void transform(const Buffer<Complex>& from, const Buffer<Complex>& to,
                   Direction direction = Direction::forward)
    {
        each([&](Index i) { plan_.data()[i] = from.data()[i]; });
        plan_.execute(direction);
        each([&](Index i) { to.data()[i] = plan_.data()[i]; });
    }
    template <class Value>
    double norm(Value value)
    {
        double squares = 0;
        each([&](Index i) { squares += std::norm(std::complex<double>(value(i))); });
        return std::sqrt(sum_over_processes(port_, squares));
    }

    // F(a x + b z) = a F(x) + b F(z)
    Verdict linearity()
    {
        const Complex a(Real(0.75), Real(-0.5)), b(Real(-0.25), Real(1.5));
        fill(first_, "random:1");
        fill(second_, "random:2");
        each([&](Index i) { third_.data()[i] = a * first_.data()[i] + b * second_.data()[i]; });
        transform(third_, third_);
        transform(first_, first_);
        transform(second_, second_);
        const auto right = [&](Index i) { return a * first_.data()[i] + b * second_.data()[i]; };
        const double error = norm([&](Index i) { return third_.data()[i] - right(i); });
        return {"linearity", error / norm(right), 4 * epsilon()};
    }

    // x = (x - r) + r for a random r: an impulse, without the zeros that hide errors
    Verdict impulse()
    {
        const Index at = n_ / 3;
        fill(first_, "random:3");
        each([&](Index i) { second_.data()[i] = Complex(global(i) == at) - first_.data()[i]; });
        transform(first_, first_);
        transform(second_, second_);
        const auto wave = [&](Index i) {
            __extension__ using Wide = __int128;
            return root_of_unity(static_cast<Index>(static_cast<Wide>(global(i)) * at % n_), n_);
        };
        const double error = norm(
            [&](Index i) { return std::complex<double>(first_.data()[i] + second_.data()[i]) - wave(i); });
        return {"impulse", error / norm([&](Index i) { return first_.data()[i]; }), 4 * epsilon()};
    }

    // shifting x by one multiplies y_k by w^k
    Verdict shift()
    {
        const Signal source = Signal::parse("random:4", n_);
        each([&](Index i) { first_.data()[i] = static_cast<Complex>(source(global(i))); });
        each([&](Index i) { second_.data()[i] = static_cast<Complex>(source((global(i) + n_ - 1) % n_)); });
        transform(first_, first_);
        transform(second_, second_);
        const auto right = [&](Index i) {
            return std::complex<double>(first_.data()[i]) * root_of_unity(global(i), n_);
        };
        const double error =
            norm([&](Index i) { return std::complex<double>(second_.data()[i]) - right(i); });
        return {"shift", error / norm(right), 4 * epsilon()};
    }

    // |y|^2 = n |x|^2
    Verdict parseval()
    {
        fill(first_, "random:5");
        const double before =
            norm([&](Index i) { return first_.data()[i]; }) * std::sqrt(static_cast<double>(n_));
        transform(first_, first_);
        const double after = norm([&](Index i) { return first_.data()[i]; });
        return {"Parseval", std::abs(after - before) / before, 4 * epsilon()};
    }

    Verdict round_trip()
    {
        fill(first_, "random:6");
        transform(first_, second_);
        transform(second_, second_, Direction::inverse);
        const Real factor = 1 / static_cast<Real>(n_);
        const double error = norm([&](Index i) { return factor * second_.data()[i] - first_.data()[i]; });
        return {"round trip", error / norm([&](Index i) { return first_.data()[i]; }), 4 * epsilon()};
    }

    Verdict values(Direction direction)
    {
        fill(first_, "random:7");
        transform(first_, second_, direction);
        const ErrorEstimate estimate =
            compare_bins(port_, n_, first_.data(), second_.data(), choose_bins(n_, 16), direction, 1.0);
        return {text(estimate.bins, " values, ", direction == Direction::forward ? "forward" : "inverse"),
                estimate.l2, 2 * epsilon()};
    }

    Port& port_;
    Index n_;
    Plan<Real> plan_;
    Buffer<Complex> first_, second_, third_;
};

void print(const RunRequest& request, Index n, Index p, const std::vector<Verdict>& verdicts, bool right)
{
    if (!request.json.empty()) {
        Json rows = Json::array();
        for (const Verdict& v : verdicts)
            rows.push_back({{"property", v.property},
                            {"error", v.error},
                            {"tolerance", v.tolerance},
                            {"holds", v.holds()}});
        write_json(request.json, {{"n", n},
                                  {"p", p},
                                  {"precision", name_of(precisions, request.precision)},
                                  {"right", right},
                                  {"checks", rows}});
        if (request.json == "-") return;
    }
    std::printf("n = %s, p = %lld, %s\n", with_power(n).c_str(), static_cast<long long>(p),
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
    if (request.n.empty()) throw Error(Status::invalid_argument, "no length; give --n, such as --n 2^20");
    const Index n = parse_length(request.n);
    const Index p = processes_for(n, request.procs, request.oversubscribe);
    std::vector<Verdict> verdicts;
    {
        Progress progress(is_process_0());
        progress.step("checking");
        run_section(p, [&](Port& port) {
            const auto mine = request.precision == Precision::single_
                                  ? Checker<float>(port, request, n).verdicts()
                                  : Checker<double>(port, request, n).verdicts();
            if (port.s() == 0) verdicts = mine;
        });
    }
    bool right = true;
    for (const Verdict& verdict : verdicts) right = right && verdict.holds();
    if (is_process_0()) print(request, n, p, verdicts, right);
    return right ? 0 : 1;
}

}  // namespace bspfft::tools
