// Experiments: all of them round after round, and those again that something seems to have disturbed.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bsp_fft/measure/statistics.hpp"

namespace bspfft {

/// Where a time lies among others that grow smoothly with x, over logarithms; all are positive.
struct Place {
    std::string curve;
    double x;
};

/// Something to measure, on all processes together.
struct Experiment {
    /// One sample of each of its quantities; every process returns the same numbers.
    std::function<std::vector<double>()> sample;
    /// Told the quantities' samples in the end.
    std::function<void(const std::vector<Samples>&)> conclude;
    /// Of its first quantities, those that can be doubted.
    std::vector<Place> places = {};
};

/// How it went.
struct Conduct {
    int rounds = 0;              ///< in which all were sampled
    double disturbed_share = 0;  ///< of the quantities with a place: whose samples spread over a quarter
};

/// Samples all experiments once, then again and again until `seconds` have passed: at first all of them, in an
/// order that is new in each round, later first those that are in doubt. In doubt is a time whose samples
/// spread widely, or that is longer by a quarter than its neighbours on its curve say; it is measured some more
/// times, and then believed.
///
/// elapsed() says how many seconds have passed, the same on all processes. Collective where it is, or where the
/// samples are. Apart from the first round it ends within one sample of its time.
Conduct carry_out(const std::function<double()>& elapsed, const std::vector<Experiment>& experiments,
                  double seconds);

}  // namespace bspfft
