// What samples say: a median and how far it can be trusted, and straight lines through points.
#pragma once

#include <vector>

#include "bsp_fft/machine/machine.hpp"

namespace bspfft {

double median(std::vector<double> samples);

/// The median, and the smallest interval between samples that holds the true median with 95% confidence,
/// whatever the distribution (all of them if there are fewer than six).
Estimate estimate(std::vector<double> samples);

/// y = slope x + intercept by least squares.
struct Line {
    double slope;
    double intercept;
    double explained;  ///< 1 - residual / total sum of squares
};
Line fit_line(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace bspfft
