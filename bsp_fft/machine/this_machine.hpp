// Properties of this machine, as the system reports them.
#pragma once

#include <string>
#include <vector>

#include "bspfft/error.hpp"

namespace bspfft {

std::string cpu_name();

struct CacheLevel {
    std::string name;  ///< "L1", "L2", ...
    Index bytes;
};

/// The data caches of the first core, the nearest first; common sizes where the system does not report them.
std::vector<CacheLevel> cache_levels();

/// Now, in UTC: 2026-01-31T12:00:00Z.
std::string date_and_time();

}  // namespace bspfft
