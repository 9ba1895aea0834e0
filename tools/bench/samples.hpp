// Times of repeats, and what is said of them.
#pragma once

#include <vector>

#include "bsp_fft/measure/statistics.hpp"
#include "bspfft/error.hpp"

namespace bspfft::tools {

/// Seconds, one for each repeat; never empty where a function below is called.
using Samples = std::vector<double>;

double minimum(const Samples& samples);
double maximum(const Samples& samples);

/// 10^9 flops a second of a transform of n elements (on all of its axes together), counted as 5 n log2 n by
/// convention, whatever the algorithm does  [benchFFT].
double fft_rate(Index n, double seconds);

}  // namespace bspfft::tools
