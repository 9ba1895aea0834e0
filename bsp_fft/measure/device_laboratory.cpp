#include "bsp_fft/measure/device_laboratory.hpp"

namespace bspfft {

namespace {

constexpr Index least_bytes = Index{1} << 13;

// Plans of the largest transforms need as much again, of each kind and in each precision; others share the device.
Index bytes_on(const bspfft_device_info& info, Index most)
{
    while (most > least_bytes && most > info.bytes_free / 16) most /= 2;
    return most;
}

}  // namespace

DeviceLaboratory::DeviceLaboratory(const Device& on, Machine& into, Index most_bytes)
    : device(on),
      machine(into),
      info(on.use()),
      stream(on),
      bytes(bytes_on(info, most_bytes)),
      array(on, bytes)
{
    clear(array.data(), bytes);
    for (Index s = 0; s < most_processes; ++s) {
        DeviceWork& work = *works.emplace_back(std::make_unique<DeviceWork>(on, s == 0 ? stream.get() : nullptr));
        work.arrays_on_device = work.landing_on_device = true;
        work.waits = false;
    }
    machine.device = DeviceParameters{info.name, info.bytes, std::max<Index>(1, info.cache_bytes), peak(), {}, {}, {}};
}

void DeviceLaboratory::clear(void* at, Index count) const
{
    device.check(device.functions().clear(at, count, stream.get()), "clearing memory");
    stream.synchronise();
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

}  // namespace bspfft
