// The rows as a picture: rate against n, or of one shape after the other.
#pragma once

#include "tools/bench/rows.hpp"

namespace bspfft::tools {

/// A script that makes gnuplot print the picture as SVG: one panel for each precision, one line for each
/// contestant and number of processes.
std::string plot_script(const std::vector<Row>& rows, const std::string& title);

/// The SVG with a style that turns its black and white around where the reader's system is dark.
std::string for_light_and_dark(std::string svg);

}  // namespace bspfft::tools
