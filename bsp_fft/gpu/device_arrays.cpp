#include "bsp_fft/gpu/device_arrays.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/refusal.hpp"
#include "bsp_fft/bsp/gather.hpp"
#include "bsp_fft/schedule/device.hpp"
#include "bsp_fft/schedule/program.hpp"

namespace bspfft {

namespace {

// Through a window: what is copied at once should take much longer than it takes to begin, and the window has three
// slices at a time, in five arrays each.
constexpr Index window_lanes = 256, parts_of_window = 16;
// Arrays, a work array and the scratch memory of a library's transform.
constexpr Index arrays_at_once = 3;

// A vector that goes through the window in slices and comes back to the same places, in natural order.
bool may_go_in_place(const ScheduleOptions& details, const Problem& problem, Index p)
{
    const auto is_natural = [&](const std::optional<Layout>& layout) {
        return !layout || *layout == Layout::cyclic(problem.n(), 1);
    };
    return p == 1 && problem.shape.size() == 1 && problem.data == Data::complex && !problem.is_partial() &&
           details.cut.empty() && is_natural(details.input) && is_natural(details.output) &&
           smallest_window(problem.n(), details.bytes_per_real) > 0;
}

constexpr std::uintptr_t half_address = std::uintptr_t{1} << 32;

}  // namespace

PlanOptions with_device_choices(PlanOptions requested, Index p)
{
    const bool on_device = requested.memory == Memory::device;
    if (on_device && requested.kernel == Kernel::automatic) requested.kernel = Kernel::cuda;
    if (on_device && requested.kernel != Kernel::cuda) {
        throw refusal("the kernel ", kernel_name(requested.kernel),
                      " has its arrays on the host; arrays on a device are of the kernel cuda");
    }
    if (requested.device_window < 0)
        throw refusal("a device window of ", requested.device_window, " bytes; 0 is as much as there is");
    if (requested.device_window > 0 && requested.kernel != Kernel::cuda)
        throw refusal("a device window is of the kernel cuda; leave it out, or take that kernel");
    if (requested.device_window > 0 && on_device)
        throw refusal("a device window is of arrays on the host; leave it out, or take the memory host");
    if (requested.stream && !on_device) throw refusal("a stream is of arrays on a device; take the memory device");
    if (requested.kernel != Kernel::cuda) return requested;
    if (requested.algorithm == Algorithm::textbook) {
        throw refusal(
            "the kernel cuda cannot do the textbook's algorithm, which has no tiles; take the algorithm fast, or "
            "the kernel radix2");
    }
    // packets are written where they land
    if (on_device) requested.exchange = Exchange::hpput;
    // the same on all processes: what the device has in all, not what is left
    if (!on_device && requested.device_window == 0 && why_no_device().empty())
        requested.device_window = device().use().bytes / 10 * 9 / p;
    return requested;
}

void choose_for_device(ScheduleOptions& details, const Problem& problem, const PlanOptions& options, Index p)
{
    if (options.kernel != Kernel::cuda) return;
    constexpr std::size_t most = std::size(bspfft_device_twiddles{}.order);
    const auto transformed = std::ranges::count(problem.transformed, true);
    if (static_cast<std::size_t>(transformed) > most || problem.shape.size() > most + 1) {
        throw refusal("the kernel cuda has arrays of at most ", most, " axes and a batch; the shape ",
                      shape_text(problem.shape), " has ", problem.shape.size(), ", which the kernel simd has");
    }
    const Index bytes = 2 * details.bytes_per_real * (problem.n() / p);
    const bool fits = options.device_window == 0 || bytes <= options.device_window / arrays_at_once;
    details.whole_axes = fits;
    // columns are up to four times as long as the square root
    const auto column = static_cast<Index>(8 * std::sqrt(static_cast<double>(problem.n()))) * details.bytes_per_real;
    const Index fitting = options.device_window / parts_of_window / std::max(Index{1}, column);
    details.lanes = fits ? device_lanes : power_of_two_below(std::clamp(fitting, Index{1}, window_lanes));
    if (!fits && may_go_in_place(details, problem, p)) details.device_window = options.device_window;
}

void require_host_memory(const PlanOptions& options, const char* who)
{
    if (options.memory == Memory::host) return;
    throw refusal(who, " has its arrays on the host; arrays on a device are of Plan and RealPlan");
}

DeviceArrays::DeviceArrays(const PlanOptions& options, const Schedule& forward, const Schedule& inverse)
    : DeviceWork(bspfft::device(), options.stream), on_device_(options.memory == Memory::device)
{
    const bool native = is_all_on_device(forward.program()) && is_all_on_device(inverse.program());
    const bool one_program = forward.p() == 1 || !Port::processes_are_programs();
    window = options.device_window;
    arrays_on_device = on_device_ && native;
    sends_from_device = arrays_on_device && !one_program && Port::moves_device_memory();
    landing_on_device = arrays_on_device && (one_program || sends_from_device);
    may_run_on_ = options.stream && native && forward.p() == 1;
    waits = !may_run_on_;
}

void* DeviceArrays::zeros(Index bytes)
{
    void* const array = memory_.emplace_back(device(), bytes).data();
    if (bytes > 0) device().clear(array, bytes, stream());
    synchronise();
    return array;
}

void* DeviceArrays::mirror(Index bytes)
{
    memory_.emplace_back(device(), bytes, DeviceMemory::Where::pinned_host);
    auto* const host = memory_.back().as<std::byte>();
    std::fill_n(host, bytes, std::byte{});
    return host;
}

void DeviceArrays::pin(void* host, Index bytes)
{
    if (!host || bytes == 0 || std::ranges::find(pinned_, host, &MadeByDevice<void>::get) != pinned_.end()) return;
    const bspfft_device_functions& functions = device().functions();
    if (functions.pin_host(host, bytes) == 0) pinned_.push_back({host, {functions.unpin_host}});
}

void DeviceArrays::copy(int kind, void* to, const void* from, Index bytes) const
{
    device().copy(kind, to, from, bytes, stream());
    synchronise();
}

// Halves of an address are exact in numbers.
void DeviceArrays::share_landings(Port& port, void* landing)
{
    if (sends_from_device) {
        landings.assign(static_cast<std::size_t>(port.p()), nullptr);
        landings[static_cast<std::size_t>(port.s())] = landing;
        return;
    }
    const auto own = reinterpret_cast<std::uintptr_t>(landing);
    const std::vector<double> all =
        gather(port, {static_cast<double>(own / half_address), static_cast<double>(own % half_address)});
    for (std::size_t i = 0; i < all.size(); i += 2) {
        const auto high = static_cast<std::uintptr_t>(all[i]), low = static_cast<std::uintptr_t>(all[i + 1]);
        landings.push_back(reinterpret_cast<void*>(high * half_address + low));
    }
}

}  // namespace bspfft
