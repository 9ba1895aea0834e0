// bspfft bench: transforms of many lengths and shapes beside FFTW's, in one run.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "tools/bench/rows.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

class Options;

/// Which precisions are measured.
enum class PrecisionSet { single_, double_, both };
extern const std::map<std::string, PrecisionSet> precision_sets;

/// Which lengths of vectors are measured.
enum class Lengths { powers, smooth, prime, all };

struct BenchRequest {
    std::string from = "2^8";
    std::string to = "2^26";
    Index step = 4;  ///< from one length to the next
    Lengths lengths = Lengths::powers;
    std::vector<std::string> shapes;  ///< instead of lengths, if there are any
    std::vector<Index> batch;         ///< arrays of each shape; one count is for all of them
    bool real = false;                ///< numbers
    bool convolve = false;            ///< instead of a transform
    bool poisson = false;             ///< likewise
    Index dct = 0;                    ///< likewise a cosine transform of this type, if it is one
    Index dst = 0;                    ///< likewise of sines
    Index procs = 0;                  ///< 0: as many as run at once
    bool oversubscribe = false;
    PrecisionSet precisions = PrecisionSet::double_;
    std::vector<std::string> contestants = contestant::usual;
    int rounds = 3;
    FftwPlanner fftw_planner = FftwPlanner::both;
    double fftw_seconds = 0;  ///< that FFTW may take for the plans of a row; 0: some, and more for long transforms
    std::string machine;      ///< the file of grids and cuts that are remembered; empty: none
    std::string csv;          ///< of all outputs, empty: none; "-": standard output
    std::string json;
    std::string plot;
    bool wide = false;  ///< tables

    bool wants(const std::string& name) const { return std::count(contestants.begin(), contestants.end(), name) > 0; }
};

void add_bench_options(Options& options, BenchRequest& request);

/// What is to be measured. Throws Error(invalid_argument) for a request that cannot be.
std::vector<Workload> workloads_of(const BenchRequest& request);

/// For each length or shape, in rounds in which all take turns: the fast and the textbook algorithm on 1 and on p
/// processes, what else of ours the task is compared with, FFTW at its best, FFTW-MPI and heFFTe where they are, and
/// sweeps of memory. The answer is checked before anything is timed.
/// Returns 0, or 1 if an answer was wrong. Throws Error.
int bench(const BenchRequest& request);

}  // namespace bspfft::tools
