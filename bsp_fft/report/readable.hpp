// Numbers as people read them.
#pragma once

#include <string>

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

}  // namespace bspfft
