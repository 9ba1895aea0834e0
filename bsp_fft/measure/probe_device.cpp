// What predictions need to know of a device: how fast it copies within its memory and between host and device, what a
// launch costs, and the rates of its kernel, each transform with its launch taken off.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/steady_seconds.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/device/device.hpp"
#include "bsp_fft/machine/estimate.hpp"
#include "bsp_fft/measure/experiments.hpp"
#include "bspfft/probe.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

namespace {

constexpr Index short_copy = Index{1} << 12, long_copy = Index{1} << 26;  // bytes between host and device
constexpr Index largest_copy_within = Index{1} << 31;
constexpr int smallest_bits = 10, every_power_from = 20, largest_bits = 28;  // of arrays
constexpr int most_bits_of_short_probe = 20;
constexpr double short_time = 2;  // seconds
constexpr Index batched_lengths[] = {16, 1024};
constexpr double seconds_a_sample = 1e-3;
constexpr double least_seconds = 1e-12;  // of a number, whatever was taken off

/// The device of a probe, with one array that all experiments share.
struct Laboratory {
    Laboratory(const Device& on, Machine& into, double seconds)
        : device(on), machine(into), info(on.use()), stream(on), bytes(array_bytes(seconds)), array(on, bytes)
    {
        clear(array.data(), bytes);
        machine.device = DeviceParameters{info.name, info.bytes, std::max<Index>(1, info.cache_bytes), peak(), {}, {},
                                          {}};
    }

    void clear(void* at, Index count) const
    {
        device.check(device.functions().clear(at, count, stream.get()), "clearing memory");
        stream.synchronise();
    }

    // By the units for double precision of a multiprocessor, which fuse a product and a sum.
    double peak() const
    {
        const int version = 10 * info.compute_major + info.compute_minor;
        const bool for_computing = version == 80 || version == 90 || version == 100 || version == 103;
        const double units = for_computing ? 64 : version == 60 || version == 70 ? 32 : 2;
        const double clock = static_cast<double>(std::max<Index>(1, info.clock_hz));
        return 2 * units * static_cast<double>(std::max<Index>(1, info.multiprocessors)) * clock;
    }

    // Plans of the largest transforms need as much again, in each precision; others share the device.
    Index array_bytes(double seconds) const
    {
        const Index numbers = Index{1} << (seconds < short_time ? most_bits_of_short_probe : largest_bits);
        Index most = numbers * 2 * static_cast<Index>(sizeof(double));
        while (most > 2 * short_copy && most > info.bytes_free / 8) most /= 2;
        return most;
    }

    // Seconds of each repeat, from its launch until the host knows that it is done.
    template <class Work>
    double seconds_of(Work work) const
    {
        const auto once = [&] {
            work();
            stream.synchronise();
        };
        once();
        double start = steady_seconds();
        once();
        const double first = std::max(1e-7, steady_seconds() - start);
        const Index repeats = std::clamp<Index>(static_cast<Index>(seconds_a_sample / first), 1, 100);
        start = steady_seconds();
        for (Index i = 0; i < repeats; ++i) once();
        return (steady_seconds() - start) / static_cast<double>(repeats);
    }

    const Device& device;
    Machine& machine;
    bspfft_device_info info;
    DeviceStream stream;
    Index bytes;
    DeviceMemory array;
};

Experiment launch_experiment(const Laboratory& lab)
{
    return {[&lab] {
                return std::vector<double>{lab.seconds_of([&] {
                    lab.device.check(lab.device.functions().clear(lab.array.data(), 8, lab.stream.get()), "a launch");
                })};
            },
            [&lab](const std::vector<Samples>& samples) {
                lab.machine.device->launch = estimate_of_times(samples[0]);
            }};
}

// Between events of the stream, so that launching does not count.
Experiment memory_experiment(const Laboratory& lab)
{
    const Index half = std::min(lab.bytes / 2, largest_copy_within);
    const auto from = std::make_shared<DeviceEvent>(lab.device), until = std::make_shared<DeviceEvent>(lab.device);
    return {[&lab, half, from, until] {
                from->record(lab.stream.get());
                lab.device.copy(BSPFFT_DEVICE_WITHIN, lab.array.as<char>() + half, lab.array.data(), half,
                                lab.stream.get());
                until->record(lab.stream.get());
                lab.stream.synchronise();
                return std::vector<double>{std::max(1e-9, until->seconds_since(*from))};
            },
            [&lab, half](const std::vector<Samples>& samples) {
                lab.machine.device->bytes_per_second =
                    2 * static_cast<double>(half) * reciprocal(estimate_of_times(samples[0]));
            }};
}

/// Host memory of either kind.
struct HostArray {
    HostArray(const Laboratory& lab, HostMemory kind, Index bytes)
    {
        if (kind == HostMemory::pinned) {
            pinned = DeviceMemory(lab.device, bytes, DeviceMemory::Where::pinned_host);
        } else {
            pageable = Buffer<char>(bytes);
        }
        std::memset(data(), 0, static_cast<std::size_t>(bytes));
    }
    void* data() { return pinned.data() ? pinned.data() : pageable.data(); }

    DeviceMemory pinned;
    Buffer<char> pageable;
};

// A short copy and a long one; the rate is that of the bytes that the long one has more. What comes back has a stream,
// and halves of the arrays, of its own.
Experiment copy_experiment(const Laboratory& lab, CopyDirection direction, HostMemory kind)
{
    const Index longest = std::min(long_copy, lab.bytes / 2);
    const auto host = std::make_shared<HostArray>(lab, kind, 2 * longest);
    const auto back = std::make_shared<DeviceStream>(lab.device);
    const auto seconds_of = [&lab, host, back, direction, longest](Index bytes) {
        return lab.seconds_of([&] {
            if (direction != CopyDirection::to_host)
                lab.device.copy(BSPFFT_DEVICE_TO_DEVICE, lab.array.data(), host->data(), bytes, lab.stream.get());
            if (direction == CopyDirection::to_device) return;
            lab.device.copy(BSPFFT_DEVICE_TO_HOST, static_cast<char*>(host->data()) + longest,
                            lab.array.as<char>() + longest, bytes, back->get());
            back->synchronise();
        });
    };
    return {[=] {
                const double latency = seconds_of(short_copy), all = seconds_of(longest);
                return std::vector<double>{latency, std::max(1e-9, all - latency)};
            },
            [&lab, direction, kind, longest](const std::vector<Samples>& samples) {
                const double more = static_cast<double>(longest - short_copy);
                lab.machine.device->copies.push_back({direction, kind, estimate_of_times(samples[0]),
                                                      more * reciprocal(estimate_of_times(samples[1]))});
            }};
}

bspfft_device_transform transform_of(Index length, Index batch, Index bytes_per_real)
{
    bspfft_device_transform transform{};
    transform.bytes_per_real = static_cast<std::int32_t>(bytes_per_real);
    transform.data = BSPFFT_DEVICE_COMPLEX;
    transform.rank = 1;
    transform.length[0] = transform.in_embed[0] = transform.out_embed[0] = length;
    transform.in_stride = transform.out_stride = 1;
    transform.in_distance = transform.out_distance = length;
    transform.batch = batch;
    return transform;
}

/// In place, so many numbers in transforms of this length.
Experiment kernel_experiment(const Laboratory& lab, Index length, Index size, Index bytes_per_real)
{
    const auto plan = std::make_shared<DevicePlan>(lab.device, transform_of(length, size / length, bytes_per_real));
    const PassKind pass{kernel_name(Kernel::cuda), Access::in_place, bytes_per_real, length};
    return {[&lab, plan] {
                return std::vector<double>{lab.seconds_of(
                    [&] { plan->execute(false, 1, lab.array.data(), lab.array.data(), lab.stream.get()); })};
            },
            [&lab, pass, size](const std::vector<Samples>& samples) {
                const double launch = lab.machine.device->launch.value;
                const auto rate = [&](double seconds) {
                    return std::max(least_seconds, (seconds - launch) / static_cast<double>(size));
                };
                const Estimate all = estimate_of_times(samples[0]);
                lab.machine.kernels.push_back({pass, size, 1, {rate(all.value), rate(all.low), rate(all.high)}});
            },
            {{text("cuda ", bytes_per_real, " ", length == size ? "whole" : text(length)),
              std::log2(static_cast<double>(size))}}};
}

// Arrays grow until one transform takes longer than it may.
std::vector<Experiment> kernel_experiments_on(const Laboratory& lab, Index bytes_per_real, double longest)
{
    std::vector<Experiment> experiments;
    const Index most = lab.bytes / (2 * bytes_per_real);
    double once = 0;
    for (int bits = smallest_bits; once < longest; bits += bits < every_power_from ? 2 : 1) {
        const Index size = Index{1} << bits;
        if (bits > largest_bits || size > most) break;
        experiments.push_back(kernel_experiment(lab, size, size, bytes_per_real));
        once = experiments.back().sample().front();
        for (const Index length : batched_lengths) {
            if (length < size) experiments.push_back(kernel_experiment(lab, length, size, bytes_per_real));
        }
    }
    return experiments;
}

}  // namespace

// The launch comes first: rates are without it.
std::string probe_device(Machine& machine, const ProbeOptions& options)
{
    const std::string reason = why_no_device();
    if (!reason.empty()) return reason;
    const double start = steady_seconds();
    const Laboratory lab(device(), machine, options.seconds);
    std::vector<Experiment> experiments{launch_experiment(lab), memory_experiment(lab)};
    for (const HostMemory kind : {HostMemory::pinned, HostMemory::pageable}) {
        for (const CopyDirection direction : {CopyDirection::to_device, CopyDirection::to_host})
            experiments.push_back(copy_experiment(lab, direction, kind));
    }
    experiments.push_back(copy_experiment(lab, CopyDirection::both, HostMemory::pinned));
    for (const Index bytes : options.bytes_per_real) {
        std::vector<Experiment> more = kernel_experiments_on(lab, bytes, options.seconds / 100);
        std::move(more.begin(), more.end(), std::back_inserter(experiments));
    }
    carry_out([&] { return steady_seconds() - start; }, experiments, options.seconds);
    return "";
}

}  // namespace bspfft
