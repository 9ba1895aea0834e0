// What our library leaves to another: calls that are not for us go on to the library that is loaded beside ours, FFTW
// as a rule; and reasons that FFTW's calls cannot tell, above all why a planner returned NULL.
#pragma once

#include <string>

namespace bspfft::fftw3 {

/// Prints it on stderr, each message once, if the environment variable BSPFFT_FFTW_VERBOSE is 1.
void say(const std::string& message) noexcept;

/// Why there is no plan.
inline void say_why(const std::string& reason) noexcept { say("no plan: " + reason); }

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

}  // namespace bspfft::fftw3
