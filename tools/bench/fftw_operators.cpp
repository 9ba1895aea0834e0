#include "bsp_fft/measure/verification.hpp"
#include "tools/bench/fftw_contestant.hpp"
#include "tools/bench/fftw_fourier.hpp"

namespace bspfft::tools {

namespace {

/// A transform, products by as many threads, a transform back.
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
        const auto there = [&](unsigned flags) { return fourier_.forward(in, out, flags); };
        const auto back = [&](unsigned flags) { return fourier_.inverse(out, in, flags); };
        const auto forward = plans_of_fftw(fftw().of<Real>(), there, now, planning);
        const auto inverse = plans_of_fftw(fftw().of<Real>(), back, now, planning);
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

}  // namespace

std::unique_ptr<Contestant> make_fftw_operator(const Case& problem, const FftwPlanning& planning)
{
    return by_fftw<FftwOperator>(problem, planning);
}

}  // namespace bspfft::tools
