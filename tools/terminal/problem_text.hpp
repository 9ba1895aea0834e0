// A problem and its schedule in a few words: "n = 1024 (2^10)", or "shape 256x256, ...".
#pragma once

#include <string>
#include <vector>

#include "bsp_fft/base/json.hpp"
#include "bsp_fft/schedule/program.hpp"

namespace bspfft::tools {

/// "n = 1024 (2^10)" of one axis; "shape 16x64 (n = 1024 (2^10)), axis 1 transformed" of several.
std::string size_in_words(const bspfft::Problem& problem);
/// For a column of a table: "2^10", "1000", "16x64".
std::string short_size(const bspfft::Problem& problem);

/// The grid of the input; empty if there is none, or if there is one axis.
std::string grid_in_words(const Schedule& schedule);
/// The cut of the fast algorithm, by the number of the axis; empty where there is none.
std::vector<AxisCut> cut_by_axis(const Schedule& schedule);
/// "cut 32 x 32" of one axis, "cut 16 x 16, 8 x 16" of several; empty without one.
std::string cut_in_words(const Schedule& schedule);

/// "the data moves twice", "the data never moves".
std::string moves_in_words(const Schedule& schedule);

/// "480 flops, h = 24 words, 1 synchronisation": what BSP charges a process for one transform.
std::string cost_in_words(const Schedule& schedule);

/// "n", "shape", "axes" and "real", and then the members of another object.
Json size_json(const bspfft::Problem& problem, const Json& more = Json::object());
/// The a of one axis; a list of several; 0 without a cut.
Json cut_json(const Schedule& schedule);

/// 10^9 flops a second, counted as 5 n log2 m by convention for transforms of m elements among n; of real ones half.
double transform_rate(const bspfft::Problem& problem, double seconds);

}  // namespace bspfft::tools
