#include "bsp_fft/gpu/device_arrays.hpp"

#include <algorithm>
#include <cstdint>

#include "bsp_fft/bsp/gather.hpp"
#include "bsp_fft/schedule/device_kind.hpp"

namespace bspfft {

namespace {

constexpr std::uintptr_t half_address = std::uintptr_t{1} << 32;

}  // namespace

template <class Real>
DeviceArrays<Real>::DeviceArrays(const PlanOptions& options, const Schedule& there, const Schedule& back)
    : device_(device()),
      on_device_(options.memory == Memory::device),
      native_(is_all_on_device(there) && is_all_on_device(back)),
      may_run_on_(options.stream && native_ && there.p() == 1),
      work_(device_, options.stream)
{
    const bool one_program = there.p() == 1 || !Port::processes_are_programs();
    work_.window = options.device_window;
    work_.arrays_on_device = on_device_ && native_;
    work_.sends_from_device = work_.arrays_on_device && !one_program && Port::moves_device_memory();
    work_.landing_on_device = work_.arrays_on_device && (one_program || work_.sends_from_device);
    work_.waits = !may_run_on_;
}

template <class Real>
DeviceArrays<Real>::~DeviceArrays()
{
    for (Real* host : pinned_) device_.functions().unpin_host(host);
}

template <class Real>
Real* DeviceArrays<Real>::zeros(Index reals)
{
    const Index bytes = reals * static_cast<Index>(sizeof(Real));
    memory_.emplace_back(device_, bytes);
    Real* const array = memory_.back().template as<Real>();
    if (bytes > 0) device_.check(device_.functions().clear(array, bytes, work_.stream()), "clearing memory");
    work_.synchronise();
    return array;
}

template <class Real>
Real* DeviceArrays<Real>::mirror(Index reals)
{
    memory_.emplace_back(device_, reals * static_cast<Index>(sizeof(Real)), DeviceMemory::Where::pinned_host);
    Real* const host = memory_.back().template as<Real>();
    std::fill_n(host, reals, Real{0});
    return host;
}

template <class Real>
void DeviceArrays<Real>::pin(Real* host, Index reals)
{
    if (!host || reals == 0 || std::find(pinned_.begin(), pinned_.end(), host) != pinned_.end()) return;
    if (device_.functions().pin_host(host, reals * static_cast<Index>(sizeof(Real))) == 0) pinned_.push_back(host);
}

template <class Real>
void DeviceArrays<Real>::to_host(Real* host, const Real* array, Index reals) const
{
    device_.copy(BSPFFT_DEVICE_TO_HOST, host, array, reals * static_cast<Index>(sizeof(Real)), work_.stream());
    work_.synchronise();
}

template <class Real>
void DeviceArrays<Real>::to_device(Real* array, const Real* host, Index reals) const
{
    device_.copy(BSPFFT_DEVICE_TO_DEVICE, array, host, reals * static_cast<Index>(sizeof(Real)), work_.stream());
    work_.synchronise();
}

// Halves of an address are exact in numbers.
template <class Real>
void DeviceArrays<Real>::share_landings(Port& port, Real* landing)
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

template class DeviceArrays<float>;
template class DeviceArrays<double>;

}  // namespace bspfft
