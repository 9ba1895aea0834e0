// Statistics of samples: medians and quartiles, with or without disturbed samples, and linear regression.
#pragma once

#include <vector>

#include "bspfft/machine.hpp"

namespace bspfft {

using Samples = std::vector<double>;

double median(Samples samples);

/// The median and the quartiles of all samples, of any kind. Requires one sample; fewer than three, or all the same,
/// have no interval: their quartiles would say that the value is certain.
Estimate estimate(Samples samples);

/// The same of the undisturbed ones among times of the same work.
///
/// What disturbs a measurement makes it longer, never shorter: interrupts, other programs, caches that they emptied.
/// So the fastest quarter is trusted, and samples that took over 1.2 of its median are left out: where virtual
/// processors share their cores with others, most samples may be slow. That is robust if at least an eighth of the
/// samples is undisturbed. Where fewer than three are, the interval reaches from the fastest of all to their upper
/// quartile. The median of all samples needs half of them, and the minimum would fall with every further sample.
Estimate estimate_of_times(Samples samples);

/// The distance between the quartiles of all samples, as a fraction of their median. Requires a positive median.
double spread(Samples samples);

/// y = slope x + intercept by least squares.
struct Line {
    double slope;
    double intercept;
    double explained;  ///< 1 - residual / total sum of squares
};
Line fit_line(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace bspfft
