// FFTW as a contestant: forward transforms, operators, cosine and sine transforms.
#include "tools/bench/fftw_contestant.hpp"
#include "tools/bench/fftw_fourier.hpp"
#include "tools/bench/operators.hpp"

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

    explicit FftwForward(const Case& problem) : fourier_(problem.what) {}

    Index room() const { return fourier_.room(); }
    void fill(const Question& question, Real* in, bool in_place) const { fourier_.fill(question, in, in_place); }
    double error(const Question& question, const Real*, const Real* out, bool) const
    {
        return question.error(reinterpret_cast<const std::complex<Real>*>(out));
    }

    std::vector<FftwWork<Real>> plan(Real* in, Real* out, const FftwPlanning& planning) const
    {
        const auto make = [&](unsigned flags) { return fourier_.forward(in, out, flags); };
        return works_of<Real>(plans_of_fftw(fftw().of<Real>(), make, steady_seconds, planning),
                              [this](auto* plan, Real* from, Real* to) { fourier_.execute_forward(plan, from, to); });
    }

protected:
    FftwFourier<Real> fourier_;
};

/// A forward transform, products by as many threads, an inverse transform.
template <class Real>
class FftwOperator : public FftwForward<Real> {
public:
    static constexpr bool loops = true;

    explicit FftwOperator(const Case& problem) : FftwForward<Real>(problem), what_(problem.what) {}

    double error(const Question& question, const Real* in, const Real*, bool in_place) const
    {
        return question.error(fourier_.elements(in, in_place).data());
    }

    std::vector<FftwWork<Real>> plan(Real* in, Real* out, const FftwPlanning& planning)
    {
        if (!factors_) factors_.emplace(what_, fourier_.spectrum(), [](Index i) { return i; });
        const auto make_forward = [&](unsigned flags) { return fourier_.forward(in, out, flags); };
        const auto make_inverse = [&](unsigned flags) { return fourier_.inverse(out, in, flags); };
        const FftwPlanning half{planning.planner, planning.limit / 2};
        const auto forward = plans_of_fftw(fftw().of<Real>(), make_forward, steady_seconds, half);
        const auto inverse = plans_of_fftw(fftw().of<Real>(), make_inverse, steady_seconds, half);
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

    using FftwForward<Real>::fourier_;
    Workload what_;
    std::optional<FactorTable<Real>> factors_;
};

/// A cosine or sine transform: r2r.
template <class R>
class FftwTrigonometric {
public:
    using Real = R;
    static constexpr bool loops = false;

    explicit FftwTrigonometric(const Case& problem) : what_(problem.what) {}

    Index room() const { return what_.n(); }
    void fill(const Question& question, Real* in, bool) const { question.fill(in, Layout::block(what_.n(), 1)); }
    double error(const Question& question, const Real*, const Real* out, bool) const { return question.error(out); }

    std::vector<FftwWork<Real>> plan(Real* in, Real* out, const FftwPlanning& planning) const
    {
        const FftwAxes axes(what_, what_.shape.back(), what_.shape.back());
        const std::vector<fftw_r2r_kind> kinds(axes.one.size(), kind());
        const auto make = [&](unsigned flags) {
            return axes.planned(fftw().of<Real>().plan_trigonometric, in, out, kinds.data(), flags);
        };
        return works_of<Real>(plans_of_fftw(fftw().of<Real>(), make, steady_seconds, planning),
                              fftw().of<Real>().execute_trigonometric);
    }

private:
    fftw_r2r_kind kind() const
    {
        constexpr fftw_r2r_kind cosines[] = {FFTW_REDFT00, FFTW_REDFT10, FFTW_REDFT01, FFTW_REDFT11};
        constexpr fftw_r2r_kind sines[] = {FFTW_RODFT00, FFTW_RODFT10, FFTW_RODFT01, FFTW_RODFT11};
        return (what_.task.sine ? sines : cosines)[what_.task.type - 1];
    }

    Workload what_;
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

std::unique_ptr<Contestant> make_fftw(const Case& problem, FftwPlanner planner,
                                      const std::shared_ptr<FftwSeconds>& seconds)
{
    if (problem.what.task.is_operator()) return by_fftw<FftwOperator>(problem, planner, seconds);
    if (problem.what.task.is_trigonometric()) return by_fftw<FftwTrigonometric>(problem, planner, seconds);
    return by_fftw<FftwForward>(problem, planner, seconds);
}

}  // namespace bspfft::tools
