// Pictures by gnuplot, which is looked for when it is needed.
#pragma once

#include <string>

namespace bspfft::tools {

/// Throws Error(file_error) if gnuplot is not here: before a command works for long.
void require_gnuplot();

/// What gnuplot prints for a script; throws Error(file_error) if it fails.
std::string run_gnuplot(const std::string& script);

/// Words in quotes, without what gnuplot would take for a command.
std::string gnuplot_label(const std::string& words);

/// A script whose drawing becomes an SVG file, which appears when it is complete.
void draw_with_gnuplot(const std::string& where, double width, double height, const std::string& script);

}  // namespace bspfft::tools
