// Whether a transform is right, without a second FFT: some of its values against sums in twice the precision.
#pragma once

#include <complex>
#include <vector>

#include "bsp_fft/bsp/port.hpp"
#include "bspfft/options.hpp"

namespace bspfft {

/// How far values are from the exact ones.
struct ErrorEstimate {
    double l2 = 0;    ///< |y - exact|_2 / |exact|_2 over the values checked
    double linf = 0;  ///< the same with the largest components
    Index bins = 0;   ///< how many were checked
};

/// The k to check: all, if there are few; otherwise 0, 1, n/2, n-1 and others at random, `count` in all.
std::vector<Index> choose_bins(Index n, Index count);

/// Compares y_k, for the k given, with scale * sum_j x_j exp(-+2 pi i j k/n); x and y are this process's
/// parts of cyclic vectors. Cost: n/p products in twice the precision for each k, and three supersteps.
template <class Real>
ErrorEstimate compare_bins(Port& port, Index n, const std::complex<Real>* x, const std::complex<Real>* y,
                           const std::vector<Index>& bins, Direction direction, double scale);

}  // namespace bspfft
