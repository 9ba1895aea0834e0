// bspfft check: certifies a transform for one shape and p, without a second FFT.
#pragma once

#include "tools/commands/run.hpp"

namespace bspfft::tools {

class Options;

void add_check_options(Options& options, RunRequest& request);

/// Linearity, impulse and shift along every axis  [Ergun 1995, as in FFTW's bench -y], Parseval, the round trip, and
/// values against sums in twice the precision. Of the request it uses the transform, processes, precision, options and
/// json. Returns 0, or 1 if a property does not hold. Throws Error.
int check(const RunRequest& request);

}  // namespace bspfft::tools
