#include <algorithm>

#include "bsp_fft/measure/signal.hpp"
#include "bsp_fft/measure/verification.hpp"
#include "bspfft/bspfft.hpp"
#include "bspfft/plan.hpp"
#include "bspfft/spectral_operator.hpp"
#include "tools/bench/on_processes.hpp"
#include "tools/bench/operators.hpp"

namespace bspfft::tools {

namespace {

std::vector<PreciseComplex> over_processes(Port& port, const std::vector<PreciseComplex>& sums)
{
    std::vector<double> mine;
    for (const PreciseComplex& sum : sums) mine.insert(mine.end(), {sum.re.high, sum.re.low, sum.im.high, sum.im.low});
    const std::vector<double> all = gather(port, mine);
    std::vector<PreciseComplex> totals(sums.size());
    for (std::size_t at = 0; at < all.size(); at += 4) {
        PreciseComplex& total = totals[at / 4 % totals.size()];
        total.re.add(DoubleDouble{all[at], all[at + 1]});
        total.im.add(DoubleDouble{all[at + 2], all[at + 3]});
    }
    return totals;
}

// The exact transform of this array's elements, at some k.
template <class Number>
std::vector<PreciseComplex> sums_of(Port& port, const Workload& what, const Layout& layout, const Number* values,
                                    const std::vector<Index>& bins)
{
    using Real = typename RealOf<Number>::type;
    const Buffer<std::complex<Real>> copy(layout.local_size(port.s()));
    std::copy_n(values, copy.size(), copy.data());
    const Problem whole{what.shape, std::vector<bool>(what.shape.size(), true)};
    return over_processes(port, precise_sums(whole, layout, port.s(), copy.data(), bins, Direction::forward));
}

// The error of a Job that works from input() to output(), both in layout().
template <class Job>
double error_of(Port& port, const Workload& what, Job& job)
{
    const Layout& layout = job.layout();
    const Signal signal = Signal::parse("random", layout.n());
    using Number = std::remove_pointer_t<decltype(job.input())>;
    const Index mine = layout.local_size(port.s());
    for (Index i = 0; i < mine; ++i) job.input()[i] = number_from<Number>(signal(layout.global(port.s(), i)));
    const std::vector<Index> bins = choose_bins(layout.n(), bins_to_check);
    const std::vector<PreciseComplex> of_x = sums_of(port, what, layout, job.input(), bins);
    job.work();
    const double error = operator_error(what, bins, of_x, sums_of(port, what, layout, job.output(), bins));
    std::fill_n(job.input(), mine, Number());
    return error;
}

/// Forward, factors and inverse as one plan.
template <class Number>
class Fused {
public:
    explicit Fused(const Case& problem) : what_(problem.what), plan_(problem.what.shape) {}

    std::string name() const { return plan_.is_fused() ? "one plan" : "one plan, two transforms"; }
    Index bytes() const { return plan_.bytes(); }
    void prepare(Port&)
    {
        using Complex = std::complex<typename RealOf<Number>::type>;
        plan_.set_factors(
            [this](const Index* k) { return static_cast<Complex>(factor_at(what_.task, what_.shape, k)); });
    }
    double error(Port& port) { return error_of(port, what_, *this); }
    void work() { plan_.execute(); }

    const Layout& layout() const { return plan_.layout(); }
    Number* input() { return plan_.input(); }
    Number* output() { return plan_.output(); }

private:
    Workload what_;
    SpectralOperator<Number> plan_;
};

PlanOptions without_normalisation()
{
    PlanOptions options;
    options.normalisation = Normalisation::none;
    return options;
}

/// A forward transform, products where the spectrum is, an inverse transform.
template <class Real, class TypedPlan>
class Separate {
public:
    explicit Separate(const Case& problem) : what_(problem.what), plan_(problem.what.shape, without_normalisation()) {}

    std::string name() const { return "two transforms and a loop"; }
    Index bytes() const { return plan_.bytes(); }
    void prepare(Port& port)
    {
        const Layout& spectrum = plan_.layout_out();
        count_ = spectrum.local_size(port.s());
        factors_ = FactorTable<Real>(what_, count_, [&](Index i) { return spectrum.global(port.s(), i); });
    }
    double error(Port& port) { return error_of(port, what_, *this); }
    void work()
    {
        plan_.forward();
        factors_.apply(plan_.output(), 0, count_);
        plan_.inverse();
    }

    const Layout& layout() const { return plan_.layout_in(); }
    auto* input() { return plan_.input(); }
    auto* output() { return plan_.input(); }

private:
    Workload what_;
    TypedPlan plan_;
    Index count_ = 0;
    FactorTable<Real> factors_;
};

template <class Real>
using FusedComplex = Fused<std::complex<Real>>;
template <class Real>
using SeparateComplex = Separate<Real, Plan<Real>>;
template <class Real>
using SeparateReal = Separate<Real, RealPlan<Real>>;

}  // namespace

std::unique_ptr<Contestant> make_fused(const Case& problem)
{
    return problem.what.task.real ? on_processes<Fused>(problem) : on_processes<FusedComplex>(problem);
}

std::unique_ptr<Contestant> make_separate(const Case& problem)
{
    return problem.what.task.real ? on_processes<SeparateReal>(problem) : on_processes<SeparateComplex>(problem);
}

}  // namespace bspfft::tools
