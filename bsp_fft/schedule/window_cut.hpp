// A vector on the host that is larger than the memory of a device: in slices, in place and in two sweeps.
#pragma once

#include <optional>

#include "bspfft/error.hpp"

namespace bspfft {

/// n = a b a. Slices of the first sweep have a x columns x a elements, those of the second one n/a x rows.
struct WindowCut {
    Index a;
    Index b;
    Index columns;  ///< divides b
    Index rows;     ///< divides a: neighbours on the host, the shortest pieces that are copied

    Index column_slices() const { return b / columns; }
    Index row_slices() const { return a / rows; }
};

/// The cut that takes the least time, of those whose slices fit in a window of that many bytes of the device's memory;
/// none if there is no such cut.
std::optional<WindowCut> window_cut(Index n, Index bytes_per_real, Index window);

/// Bytes of the smallest window that there is a cut for; 0 if there is none for any.
Index smallest_window(Index n, Index bytes_per_real);

}  // namespace bspfft
