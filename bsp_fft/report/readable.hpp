// Numbers as people read them, and the interval of a price.
#pragma once

#include <string>

#include "bsp_fft/base/json.hpp"
#include "bspfft/machine.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

/// 0.0123 s as "12.3 ms".
std::string readable_seconds(double seconds);

/// 16777216 as "16.8 M"; as it is up to 99999.
std::string readable_count(Index count);

/// 1288490188 bytes as "1.2 GiB".
std::string readable_bytes(double bytes);

/// The length of the columns of the fast algorithm; 0 for others.
Index cut_of(const Schedule& schedule);

/// 0.123 as "+12%".
std::string readable_error(double relative);

/// The ends, times a factor; null without an interval.
Json low_end(const Price& price, double factor = 1);
Json high_end(const Price& price, double factor = 1);

/// "between 4.9 ms and 5.3 ms, by quartiles", or "has no interval".
std::string interval_in_words(const Price& price);
/// To be printed once, where some price has no interval.
inline constexpr const char* why_no_interval =
    "no interval: too few samples were probed; probe again when nothing else runs, or with more --seconds";

}  // namespace bspfft
