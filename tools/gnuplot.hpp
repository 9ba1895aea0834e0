// Charts, drawn by gnuplot.
#pragma once

#include <string>

namespace bspfft {

/// Words in quotes, without what gnuplot would take for a command.
std::string gnuplot_label(const std::string& words);

/// Runs a gnuplot script whose drawing becomes the SVG file, which appears when it is complete. Throws
/// Error(not_available) where there is no gnuplot, Error(file_error) if the drawing could not be made.
void draw_with_gnuplot(const std::string& where, double width, double height, const std::string& script);

}  // namespace bspfft
