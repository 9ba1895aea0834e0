// Whether a transform is right, without a second FFT: some of its values against sums in twice the precision.
#pragma once

#include <complex>
#include <vector>

#include "bsp_fft/bsp/port.hpp"
#include "bspfft/options.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

/// How far values are from the exact ones.
struct ErrorEstimate {
    double l2 = 0;    ///< |y - exact|_2 / |exact|_2 over the values checked
    double linf = 0;  ///< the same with the largest components
    Index bins = 0;   ///< how many were checked
};

/// The k to check: all, if there are few; otherwise 0, 1, n/2, n-1 and others at random, `count` in all.
std::vector<Index> choose_bins(Index n, Index count);

/// What y should be of x: the transform of a problem, each in a layout of its shape, times a factor. Real numbers have
/// the imaginary part 0. Half a spectrum has its real transform, whatever the imaginary parts of elements that are
/// their own conjugates.
struct Claim {
    const Problem& problem;
    const Layout& from;
    const Layout& to;
    Direction direction = Direction::forward;
    double scale = 1;
};

/// Compares y_k, for the k given, which are indices into the output, with what is claimed; x and y are this process's
/// parts. Cost: a product in twice the precision for each element and k, and three supersteps.
template <class Real>
ErrorEstimate compare_bins(Port& port, const Claim& claim, const std::complex<Real>* x, const std::complex<Real>* y,
                           const std::vector<Index>& bins);

/// The relative l2 error that a right transform of this many elements stays under.
template <class Real>
double error_tolerance(Index elements);

}  // namespace bspfft
