#include "bsp_fft/report/readable.hpp"

#include <cmath>
#include <cstdio>
#include <initializer_list>

#include "bsp_fft/base/text.hpp"

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

namespace {

// Three digits, and the largest of the units that leaves some before the point.
std::string in_units(double value, double step, std::initializer_list<const char*> units)
{
    char line[40];
    std::size_t unit = 0;
    for (; unit + 1 < units.size() && std::abs(value) >= 999.5; ++unit) value /= step;
    std::snprintf(line, sizeof line, std::abs(value) >= 999.5 ? "%.4g %s" : "%.3g %s", value, units.begin()[unit]);
    return line;
}

}  // namespace

std::string readable_count(Index count)
{
    constexpr Index most_digits = 99999;
    if (count <= most_digits && count >= -most_digits) return std::to_string(count);
    return in_units(static_cast<double>(count) / 1000, 1000, {"k", "M", "G", "T", "P", "E"});
}

std::string readable_bytes(double bytes)
{
    return in_units(bytes, 1024, {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"});
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
        std::snprintf(line, sizeof line, relative < 999 || relative > 99999 ? "x %.3g" : "x %.0f", 1 + relative);
    }
    return line;
}

Json low_end(const Price& price, double factor)
{
    return price.has_interval() ? Json(factor * price.low) : Json(nullptr);
}

Json high_end(const Price& price, double factor)
{
    return price.has_interval() ? Json(factor * price.high) : Json(nullptr);
}

std::string interval_in_words(const Price& price)
{
    if (!price.has_interval()) return "has no interval";
    return text("between ", readable_seconds(price.low), " and ", readable_seconds(price.high), ", by quartiles");
}

}  // namespace bspfft
