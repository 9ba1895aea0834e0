// Which pages large arrays really have.
#pragma once

#include <istream>
#include <optional>

#include "bspfft/error.hpp"

namespace bspfft {

/// Bytes of large arrays: of all memory for which huge pages were asked for.
struct PageUse {
    Index resident = 0;
    Index huge = 0;  ///< of them on huge pages
};

/// Of this program now, as the system tells; nothing where it does not. Not in a timed path: it reads a file.
PageUse page_use();

/// The same from a file of the format of /proc/self/smaps.
PageUse page_use_in(std::istream& smaps);

/// The share that is on huge pages; none if there are no large arrays.
inline std::optional<double> huge_share(const PageUse& use)
{
    if (use.resident == 0) return std::nullopt;
    return static_cast<double>(use.huge) / static_cast<double>(use.resident);
}
inline std::optional<double> huge_share() { return huge_share(page_use()); }

}  // namespace bspfft
