// FFTW's names in the precision that a file is compiled for: FFTW(plan) is fftw_plan or fftwf_plan. Files that include
// this are compiled once for each.
#pragma once

#include "bsp_fft/fftw3/next.hpp"
#include "bsp_fft/fftw3/plan.hpp"

#define BSPFFT_JOINED(prefix, name) prefix##name
#define BSPFFT_JOIN(prefix, name) BSPFFT_JOINED(prefix, name)
#define FFTW(name) BSPFFT_JOIN(BSPFFT_FFTW_PREFIX, name)
#define BSPFFT_WORDS(name) #name
#define BSPFFT_NAME(name) BSPFFT_WORDS(name)
/// FFTW's function of the library after ours, null if there is none; and the one for a plan that is not ours.
#define NEXT(name) bspfft::fftw3::next<decltype(&FFTW(name))>(BSPFFT_NAME(FFTW(name)))
#define NEXT_FOR(plan, name) bspfft::fftw3::next_for<decltype(&FFTW(name))>(plan, BSPFFT_NAME(FFTW(name)))

using Real = BSPFFT_FFTW_REAL;
using Complex = FFTW(complex);

struct FFTW(plan_s) : bspfft::fftw3::Plan<Real> {
    using Plan::Plan;
};

namespace bspfft::fftw3 {

inline Parts<Real> parts(Real* x) { return {x, nullptr}; }
inline Parts<Real> parts(Complex* x)
{
    auto* const real = reinterpret_cast<Real*>(x);
    return {real, real ? real + 1 : nullptr};
}

/// The threads of plans that are made from now on; each precision has a separate number.
int planner_threads(Real);
/// Seconds that planning may take, negative for any.
double planner_time_limit(Real);

/// The problems that there is wisdom of: those that were planned, or that a program has read.
void add_to_wisdom(const Digest& problem, Real);
bool is_in_wisdom(const Digest& problem, Real);

}  // namespace bspfft::fftw3
