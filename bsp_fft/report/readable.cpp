#include "bsp_fft/report/readable.hpp"

#include <cmath>
#include <cstdio>

namespace bspfft {

std::string readable_seconds(double seconds)
{
    struct Unit {
        double size;
        const char* name;
    };
    if (seconds == 0) return "0";
    char line[40];
    for (const Unit unit : {Unit{1, "s"}, Unit{1e-3, "ms"}, Unit{1e-6, "us"}}) {
        if (std::abs(seconds) < unit.size) continue;
        std::snprintf(line, sizeof line, "%.3g %s", seconds / unit.size, unit.name);
        return line;
    }
    std::snprintf(line, sizeof line, "%.3g ns", seconds * 1e9);
    return line;
}

Index cut_of(const Schedule& schedule)
{
    return schedule.algorithm() == Algorithm::fast ? schedule.radices().front() : 0;
}

std::string readable_error(double relative)
{
    if (!std::isfinite(relative)) return "";
    char line[40];
    if (relative < 9.995) {
        std::snprintf(line, sizeof line, "%+.0f%%", 100 * relative);
    } else {
        std::snprintf(line, sizeof line, "x %.3g", 1 + relative);
    }
    return line;
}

}  // namespace bspfft
