#include "bsp_fft/predict/message_models.hpp"

#include <algorithm>
#include <cmath>

#include "bsp_fft/papers/domain.hpp"
#include "bsp_fft/predict/bsp_models.hpp"

namespace bspfft {

namespace {

constexpr Index bytes_per_real = 8, bytes_per_complex = 16;

Index local_bytes(const Schedule& schedule) { return schedule.n() / schedule.p() * bytes_per_complex; }

// The calibrated model's local work, with moves by another one.
template <class MovePrice>
Prediction with_moves(const char* model, const Machine& machine, const Schedule& schedule, Exchange exchange,
                      MovePrice move_price)
{
    Prediction prediction = CalibratedModel(machine).price(schedule, exchange);
    prediction.model = model;
    for (std::size_t i = 0; i < prediction.supersteps.size(); ++i) {
        const Superstep& step = schedule.supersteps()[i];
        Price& price = prediction.supersteps[i];
        price.sync = 0;
        if (!step.computes()) price.communicate = step.h() > 0 ? move_price(step) : 0;
    }
    return prediction;
}

double bytes_of(const Superstep& move) { return real(move.h() * bytes_per_real); }

}  // namespace

MessageParameters message_parameters(const Machine& machine, const Schedule& schedule, Exchange exchange)
{
    const AlphaBeta ab{std::max(0.0, machine.alpha.value), std::max(0.0, machine.beta.value)};
    const double overhead = std::clamp(machine.put_overhead.value / 2, 0.0, ab.alpha / 2);
    const double latency = ab.alpha - 2 * overhead;
    const double gap = machine.put_seconds(exchange, bytes_per_complex, local_bytes(schedule), schedule.p());
    return {ab,
            {latency, overhead, std::max(gap, overhead)},
            {latency, overhead, std::max(gap, overhead), ab.beta}};
}

Prediction AlphaBetaModel::price(const Schedule& schedule, Exchange exchange) const
{
    return with_moves("alpha-beta", machine_, schedule, exchange, [&](const Superstep& move) {
        const AlphaBeta ab = message_parameters(machine_, schedule, exchange).alpha_beta;
        return real(move.messages) * ab.alpha + bytes_of(move) * ab.beta;
    });
}

Prediction LogPModel::price(const Schedule& schedule, Exchange exchange) const
{
    return with_moves("logp", machine_, schedule, exchange, [&](const Superstep& move) {
        return message_parameters(machine_, schedule, exchange)
            .logp.exchange(bytes_of(move) / bytes_per_complex);
    });
}

Prediction LogGPModel::price(const Schedule& schedule, Exchange exchange) const
{
    return with_moves("loggp", machine_, schedule, exchange, [&](const Superstep& move) {
        const double messages = real(move.messages);
        return message_parameters(machine_, schedule, exchange)
            .loggp.exchange(messages, bytes_of(move) / messages);
    });
}

Prediction MemoryModel::price(const Schedule& schedule, Exchange) const
{
    Prediction prediction{"memory", {}};
    const double flop = 1 / machine_.bsp_at(schedule.p()).r.value;
    const Index bytes = local_bytes(schedule);
    const auto sweep = [&](Index times) {
        return machine_.copy_seconds(2 * bytes * times, 2 * bytes, schedule.p());
    };
    for (const Superstep& step : schedule.supersteps()) {
        Price& price = prediction.supersteps.emplace_back();
        // the fast algorithm sweeps once for all stages, and its moves leave from cache; the textbook's does
        // so for each stage, for its bit reversal, and to pack
        const bool fast = schedule.cut() > 0;
        if (step.computes()) {
            const Index sweeps = fast ? 1 : log2_exact(step.radix) + (step.first_stage == 2 ? 1 : 0);
            price.compute = std::max(real(step.flops) * flop, sweep(sweeps));
        } else {
            price.compute = fast ? 0 : sweep(1);
            price.communicate = bytes_of(step) * std::max(0.0, machine_.beta.value);
        }
    }
    return prediction;
}

std::vector<Prediction> predict_by_messages(const Machine& machine, const Schedule& schedule,
                                            Exchange exchange)
{
    return {AlphaBetaModel(machine).price(schedule, exchange), LogPModel(machine).price(schedule, exchange),
            LogGPModel(machine).price(schedule, exchange), MemoryModel(machine).price(schedule, exchange)};
}

AllToAllChoice all_to_all_of(const AlphaBeta& machine, const Schedule& schedule)
{
    const auto move = std::find_if(schedule.supersteps().begin(), schedule.supersteps().end(),
                                   [](const Superstep& step) { return !step.computes(); });
    if (move == schedule.supersteps().end())
        throw Error(Status::invalid_argument, "on one process nothing moves; take p >= 2");
    const Index partners = schedule.cut() > 0 ? schedule.p() : move->cycle / move->from_cycle;
    const double bytes = real(local_bytes(schedule));
    return {partners,
            bytes,
            machine.all_to_all_direct(bytes, partners),
            machine.all_to_all_butterfly(bytes, partners),
            best_radix(machine, bytes, partners),
            machine.beta > 0 ? machine.direct_beats_butterfly_from(partners) : 0};
}

double measured_cache_constant(const Machine& machine)
{
    Index largest = 0;
    for (const KernelPoint& point : machine.kernels) {
        if (point.work == Work::columns) largest = std::max(largest, point.local_size);
    }
    if (largest == 0)
        throw Error(
            Status::file_error,
            "the machine file says nothing of the kernels; measure again with: bspfft probe --overwrite");
    const Index length = Index{1} << log2_exact(power_of_two_below(largest)) / 2;
    double seconds = 0;
    for (const Work work : {Work::columns, Work::rows})
        seconds += machine.kernel_seconds(work, length, largest, 1);
    return seconds / machine.copy_seconds(bytes_per_complex, 2 * largest * bytes_per_complex, 1);
}

}  // namespace bspfft
