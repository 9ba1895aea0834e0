// A pass in slices that each have the same places on the host before and after it: what a slice is on the host, and
// where its elements are in an array on the device. Pure data, made without a device.
#pragma once

#include <optional>
#include <vector>

#include "bsp_fft/gpu/device_places.hpp"

namespace bspfft {

/// Where rows and columns of a slice are, in elements: element (r, c) is at rows[r] + columns[c].
struct WindowSide {
    std::vector<Index> rows;
    std::vector<Index> columns;

    /// The distances of rows and of columns, if these are the same between all neighbours: then a transform can read
    /// or write the slice itself.
    struct Steps {
        Index row;
        Index column;
    };
    std::optional<Steps> steps() const;
};

/// On the host slice i is `pieces` pieces of `piece` elements, `pitch` apart, from element i * piece on; on the device
/// the pieces follow one another.
struct WindowPlaces {
    Index slices;
    Index piece;
    Index pieces;
    Index pitch;
    Index rows;
    Index columns;  ///< of a slice, in the order of places before
    WindowSide from;
    WindowSide to;
    DeviceTwiddles twiddles;  ///< column_index is of all columns, slice after slice

    Index elements() const { return rows * columns; }
};

/// Requires a pass with digits one of which, of the columns, has the same places
/// before and after.
WindowPlaces window_places_of(const Pass& pass);

}  // namespace bspfft
