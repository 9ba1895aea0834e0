// A pass as a device does it: batched transforms of contiguous columns, and where elements come from and go to, at once
// or in slices. Pure data, made without a device.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "bsp_fft/gpu/device_abi.h"
#include "bsp_fft/kernel/kernels.hpp"

namespace bspfft {

/// Places at equal distances along each axis: then a transform can read or write them itself. In elements.
struct DeviceStrides {
    Index begin = 0;
    std::vector<Index> steps;  ///< of each axis that is transformed, in the order of the work
    std::vector<Index> column_counts;
    std::vector<Index> column_steps;

    friend bool operator==(const DeviceStrides&, const DeviceStrides&) = default;
};

/// Where elements (row, column) are, as tables; rows in the order of the work.
struct DeviceSide {
    int kind = BSPFFT_DEVICE_PLAIN;
    Index reals = 2;    ///< of an element
    Index span = 0;     ///< reals of the array; 0 of packets that are sent
    bool dense = true;  ///< every real of the array is an element's

    // plain: tables, once they are added
    Index column_count = 0;
    std::vector<Index> rows;
    std::vector<Index> columns;
    std::vector<Index> mirrored_columns;
    Index mirrored_from = std::numeric_limits<Index>::max();
    std::optional<DeviceStrides> strides;

    // packets
    Index lanes = 1;
    Index count = 0;  ///< columns that are sent, or rows that have come
    std::vector<std::int32_t> receiver_of;
    std::vector<std::int32_t> number_of;
    struct Receiver {
        Index process;
        Index rows;
        Index tile_length;  ///< complex numbers
        Index first;        ///< the place of the sender's first tile there
    };
    std::vector<Receiver> receivers;
    std::vector<bspfft_device_landed> landed;
};

/// Exponents of twiddles: of axis l, row r and column c, w_(order l)^(row_index * column_index).
struct DeviceTwiddles {
    std::vector<Index> orders;
    std::vector<Index> row_index;  ///< axis by axis
    std::vector<Index> column_index;
};

struct DevicePassPlaces {
    int data = BSPFFT_DEVICE_COMPLEX;
    std::vector<Index> lengths;  ///< of the axes, in the order of the work: half spectra have half of the last
    Index rows_before = 1;       ///< elements of a column before and after its transform
    Index rows_after = 1;
    Index columns = 1;
    DeviceSide from;
    DeviceSide to;
    DeviceTwiddles twiddles;

    /// Reals of an element of a work array, before and after.
    Index reals_before() const { return data == BSPFFT_DEVICE_REAL_TO_HALF ? 1 : 2; }
    Index reals_after() const { return data == BSPFFT_DEVICE_HALF_TO_REAL ? 1 : 2; }
};

/// Without the tables of plain arrays: where a transform reads or writes them itself, they would be as long as those.
DevicePassPlaces device_places_of(const Pass& pass);
void add_tables(DevicePassPlaces& places, const Pass& pass, bool from, bool to);

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

/// A pass in slices that each have the same places on the host before and after it, with the tables of both sides.
/// On the host slice i is `pieces` pieces of `piece` elements, `pitch` apart, from element i * piece on; on the device
/// the pieces follow one another. Columns are those of a slice, in the order of places before; twiddles have the
/// column_index of all columns, slice after slice.
struct WindowPlaces : DevicePassPlaces {
    Index slices;
    Index piece;
    Index pieces;
    Index pitch;

    Index elements() const { return rows_before * columns; }
};

/// Requires a pass with digits one of which, of the columns, has the same places before and after.
WindowPlaces window_places_of(const Pass& pass);

}  // namespace bspfft
