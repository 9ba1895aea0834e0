#include "bspfft/bspfft.hpp"
#include "bspfft/plan.hpp"
#include "bspfft/spectral_operator.hpp"
#include "tools/bench/on_processes.hpp"
#include "tools/bench/operators.hpp"

namespace bspfft::tools {

namespace {

/// Forward, factors and inverse as one plan.
template <class Number>
class Fused : public PlanJob<SpectralOperator<Number>> {
public:
    Fused(const Case& problem, const PlanOptions&)
        : PlanJob<SpectralOperator<Number>>(problem.what.shape), what_(problem.what)
    {}

    std::string name() const { return this->plan_.is_fused() ? "one plan" : "one plan, two transforms"; }
    void prepare(Port&)
    {
        using Complex = std::complex<typename RealOf<Number>::type>;
        this->plan_.set_factors(
            [this](const Index* k) { return static_cast<Complex>(factor_at(what_.task, what_.shape, k)); });
    }

private:
    Workload what_;
};

/// A forward transform, products where the spectrum is, an inverse transform.
template <class Real, class TypedPlan>
class Separate {
public:
    Separate(const Case& problem, const PlanOptions&)
        : what_(problem.what), plan_(problem.what.shape, {.normalisation = Normalisation::none})
    {}

    std::string name() const { return "two transforms and a loop"; }
    Index bytes() const { return plan_.bytes(); }
    void prepare(Port& port)
    {
        const Layout& spectrum = plan_.layout_out();
        count_ = spectrum.local_size(port.s());
        factors_ = FactorTable<Real>(what_, count_, [&](Index i) { return spectrum.global(port.s(), i); });
    }
    double error(Port& port, const Question& question)
    {
        return error_of(
            port, question, plan_, [&] { work(); }, plan_.layout_in(), plan_.input());
    }
    void work()
    {
        plan_.forward();
        factors_.apply(plan_.output(), 0, count_);
        plan_.inverse();
    }

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
