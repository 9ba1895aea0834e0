#include "bsp_fft/measure/signal.hpp"
#include "bsp_fft/measure/verification.hpp"
#include "tools/bench/fftw_contestant.hpp"
#include "tools/bench/fftw_fourier.hpp"
#include "tools/bench/trigonometric_sum.hpp"

namespace bspfft::tools {

namespace {

/// A cosine or sine transform: r2r.
template <class R>
class FftwTrigonometric {
public:
    using Real = R;
    static constexpr bool loops = false;

    explicit FftwTrigonometric(const Case& problem)
        : what_(problem.what), bins_(choose_bins(what_.n(), bins_to_check))
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
            return fftw().of<Real>().plan_trigonometric(static_cast<int>(axes.one.size()), axes.one.data(), 0, nullptr,
                                                        in, out, kinds.data(), flags);
        };
        std::vector<FftwWork<Real>> works;
        for (const auto& planned : plans_of_fftw(fftw().of<Real>(), make, now, planning)) {
            works.push_back({planned.planner, planned.planning,
                             [plan = planned.plan](Real* from, Real* to, ThreadTeam&) {
                                 fftw().of<Real>().execute_trigonometric(plan.get(), from, to);
                             }});
        }
        return works;
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

std::unique_ptr<Contestant> make_fftw_trigonometric(const Case& problem, const FftwPlanning& planning)
{
    return by_fftw<FftwTrigonometric>(problem, planning);
}

}  // namespace bspfft::tools
