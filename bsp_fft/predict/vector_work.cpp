// Passes of vector code, by the prices of a machine.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>

#include "bsp_fft/predict/measured_prices.hpp"
#include "bsp_fft/predict/models.hpp"
#include "bsp_fft/schedule/cut_choice.hpp"
#include "bsp_fft/schedule/vector_prices.hpp"

namespace bspfft {

namespace {

constexpr std::array<double Estimate::*, 3> parts{&Estimate::value, &Estimate::low, &Estimate::high};

// A hash of all that prices are made of.
std::size_t fingerprint(const Machine& machine)
{
    std::size_t sum = 0;
    const auto add = [&](const auto&... values) {
        ((sum = 31 * sum + std::hash<std::decay_t<decltype(values)>>()(values)), ...);
    };
    const auto add_all = [&](const std::vector<Index>& axes, const Estimate& seconds) {
        for (const Index n : axes) add(n);
        add(axes.size(), seconds.value, seconds.low, seconds.high);
    };
    for (const TilePoint& point : machine.tiles) {
        add_all(point.axes, point.seconds);
        add(point.lanes, point.bytes_per_real, point.active);
    }
    for (const KernelPoint& point : machine.kernels) {
        const PassKind& pass = point.pass;
        add_all(pass.axes, point.seconds);
        add(pass.kernel, static_cast<int>(pass.access), pass.bytes_per_real, pass.neighbours, pass.half, pass.lanes,
            pass.partial_tiles, point.local_size, point.active);
    }
    for (const StreamPoint& stream : machine.streams) add(stream.level, stream.bytes, stream.active);
    return sum;
}

/// The prices of the machine that was last asked about: to fit them takes milliseconds, and predictions ask for those
/// of each step.
class KeptPrices {
public:
    const VectorPrices& of(const Machine& machine, Index lanes, Index bytes_per_real, Index active, std::size_t part)
    {
        const std::size_t wanted = fingerprint(machine);
        if (wanted != machine_) known_.clear();
        machine_ = wanted;
        const std::array<Index, 4> key{lanes, bytes_per_real, active, static_cast<Index>(part)};
        const auto found = known_.find(key);
        if (found != known_.end()) return found->second;
        return known_.emplace(key, measured_prices(machine, lanes, bytes_per_real, active, parts[part])).first->second;
    }

private:
    std::size_t machine_ = 0;
    std::map<std::array<Index, 4>, VectorPrices> known_;
};

// Which says what is missing, if that is not in the machine file.
void require_known(const Machine& machine, const Schedule& schedule, const Step& step, const ArrayPass& wanted)
{
    PassKind pass{"simd",
                  wanted.access,
                  schedule.bytes_per_real(),
                  {step.compute()->radix},
                  wanted.access == Access::in_place ? wanted.neighbours : 0,
                  wanted.half};
    if (!machine.knows(pass)) pass.half = false;  // not measured where columns are neighbours
    if (!machine.knows(pass)) machine.pass_seconds(pass, part_of(step), schedule.p());
}

}  // namespace

StepKind vector_kind(const Schedule& schedule, const Compute& step)
{
    const ArrayPass pass = pass_of(schedule.program(), step, step.access);
    if (pass.lanes == 0 && pass.half) return StepKind::half_vector;
    if (pass.lanes == 0) {
        const bool is_long = square_side(pass.lengths.front(), schedule.bytes_per_real()) > 0;
        return is_long ? StepKind::long_vector : StepKind::short_vector;
    }
    using enum StepKind;
    const auto kind = [&](StepKind complex, StepKind half) { return pass.half ? half : complex; };
    if (step.access == Access::to_packets) return kind(to_packets, half_to_packets);
    if (step.access == Access::from_packets) return kind(from_packets, half_from_packets);
    if (step.access == Access::between_packets) return kind(between_packets, half_between_packets);
    return pass.neighbours == 0 ? kind(in_place, half_in_place) : kind(in_place_apart, half_in_place_apart);
}

Estimate vector_seconds(const Machine& machine, const Schedule& schedule, const Step& step, Access access)
{
    const Compute& compute = *step.compute();
    const Index size = numbers_at_once(compute.cut, compute.by_blocks, part_of(step));
    const ArrayPass pass = pass_of(schedule.program(), compute, access);
    const Index lanes = pass.lanes;
    if (lanes > 0) require_known(machine, schedule, step, pass);
    thread_local KeptPrices kept;
    const auto seconds = [&](Index active, std::size_t part) {
        return Pricing(kept.of(machine, lanes, schedule.bytes_per_real(), active, part)).of(pass, size).sum();
    };
    const auto processes = [&](const TilePoint& point) {
        return point.lanes == lanes && point.bytes_per_real == schedule.bytes_per_real() ? point.active : 0;
    };
    return among_processes(machine.tiles, sharing_memory(machine, schedule.p()), processes, [&](Index active) {
        const double value = seconds(active, 0);
        return Estimate{value, std::min(seconds(active, 1), value), std::max(seconds(active, 2), value)};
    });
}

}  // namespace bspfft
