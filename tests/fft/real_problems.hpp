// Real data to half a spectrum and back, against the definition; the port's counts beside the schedules'.
#pragma once

#include "bspfft/real_plan.hpp"
#include "tests/fft/random_problems.hpp"

namespace bspfft {

inline std::vector<LongComplex> real_vector(Index n)
{
    std::vector<LongComplex> x = random_vector(static_cast<std::size_t>(n));
    for (LongComplex& value : x) value = value.real();
    return x;
}

// The elements of the spectrum that half of it has.
inline std::vector<LongComplex> half_of(const std::vector<LongComplex>& y, const Problem& problem)
{
    const std::size_t axis = problem.half_axis();
    Index inner = 1;
    for (std::size_t l = axis + 1; l < problem.shape.size(); ++l) inner *= problem.shape[l];
    std::vector<LongComplex> half;
    for (std::size_t i = 0; i < y.size(); ++i) {
        if (static_cast<Index>(i) / inner % problem.shape[axis] <= problem.shape[axis] / 2) half.push_back(y[i]);
    }
    return half;
}

template <class Real>
void check(const Case& now)
{
    PlanOptions options = now.options;
    options.data = Data::real;
    const Problem problem = problem_of(now.shape, options);
    const std::vector<LongComplex> x = real_vector(problem.n());
    const std::vector<LongComplex> y = half_of(transformed(x, problem), problem);
    RealPlan<Real> plan(now.shape, options);
    fill(plan.input(), plan.layout_in(), x);
    plan.forward();
    const PlanTraffic there = plan.traffic();
    const bool counted = counts_agree(there, plan.schedule());
    EXPECT(counted);
    const Index length = problem.transform();
    const auto scale =
        static_cast<long double>(normalisation_factor(options.normalisation, Direction::forward, length));
    const bool right = equal(plan.output(), plan.layout_out(), y, scale, length);
    EXPECT(right);
    const bool kept = !options.keep_input || equal(plan.input(), plan.layout_in(), x, 1, 2);
    EXPECT(kept);
    if (options.keep_input)
        std::fill_n(plan.input(), plan.layout_in().local_span(static_cast<Index>(bsp_pid())), Real{});
    plan.inverse();
    PlanTraffic back = plan.traffic();
    back.puts -= there.puts;
    back.bytes -= there.bytes;
    back.synchronisations -= there.synchronisations;
    const bool counted_back = counts_agree(back, plan.schedule_back());
    EXPECT(counted_back);
    const bool came_back = equal(plan.input(), plan.layout_in(), x, 1, length * length);
    EXPECT(came_back);
    if (!counted || !right || !kept || !counted_back || !came_back) complain(__FILE__, __LINE__, words(now).c_str());
}

}  // namespace bspfft
