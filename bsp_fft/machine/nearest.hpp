// Which of the measured numbers of processes stands for another.
#pragma once

#include <algorithm>
#include <vector>

#include "bspfft/error.hpp"

namespace bspfft {

/// The largest number of processes among the points that is at most p, or the smallest there is; 0 if there is none.
/// processes(point) is 0 for points that do not count.
template <class Point, class Processes>
Index nearest_processes(const std::vector<Point>& points, Index p, Processes processes)
{
    Index below = 0, least = 0;
    for (const Point& point : points) {
        const Index here = processes(point);
        if (here == 0) continue;
        if (here <= p) below = std::max(below, here);
        least = least == 0 ? here : std::min(least, here);
    }
    return below > 0 ? below : least;
}

}  // namespace bspfft
