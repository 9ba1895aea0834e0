// The transforms of a pass on a device: which of its sides they read and write themselves, and in how many calls.
#pragma once

#include <optional>
#include <vector>

#include "bsp_fft/gpu/device.hpp"
#include "bsp_fft/gpu/device_places.hpp"

namespace bspfft {

/// The transform of one call, and the calls: a place in elements before and after for each.
struct DeviceCalls {
    bspfft_device_transform transform;
    struct Place {
        Index in;
        Index out;
    };
    std::vector<Place> places;
    bool reads_source = false;   ///< otherwise from a work array, [column][row]
    bool writes_target = false;  ///< otherwise to one
};

/// As few sweeps as possible: both sides directly, or one, or none. In place the two sides of an array must be alike.
DeviceCalls device_calls_of(const DevicePassPlaces& places, Index bytes_per_real, bool in_place);

}  // namespace bspfft
