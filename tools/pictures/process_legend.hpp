// Which colour is which process.
#pragma once

#include <algorithm>

#include "tools/pictures/looks.hpp"
#include "tools/pictures/svg.hpp"

namespace bspfft::tools {

inline constexpr Index most_named_processes = 24;
inline constexpr double width_of_process = 52;

inline double process_legend_width(Index p)
{
    return width_of_process * static_cast<double>(std::min(p, most_named_processes));
}

/// A square and a name for each process; of many, for the first ones.
inline void process_legend(Svg& svg, Point at, Index p)
{
    for (Index s = 0; s < std::min(p, most_named_processes); ++s) {
        svg.rectangle(at, 12, 12, fill_of(s, p).colour);
        const bool last = s + 1 == most_named_processes && s + 1 < p;
        svg.text({at.x + 17, at.y + 10}, last ? "..." : text("P", s));
        at.x += width_of_process;
    }
}

}  // namespace bspfft::tools
