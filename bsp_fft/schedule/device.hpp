// How the kernel cuda does a computation: what its rate depends on, and plans and models have to agree on; and how
// arrays on the host go through a device in slices, one after the other, while others are transformed.
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "bsp_fft/schedule/program.hpp"

namespace bspfft {

/// Columns of a tile on a device: a run of that many rows of a packet is two of its memory's sectors and more.
constexpr Index device_lanes = 32;
/// More calls than this, of as many smaller batches, cost more than a sweep through a work array.
constexpr Index most_device_calls = 16;

/// The name that machine files have for it: "cuda" where transforms are of one axis whose elements are neighbours,
/// "cuda 2 axes" and "cuda 3 axes" for several axes at once, "cuda strided" and "cuda gathered" for arrays whose
/// columns are neighbours, where they are, or through a work array.
std::string device_kind(const Compute& step);

/// Whether arrays on the device stay there: all steps of the program are the device's. Others, such as moves between
/// layouts of the caller's, are done on mirrors that the arrays have on the host.
bool is_all_on_device(const Program& program);

/// More slices than this gain nothing, and smaller ones take longer to begin than to copy.
constexpr Index enough_slices = 16, least_slice_bytes = Index{8} << 20;

/// Copies of many pieces take longer if these are shorter: by so much, on an H200. Kernels copy them then
/// (gpu/cuda/strided_copy.cu).
constexpr Index long_piece_bytes = 32768;
constexpr double short_pieces_take = 1.4;

/// How many columns of this many bytes each a slice has, where memory does not limit it.
inline Index usual_slice_width(Index columns, Index column_bytes)
{
    return std::max(columns / enough_slices, least_slice_bytes / column_bytes);
}

/// A vector on the host that is larger than the memory of a device, n = a b a: in slices, in place and in two sweeps.
/// Slices of the first sweep have a x columns x a elements, those of the second one n/a x rows.
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
