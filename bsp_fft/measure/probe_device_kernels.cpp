// The rates of a device's kernel, each computation without its launch: transforms alone, and the passes of plans with
// gathering and scattering, on all processes that share the device at once.
#include <cmath>
#include <memory>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/kernel/kernels.hpp"
#include "bsp_fft/machine/estimate.hpp"
#include "bsp_fft/machine/measurements.hpp"
#include "bsp_fft/measure/device_laboratory.hpp"
#include "bsp_fft/schedule/builders.hpp"
#include "bsp_fft/schedule/building.hpp"
#include "bsp_fft/schedule/device.hpp"

namespace bspfft {

namespace {

constexpr int smallest_bits = 10, every_power_from = 20, largest_bits = 28;  // of arrays
constexpr Index batched_lengths[] = {16, 256, 1024, 4096, 8192, 16384, 65536};
constexpr int strided_bits[] = {6, 8, 10, 12};  // of lengths
constexpr double least_seconds = 1e-12;         // of a number, whatever was taken off

/// The rate of work on `size` complex numbers of each of p processes.
Experiment rate_experiment(const DeviceLaboratory& lab, const PassKind& pass, Index size, Index p,
                           std::function<void()> work)
{
    const std::string curve = text(pass.kernel, " ", static_cast<int>(pass.access), " ", pass.bytes_per_real, " ", p,
                                   pass.half ? " half" : "", " ",
                                   pass.length() >= size ? "whole" : text(pass.length()));
    return time_experiment(
        [&lab, work = std::move(work)] { return lab.seconds_of(work); },
        [&lab, pass, size, p](const Estimate& all) {
            const double launch = lab.machine.device->launch.value;
            const auto rate = [&](double seconds) {
                return std::max(least_seconds, (seconds - launch) / static_cast<double>(p * size));
            };
            lab.machine.kernels.push_back({pass, size, p, {rate(all.value), rate(all.low), rate(all.high)}});
        },
        {{curve, std::log2(static_cast<double>(size))}});
}

/// In place, `size` numbers in transforms of this length.
Experiment kernel_experiment(const DeviceLaboratory& lab, Index length, Index size, Index bytes_per_real)
{
    const auto plan = std::make_shared<DevicePlan>(
        lab.device, contiguous_transform(bytes_per_real, BSPFFT_DEVICE_COMPLEX, {length}, size / length));
    return rate_experiment(
        lab, {kernel_name(Kernel::cuda), Access::in_place, bytes_per_real, {length}}, size, 1,
        [&lab, plan] { plan->execute(false, 1, lab.array.data(), lab.array.data(), lab.stream.get()); });
}

void add_transforms(DeviceLaboratory& lab, Index bytes_per_real, double longest)
{
    const Index most = lab.bytes / (2 * bytes_per_real);
    double once = 0;
    for (int bits = smallest_bits; once < longest; bits += bits < every_power_from ? 2 : 1) {
        const Index size = Index{1} << bits;
        if (bits > largest_bits || size > most) break;
        lab.experiments.push_back(kernel_experiment(lab, size, size, bytes_per_real));
        once = lab.experiments.back().sample().front();
        for (const Index length : batched_lengths) {
            if (length < size) lab.experiments.push_back(kernel_experiment(lab, length, size, bytes_per_real));
        }
    }
}

/// Every pass of a schedule. Processes have parts of the laboratory's array, and their landing arrays parts of its
/// second half; each has a stream.
template <class Real>
class PassExperiments {
public:
    PassExperiments(DeviceLaboratory& lab, double longest) : lab_(lab), longest_(longest)
    {
        options_.kernel = Kernel::cuda;
        options_.order = kernel_entry(Kernel::cuda).order;
        options_.memory = Memory::device;
        options_.bytes_per_real = sizeof(Real);
        options_.lanes = device_lanes;
        options_.whole_axes = true;
    }

    /// Larger and larger ones of a kind, of these bits.
    void add(int first, int last, int step, Index p, auto problem_of)
    {
        for (int bits = first; bits <= last && add(problem_of(bits), p);) bits += step;
    }

    /// Vectors with columns of about the square root, and shorter and longer ones.
    bool add_cuts(int bits, Index p)
    {
        bool is_short = true;
        for (const int more : {-2, -1, 0, 1, 2}) {
            options_.cut = {Index{1} << (bits / 2 + more)};
            is_short = add(Problem{{Index{1} << bits}, {true}}, p) && is_short;
        }
        options_.cut.clear();
        return is_short;
    }

private:
    bool add(const Problem& problem, Index p)
    {
        const Schedule schedule = free_cut_schedule(problem, p, options_);
        return fits(schedule) && add(schedule);
    }

    // With room for what tiles are padded with.
    bool fits(const Schedule& schedule) const
    {
        const Index room = schedule.p() == 1 ? lab_.bytes : lab_.bytes * 3 / 8;
        return schedule.n() * 2 * static_cast<Index>(sizeof(Real)) <= room;
    }

    Real* array(const Schedule& schedule, Index s) const
    {
        return lab_.array.template as<Real>() + s * (lab_.bytes / 2 / schedule.p() / static_cast<Index>(sizeof(Real)));
    }
    Real* landing(const Schedule& schedule, Index s) const { return array(schedule, schedule.p() + s); }

    // False if they take too long to continue with larger ones.
    bool add(const Schedule& schedule)
    {
        std::size_t next = 0;
        bool is_short = true;
        for (const Compute* step : schedule.program().computations()) {
            PassKind kind{device_kind(*step), step->access, sizeof(Real), {step->radix}};
            kind.half = is_of_reals(*step);
            const Index numbers = schedule.input().largest_local_size() / (kind.half ? 2 : 1);
            lab_.experiments.push_back(
                rate_experiment(lab_, kind, numbers, schedule.p(), on_all_processes(schedule, next++)));
            is_short = lab_.experiments.back().sample().front() < longest_ && is_short;
        }
        return is_short;
    }

    // One pass; complete except for work on the laboratory's stream.
    std::function<void()> on_all_processes(const Schedule& schedule, std::size_t number)
    {
        std::vector<void*> landings;
        for (Index s = 0; s < schedule.p(); ++s) landings.push_back(landing(schedule, s));
        std::vector<Run> runs;
        for (Index s = 0; s < schedule.p(); ++s) {
            const Pass pass = passes_of(schedule, s)[number];
            DeviceWork& work = *lab_.works[static_cast<std::size_t>(s)];
            work.landings = landings;
            Real* const out = array(schedule, s);
            const bool apart = pass.tiles->from || schedule.program().computations()[number]->needs_two_arrays();
            Real* const in = apart ? landing(schedule, s) : out;
            const PassArrays<Real> arrays{in, out, nullptr, &work};
            Arena arena;  // the tables of this kernel are its own
            runs.push_back({kernel_entry(Kernel::cuda).make<Real>(pass, {}, arrays, arena), in, out, &work});
        }
        return [runs] {
            for (const Run& run : runs) run.kernel->run(Direction::forward, 0, run.kernel->tiles(), run.in, run.out);
            for (std::size_t s = 1; s < runs.size(); ++s) runs[s].work->synchronise();
        };
    }

    struct Run {
        std::shared_ptr<PassKernel<Real>> kernel;
        Real* in;
        Real* out;
        DeviceWork* work;
    };

    DeviceLaboratory& lab_;
    double longest_;
    ScheduleOptions options_;
};

// As long on each axis.
Problem whole(std::size_t axes, int bits, Data data = Data::complex)
{
    return {std::vector<Index>(axes, Index{1} << bits), std::vector<bool>(axes, true), data};
}

// Vectors on two processes and on four, squares and cubes on one and on two; real ones of each on one; and columns that
// are neighbours, along the first axis of an array and along one in its middle.
template <class Real>
void add_passes(DeviceLaboratory& lab, double longest)
{
    PassExperiments<Real> experiments(lab, longest);
    for (const Index p : {2, 4}) {
        for (int bits = smallest_bits + 4; bits <= largest_bits && experiments.add_cuts(bits, p);) bits += 2;
    }
    for (const Index p : {1, 2}) {
        experiments.add(smallest_bits + 4, largest_bits, 2, p, [](int bits) { return whole(2, bits / 2); });
        experiments.add(5, largest_bits / 3, 1, p, [](int bits) { return whole(3, bits); });
    }
    for (const int axes : {1, 2, 3}) {
        experiments.add((smallest_bits + 4) / axes, largest_bits / axes, axes == 1 ? 2 : 1, 1, [&](int bits) {
            return whole(static_cast<std::size_t>(axes), bits, Data::real);
        });
    }
    for (const int length_bits : strided_bits) {
        const Index length = Index{1} << length_bits;
        const auto columns = [&](int bits) { return Index{1} << (bits - length_bits); };
        const auto inner = [&](int bits) { return Index{1} << (bits - length_bits) / 2; };
        int middle = smallest_bits + 4;
        while (columns(middle) / inner(middle) <= most_device_calls) middle += 2;
        experiments.add(smallest_bits + 4, largest_bits, 2, 1, [&](int bits) {
            return Problem{{length, columns(bits)}, {true, false}};
        });
        experiments.add(middle, largest_bits, 2, 1, [&](int bits) {
            return Problem{{columns(bits) / inner(bits), length, inner(bits)}, {false, true, false}};
        });
    }
}

}  // namespace

void DeviceLaboratory::add_kernels(Index bytes_per_real, double longest)
{
    add_transforms(*this, bytes_per_real, longest);
    bytes_per_real == sizeof(float) ? add_passes<float>(*this, longest) : add_passes<double>(*this, longest);
}

}  // namespace bspfft
