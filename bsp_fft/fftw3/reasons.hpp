// What FFTW's calls cannot tell, for those who ask: above all why a planner returned NULL.
#pragma once

#include <string>

namespace bspfft::fftw3 {

/// Prints it on stderr, each message once, if the environment variable BSPFFT_FFTW_VERBOSE is 1.
void say(const std::string& message) noexcept;

/// Why there is no plan.
inline void say_why(const std::string& reason) noexcept { say("no plan: " + reason); }

}  // namespace bspfft::fftw3
