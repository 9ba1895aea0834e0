// FFTW, loaded when it is asked for: the kernel fftw, and a peer of the benchmarks.
#pragma once

#include <string>

#include "bsp_fft/fftw/table.hpp"

namespace bspfft {

/// FFTW's functions; throws Error(not_available), with the reason, where they cannot be loaded.
const FftwTable& fftw();
/// Why they cannot; empty if they can.
std::string why_no_fftw();

}  // namespace bspfft
