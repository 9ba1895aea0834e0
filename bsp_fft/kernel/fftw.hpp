// FFTW 3 as the engine.
#pragma once

#include <vector>

#include "bsp_fft/kernel/local_fft.hpp"

namespace bspfft {

/// A whole FFT is one FFTW transform. Otherwise the blocks are multiplied by their weights, and FFTW
/// transforms the columns in place: length R, stride M.
template <class Real>
std::unique_ptr<LocalFft<Real>> make_fftw(const LocalProblem& problem, std::complex<Real>* in,
                                          std::complex<Real>* out);

}  // namespace bspfft
