// What our library leaves to another: calls that are not for us go on to the library that is loaded beside ours, FFTW
// as a rule; and reasons that FFTW's calls cannot tell, above all why a planner returned NULL.
#pragma once

#include <string>

// What the library shows is what this header declares.
#pragma GCC visibility push(default)
#include "bspfft-fftw3/fftw3.h"
#pragma GCC visibility pop

namespace bspfft::fftw3 {

/// Prints it on stderr, each message once, if the environment variable BSPFFT_FFTW_VERBOSE is 1.
void say(const std::string& message) noexcept;

/// Its function of this name, null if there is none. FFTW for long double and quadruple precision, which we do not
/// have, is loaded if it has to be.
void* next_address(const char* name) noexcept;

template <class Function>
Function next(const char* name) noexcept
{
    return reinterpret_cast<Function>(next_address(name));
}

/// Ends the program with a sentence: a plan was given to this function that is not ours, nor another library's.
[[noreturn]] void refuse_plan(const char* name, const void* plan) noexcept;

/// The function for a plan that is not ours.
template <class Function>
Function next_for(const void* plan, const char* name) noexcept
{
    const auto function = plan ? next<Function>(name) : nullptr;
    if (!function) refuse_plan(name, plan);
    return function;
}

/// For the functions of long double and quadruple precision, which passed_on.cpp has: FFTW's own do the work. NULL, 0
/// or nothing, with the reason, where there is no FFTW.
template <class Result, class... Parameters, class... Arguments>
Result pass_on(Result (*function)(Parameters...), const char* name, Arguments... arguments)
{
    if (function) return function(arguments...);
    say(std::string(name) + ": this library has single and double precision only, and FFTW's library of that " +
        "precision, which would be called, is not installed");
    return Result();
}

}  // namespace bspfft::fftw3

#define PASS_ON(name, ...)                                                    \
    static const auto function = bspfft::fftw3::next<decltype(&name)>(#name); \
    return bspfft::fftw3::pass_on(function, #name __VA_OPT__(, ) __VA_ARGS__);
