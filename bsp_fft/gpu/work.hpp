// What the passes of a plan share on a device: the stream, scratch arrays, and where the plan's arrays are.
#pragma once

#include <array>
#include <vector>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/gpu/device.hpp"

namespace bspfft {

/// Bytes that went between host and device, and the seconds in which that was all that happened.
struct DeviceTraffic {
    Index bytes = 0;
    double seconds = 0;
};

/// For one plan on one process. Scratch arrays are as large as the largest pass asks for, once all are made.
class DeviceWork {
public:
    /// On the device, but for the last, which is pinned.
    enum class Scratch { source, target, work, other_work, packets, host_packets };

    DeviceWork(const Device& device, void* stream) : device_(device), stream_(device, stream) {}

    const Device& device() const { return device_; }
    void* stream() const { return stream_.get(); }
    void synchronise() const { stream_.synchronise(); }

    /// While passes are made: at least this many bytes.
    void reserve(Scratch which, Index bytes)
    {
        DeviceMemory& memory = scratch_[static_cast<std::size_t>(which)];
        if (bytes <= memory.bytes()) return;
        memory = DeviceMemory();
        const bool on_host = which == Scratch::host_packets;
        memory = DeviceMemory(device_, bytes, on_host ? DeviceMemory::Where::pinned_host : DeviceMemory::Where::device);
    }
    void* scratch(Scratch which) const { return scratch_[static_cast<std::size_t>(which)].data(); }
    Index scratch_bytes() const  ///< on the device
    {
        Index sum = 0;
        for (const DeviceMemory& memory : scratch_) sum += memory.bytes();
        return sum - scratch_.back().bytes();
    }

    Index window = 0;        ///< the most bytes of the device's memory, for arrays on the host; 0: all
    Index bytes_beside = 0;  ///< of tables and plans that passes through a window have there
    bool arrays_on_device = false;
    bool landing_on_device = false;
    bool sends_from_device = false;  ///< packets go from one device's memory to another's, by the BSPlib
    /// The landing arrays on the device that passes write to: of all processes, or only this one's.
    std::vector<void*> landings = {};
    /// Null: packets for that process wait in an array of their own.
    void* landing_of(Index process) const { return landings.empty() ? nullptr : landings[size_of(process)]; }
    bool waits = true;  ///< passes are complete when they return

    DeviceTraffic traffic = {};

private:
    const Device& device_;
    DeviceStream stream_;
    std::array<DeviceMemory, 6> scratch_;
};

}  // namespace bspfft
