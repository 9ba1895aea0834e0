// A device with memory of its own, behind one interface: the library for CUDA, loaded when it is asked for, or any
// other library with the same table (tests have a stand-in in ordinary memory).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bsp_fft/gpu/device_abi.h"
#include "bspfft/error.hpp"

namespace bspfft {

/// A device that is there. Functions throw Error where the device fails: out_of_memory, or internal_error.
class Device {
public:
    explicit Device(const bspfft_device_functions& functions) : functions_(functions) {}

    const bspfft_device_functions& functions() const { return functions_; }
    /// Its name, its memory; the calling thread uses it from now on.
    bspfft_device_info use() const;
    /// Throws unless a function of the table has returned 0.
    void check(int result, const char* what) const;

    void copy(int kind, void* to, const void* from, Index bytes, void* stream) const;
    /// `height` pieces of `width` bytes, whose beginnings are a pitch apart, in bytes.
    void copy(int kind, void* to, Index to_pitch, const void* from, Index from_pitch, Index width, Index height,
              void* stream) const;
    void clear(void* array, Index bytes, void* stream) const
    {
        check(functions_.clear(array, bytes, stream), "clearing memory");
    }
    void synchronise(void* stream) const { check(functions_.synchronise(stream), "waiting for a stream"); }

private:
    const bspfft_device_functions& functions_;
};

/// The device of this process; throws Error(not_available), with the reason, if there is none.
const Device& device();
/// Why there is none; empty if there is one.
std::string why_no_device();
/// What is known of it, in one line: "NVIDIA H200, 139.8 GiB", or why there is none.
std::string device_description();

/// What a device's library has made; it is given back in the end, unless it was the caller's.
template <class T>
struct GiveBack {
    int (*function)(T*) = nullptr;

    void operator()(T* thing) const
    {
        if (function) function(thing);
    }
};
template <class T>
using MadeByDevice = std::unique_ptr<T, GiveBack<T>>;

/// Memory on a device, or host memory that it copies at full speed (pinned).
class DeviceMemory {
public:
    enum class Where { device, pinned_host };

    DeviceMemory() = default;
    DeviceMemory(const Device& device, Index bytes, Where where = Where::device);

    void* data() const { return data_.get(); }
    template <class T>
    T* as() const
    {
        return static_cast<T*>(data());
    }
    Index bytes() const { return bytes_; }

private:
    MadeByDevice<void> data_;
    Index bytes_ = 0;
};

/// A copy of a table on the device.
template <class T>
DeviceMemory on_device(const Device& device, const std::vector<T>& table)
{
    const auto bytes = static_cast<Index>(table.size() * sizeof(T));
    DeviceMemory memory(device, bytes);
    device.copy(BSPFFT_DEVICE_TO_DEVICE, memory.data(), table.data(), bytes, nullptr);
    device.synchronise(nullptr);
    return memory;
}

/// A queue of work: one of its own, or the caller's.
class DeviceStream {
public:
    DeviceStream() = default;
    explicit DeviceStream(const Device& device, void* given = nullptr);

    void* get() const { return stream_.get(); }
    void synchronise() const { device_->synchronise(get()); }

private:
    const Device* device_ = nullptr;
    MadeByDevice<void> stream_;
};

/// A moment in a stream.
class DeviceEvent {
public:
    explicit DeviceEvent(const Device& device);

    void record(void* stream) const;
    void hold(void* stream) const;  ///< what comes later on the stream waits
    double seconds_since(const DeviceEvent& earlier) const;

private:
    const Device* device_;
    MadeByDevice<void> event_;
};

/// A description of `batch` transforms of these lengths, one contiguous array after the other; of half spectra the last
/// length is that of the real numbers.
bspfft_device_transform contiguous_transform(Index bytes_per_real, int data, const std::vector<Index>& lengths,
                                             Index batch);

/// Batched transforms, planned once for both directions.
class DevicePlan {
public:
    DevicePlan() = default;
    DevicePlan(const Device& device, const bspfft_device_transform& transform);

    void execute(bool inverse, double scale, void* in, void* out, void* stream) const;
    std::string name() const;
    Index bytes() const { return bytes_; }

private:
    const Device* device_ = nullptr;
    MadeByDevice<bspfft_device_plan> plan_;
    Index bytes_ = 0;
};

}  // namespace bspfft
