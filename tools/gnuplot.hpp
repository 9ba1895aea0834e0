// Pictures by gnuplot, which is looked for when it is needed.
#pragma once

#include <string>

namespace bspfft {

/// Throws Error(file_error) if gnuplot is not here: before a command works for long.
void require_gnuplot();

/// What gnuplot prints for a script; throws Error(file_error) if it fails.
std::string run_gnuplot(const std::string& script);

}  // namespace bspfft
