// Slices of an array on the host that go through a device one after the other, while others are transformed.
#pragma once

#include <algorithm>

#include "bspfft/error.hpp"

namespace bspfft {

/// More slices than this gain nothing, and smaller ones take longer to begin than to copy.
constexpr Index enough_slices = 16, least_slice_bytes = Index{8} << 20;

/// Copies of many pieces take longer if these are shorter: by so much, on an H200. Kernels copy them then
/// (device/cuda/strided_copy.cu).
constexpr Index long_piece_bytes = 32768;
constexpr double short_pieces_take = 1.4;

/// How many columns of this many bytes each a slice has, where memory does not limit it.
inline Index usual_slice_width(Index columns, Index column_bytes)
{
    return std::max(columns / enough_slices, least_slice_bytes / column_bytes);
}

}  // namespace bspfft
