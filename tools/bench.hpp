// bspfft bench: transforms of many lengths beside FFTW's, in one run.
#pragma once

#include <string>

#include "tools/words.hpp"

namespace bspfft {

struct BenchRequest {
    std::string from = "2^8";
    std::string to = "2^24";
    Index procs = 0;  ///< 0: as many as run at once
    Precision precision = Precision::double_;
    int rounds = 3;
    std::string json;  ///< empty: none; "-": standard output
};

/// For each length, in rounds that alternate: the fast and the textbook algorithm, the best of FFTW, and the
/// floor: two sweeps that read and write all of the data. The answer is checked before anything is timed.
/// Returns 0, or 1 if an answer was wrong. Throws Error.
int bench(const BenchRequest& request);

}  // namespace bspfft
