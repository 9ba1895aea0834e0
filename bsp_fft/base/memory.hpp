// Memory as the system sees it: how much this program may still take, and which pages its large arrays have.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bspfft/error.hpp"

namespace bspfft {

struct MemoryLeft {
    /// Bytes that the machine has without swapping, and that the control groups of this program leave to all in them,
    /// as batch systems and containers set them.
    Index machine;
    /// What ulimit leaves to this program: address space and data.
    Index program;
};

/// By the files of /proc and /sys/fs/cgroup (of both versions) in this folder; the largest number where they say
/// nothing. File cache that is not in use counts as free.
MemoryLeft memory_left(const std::string& root = "");

/// Bytes of large arrays: all memory for which huge pages were requested.
struct PageUse {
    Index resident = 0;
    Index huge = 0;  ///< of them on huge pages
};

/// The use of this program now, as the system tells; zeros where it does not. Not in a timed path: it reads a file.
PageUse page_use();

/// The same from the text of a file of the format of /proc/self/smaps.
PageUse page_use_in(std::string_view smaps);

/// The share that is on huge pages; none if there are no large arrays.
inline std::optional<double> huge_share(const PageUse& use)
{
    if (use.resident == 0) return std::nullopt;
    return static_cast<double>(use.huge) / static_cast<double>(use.resident);
}
inline std::optional<double> huge_share() { return huge_share(page_use()); }

}  // namespace bspfft
