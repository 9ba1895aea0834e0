// Real data to half a spectrum and back in the caller's arrays, against the definition.
#pragma once

#include "tests/fft/plan_checks.hpp"

namespace bspfft {

// The caller's two arrays, exactly as long as they have to be; both directions keep what they come from.
template <class Real>
void check_callers_arrays(const Case& now)
{
    const Problem problem = problem_of(now.shape, now.options);
    const std::vector<LongComplex> x = real_vector(problem.n());
    const std::vector<LongComplex> y = half_of(transformed(x, problem), problem);
    PlanOptions options = now.options;
    options.normalisation = Normalisation::inverse;
    std::vector<Real> in(static_cast<std::size_t>(RealPlan<Real>::input_span(now.shape, options)));
    std::vector<std::complex<Real>> out(static_cast<std::size_t>(RealPlan<Real>::output_span(now.shape, options)));
    RealPlan<Real> plan(now.shape, in.data(), out.data(), options);
    fill(in.data(), plan.layout_in(), x);
    plan.forward();
    const Index length = problem.transform();
    const bool right = equal(out.data(), plan.layout_out(), y, 1, length);
    EXPECT(right);
    const bool kept = equal(in.data(), plan.layout_in(), x, 1, 2);
    EXPECT(kept);
    std::fill(in.begin(), in.end(), Real{});
    plan.inverse();
    const bool back = equal(in.data(), plan.layout_in(), x, 1, length * length) &&
                      equal(out.data(), plan.layout_out(), y, 1, length);
    EXPECT(back);
    if (!right || !kept || !back) complain(__FILE__, __LINE__, words(now).c_str());
}

}  // namespace bspfft
