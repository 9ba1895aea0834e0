// For the functions of long double and quadruple precision, which passed_on.cpp has: FFTW's own do the work.
#pragma once

#include "bsp_fft/fftw3/next.hpp"

// What the library shows is what this header declares.
#pragma GCC visibility push(default)
#include "bspfft-fftw3/fftw3.h"
#pragma GCC visibility pop

namespace bspfft::fftw3 {

/// NULL, 0 or nothing, with the reason, where there is no FFTW.
template <class Result, class... Parameters, class... Arguments>
Result pass_on(Result (*function)(Parameters...), const char* name, Arguments... arguments)
{
    if (function) return function(arguments...);
    say(std::string(name) + ": this library has single and double precision only, and FFTW's library of that " +
        "precision, which would be called, is not installed");
    return Result();
}

}  // namespace bspfft::fftw3

#define PASS_ON(name, ...)                                            \
    static const auto function = bspfft::fftw3::next<decltype(&name)>(#name); \
    return bspfft::fftw3::pass_on(function, #name __VA_OPT__(, ) __VA_ARGS__);

// As long as FFTW's own, of which programs on x86-64 have a copy.
#define BSPFFT_FFTW_VERSION "fftw-3.3.10"
#define BSPFFT_FFTW_CC __VERSION__
#define BSPFFT_FFTW_CODELET_OPTIM ""
