#include "tools/bench/contestant.hpp"

#include "bsp_fft/measure/verification.hpp"
#include "tools/bench/fftw_contestant.hpp"
#include "tools/bench/fftw_fourier.hpp"

namespace bspfft::tools {

namespace {

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
        std::vector<FftwWork<Real>> works;
        const auto make = [&](unsigned flags) { return fourier_.forward(in, out, flags); };
        for (const auto& planned : plans_of_fftw(fftw().of<Real>(), make, now, planning)) {
            works.push_back({planned.planner, planned.planning,
                             [this, plan = planned.plan](Real* from, Real* to, ThreadTeam&) {
                                 fourier_.execute_forward(plan.get(), from, to);
                             }});
        }
        return works;
    }

private:
    Workload what_;
    FftwFourier<Real> fourier_;
    std::vector<Index> bins_;
    std::vector<PreciseComplex> exact_;
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
    if (problem.what.task.is_operator()) return make_fftw_operator(problem, planning);
    if (problem.what.task.is_trigonometric()) return make_fftw_trigonometric(problem, planning);
    return by_fftw<FftwForward>(problem, planning);
}

}  // namespace bspfft::tools
