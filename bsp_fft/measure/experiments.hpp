// Experiments: all are sampled in rounds, and those that seem disturbed are sampled again.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "bsp_fft/measure/statistics.hpp"

namespace bspfft {

/// The position of a time on a curve of times that grow smoothly with x, over logarithms; all are positive.
struct Place {
    std::string curve;
    double x;
};

/// Something to measure, on all processes together.
struct Experiment {
    /// One sample of each of its quantities; every process returns the same numbers.
    std::function<std::vector<double>()> sample;
    /// Called at the end with the samples of the quantities.
    std::function<void(const std::vector<Samples>&)> conclude;
    /// Positions of its first quantities, which allow comparison with neighbours.
    std::vector<Place> places = {};
};

/// One whose only quantity is a time: its estimate is that of undisturbed samples.
Experiment time_experiment(std::function<double()> sample, std::function<void(const Estimate&)> conclude,
                           std::vector<Place> places = {});

/// Summary of a run.
struct Conduct {
    int rounds = 0;              ///< in which all were sampled
    double disturbed_share = 0;  ///< share of the quantities with a position whose samples spread over a quarter
};

/// Whether processes computed as fast as at best, or nearly: the seconds of the same work, now and when it took least.
constexpr bool is_undisturbed(double pace, double fastest) { return pace <= 1.15 * fastest; }

/// Samples all experiments once, then repeats until `seconds` have passed: at first all of them, in a new random order
/// in each round, later the doubtful ones first. A time is doubtful if its samples spread widely, or if it is longer by
/// a quarter than the interpolation of its neighbours; it is measured a few more times, and then accepted.
///
/// pace() is the seconds of some work that is always the same; it is called between samples. Of an experiment those
/// samples count that were taken undisturbed, by the fastest pace of all and the one that is known before; if there are
/// none, those near its own fastest. One with fewer than two is doubtful. If at the end more than a quarter have none,
/// or all were sampled only once, it takes half as long again at most.
///
/// elapsed() returns the seconds that have passed, the same on all processes, and so does pace(). Collective where they
/// are, or where the samples are. Apart from the first round it ends within one sample of its time.
Conduct carry_out(
    const std::function<double()>& elapsed, const std::vector<Experiment>& experiments, double seconds,
    const std::function<double()>& pace = [] { return 1.0; },
    double fastest_pace = std::numeric_limits<double>::infinity());

}  // namespace bspfft
