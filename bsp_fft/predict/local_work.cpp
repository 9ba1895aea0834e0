#include <algorithm>
#include <iterator>

#include "bsp_fft/machine/measurements.hpp"
#include "bsp_fft/predict/models.hpp"
#include "bsp_fft/schedule/building.hpp"
#include "bsp_fft/schedule/cut_choice.hpp"
#include "bsp_fft/schedule/device.hpp"

namespace bspfft {

namespace {

bool is_on_device(const Compute& step) { return step.kernel == Kernel::cuda; }

/// The measured pass of the kernel that is nearest to the wanted one. A kernel that was only measured in place needs
/// one more copy to pack or unpack its packets.
struct NearestPass {
    PassKind pass;
    bool copies = false;
};

NearestPass nearest_pass(const Machine& machine, const PassKind& wanted)
{
    if (machine.knows(wanted)) return {wanted};
    PassKind other = wanted;
    other.half = false;
    if (wanted.kernel.starts_with("cuda ")) other.kernel = "cuda";
    if (machine.knows(other)) return {other};
    other.access = wanted.access == Access::in_place ? Access::from_packets : Access::in_place;
    if (!machine.knows(other)) return {wanted};
    return {other, other.access == Access::in_place};
}

bool is_through_device(const Schedule& schedule, const Step& step)
{
    return step.compute() && is_on_device(*step.compute()) && works_on_host(schedule);
}

// Packets that come from a device to the host are copied there once more, to where they are sent from.
Estimate packing_seconds(const Machine& machine, const Schedule& schedule, const Step& step, Access access)
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

// A computation, accessed as it is or like this.
Estimate pass_seconds(const Machine& machine, const Schedule& schedule, const Step& step, Access access)
{
    const Compute& compute = *step.compute();
    const bool on_device = is_on_device(compute);
    const Estimate launch = on_device ? machine.known_device().launch : Estimate{};
    const std::string kernel = on_device ? device_kind(compute) : kernel_name(compute.kernel);
    PassKind wanted{kernel, access, schedule.bytes_per_real(), {compute.radix}};
    wanted.half = on_device && is_of_reals(compute);
    const NearestPass nearest = nearest_pass(machine, wanted);
    const Estimate seconds = compute.kernel == Kernel::simd
                                 ? vector_seconds(machine, schedule, step, access)
                                 : machine.pass_seconds(nearest.pass, part_of(step), schedule.p());
    const Estimate alone = real(part_of(step)) * seconds + launch;
    const Estimate all = on_device ? in_turns(machine, nearest.pass, alone, schedule.p()) : alone;
    // a device gathers before its transforms, and scatters after them
    const double copies = on_device ? 2 : 1;
    const Estimate with_copies = nearest.copies ? all + copies * copy_seconds(machine, schedule, step) : all;
    return with_copies + packing_seconds(machine, schedule, step, access);
}

// Arrays on the device that have mirrors are copied to them, and from them.
template <class CopySeconds>
Estimate mirror_seconds(const Schedule& schedule, const Step& step, CopySeconds copy)
{
    if (schedule.memory() == Memory::host || !works_on_host(schedule)) return {};
    const std::vector<Step>& steps = schedule.program().steps;
    const bool is_first = &step == &steps[schedule.opens_with_sync() ? 1 : 0];
    const Estimate first = is_first ? copy(CopyDirection::to_host) : Estimate{};
    return &step == &steps.back() ? first + copy(CopyDirection::to_device) : first;
}

// For an array on the host that goes through the device in slices of columns, as the kernel cuts it; otherwise 1. The
// kernel has slices where columns are along one axis.
Index slices_of(const Schedule& schedule, const Step& step)
{
    if (!is_through_device(schedule, step) || schedule.p() > 1 || step.compute()->radix == 1) return 1;
    const Compute& compute = *step.compute();
    if (compute.slices > 1) return compute.slices;
    const auto groups = std::ranges::count_if(
        compute.cut, [](const AxisCut& axis) { return !axis.transformed && axis.n > 1; });
    if (compute.access == Access::in_place && groups > 1) return 1;
    const Index columns = part_of(step) / compute.radix;
    const Index width = usual_slice_width(columns, 2 * schedule.bytes_per_real() * compute.radix);
    return columns < 2 || width >= columns ? 1 : (columns - 1) / std::max(Index{1}, width) + 1;
}

// For slices of neighbouring columns: what is contiguous on the host, in a row of columns and in a row of the results
// alike.
bool has_short_pieces(const Schedule& schedule, const Step& step, Index slices)
{
    const Compute& compute = *step.compute();
    const bool neighbours = compute.slices > 1 || (!compute.cut.empty() && !compute.cut.back().transformed);
    const Index piece = part_of(step) / compute.radix / slices;
    return neighbours && piece * 2 * schedule.bytes_per_real() < long_piece_bytes;
}

// What others have put is read from their caches by the step that places it, or by the next. Where puts are delivered
// at the sync, the process that reads has copied it itself.
Estimate arrival_seconds(const Machine& machine, const Schedule& schedule, const Step& step)
{
    const std::vector<Step>& steps = schedule.program().steps;
    const auto arrives = [&](const Step& moved) {
        const Index bytes = moved.move()->words_received * schedule.bytes_per_real();
        return machine.arrival_seconds(bytes, schedule.p());
    };
    const auto is_placed = [](const Step& moved) { return moved.move()->plain() && moved.move()->sweeps > 0; };
    if (schedule.exchange() != Exchange::hpput || !works_on_host(schedule)) return {};
    if (step.move()) return is_placed(step) ? arrives(step) : Estimate{};
    if (&step == &steps.front()) return {};
    const Step& before = *(&step - 1);
    return before.move() && !is_placed(before) ? arrives(before) : Estimate{};
}

// Bluestein's: numbers times a table, in place by the spectrum. By the chirp they come from another array or go to one,
// and the padded one is filled to its end.
Estimate product_seconds(const Machine& machine, const Schedule& schedule, const Step& step)
{
    using By = MultiplyStep::By;
    const By by = step.compute()->find<MultiplyStep>()->by;
    const Index padded = part_of(step), signal = step.compute()->before.largest_local_size();
    const bool is_half = by == By::chirp_last && schedule.problem().data == Data::real;
    const Index numbers = std::max(Index{1}, is_half ? signal / 2 : signal);
    const SweepKind multiply{SweepKind::multiply, schedule.bytes_per_real()};
    const Estimate products = real(numbers) * machine.sweep_seconds(multiply, padded, schedule.p());
    if (by == By::spectrum) return products;
    const Index bytes = 2 * schedule.bytes_per_real() * (by == By::chirp_first ? padded : numbers);
    return products + machine.copy_seconds(bytes, 2 * part_bytes(schedule, step), schedule.p());
}

// Moves that pack outside the cache go through the data as often as the program says. A transform of length 1 is a
// copy. Sweeps of cosines and sines are measured; pairs that are separated are numbers times roots of unity like one of
// these.
Estimate work_seconds(const Machine& machine, const Schedule& schedule, const Step& step)
{
    using enum StepKind;
    const auto copies = [&](double count) {
        return count > 0 ? count * copy_seconds(machine, schedule, step) : Estimate{};
    };
    const auto swept = [&](const SweepStep& sweep, Index numbers) {
        const SweepKind measured{sweep.name(), schedule.bytes_per_real(), sweep.width, sweep.strided};
        return real(numbers) * machine.sweep_seconds(measured, numbers, schedule.p());
    };
    const std::optional<StepKind> kind = kind_of(schedule, step);
    if (!kind) return {};
    switch (*kind) {
    case move_of_elements:
    case mirror:
        return copies(step.move()->redistributes() ? real(std::max(Index{1}, step.move()->sweeps)) : 0);
    case move_of_tiles:
    case device_slices:  // with the copies that hide them, or are hidden
        return {};
    case copy:
        return copies(step.compute() ? 1 : 0);
    case products:
        return is_on_device(*step.compute()) ? copies(1) : product_seconds(machine, schedule, step);
    case separation: {
        const Compute& compute = *step.compute();
        if (is_on_device(compute)) return copies(1);
        const Index numbers = std::min(compute.before.largest_local_size(), compute.after.largest_local_size());
        return swept({SweepStep::Pattern::take_apart}, std::max(Index{1}, numbers));
    }
    case fold:
    case unfold:
    case take_apart:
    case put_together:
        return swept(*step.compute()->find<SweepStep>(), part_of(step));
    default:
        break;
    }
    const Access access = step.compute()->access;
    if (access != Access::between_packets) return pass_seconds(machine, schedule, step, access);
    if (*kind != device) return pass_seconds(machine, schedule, step, access);
    // the factors are half of a copy
    return pass_seconds(machine, schedule, step, Access::from_packets) +
           pass_seconds(machine, schedule, step, Access::to_packets) + copies(0.5);
}

}  // namespace

Index part_of(const Step& step)
{
    if (step.compute()) return std::max(Index{1}, step.compute()->working_set / 2);
    if (!step.move()) return 1;
    return std::max({Index{1}, step.move()->working_set / 2, step.move()->after.largest_local_size()});
}

Index part_bytes(const Schedule& schedule, const Step& step) { return part_of(step) * 2 * schedule.bytes_per_real(); }

Index part_bytes(const Schedule& schedule)
{
    Index most = 0;
    for (const Step& step : schedule.program().steps) most = std::max(most, part_bytes(schedule, step));
    return most;
}

bool works_on_host(const Schedule& schedule)
{
    return schedule.kernel() != Kernel::cuda || schedule.memory() == Memory::host ||
           !is_all_on_device(schedule.program());
}

// Processes of a machine share its device, and take turns.
Estimate copy_seconds(const Machine& machine, const Schedule& schedule, const Step& step)
{
    const Index bytes = 2 * part_bytes(schedule, step);
    if (schedule.kernel() == Kernel::cuda && (step.compute() || !works_on_host(schedule)))
        return real(schedule.p() * bytes) * reciprocal(machine.known_device().bytes_per_second);
    return machine.copy_seconds(bytes, bytes, schedule.p());
}

// Arrays on the host go to the device for every computation, and come back. In slices all of that is done at once, so
// that the longest of copies and computing counts, and of the others what the first and the last slice take.
Estimate pcie_seconds(const Machine& machine, const Schedule& schedule, const Step& step)
{
    const auto copy = [&](CopyDirection direction) {
        return real(schedule.p()) *
               machine.device_copy_seconds(direction, HostMemory::pinned, part_bytes(schedule, step));
    };
    const Estimate mirrors = mirror_seconds(schedule, step, copy);
    if (!is_through_device(schedule, step)) return mirrors;
    const Index slices = slices_of(schedule, step);
    // what one process sends to the device goes beside what another one gets back
    if (schedule.p() > 1) return mirrors + copy(CopyDirection::both);
    if (slices == 1) return mirrors + copy(CopyDirection::to_device) + copy(CopyDirection::to_host);
    const double slower = has_short_pieces(schedule, step, slices) ? short_pieces_take : 1;
    const Estimate way = slower * copy(CopyDirection::both);
    const Estimate computing = pass_seconds(machine, schedule, step, step.compute()->access);
    const bool hides = computing.value > way.value;
    return mirrors + (hides ? computing + 2 / real(slices) * way : way + 1 / real(slices) * (way + computing));
}

const char* name_of(StepKind kind)
{
    constexpr const char* names[] = {
        "columns to packets", "rows from packets", "between packets", "tiles in place", "tiles gathered",
        "real columns to packets", "real rows from packets", "real between packets", "real tiles in place",
        "real tiles gathered", "short vector", "vector in two sweeps", "real vector", "radix2", "fftw", "device",
        "device in slices", "products", "separation of pairs", "copy", "fold", "unfold", "take apart", "put together",
        "move of tiles", "move of elements", "mirrored parts"};
    static_assert(std::size(names) == step_kinds);
    return names[static_cast<std::size_t>(kind)];
}

std::optional<StepKind> kind_of(const Schedule& schedule, const Step& step)
{
    using enum StepKind;
    if (step.is_sync()) return {};
    if (const Move* const move = step.move())
        return move->tiles() ? move_of_tiles : move->mirror() ? mirror : move_of_elements;
    if (slices_of(schedule, step) > 1) return device_slices;
    const Compute* const compute = step.compute();
    if (!compute) return copy;
    constexpr StepKind sweeps[] = {copy, fold, unfold, take_apart, put_together};
    if (const auto* const sweep = compute->find<SweepStep>()) return sweeps[static_cast<std::size_t>(sweep->pattern)];
    if (compute->find<SeparateStep>()) return separation;
    if (!compute->find<TransformStep>()) return products;
    if (compute->radix == 1) return copy;
    if (is_on_device(*compute)) return device;
    if (compute->kernel == Kernel::radix2) return radix2;
    return compute->kernel == Kernel::fftw ? fftw : vector_kind(schedule, *compute);
}

Estimate local_seconds(const Machine& machine, const Schedule& schedule, const Step& step)
{
    return work_seconds(machine, schedule, step) + arrival_seconds(machine, schedule, step);
}

}  // namespace bspfft
