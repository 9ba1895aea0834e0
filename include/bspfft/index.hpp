// The integer that counts elements everywhere.
#pragma once

#include <cstdint>

namespace bspfft {

using Index = std::int64_t;

}  // namespace bspfft
