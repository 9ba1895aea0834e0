// FFTW as a contestant: forward transforms, operators, cosine and sine transforms.
#include "bsp_fft/measure/signal.hpp"
#include "bsp_fft/measure/verification.hpp"
#include "tools/bench/exact_error.hpp"
#include "tools/bench/fftw_contestant.hpp"
#include "tools/bench/fftw_fourier.hpp"

namespace bspfft::tools {

namespace {

// execute(plan, from, to) for each of the plans.
template <class Real, class Execute>
std::vector<FftwWork<Real>> works_of(const std::vector<NamedFftw3Plan<Real>>& plans, Execute execute)
{
    std::vector<FftwWork<Real>> works;
    for (const auto& [planner, plan, seconds] : plans)
        works.push_back({planner, seconds,
                         [plan = plan, execute](Real* from, Real* to, ThreadTeam&) { execute(plan.get(), from, to); }});
    return works;
}

/// A forward transform.
template <class R>
class FftwForward {
public:
    using Real = R;
    static constexpr bool loops = false;

    explicit FftwForward(const Case& problem)
        : what_(problem.what), fourier_(what_), bins_(choose_bins(fourier_.spectrum(), bins_to_check))
    {}

    Index room() const { return fourier_.room(); }

    void fill(Real* in, bool in_place)
    {
        fourier_.fill(in, in_place);
        if (exact_.empty())
            exact_ = precise_sums(what_.problem(), Layout::block(what_.elements(), 1), 0,
                                  fourier_.elements(in, in_place).data(), bins_, Direction::forward);
    }

    double error(const Real*, const Real* out, bool) const
    {
        return relative_error(exact_, values_at(bins_, reinterpret_cast<const std::complex<Real>*>(out)));
    }

    std::vector<FftwWork<Real>> plan(Real* in, Real* out, const FftwPlanning& planning) const
    {
        const auto make = [&](unsigned flags) { return fourier_.forward(in, out, flags); };
        return works_of<Real>(plans_of_fftw(fftw().of<Real>(), make, now, planning),
                              [this](auto* plan, Real* from, Real* to) { fourier_.execute_forward(plan, from, to); });
    }

private:
    Workload what_;
    FftwFourier<Real> fourier_;
    std::vector<Index> bins_;
    std::vector<PreciseComplex> exact_;
};

/// A forward transform, products by as many threads, an inverse transform.
template <class R>
class FftwOperator {
public:
    using Real = R;
    static constexpr bool loops = true;

    explicit FftwOperator(const Case& problem)
        : what_(problem.what), fourier_(what_), bins_(choose_bins(what_.n(), bins_to_check))
    {}

    Index room() const { return fourier_.room(); }

    void fill(Real* in, bool in_place)
    {
        fourier_.fill(in, in_place);
        if (of_x_.empty()) of_x_ = sums(in, in_place);
    }

    double error(const Real* in, const Real*, bool in_place) const
    {
        return operator_error(what_, bins_, of_x_, sums(in, in_place));
    }

    std::vector<FftwWork<Real>> plan(Real* in, Real* out, const FftwPlanning& planning)
    {
        if (!factors_) factors_.emplace(what_, fourier_.spectrum(), [](Index i) { return i; });
        const auto make_forward = [&](unsigned flags) { return fourier_.forward(in, out, flags); };
        const auto make_inverse = [&](unsigned flags) { return fourier_.inverse(out, in, flags); };
        const auto forward = plans_of_fftw(fftw().of<Real>(), make_forward, now, planning);
        const auto inverse = plans_of_fftw(fftw().of<Real>(), make_inverse, now, planning);
        std::vector<FftwWork<Real>> works;
        for (std::size_t i = 0; i < std::min(forward.size(), inverse.size()); ++i) {
            const auto execute = [this, first = forward[i].plan, second = inverse[i].plan](Real* x, Real* y,
                                                                                           ThreadTeam& team) {
                fourier_.execute_forward(first.get(), x, y);
                multiply_by_factors(y, team);
                fourier_.execute_inverse(second.get(), y, x);
            };
            works.push_back({forward[i].planner, forward[i].planning + inverse[i].planning, execute});
        }
        return works;
    }

private:
    void multiply_by_factors(Real* spectrum, ThreadTeam& team) const
    {
        team.divide(fourier_.spectrum(), [&](Index first, Index count) {
            factors_->apply(reinterpret_cast<std::complex<Real>*>(spectrum), first, count);
        });
    }

    std::vector<PreciseComplex> sums(const Real* x, bool in_place) const
    {
        const Problem whole{what_.shape, std::vector<bool>(what_.shape.size(), true)};
        return precise_sums(whole, Layout::block(what_.n(), 1), 0, fourier_.elements(x, in_place).data(), bins_,
                            Direction::forward);
    }

    Workload what_;
    FftwFourier<Real> fourier_;
    std::vector<Index> bins_;
    std::vector<PreciseComplex> of_x_;
    std::optional<FactorTable<Real>> factors_;
};

/// A cosine or sine transform: r2r.
template <class R>
class FftwTrigonometric {
public:
    using Real = R;
    static constexpr bool loops = false;

    explicit FftwTrigonometric(const Case& problem) : what_(problem.what), bins_(choose_bins(what_.n(), bins_to_check))
    {}

    Index room() const { return what_.n(); }

    void fill(Real* in, bool)
    {
        const Signal signal = Signal::parse("random", what_.n());
        for (Index j = 0; j < what_.n(); ++j) in[j] = static_cast<Real>(signal(j).real());
        if (exact_.empty()) find_exact(in);
    }

    double error(const Real*, const Real* out, bool) const
    {
        std::vector<double> found;
        for (const Index k : bins_) found.push_back(out[k]);
        return relative_error(exact_, found);
    }

    std::vector<FftwWork<Real>> plan(Real* in, Real* out, const FftwPlanning& planning) const
    {
        const FftwAxes axes(what_, what_.shape.back(), what_.shape.back());
        const std::vector<fftw_r2r_kind> kinds(axes.one.size(), kind());
        const auto make = [&](unsigned flags) {
            return axes.planned(fftw().of<Real>().plan_trigonometric, in, out, kinds.data(), flags);
        };
        return works_of<Real>(plans_of_fftw(fftw().of<Real>(), make, now, planning),
                              fftw().of<Real>().execute_trigonometric);
    }

private:
    fftw_r2r_kind kind() const
    {
        constexpr fftw_r2r_kind cosines[] = {FFTW_REDFT00, FFTW_REDFT10, FFTW_REDFT01, FFTW_REDFT11};
        constexpr fftw_r2r_kind sines[] = {FFTW_RODFT00, FFTW_RODFT10, FFTW_RODFT01, FFTW_RODFT11};
        return (what_.task.sine ? sines : cosines)[what_.task.type - 1];
    }

    void find_exact(const Real* in)
    {
        for (const Index k : bins_) {
            TrigonometricSum sum(what_, k);
            for (Index j = 0; j < what_.n(); ++j) sum.add(j, static_cast<double>(in[j]));
            exact_.push_back(sum.value());
        }
    }

    Workload what_;
    std::vector<Index> bins_;
    std::vector<double> exact_;
};

}  // namespace

bool start_fftw_threads()
{
    if (!why_no_fftw().empty()) return false;
    const auto start = [](auto& fftw) { return fftw.start_threads && fftw.start_threads(); };
    return start(fftw().of_doubles) && start(fftw().of_floats);
}

std::string fftw_release() { return why_no_fftw().empty() ? fftw().version : "none"; }

std::string fftw_flags() { return why_no_fftw().empty() ? fftw().flags : ""; }

std::unique_ptr<Contestant> make_fftw(const Case& problem, const FftwPlanning& planning)
{
    if (problem.what.task.is_operator()) return by_fftw<FftwOperator>(problem, planning);
    if (problem.what.task.is_trigonometric()) return by_fftw<FftwTrigonometric>(problem, planning);
    return by_fftw<FftwForward>(problem, planning);
}

}  // namespace bspfft::tools
