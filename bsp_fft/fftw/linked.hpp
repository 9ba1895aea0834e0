// The functions of FFTW, for code that is linked with it: a binary that includes this is under the GPL.
#pragma once

#include <fftw3.h>

#include "bsp_fft/fftw/fftw.hpp"

namespace bspfft {

template <class Real>
inline constexpr Fftw3<Real> linked_fftw3{};

#ifdef BSPFFT_HAVE_FFTW_THREADS
#define BSPFFT_THREADS_OF_FFTW(function) function
#else
#define BSPFFT_THREADS_OF_FFTW(function) nullptr
#endif
// The functions of one precision: X(name) is fftw_name or fftwf_name.
#define BSPFFT_LINKED_FFTW(X)                                               \
    {                                                                       \
        .plan = X(plan_guru64_dft),                                         \
        .execute = X(execute),                                              \
        .execute_on = X(execute_dft),                                       \
        .plan_real = X(plan_guru64_dft_r2c),                                \
        .execute_real = X(execute_dft_r2c),                                 \
        .plan_to_real = X(plan_guru64_dft_c2r),                             \
        .execute_to_real = X(execute_dft_c2r),                              \
        .plan_trigonometric = X(plan_guru64_r2r),                           \
        .execute_trigonometric = X(execute_r2r),                            \
        .destroy = X(destroy_plan),                                         \
        .cost = X(cost),                                                    \
        .estimated_cost = X(estimate_cost),                                 \
        .forget_wisdom = X(forget_wisdom),                                  \
        .limit_planning = X(set_timelimit),                                 \
        .start_threads = BSPFFT_THREADS_OF_FFTW(X(init_threads)),           \
        .plan_with_threads = BSPFFT_THREADS_OF_FFTW(X(plan_with_nthreads)), \
    }

template <>
inline constexpr Fftw3<double> linked_fftw3<double> BSPFFT_LINKED_FFTW(FFTW_MANGLE_DOUBLE);
template <>
inline constexpr Fftw3<float> linked_fftw3<float> BSPFFT_LINKED_FFTW(FFTW_MANGLE_FLOAT);

}  // namespace bspfft
