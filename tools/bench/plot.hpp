// The rows as a picture: rate against n, or of one shape after the other.
#pragma once

#include "tools/bench/rows.hpp"
#include "tools/pictures/dark.hpp"

namespace bspfft::tools {

/// A script that makes gnuplot print the picture as SVG: one panel for each precision, one line for each
/// contestant and number of processes.
std::string plot_script(const std::vector<Row>& rows, const std::string& title);

}  // namespace bspfft::tools
