#include "bsp_fft/gpu/device.hpp"

#include "bsp_fft/base/text.hpp"

namespace bspfft {

void Device::check(int result, const char* what) const
{
    if (result == 0) return;
    const std::string reason = functions_.message();
    const bool memory = reason.find("memory") != std::string::npos;
    throw Error(memory ? Status::out_of_memory : Status::internal_error, text(what, " failed on the device: ", reason));
}

bspfft_device_info Device::use() const
{
    bspfft_device_info info{};
    check(functions_.use_device(0, &info), "taking a device");
    return info;
}

void Device::copy(int kind, void* to, const void* from, Index bytes, void* stream) const
{
    copy(kind, to, bytes, from, bytes, bytes, 1, stream);
}

void Device::copy(int kind, void* to, Index to_pitch, const void* from, Index from_pitch, Index width, Index height,
                  void* stream) const
{
    if (width == 0 || height == 0) return;
    check(functions_.copy(kind, to, to_pitch, from, from_pitch, width, height, stream), "copying");
}

void Device::remap(const bspfft_device_remap& remap, void* stream) const
{
    if (remap.rows == 0 || remap.columns == 0) return;
    check(functions_.remap(&remap, stream), "moving elements");
}

DeviceMemory::DeviceMemory(const Device& device, Index bytes, Where where)
    : device_(&device), bytes_(bytes), where_(where)
{
    if (bytes == 0) return;
    if (where == Where::device) {
        device.check(device.functions().allocate(bytes, &data_), "allocating memory");
    } else {
        device.check(device.functions().allocate_host(bytes, &data_), "allocating host memory");
    }
}

DeviceMemory::~DeviceMemory()
{
    if (!data_) return;
    where_ == Where::device ? device_->functions().release(data_) : device_->functions().release_host(data_);
}

void DeviceMemory::swap(DeviceMemory& other) noexcept
{
    std::swap(device_, other.device_);
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    std::swap(where_, other.where_);
}

DeviceStream::DeviceStream(const Device& device, void* given) : device_(&device), stream_(given), owned_(!given)
{
    if (owned_) device.check(device.functions().create_stream(&stream_), "making a stream");
}

DeviceStream::~DeviceStream()
{
    if (stream_ && owned_) device_->functions().destroy_stream(stream_);
}

void DeviceStream::swap(DeviceStream& other) noexcept
{
    std::swap(device_, other.device_);
    std::swap(stream_, other.stream_);
    std::swap(owned_, other.owned_);
}

DeviceEvent::DeviceEvent(const Device& device) : device_(&device)
{
    device.check(device.functions().create_event(&event_), "making an event");
}

DeviceEvent::~DeviceEvent()
{
    if (event_) device_->functions().destroy_event(event_);
}

void DeviceEvent::record(void* stream) const
{
    device_->check(device_->functions().record(event_, stream), "recording an event");
}

void DeviceEvent::hold(void* stream) const
{
    device_->check(device_->functions().wait(stream, event_), "waiting for an event");
}

double DeviceEvent::seconds_since(const DeviceEvent& earlier) const
{
    double seconds = 0;
    device_->check(device_->functions().seconds_between(earlier.event_, event_, &seconds), "reading the clock");
    return seconds;
}

DevicePlan::DevicePlan(const Device& device, const bspfft_device_transform& transform) : device_(&device)
{
    device.check(device.functions().make_plan(&transform, &plan_, &bytes_), "planning transforms");
}

DevicePlan::~DevicePlan()
{
    if (plan_) device_->functions().destroy_plan(plan_);
}

void DevicePlan::execute(bool inverse, double scale, void* in, void* out, void* stream) const
{
    device_->check(device_->functions().execute(plan_, inverse ? 1 : 0, scale, in, out, stream), "a transform");
}

std::string DevicePlan::name() const { return plan_ ? device_->functions().plan_name(plan_) : ""; }

void DevicePlan::swap(DevicePlan& other) noexcept
{
    std::swap(device_, other.device_);
    std::swap(plan_, other.plan_);
    std::swap(bytes_, other.bytes_);
}

}  // namespace bspfft
