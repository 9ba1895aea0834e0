// Numbers as people read them.
#pragma once

#include <string>

namespace bspfft {

/// 0.0123 s as "12.3 ms".
std::string readable_seconds(double seconds);

/// 0.123 as "+12%".
std::string readable_error(double relative);

}  // namespace bspfft
