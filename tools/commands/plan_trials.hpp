// The grid and the cut by trials: bspfft plan --measure, and what a machine file remembers of them.
#pragma once

#include "bsp_fft/base/json.hpp"
#include "bspfft/plan.hpp"
#include "tools/commands/run.hpp"

namespace bspfft::tools {

/// What the trials of a transform found, and how long they took in all.
struct PlanTrials {
    MeasuredChoice choice;
    double seconds = 0;
    std::string remembered_in;  ///< the machine file, if it was written into one
};

/// Throws Error(invalid_argument) for a request that has no trials, before anything is measured.
void require_trials(const RunRequest& request, const Transform& transform);

/// On p processes. All that run the program call it. Remembers what was found if that is requested.
PlanTrials try_cuts(const RunRequest& request, const Transform& transform, Index p);

void print(const PlanTrials& trials);
/// {"seconds", "gain", "best", "trials": [{"grid", "cut", "sampled", "seconds"}], "remembered_in"}; the model's own is
/// the first of the trials, best the number of the winner, and null what was not measured.
Json json_of(const PlanTrials& trials);

/// What was remembered for a transform.
struct Remembered {
    bool found = false;
    double seconds = 0;  ///< that a transform took when it was found

    /// "grid and cut as remembered in FILE, where a transform took 114 ms"; empty without.
    std::string words(const std::string& file) const;
};

/// The transform gets the grid and the cut that the file remembers for it, if a file is named, and if it names none
/// itself and has the algorithm's own layouts. All processes that run the program call it; process 0 reads the file.
/// Throws Error(file_error).
Remembered use_remembered(Transform& transform, const std::string& file, Precision precision, Index p);

}  // namespace bspfft::tools
