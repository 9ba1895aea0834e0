#include "bsp_fft/gpu/device_arrays.hpp"

#include <algorithm>
#include <cstdint>

#include "bsp_fft/bsp/gather.hpp"
#include "bsp_fft/schedule/device_kind.hpp"

namespace bspfft {

namespace {

constexpr std::uintptr_t half_address = std::uintptr_t{1} << 32;

}  // namespace

DeviceArrays::DeviceArrays(const PlanOptions& options, const Schedule& forward, const Schedule& inverse)
    : device_(device()),
      on_device_(options.memory == Memory::device),
      native_(is_all_on_device(forward.program()) && is_all_on_device(inverse.program())),
      may_run_on_(options.stream && native_ && forward.p() == 1),
      work_(device_, options.stream)
{
    const bool one_program = forward.p() == 1 || !Port::processes_are_programs();
    work_.window = options.device_window;
    work_.arrays_on_device = on_device_ && native_;
    work_.sends_from_device = work_.arrays_on_device && !one_program && Port::moves_device_memory();
    work_.landing_on_device = work_.arrays_on_device && (one_program || work_.sends_from_device);
    work_.waits = !may_run_on_;
}

DeviceArrays::~DeviceArrays()
{
    for (void* host : pinned_) device_.functions().unpin_host(host);
}

void* DeviceArrays::zeros(Index bytes)
{
    memory_.emplace_back(device_, bytes);
    void* const array = memory_.back().as<std::byte>();
    if (bytes > 0) device_.check(device_.functions().clear(array, bytes, work_.stream()), "clearing memory");
    work_.synchronise();
    return array;
}

void* DeviceArrays::mirror(Index bytes)
{
    memory_.emplace_back(device_, bytes, DeviceMemory::Where::pinned_host);
    auto* const host = memory_.back().as<std::byte>();
    std::fill_n(host, bytes, std::byte{});
    return host;
}

void DeviceArrays::pin(void* host, Index bytes)
{
    if (!host || bytes == 0 || std::find(pinned_.begin(), pinned_.end(), host) != pinned_.end()) return;
    if (device_.functions().pin_host(host, bytes) == 0) pinned_.push_back(host);
}

void DeviceArrays::to_host(void* host, const void* array, Index bytes) const
{
    device_.copy(BSPFFT_DEVICE_TO_HOST, host, array, bytes, work_.stream());
    work_.synchronise();
}

void DeviceArrays::to_device(void* array, const void* host, Index bytes) const
{
    device_.copy(BSPFFT_DEVICE_TO_DEVICE, array, host, bytes, work_.stream());
    work_.synchronise();
}

// Halves of an address are exact in numbers.
void DeviceArrays::share_landings(Port& port, void* landing)
{
    if (work_.sends_from_device) {
        work_.landings.assign(static_cast<std::size_t>(port.p()), nullptr);
        work_.landings[static_cast<std::size_t>(port.s())] = landing;
        return;
    }
    const auto own = reinterpret_cast<std::uintptr_t>(landing);
    const std::vector<double> all =
        gather(port, {static_cast<double>(own / half_address), static_cast<double>(own % half_address)});
    for (std::size_t i = 0; i < all.size(); i += 2) {
        const auto high = static_cast<std::uintptr_t>(all[i]), low = static_cast<std::uintptr_t>(all[i + 1]);
        const std::uintptr_t address = high * half_address + low;
        work_.landings.push_back(reinterpret_cast<void*>(address));
    }
}

}  // namespace bspfft
