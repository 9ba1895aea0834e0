// FFTW's names for one precision, and what is asked of its planner.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <fftw3.h>

namespace bspfft {

template <class Real>
struct Fftw3;

template <>
struct Fftw3<double> {
    using Plan = fftw_plan;
    using Complex = fftw_complex;
    static constexpr auto plan = fftw_plan_guru64_dft;
    static constexpr auto execute = fftw_execute;
    static constexpr auto execute_on = fftw_execute_dft;
    static constexpr auto destroy = fftw_destroy_plan;
    static constexpr auto cost = fftw_cost;
    static constexpr auto estimated_cost = fftw_estimate_cost;
    static constexpr auto forget_wisdom = fftw_forget_wisdom;
    static constexpr auto limit_planning = fftw_set_timelimit;
};

template <>
struct Fftw3<float> {
    using Plan = fftwf_plan;
    using Complex = fftwf_complex;
    static constexpr auto plan = fftwf_plan_guru64_dft;
    static constexpr auto execute = fftwf_execute;
    static constexpr auto execute_on = fftwf_execute_dft;
    static constexpr auto destroy = fftwf_destroy_plan;
    static constexpr auto cost = fftwf_cost;
    static constexpr auto estimated_cost = fftwf_estimate_cost;
    static constexpr auto forget_wisdom = fftwf_forget_wisdom;
    static constexpr auto limit_planning = fftwf_set_timelimit;
};

template <class Real>
using Fftw3Plan = std::shared_ptr<std::remove_pointer_t<typename Fftw3<Real>::Plan>>;

template <class Real>
struct NamedFftw3Plan {
    std::string planner;
    Fftw3Plan<Real> plan;
    double planning;  ///< seconds
};

/// Plans with FFTW_MEASURE, for at most so many seconds: an FFTW with a slow clock needs minutes, and gives
/// what it would have estimated when the time is over.
///
/// An FFTW that was built without a cycle counter cannot measure, which shows in plans whose cost is the
/// estimated one; FFTW_ESTIMATE is then another guess, and at some lengths the better, so that both are
/// tried. `make(flags)` plans; `clock()` tells seconds.
template <class Real, class Make, class Clock>
std::vector<NamedFftw3Plan<Real>> plans_of_fftw(Make make, Clock clock, double limit)
{
    std::vector<NamedFftw3Plan<Real>> plans;
    const auto add = [&](const char* name, unsigned flags) {
        const double start = clock();
        const Fftw3Plan<Real> plan(make(flags), Fftw3<Real>::destroy);
        plans.push_back({name, plan, clock() - start});
    };
    Fftw3<Real>::limit_planning(limit);
    add("FFTW_MEASURE", FFTW_MEASURE);
    NamedFftw3Plan<Real>& measured = plans.front();
    if (measured.planning >= limit) {
        measured.planner += " out of time";
    } else if (Fftw3<Real>::cost(measured.plan.get()) == Fftw3<Real>::estimated_cost(measured.plan.get())) {
        measured.planner += " without a cycle counter";
        Fftw3<Real>::forget_wisdom();
        add("FFTW_ESTIMATE", FFTW_ESTIMATE);
    }
    return plans;
}

}  // namespace bspfft
