// The integer that counts elements everywhere.
#pragma once

#if __cplusplus <= 201703L
#error "the C++ headers of bspfft need C++20: compile with -std=c++20"
#endif

#include <cstdint>

namespace bspfft {

using Index = std::int64_t;

}  // namespace bspfft
