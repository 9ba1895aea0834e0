// What predictions need to know of a device: how fast it copies within its memory and between host and device, what a
// launch costs, and the rates of its kernel.
#include <algorithm>
#include <cstring>
#include <memory>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/steady_seconds.hpp"
#include "bsp_fft/machine/estimate.hpp"
#include "bsp_fft/measure/device_laboratory.hpp"
#include "bspfft/machine.hpp"

namespace bspfft {

namespace {

constexpr Index short_copy = Index{1} << 12, long_copy = Index{1} << 26;  // bytes between host and device
constexpr Index largest_copy_within = Index{1} << 31;
constexpr Index largest_array = Index{1} << 28, array_of_short_probe = Index{1} << 20;  // complex numbers
constexpr double short_time = 2;                                                        // seconds
constexpr Index least_bytes = Index{1} << 13;

// Plans of the largest transforms need as much again, of each kind and in each precision; others share the device.
Index bytes_on(const bspfft_device_info& info, Index most)
{
    while (most > least_bytes && most > info.bytes_free / 16) most /= 2;
    return most;
}

Experiment launch_experiment(const DeviceLaboratory& lab)
{
    const auto launch = [&lab] { lab.device.clear(lab.array.data(), 8, lab.stream.get()); };
    return time_experiment([&lab, launch] { return lab.seconds_of(launch); },
                           [&lab](const Estimate& seconds) { lab.machine.device->launch = seconds; });
}

// Between events of the stream, so that launching does not count.
Experiment memory_experiment(const DeviceLaboratory& lab)
{
    const Index half = std::min(lab.bytes / 2, largest_copy_within);
    const auto from = std::make_shared<DeviceEvent>(lab.device), until = std::make_shared<DeviceEvent>(lab.device);
    return time_experiment(
        [&lab, half, from, until] {
            from->record(lab.stream.get());
            lab.device.copy(BSPFFT_DEVICE_WITHIN, lab.array.as<char>() + half, lab.array.data(), half,
                            lab.stream.get());
            until->record(lab.stream.get());
            lab.stream.synchronise();
            return std::max(1e-9, until->seconds_since(*from));
        },
        [&lab, half](const Estimate& seconds) {
            lab.machine.device->bytes_per_second = 2 * static_cast<double>(half) * reciprocal(seconds);
        });
}

// A short copy and a long one; the rate is that of the bytes that the long one has more. Copies to the host have
// a separate stream, and the other halves of the arrays.
Experiment copy_experiment(const DeviceLaboratory& lab, CopyDirection direction, HostMemory kind)
{
    const Index longest = std::min(long_copy, lab.bytes / 2);
    const bool is_pinned = kind == HostMemory::pinned;
    const auto pinned =
        std::make_shared<DeviceMemory>(lab.device, is_pinned ? 2 * longest : 0, DeviceMemory::Where::pinned_host);
    const auto pageable = std::make_shared<Buffer<char>>(is_pinned ? 0 : 2 * longest);
    char* const host = is_pinned ? pinned->as<char>() : pageable->data();
    std::memset(host, 0, static_cast<std::size_t>(2 * longest));
    const auto to_host = std::make_shared<DeviceStream>(lab.device);
    const auto seconds_of = [&lab, pinned, pageable, host, to_host, direction, longest](Index bytes) {
        return lab.seconds_of([&] {
            if (direction != CopyDirection::to_host)
                lab.device.copy(BSPFFT_DEVICE_TO_DEVICE, lab.array.data(), host, bytes, lab.stream.get());
            if (direction == CopyDirection::to_device) return;
            lab.device.copy(BSPFFT_DEVICE_TO_HOST, host + longest, lab.array.as<char>() + longest, bytes,
                            to_host->get());
            to_host->synchronise();
        });
    };
    return {[=] {
                const double latency = seconds_of(short_copy), all = seconds_of(longest);
                return std::vector<double>{latency, std::max(1e-9, all - latency)};
            },
            [&lab, direction, kind, longest](const std::vector<Samples>& samples) {
                const double more = static_cast<double>(longest - short_copy);
                lab.machine.device->copies.push_back(
                    {direction, kind, estimate_of_times(samples[0]), more * reciprocal(estimate_of_times(samples[1]))});
            }};
}

}  // namespace

DeviceLaboratory::DeviceLaboratory(const Device& on, Machine& into, Index most_bytes)
    : device(on), machine(into), info(on.use()), stream(on), bytes(bytes_on(info, most_bytes)), array(on, bytes)
{
    device.clear(array.data(), bytes, stream.get());
    stream.synchronise();
    for (Index s = 0; s < most_processes; ++s) {
        DeviceWork& work = *works.emplace_back(std::make_unique<DeviceWork>(on, s == 0 ? stream.get() : nullptr));
        work.arrays_on_device = work.landing_on_device = true;
        work.waits = false;
    }
    machine.device = DeviceParameters{info.name, info.bytes, std::max<Index>(1, info.cache_bytes), peak(), {}, {}, {}};
}

// By the units for double precision of a multiprocessor, which fuse a product and a sum.
double DeviceLaboratory::peak() const
{
    const int version = 10 * info.compute_major + info.compute_minor;
    const bool for_computing = version == 80 || version == 90 || version == 100 || version == 103;
    const double units = for_computing ? 64 : version == 60 || version == 70 ? 32 : 2;
    const double clock = static_cast<double>(std::max<Index>(1, info.clock_hz));
    return 2 * units * static_cast<double>(std::max<Index>(1, info.multiprocessors)) * clock;
}

// The launch comes first: rates are without it.
std::string probe_device(Machine& machine, const ProbeOptions& options)
{
    const std::string reason = why_no_device();
    if (!reason.empty()) return reason;
    const double start = steady_seconds();
    const Index numbers = options.seconds < short_time ? array_of_short_probe : largest_array;
    DeviceLaboratory lab(device(), machine, numbers * 2 * static_cast<Index>(sizeof(double)));
    lab.experiments = {launch_experiment(lab), memory_experiment(lab)};
    for (const HostMemory kind : {HostMemory::pinned, HostMemory::pageable}) {
        for (const CopyDirection direction : {CopyDirection::to_device, CopyDirection::to_host})
            lab.experiments.push_back(copy_experiment(lab, direction, kind));
    }
    lab.experiments.push_back(copy_experiment(lab, CopyDirection::both, HostMemory::pinned));
    for (const Index bytes : options.bytes_per_real) lab.add_kernels(bytes, options.seconds / 100);
    carry_out([&] { return steady_seconds() - start; }, lab.experiments, options.seconds);
    return "";
}

}  // namespace bspfft
