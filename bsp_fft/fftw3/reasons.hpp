// Why a planner returned NULL, for those who ask.
#pragma once

#include <string>

namespace bspfft::fftw3 {

/// Prints it on stderr, each reason once, if the environment variable BSPFFT_FFTW_VERBOSE is 1.
void say_why(const std::string& reason) noexcept;

}  // namespace bspfft::fftw3
