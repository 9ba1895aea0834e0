// MPI counts in int: a long message is sent in parts.
#pragma once

#include <algorithm>
#include <climits>
#include <cstddef>

namespace bsplib::mpi {

constexpr std::size_t longest_part = std::size_t{1} << 30;

/// Calls part(address, bytes as int) for one part after another; for no bytes once, for an empty message.
template <class Byte, class Part>
void in_parts(Byte* at, std::size_t bytes, Part part, std::size_t longest = longest_part)
{
    static_assert(longest_part <= INT_MAX);
    do {
        const std::size_t now = std::min(bytes, longest);
        part(at, static_cast<int>(now));
        at += now;
        bytes -= now;
    } while (bytes > 0);
}

}  // namespace bsplib::mpi
