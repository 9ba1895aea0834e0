#include "bsp_fft/predict/models.hpp"

#include <algorithm>

#include "bsp_fft/machine/measurements.hpp"
#include "bsp_fft/schedule/builders.hpp"

namespace bspfft {

namespace {

constexpr Index bytes_per_real = 8, bytes_per_complex = 2 * bytes_per_real;
constexpr Index phase_length = 1024;  // of the transforms of a phase: about a cube's side

// On the largest array that was probed, in double precision.
double device_cache_constant(const Machine& machine)
{
    Index largest = 1;
    for (const KernelPoint& point : machine.kernels) {
        if (point.pass.kernel == kernel_name(Kernel::cuda)) largest = std::max(largest, point.local_size);
    }
    const PassKind pass{kernel_name(Kernel::cuda), Access::in_place, bytes_per_real, {phase_length}};
    return machine.pass_seconds(pass, largest, 1).value * machine.known_device().bytes_per_second.value /
           static_cast<double>(bytes_per_complex);
}

// The slower of both directions.
double pcie_bandwidth(const Machine& machine)
{
    constexpr Index large = Index{1} << 30;
    const double slower =
        std::max(machine.device_copy_seconds(CopyDirection::to_device, HostMemory::pinned, large).value,
                 machine.device_copy_seconds(CopyDirection::to_host, HostMemory::pinned, large).value);
    return static_cast<double>(large) / slower;
}

bool is_cube(const Problem& problem)
{
    return problem.shape.size() == 3 && problem.shape[0] == problem.shape[1] && problem.shape[1] == problem.shape[2] &&
           std::all_of(problem.transformed.begin(), problem.transformed.end(), [](bool each) { return each; });
}

}  // namespace

HidingProblem hiding_problem(Index n, Index p)
{
    HidingProblem problem(n, p);
    const Schedule schedule = free_cut_schedule(n, p);
    const Index length = schedule.radices().front();
    problem.columns = {length, std::min(schedule.lanes(), n / p / length)};
    return problem;
}

ProjectedSystem with_device(ProjectedSystem system, const Machine& machine)
{
    const DeviceParameters& device = machine.known_device();
    system.peak = system.processors * device.peak;
    system.memory_bandwidth = device.bytes_per_second.value;
    system.fast_memory = static_cast<double>(device.cache);
    system.pcie_bandwidth = pcie_bandwidth(machine);
    system.cache_constant = device_cache_constant(machine);
    return system;
}

std::optional<ProjectedTimes> projected_here(const Machine& machine, const Schedule& schedule)
{
    const bool doubles = schedule.bytes_per_real() == bytes_per_real && schedule.problem().data == Data::complex;
    if (schedule.kernel() != Kernel::cuda || !doubles || !machine.device || !is_cube(schedule.problem())) return {};
    ProjectedSystem system;
    system.processors = 1;
    const auto p = static_cast<double>(schedule.p());
    const bool moves = schedule.p() > 1 && machine.beta.value > 0;
    system.link_bandwidth = moves ? p / machine.beta.value : 1;
    constexpr double phases = 3;
    ProjectedTimes times =
        project(static_cast<double>(schedule.shape().front()), with_device(system, machine), ProjectedNetwork::full());
    if (!moves) times.network = 0;
    times.pcie = schedule.memory() == Memory::device ? 0 : times.pcie / phases;
    return times;
}

}  // namespace bspfft
