// How certain a prediction is, for people and for programs: the interval of a price, or that it has none.
#pragma once

#include <string>

#include "bsp_fft/base/json.hpp"
#include "bspfft/machine.hpp"

namespace bspfft {

/// The ends, times a factor; null without an interval.
Json low_end(const Price& price, double factor = 1);
Json high_end(const Price& price, double factor = 1);

/// "between 4.9 ms and 5.3 ms, by quartiles", or "has no interval".
std::string interval_in_words(const Price& price);
/// To be said once, where some price has none.
inline constexpr const char* why_no_interval =
    "no interval: too few samples were probed; probe again when nothing else runs, or with more --seconds";

}  // namespace bspfft
