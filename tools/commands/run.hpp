// bspfft run, plan and check, whose options are almost the same; and bspfft without a command.
#pragma once

#include <string>

#include "tools/commands/data_request.hpp"
#include "tools/commands/transform.hpp"

namespace bspfft::tools {

/// What plan and check do not use has no effect there.
struct RunRequest : DataRequest {
    TransformWords transform;  ///< without a shape: that of the input
    bool inverse = false;
    PlanOptions options;
    std::string signal = "random";  ///< without an input
    bool verify = false;
    bool why = false;
    bool measure = false;   ///< for plan: choose grid and cut by trials
    bool remember = false;  ///< and write them into the machine file, which is named then

    Direction direction() const { return inverse ? Direction::inverse : Direction::forward; }
};

void add_run_options(Options& options, RunRequest& request);
void add_plan_options(Options& options, RunRequest& request);
void add_check_options(Options& options, RunRequest& request);

/// bspfft run: transforms an array and says what it cost. Returns the exit status: 0, or 1 if the verification failed.
/// Throws Error.
int run(const RunRequest& request);

/// bspfft plan: the schedule without running it, for any p; or with the best grid and cut of trials. All that run the
/// program call it. Throws Error.
int plan(const RunRequest& request);

/// bspfft check: certifies a transform for one shape and p, without a second FFT: by linearity, impulse and shift along
/// every axis  [Ergun 1995, as in FFTW's bench -y], Parseval, the round trip, and values against sums in twice the
/// precision. Returns 0, or 1 if a property does not hold. Throws Error.
int check(const RunRequest& request);

/// What a newcomer sees first: transforms 2^24 points on all cores, verified, with its cost measured beside predicted;
/// measures the machine before, if that was never done. Returns the exit status. Throws Error.
int demonstrate();

// What is refused before anything starts, by Error(invalid_argument).

/// Refuses what is only for Fourier transforms.
void require_no_more_than_known(const RunRequest& request);
/// Refuses options that the plan on p processes would ignore. What it cannot do it says itself.
void require_effects(const RunRequest& request, const Transform& transform, Index p);

}  // namespace bspfft::tools
