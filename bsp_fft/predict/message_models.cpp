#include "bsp_fft/predict/message_models.hpp"

#include <algorithm>
#include <cmath>

#include "bsp_fft/machine/measurements.hpp"
#include "bsp_fft/papers/domain.hpp"
#include "bsp_fft/predict/models.hpp"

namespace bspfft {

namespace {

// Radices in between are for powers of two.
BestRadix best_of(const AlphaBeta& machine, double bytes, Index partners)
{
    if (is_power_of_two(partners)) return best_radix(machine, bytes, partners);
    const BestRadix bruck{2, machine.all_to_all_bruck(bytes, partners)};
    const BestRadix direct{partners, machine.all_to_all_direct(bytes, partners)};
    return direct.cost < bruck.cost ? direct : bruck;
}

// Bruck's exchange has fewer messages and more bytes.
double direct_from(const AlphaBeta& machine, Index partners)
{
    const AlphaBeta messages{1, 0}, bytes{0, 1};
    const double fewer = messages.all_to_all_direct(1, partners) - messages.all_to_all_bruck(1, partners);
    const double more = bytes.all_to_all_bruck(1, partners) - bytes.all_to_all_direct(1, partners);
    return machine.beta > 0 && fewer > 0 ? machine.alpha / machine.beta * fewer / more : 0;
}

// The calibrated model's local work, with moves by another one. Its parameters are known as numbers, not as
// intervals.
template <class MovePrice>
Prediction with_moves(const char* model, const Machine& machine, const Schedule& schedule,
                      MovePrice move_price)
{
    Prediction prediction{model, std::vector<Price>(schedule.supersteps().size())};
    for (const Step& step : schedule.program().steps) {
        const bool moves = step.move() && step.move()->h() > 0;
        prediction.supersteps[step.superstep] +=
            price_of(local_seconds(machine, schedule, step), exactly(moves ? move_price(*step.move()) : 0), {},
                     pcie_seconds(machine, schedule, step));
    }
    return prediction;
}

double bytes_of(const Schedule& schedule, const Move& move) { return real(move.h() * schedule.bytes_per_real()); }

Prediction by_memory(const Machine& machine, const Schedule& schedule)
{
    Prediction prediction{"memory", std::vector<Price>(schedule.supersteps().size())};
    const bool on_device = schedule.kernel() == Kernel::cuda;
    const Estimate flop = on_device ? exactly(1 / machine.known_device().peak)
                                    : reciprocal(machine.bsp_at(schedule.p()).r);
    for (const Step& step : schedule.program().steps) {
        const Compute* const compute = step.compute();
        const Move* const move = step.move();
        if (!compute && !(move && move->redistributes())) continue;
        const Estimate computing = real(compute ? compute->flops : 0) * flop;
        const Estimate sweeping = real(compute ? compute->sweeps : move->sweeps) *
                                  copy_seconds(machine, schedule, step);
        const Estimate moving = move ? bytes_of(schedule, *move) * not_negative(machine.beta) : Estimate{};
        prediction.supersteps[step.superstep] +=
            price_of(computing.value > sweeping.value ? computing : sweeping, moving, {},
                     pcie_seconds(machine, schedule, step));
    }
    return prediction;
}

}  // namespace

Prediction predict_messages(Model model, const Machine& machine, const Schedule& schedule)
{
    if (model == Model::memory) return by_memory(machine, schedule);
    const auto seconds = [&](const Move& move) {
        const MessageParameters by = message_parameters(machine, schedule);
        const double messages = real(move.messages), bytes = bytes_of(schedule, move);
        if (model == Model::logp) return by.logp.exchange(real(move.h()) / 2);
        if (model == Model::loggp) return by.loggp.exchange(messages, bytes / messages);
        return messages * by.alpha_beta.alpha + bytes * by.alpha_beta.beta;
    };
    const char* const name = model == Model::logp ? "logp" : model == Model::loggp ? "loggp" : "alpha-beta";
    return with_moves(name, machine, schedule, seconds);
}

std::vector<Prediction> predict_by_messages(const Machine& machine, const Schedule& schedule)
{
    std::vector<Prediction> all;
    for (const Model model : {Model::alpha_beta, Model::logp, Model::loggp, Model::memory})
        all.push_back(predict_messages(model, machine, schedule));
    return all;
}

MessageParameters message_parameters(const Machine& machine, const Schedule& schedule)
{
    const AlphaBeta ab{std::max(0.0, machine.alpha.value), std::max(0.0, machine.beta.value)};
    const double overhead = std::clamp(machine.put_overhead.value / 2, 0.0, ab.alpha / 2);
    const double latency = ab.alpha - 2 * overhead;
    const Index datum = 2 * schedule.bytes_per_real();
    const double put = machine.put_seconds(schedule.exchange(), datum, part_bytes(schedule), schedule.p()).value;
    const double gap = std::max(put, overhead);
    return {ab, {latency, overhead, gap}, {latency, overhead, gap, ab.beta}};
}

AllToAllChoice all_to_all_of(const AlphaBeta& machine, const Schedule& schedule)
{
    const std::vector<Step>& steps = schedule.program().steps;
    const auto move = std::find_if(steps.begin(), steps.end(),
                                   [](const Step& step) { return step.move() && step.move()->h() > 0; });
    if (move == steps.end()) throw Error(Status::invalid_argument, "on one process nothing moves; take p >= 2");
    const Index partners = move->move()->partners;
    const double bytes = real(part_bytes(schedule, *move));
    const double direct = machine.all_to_all_direct(bytes, partners);
    const double bruck = machine.all_to_all_bruck(bytes, partners);
    return {partners, bytes, direct, bruck, best_of(machine, bytes, partners), direct_from(machine, partners)};
}

double measured_cache_constant(const Machine& machine)
{
    constexpr Index bytes_per_real = 8, bytes_per_complex = 2 * bytes_per_real;
    Index largest = 1;
    for (const KernelPoint& point : machine.kernels) {
        if (point.pass.access == Access::to_packets) largest = std::max(largest, point.local_size);
    }
    const Index length = power_of_two_below(static_cast<Index>(std::sqrt(real(largest))));
    double seconds = 0;
    for (const Access access : {Access::to_packets, Access::from_packets})
        seconds += machine.pass_seconds({"simd", access, bytes_per_real, length}, largest, 1).value;
    return seconds / machine.copy_seconds(bytes_per_complex, 2 * largest * bytes_per_complex, 1).value;
}

}  // namespace bspfft
