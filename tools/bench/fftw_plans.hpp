// FFTW's plans as the benchmarks make them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "bsp_fft/fftw/fftw.hpp"
#include "tools/bench/contestant.hpp"

namespace bspfft::tools {

template <class Real>
using Fftw3Plan = std::shared_ptr<std::remove_pointer_t<typename Fftw3<Real>::Plan>>;

template <class Real>
struct NamedFftw3Plan {
    std::string planner;
    Fftw3Plan<Real> plan;
    double planning;  ///< seconds
};

/// Plans with FFTW_MEASURE, within a limit of seconds, with FFTW_ESTIMATE, or with both. An FFTW with a slow clock
/// needs minutes to measure, and gives what it would have estimated when the time is over.
///
/// An FFTW that was built without a cycle counter cannot measure, which shows in plans whose cost is the
/// estimated one; FFTW_ESTIMATE is then another guess, and at some lengths the better, so that both are
/// tried. `make(flags)` plans, or returns null where there is no plan; `clock()` tells seconds.
template <class Real, class Make, class Clock>
std::vector<NamedFftw3Plan<Real>> plans_of_fftw(const Fftw3<Real>& fftw, Make make, Clock clock,
                                                const FftwPlanning& planning)
{
    std::vector<NamedFftw3Plan<Real>> plans;
    const auto add = [&](const char* name, unsigned flags) {
        const double start = clock();
        const Fftw3Plan<Real> plan(make(flags), fftw.destroy);
        if (plan) plans.push_back({name, plan, clock() - start});
    };
    const auto estimate = [&] {
        fftw.forget_wisdom();
        add("FFTW_ESTIMATE", FFTW_ESTIMATE);
    };
    if (planning.planner != FftwPlanner::estimate) {
        fftw.limit_planning(planning.limit);
        add("FFTW_MEASURE", FFTW_MEASURE);
    }
    if (plans.empty()) {
        if (planning.planner == FftwPlanner::estimate) estimate();
        return plans;
    }
    NamedFftw3Plan<Real>& measured = plans.front();
    bool both = planning.planner == FftwPlanner::both;
    if (measured.planning >= planning.limit) {
        measured.planner += " out of time";
    } else if (fftw.cost(measured.plan.get()) == fftw.estimated_cost(measured.plan.get())) {
        measured.planner += " without a cycle counter";
        both = true;
    }
    if (both) estimate();
    return plans;
}

}  // namespace bspfft::tools
