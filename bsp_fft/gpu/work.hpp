// What the passes of a plan share on a device: the stream, scratch arrays, and where the plan's arrays are.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "bsp_fft/gpu/device.hpp"

namespace bspfft {

/// Bytes that went between host and device, and the seconds in which that was all that happened.
struct DeviceTraffic {
    Index bytes_in = 0;
    Index bytes_out = 0;
    double seconds = 0;
};

/// For one plan on one process. Scratch arrays are as large as the largest pass asks for, once all are made.
class DeviceWork {
public:
    enum class Scratch { source, target, work, other_work, packets };

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
        memory = DeviceMemory(device_, bytes);
    }
    void* scratch(Scratch which) const { return scratch_[static_cast<std::size_t>(which)].data(); }
    /// The same of pinned host memory, for packets.
    void reserve_host(Index bytes)
    {
        if (bytes <= host_.bytes()) return;
        host_ = DeviceMemory();
        host_ = DeviceMemory(device_, bytes, DeviceMemory::Where::pinned_host);
    }
    void* host() const { return host_.data(); }
    Index scratch_bytes() const
    {
        Index sum = 0;
        for (const DeviceMemory& memory : scratch_) sum += memory.bytes();
        return sum;
    }

    Index window = 0;  ///< the most bytes of the device's memory, for arrays on the host; 0: all
    Index bytes_beside = 0;  ///< of tables and plans that passes through a window have there
    bool arrays_on_device = false;
    bool landing_on_device = false;
    bool sends_from_device = false;  ///< packets go from one device's memory to another's, by the BSPlib
    /// The landing arrays on the device that passes write to: of all processes, or only this one's.
    std::vector<void*> landings = {};
    /// Null: packets for that process wait in an array of their own.
    void* landing_of(Index process) const
    {
        return landings.empty() ? nullptr : landings[static_cast<std::size_t>(process)];
    }
    bool waits = true;  ///< passes are complete when they return

    DeviceTraffic traffic = {};

private:
    const Device& device_;
    DeviceStream stream_;
    std::array<DeviceMemory, 5> scratch_;
    DeviceMemory host_;
};

}  // namespace bspfft
