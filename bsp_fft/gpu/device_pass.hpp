// Passes on a device: elements are gathered, transformed, and go to an array or into packets.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bsp_fft/gpu/device_places.hpp"
#include "bsp_fft/gpu/work.hpp"
#include "bsp_fft/kernel/kernels.hpp"
#include "bsp_fft/kernel/lanes/tile_places.hpp"

namespace bspfft {

/// The tables of one side on the device; the array is named when it is used.
class DeviceSideTables {
public:
    DeviceSideTables() = default;
    DeviceSideTables(const Device& device, const DeviceSide& side);

    bspfft_device_side at(void* array) const;
    /// Where the packets for each receiver go.
    void send_to(const Device& device, const std::vector<void*>& arrays);
    Index bytes() const;

private:
    bspfft_device_side side_{};
    std::vector<DeviceMemory> tables_;
    std::vector<bspfft_device_receiver> receivers_;
};

inline void* shifted(void* array, Index bytes) { return static_cast<char*>(array) + bytes; }

/// A work array of a device, [column][row].
bspfft_device_side work_array(void* array, Index reals = 2);

/// Neighbouring columns of a pass.
struct DeviceColumns {
    Index first;
    Index count;
};

/// What passes on a device have in common, whatever their numbers.
class PassOnDevice {
protected:
    PassOnDevice(const Pass& pass, const Scales& scales, DeviceWork& work, Index bytes_per_real)
        : pass_(pass), scales_(scales), work_(work), bytes_per_real_(bytes_per_real)
    {}

    const Device& on() const { return work_.device(); }
    bool is_inverse(Direction direction) const { return swaps(pass_.inverse, direction); }

    /// Throws Error(out_of_memory) if scratch arrays and these bytes beside them are more than the window has.
    void require_window(Index beside, const std::string& what, const char* otherwise = "") const;
    void make_twiddles(const DevicePassPlaces& places);
    /// Those of what goes out; of a slice, which has the columns from `first` on.
    bspfft_device_twiddles twiddles_of(Direction direction, Index first = 0) const;
    void remap(Index rows, const DeviceColumns& columns, const bspfft_device_side& from, const bspfft_device_side& to,
               double scale, void* stream, const bspfft_device_twiddles& twiddles = {}, bool transposes = false) const;
    /// While nothing else happens: counts bytes and seconds.
    void copy_alone(int kind, void* to, const void* from, Index bytes);
    /// Pieces between host and device, whose beginnings are a pitch apart: all in bytes, which are counted.
    struct Pieces {
        Index width;
        Index count;
    };
    void copy_pieces(int kind, void* host, Index host_pitch, void* array, Index pitch, const Pieces& pieces,
                     const DeviceStream& stream);

    Pass pass_;
    Scales scales_;
    DeviceWork& work_;
    bspfft_device_twiddles twiddles_{};
    DeviceMemory row_index_, column_index_;

private:
    Index bytes_per_real_;
};

}  // namespace bspfft
