#include "bsp_fft/gpu/device.hpp"

#include <cstdlib>
#include <iomanip>
#include <sstream>

#include "bsp_fft/base/environment.hpp"

namespace bspfft {

namespace {

constexpr const char* library_variable = "BSPFFT_CUDA_LIBRARY";

std::string described(const bspfft_device_info& info)
{
    constexpr double gib = 1 << 30;
    std::ostringstream words;
    words.imbue(std::locale::classic());
    words << info.name << ", " << std::fixed << std::setprecision(1) << static_cast<double>(info.bytes) / gib << " GiB";
    return words.str();
}

[[noreturn]] void refuse(const std::string& reason) { throw Error(Status::not_available, reason); }

Device loaded()
{
#ifndef BSPFFT_HAVE_CUDA
    if (!std::getenv(library_variable)) refuse("this build was made without CUDA");
#endif
    void* const library = load_library("libbspfft-cuda.so", library_variable);
    const auto entry = function_of<bspfft_device_entry>(library, BSPFFT_DEVICE_ENTRY);
    const bspfft_device_functions* functions = entry ? entry(BSPFFT_DEVICE_VERSION) : nullptr;
    if (!functions) refuse("the library for it is of another version");
    std::int32_t count = 0;
    if (functions->device_count(&count) != 0) refuse(text("no device answers: ", functions->message()));
    if (count < 1) refuse("there is no device");
    const Device device(*functions);
    device.use();
    return device;
}

const Found<Device>& found()
{
    static const Found<Device> result(loaded);
    return result;
}

}  // namespace

const Device& device() { return found().required("the kernel cuda needs a GPU", "simd or auto"); }

std::string why_no_device() { return found().reason; }

std::string device_description() { return found().thing ? described(found().thing->use()) : found().reason; }

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

DeviceMemory::DeviceMemory(const Device& device, Index bytes, Where where) : bytes_(bytes)
{
    if (bytes == 0) return;
    const bool here = where == Where::pinned_host;
    const bspfft_device_functions& functions = device.functions();
    void* made = nullptr;
    device.check((here ? functions.allocate_host : functions.allocate)(bytes, &made),
                 here ? "allocating host memory" : "allocating memory");
    data_ = {made, {here ? functions.release_host : functions.release}};
}

DeviceStream::DeviceStream(const Device& device, void* given) : device_(&device), stream_(given)
{
    if (given) return;
    void* made = nullptr;
    device.check(device.functions().create_stream(&made), "making a stream");
    stream_ = {made, {device.functions().destroy_stream}};
}

DeviceEvent::DeviceEvent(const Device& device) : device_(&device)
{
    void* made = nullptr;
    device.check(device.functions().create_event(&made), "making an event");
    event_ = {made, {device.functions().destroy_event}};
}

void DeviceEvent::record(void* stream) const
{
    device_->check(device_->functions().record(event_.get(), stream), "recording an event");
}

void DeviceEvent::hold(void* stream) const
{
    device_->check(device_->functions().wait(stream, event_.get()), "waiting for an event");
}

double DeviceEvent::seconds_since(const DeviceEvent& earlier) const
{
    double seconds = 0;
    device_->check(device_->functions().seconds_between(earlier.event_.get(), event_.get(), &seconds),
                   "reading the clock");
    return seconds;
}

bspfft_device_transform contiguous_transform(Index bytes_per_real, int data, const std::vector<Index>& lengths,
                                             Index batch)
{
    bspfft_device_transform transform{};
    transform.bytes_per_real = static_cast<std::int32_t>(bytes_per_real);
    transform.data = data;
    transform.rank = static_cast<std::int32_t>(lengths.size());
    transform.batch = batch;
    transform.in_stride = transform.out_stride = transform.in_distance = transform.out_distance = 1;
    for (std::size_t l = 0; l < lengths.size(); ++l) {
        const Index half = l + 1 == lengths.size() ? lengths[l] / 2 + 1 : lengths[l];
        transform.length[l] = lengths[l];
        transform.in_embed[l] = data == BSPFFT_DEVICE_HALF_TO_REAL ? half : lengths[l];
        transform.out_embed[l] = data == BSPFFT_DEVICE_REAL_TO_HALF ? half : lengths[l];
        transform.in_distance *= transform.in_embed[l];
        transform.out_distance *= transform.out_embed[l];
    }
    return transform;
}

DevicePlan::DevicePlan(const Device& device, const bspfft_device_transform& transform) : device_(&device)
{
    bspfft_device_plan* made = nullptr;
    device.check(device.functions().make_plan(&transform, &made, &bytes_), "planning transforms");
    plan_ = {made, {device.functions().destroy_plan}};
}

void DevicePlan::execute(bool inverse, double scale, void* in, void* out, void* stream) const
{
    device_->check(device_->functions().execute(plan_.get(), inverse ? 1 : 0, scale, in, out, stream), "a transform");
}

std::string DevicePlan::name() const { return plan_ ? device_->functions().plan_name(plan_.get()) : ""; }

}  // namespace bspfft
