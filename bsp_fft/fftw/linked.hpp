// The functions of FFTW, for code that is linked with it: a binary that includes this is under the GPL.
#pragma once

#include <fftw3.h>

#include "bsp_fft/fftw/fftw.hpp"

namespace bspfft {

template <class Real>
inline constexpr Fftw3<Real> linked_fftw3{};

template <>
inline constexpr Fftw3<double> linked_fftw3<double>{
    .plan = fftw_plan_guru64_dft,
    .execute = fftw_execute,
    .execute_on = fftw_execute_dft,
    .plan_real = fftw_plan_guru64_dft_r2c,
    .execute_real = fftw_execute_dft_r2c,
    .plan_to_real = fftw_plan_guru64_dft_c2r,
    .execute_to_real = fftw_execute_dft_c2r,
    .plan_trigonometric = fftw_plan_guru64_r2r,
    .execute_trigonometric = fftw_execute_r2r,
    .destroy = fftw_destroy_plan,
    .cost = fftw_cost,
    .estimated_cost = fftw_estimate_cost,
    .forget_wisdom = fftw_forget_wisdom,
    .limit_planning = fftw_set_timelimit,
#ifdef BSPFFT_HAVE_FFTW_THREADS
    .start_threads = fftw_init_threads,
    .plan_with_threads = fftw_plan_with_nthreads,
#else
    .start_threads = nullptr,
    .plan_with_threads = nullptr,
#endif
};

template <>
inline constexpr Fftw3<float> linked_fftw3<float>{
    .plan = fftwf_plan_guru64_dft,
    .execute = fftwf_execute,
    .execute_on = fftwf_execute_dft,
    .plan_real = fftwf_plan_guru64_dft_r2c,
    .execute_real = fftwf_execute_dft_r2c,
    .plan_to_real = fftwf_plan_guru64_dft_c2r,
    .execute_to_real = fftwf_execute_dft_c2r,
    .plan_trigonometric = fftwf_plan_guru64_r2r,
    .execute_trigonometric = fftwf_execute_r2r,
    .destroy = fftwf_destroy_plan,
    .cost = fftwf_cost,
    .estimated_cost = fftwf_estimate_cost,
    .forget_wisdom = fftwf_forget_wisdom,
    .limit_planning = fftwf_set_timelimit,
#ifdef BSPFFT_HAVE_FFTW_THREADS
    .start_threads = fftwf_init_threads,
    .plan_with_threads = fftwf_plan_with_nthreads,
#else
    .start_threads = nullptr,
    .plan_with_threads = nullptr,
#endif
};

}  // namespace bspfft
