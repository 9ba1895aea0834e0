#include <algorithm>

#include "bsp_fft/machine/measurements.hpp"
#include "bsp_fft/predict/models.hpp"
#include "bsp_fft/schedule/device_kind.hpp"
#include "bsp_fft/schedule/short_lengths.hpp"
#include "bsp_fft/schedule/slice_sizes.hpp"

namespace bspfft {

namespace {

bool is_on_device(const Superstep& step) { return step.kernel == Kernel::cuda; }

// Processes of a machine share its device, and take turns.
double sharers_of_device(const Schedule& schedule) { return real(schedule.p()); }

/// The measured pass of the kernel that is nearest to the wanted one. A kernel that was only measured in place needs
/// one more copy to pack or unpack its packets. The lanes kernel reads packets about as fast as tiles of an
/// array; files of version 2 know nothing of those.
struct NearestPass {
    PassKind pass;
    bool copies = false;
};

NearestPass nearest_pass(const Machine& machine, const PassKind& wanted)
{
    if (machine.knows(wanted)) return {wanted};
    PassKind other = wanted;
    if (wanted.kernel.starts_with("cuda ")) other.kernel = "cuda";
    other.lanes_apart = false;
    if (machine.knows(other)) return {other};
    other.access = wanted.access == Access::in_place ? Access::from_packets : Access::in_place;
    if (!machine.knows(other)) return {wanted};
    return {other, other.access == Access::in_place};
}

// The last axis in memory is the one whose elements are neighbours.
bool lanes_are_apart(const Superstep& step)
{
    if (step.access != Access::in_place || is_on_device(step)) return false;
    const auto last = std::find_if(step.cut.rbegin(), step.cut.rend(), [](const AxisCut& axis) { return axis.n > 1; });
    return last != step.cut.rend() && last->transformed;
}

// A single column fills no vectors, unless it is short. Passes were measured with full ones, which have twice as many
// floats.
Estimate lane_factor(const Machine& machine, const Schedule& schedule, const Superstep& step)
{
    const bool is_short = step.access == Access::in_place && !step.cut.empty() &&
                          has_short_columns(step.cut, schedule.bytes_per_real(),
                                            schedule.shared() ? ShortVectors::any : ShortVectors::few);
    if (step.cut.empty() || step.lanes > 1 || is_short || is_on_device(step)) return exactly(1);
    return 8 / real(schedule.bytes_per_real()) * machine.one_lane_factor(schedule.p());
}

double products_of(const Superstep& step)
{
    return real(std::count_if(step.steps.begin(), step.steps.end(),
                              [](const Step& each) { return std::holds_alternative<MultiplyStep>(each); }));
}

bool is_through_device(const Schedule& schedule, const Superstep& step)
{
    return step.computes() && is_on_device(step) && works_on_host(schedule);
}

// Packets that come from a device to the host are copied there once more, to where they are sent from.
Estimate packing_seconds(const Machine& machine, const Schedule& schedule, const Superstep& step, Access access)
{
    if (!is_through_device(schedule, step) || access != Access::to_packets || schedule.p() == 1) return {};
    const Index bytes = 2 * part_bytes(schedule, step);
    return machine.copy_seconds(bytes, bytes, schedule.p());
}

// In the smallest arrays that were measured, launches take nearly all of the time; not where processes were measured
// together.
Estimate launches_of(const Machine& machine, const PassKind& pass)
{
    constexpr Index small_array = Index{1} << 17;
    const KernelPoint* smallest = nullptr;
    for (const KernelPoint& point : machine.kernels) {
        const bool alike = point.pass.kernel == pass.kernel && point.pass.access == pass.access &&
                           point.pass.bytes_per_real == pass.bytes_per_real && point.local_size <= small_array;
        if (alike && (!smallest || point.local_size < smallest->local_size)) smallest = &point;
    }
    const Estimate& one = machine.known_device().launch;
    return smallest && smallest->active == 1 ? one + real(smallest->local_size) * smallest->seconds : one;
}

// Processes that share a device take turns, but one launches while another computes.
Estimate in_turns(const Machine& machine, const PassKind& pass, const Estimate& alone, Index p)
{
    const double launches = std::min(alone.value, launches_of(machine, pass).value);
    return real(p) * alone + exactly((1 - real(p)) * launches);
}

// A computation without its products, accessed as it is or like this.
Estimate pass_seconds(const Machine& machine, const Schedule& schedule, const Superstep& step, Access access)
{
    const Estimate launch = is_on_device(step) ? machine.known_device().launch : Estimate{};
    const std::string kernel = is_on_device(step) ? device_kind(step) : kernel_name(step.kernel);
    const NearestPass nearest =
        nearest_pass(machine, {kernel, access, schedule.bytes_per_real(), step.radix, lanes_are_apart(step)});
    const Estimate seconds = lane_factor(machine, schedule, step) *
                             machine.pass_seconds(nearest.pass, part_of(step), schedule.p());
    const Estimate alone = real(part_of(step)) * seconds + launch;
    const Estimate all = is_on_device(step) ? in_turns(machine, nearest.pass, alone, schedule.p()) : alone;
    // a device gathers before its transforms, and scatters after them
    const double copies = is_on_device(step) ? 2 : 1;
    const Estimate with_copies = nearest.copies ? all + copies * copy_seconds(machine, schedule, step) : all;
    return with_copies + packing_seconds(machine, schedule, step, access);
}

// Arrays on the device that have mirrors are copied to them and from them.
template <class Copy>
Estimate mirror_seconds(const Schedule& schedule, const Superstep& step, Copy copy)
{
    if (schedule.memory() == Memory::host || !works_on_host(schedule)) return {};
    const Estimate first = &step == &schedule.supersteps().front() ? copy(CopyDirection::to_host) : Estimate{};
    return &step == &schedule.supersteps().back() ? first + copy(CopyDirection::to_device) : first;
}

// The slices of columns in which an array on the host goes through the device, as the kernel cuts it; otherwise 1.
Index slices_of(const Schedule& schedule, const Superstep& step)
{
    if (!is_through_device(schedule, step) || schedule.p() > 1 || step.radix == 1) return 1;
    if (step.slices > 1) return step.slices;
    const Index columns = part_of(step) / step.radix;
    const Index width = usual_slice_width(columns, 2 * schedule.bytes_per_real() * step.radix);
    return columns < 2 || width >= columns ? 1 : (columns - 1) / std::max(Index{1}, width) + 1;
}

// Whether slices through a window are short where they are contiguous on the host, in rows of columns and of results.
bool has_short_pieces(const Schedule& schedule, const Superstep& step)
{
    const Index piece = part_of(step) / step.radix / step.slices;
    return step.slices > 1 && piece * 2 * schedule.bytes_per_real() < long_piece_bytes;
}

}  // namespace

Index part_of(const Superstep& step)
{
    if (step.computes()) return std::max(Index{1}, step.working_set / 2);
    return std::max({Index{1}, step.working_set / 2, step.after.largest_local_size()});
}

Index part_bytes(const Schedule& schedule, const Superstep& step)
{
    return part_of(step) * 2 * schedule.bytes_per_real();
}

Index part_bytes(const Schedule& schedule)
{
    Index most = 0;
    for (const Superstep& step : schedule.supersteps()) most = std::max(most, part_bytes(schedule, step));
    return most;
}

bool works_on_host(const Schedule& schedule)
{
    return schedule.kernel() != Kernel::cuda || schedule.memory() == Memory::host || !is_all_on_device(schedule);
}

Estimate copy_seconds(const Machine& machine, const Schedule& schedule, const Superstep& step)
{
    const Index bytes = 2 * part_bytes(schedule, step);
    if (schedule.kernel() == Kernel::cuda && (step.computes() || !works_on_host(schedule)))
        return sharers_of_device(schedule) * real(bytes) * reciprocal(machine.known_device().bytes_per_second);
    return machine.copy_seconds(bytes, bytes, schedule.p());
}

// Arrays on the host are copied to the device and from it for every computation. In slices all of that is done at once,
// so that the longest of copies and computing counts, and of the others what the first and the last slice take.
Estimate pcie_seconds(const Machine& machine, const Schedule& schedule, const Superstep& step)
{
    const auto copy = [&](CopyDirection direction) {
        return sharers_of_device(schedule) *
               machine.device_copy_seconds(direction, HostMemory::pinned, part_bytes(schedule, step));
    };
    const Estimate mirrors = mirror_seconds(schedule, step, copy);
    if (!is_through_device(schedule, step)) return mirrors;
    const Index slices = slices_of(schedule, step);
    // what one process sends to the device goes beside what another one gets back
    if (schedule.p() > 1) return mirrors + copy(CopyDirection::both);
    if (slices == 1) return mirrors + copy(CopyDirection::to_device) + copy(CopyDirection::to_host);
    const double slower = has_short_pieces(schedule, step) ? short_pieces_take : 1;
    const Estimate way = slower * copy(CopyDirection::both);
    const Estimate computing = pass_seconds(machine, schedule, step, step.access);
    const bool hides = computing.value > way.value;
    return mirrors + (hides ? computing + 2 / real(slices) * way : way + 1 / real(slices) * (way + computing));
}

// Moves that pack outside the cache go through the data as often as the schedule says. Bluestein's products are a sweep
// each, and so is a transform of length 1.
Estimate local_seconds(const Machine& machine, const Schedule& schedule, const Superstep& step)
{
    const auto copies = [&](double count) {
        return count > 0 ? count * copy_seconds(machine, schedule, step) : Estimate{};
    };
    if (slices_of(schedule, step) > 1) return {};
    if (!step.computes()) return copies(step.packs_in_cache ? 0 : real(std::max(Index{1}, step.sweeps)));
    if (step.radix == 1) return copies(1 + products_of(step));
    // forward and inverse in the cache; the factors are half of a copy
    if (step.access == Access::between_packets) {
        return pass_seconds(machine, schedule, step, Access::from_packets) +
               pass_seconds(machine, schedule, step, Access::to_packets) + copies(0.5);
    }
    return pass_seconds(machine, schedule, step, step.access) + copies(products_of(step));
}

}  // namespace bspfft
