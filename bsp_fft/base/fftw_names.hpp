// FFTW's names, by precision.
#pragma once

#include <fftw3.h>

#include <string_view>

namespace bspfft {

/// Whether FFTW's calls are not FFTW's in this program, but ours: libbspfft-fftw3 was linked or loaded before it.
inline bool fftw_is_bspfft() { return std::string_view(fftw_version).find("bspf") != std::string_view::npos; }

template <class Real>
struct Fftw3;

template <>
struct Fftw3<double> {
    using Plan = fftw_plan;
    using Complex = fftw_complex;
    static constexpr auto plan = fftw_plan_guru64_dft;
    static constexpr auto execute = fftw_execute;
    static constexpr auto execute_on = fftw_execute_dft;
    static constexpr auto plan_real = fftw_plan_guru64_dft_r2c;
    static constexpr auto execute_real = fftw_execute_dft_r2c;
    static constexpr auto plan_to_real = fftw_plan_guru64_dft_c2r;
    static constexpr auto execute_to_real = fftw_execute_dft_c2r;
    static constexpr auto plan_trigonometric = fftw_plan_guru64_r2r;
    static constexpr auto execute_trigonometric = fftw_execute_r2r;
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
    static constexpr auto plan_real = fftwf_plan_guru64_dft_r2c;
    static constexpr auto execute_real = fftwf_execute_dft_r2c;
    static constexpr auto plan_to_real = fftwf_plan_guru64_dft_c2r;
    static constexpr auto execute_to_real = fftwf_execute_dft_c2r;
    static constexpr auto plan_trigonometric = fftwf_plan_guru64_r2r;
    static constexpr auto execute_trigonometric = fftwf_execute_r2r;
    static constexpr auto destroy = fftwf_destroy_plan;
    static constexpr auto cost = fftwf_cost;
    static constexpr auto estimated_cost = fftwf_estimate_cost;
    static constexpr auto forget_wisdom = fftwf_forget_wisdom;
    static constexpr auto limit_planning = fftwf_set_timelimit;
};

}  // namespace bspfft
