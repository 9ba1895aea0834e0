#include "bsp_fft/predict/message_parameters.hpp"

#include <algorithm>

#include "bsp_fft/papers/domain.hpp"

namespace bspfft {

MessageParameters message_parameters(const Machine& machine, const Schedule& schedule)
{
    const AlphaBeta ab{std::max(0.0, machine.alpha.value), std::max(0.0, machine.beta.value)};
    const double overhead = std::clamp(machine.put_overhead.value / 2, 0.0, ab.alpha / 2);
    const double latency = ab.alpha - 2 * overhead;
    const Index datum = 2 * schedule.bytes_per_real(), local_bytes = schedule.n() / schedule.p() * datum;
    const double put = machine.put_seconds(schedule.exchange(), datum, local_bytes, schedule.p()).value;
    const double gap = std::max(put, overhead);
    return {ab, {latency, overhead, gap}, {latency, overhead, gap, ab.beta}};
}

AllToAllChoice all_to_all_of(const AlphaBeta& machine, const Schedule& schedule)
{
    const auto move = std::find_if(schedule.supersteps().begin(), schedule.supersteps().end(),
                                   [](const Superstep& step) { return !step.computes(); });
    if (move == schedule.supersteps().end())
        throw Error(Status::invalid_argument, "on one process nothing moves; take p >= 2");
    const Index partners = move->partners;
    const double bytes = real(schedule.n() / schedule.p() * 2 * schedule.bytes_per_real());
    return {partners,
            bytes,
            machine.all_to_all_direct(bytes, partners),
            machine.all_to_all_butterfly(bytes, partners),
            best_radix(machine, bytes, partners),
            machine.beta > 0 ? machine.direct_beats_butterfly_from(partners) : 0};
}

double measured_cache_constant(const Machine& machine)
{
    constexpr Index bytes_per_real = 8, bytes_per_complex = 2 * bytes_per_real;
    Index largest = 1;
    for (const KernelPoint& point : machine.kernels) {
        if (point.pass.access == Access::to_packets) largest = std::max(largest, point.local_size);
    }
    const Index length = Index{1} << log2_exact(power_of_two_below(largest)) / 2;
    double seconds = 0;
    for (const Access access : {Access::to_packets, Access::from_packets})
        seconds += machine.pass_seconds({"simd", access, bytes_per_real, length}, largest, 1).value;
    return seconds / machine.copy_seconds(bytes_per_complex, 2 * largest * bytes_per_complex, 1).value;
}

}  // namespace bspfft
