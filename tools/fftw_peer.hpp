// FFTW with threads, to be measured beside.
#pragma once

#include <functional>
#include <vector>

#include "bspfft/index.hpp"

namespace bspfft {

/// Whether this build has FFTW with threads.
bool has_fftw_threads();

/// FFTW's version, as it calls itself.
const char* fftw_version_name();

/// Forward transforms of n zeros by FFTW: in place and out of place, on 1 thread and on `threads`, planned
/// with FFTW_MEASURE on huge pages. Each call of an element is one transform. (Zeros, because repeated
/// transforms of anything else overflow  [benchFFT].)
template <class Real>
std::vector<std::function<void()>> fftw_runs(Index n, int threads);

}  // namespace bspfft
