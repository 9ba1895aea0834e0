#include "bsp_fft/predict/models.hpp"

#include <algorithm>
#include <cmath>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/machine/measurements.hpp"

namespace bspfft {

namespace {

/// The sum of the prices of all steps, superstep by superstep; every synchronisation has the same price.
Prediction priced(const char* model, const Schedule& schedule, const Estimate& sync, auto price)
{
    Prediction prediction{model, std::vector<Price>(schedule.supersteps().size())};
    for (const Step& step : schedule.program().steps) prediction.supersteps[step.superstep] += price(step);
    for (const Superstep& superstep : schedule.supersteps())
        prediction.supersteps[superstep.number] += price_of({}, {}, real(superstep.synchronisations) * sync);
    return prediction;
}

// A line that is fitted to disturbed times may start or go below 0, which no time does.
BspParameters usable(BspParameters bsp)
{
    bsp.g = not_negative(bsp.g);
    bsp.l = not_negative(bsp.l);
    return bsp;
}

// The steps that the textbook charges an l for: every move, and the computation after it, which may have several steps;
// none on one process, which waits for nobody.
std::vector<bool> textbook_syncs(const Schedule& schedule)
{
    std::vector<bool> ends;
    bool computed = false;
    for (const Step& step : schedule.program().steps) {
        const bool moves = step.move() && step.move()->redistributes();
        ends.push_back(schedule.p() > 1 && (moves || (step.compute() && !computed)));
        if (moves || step.compute()) computed = step.compute();
    }
    return ends;
}

// On a device packets are written where they land, which is part of computing.
Estimate put_seconds(const Machine& machine, const Schedule& schedule, const Step& step)
{
    const Move* const move = step.move();
    if (!move || move->messages == 0 || !works_on_host(schedule)) return {};
    const Index bytes = std::max(Index{1}, move->words_sent * schedule.bytes_per_real() / move->messages);
    return real(move->messages) *
           machine.put_seconds(schedule.exchange(), bytes, part_bytes(schedule, step), schedule.p());
}

Index flops_of(const Step& step) { return step.compute() ? step.compute()->flops : 0; }

// Two computations are one where nothing moves between them. On one process a change of layout moves nothing.
Prediction by_textbook(const Machine& machine, const Schedule& schedule)
{
    const BspParameters bsp = usable(machine.bsp_at(schedule.p()));
    const Estimate flop = reciprocal(bsp.r);
    const std::vector<bool> ends = textbook_syncs(schedule);
    std::size_t i = 0;
    return priced("textbook", schedule, {}, [&](const Step& step) {
        const bool moves = step.move() && schedule.p() > 1 && step.move()->redistributes();
        return price_of(step.compute() ? real(flops_of(step)) * flop : Estimate{},
                        moves ? 2 * real(part_of(step)) * (bsp.g * flop) : Estimate{},
                        ends[i++] ? bsp.l * flop : Estimate{});
    });
}

Prediction by_counted(const Machine& machine, const Schedule& schedule)
{
    const BspParameters bsp = usable(machine.bsp_at(schedule.p()));
    const Estimate flop = reciprocal(bsp.r);
    return priced("counted", schedule, bsp.l * flop, [&](const Step& step) {
        const Index h = step.move() ? step.move()->h() : 0;
        return price_of(real(flops_of(step)) * flop, real(h) * (bsp.g * flop), {});
    });
}

Prediction by_calibrated(const Machine& machine, const Schedule& schedule)
{
    const Estimate sync = schedule.synchronisations() > 0
                              ? machine.sync_seconds(schedule.p(), part_bytes(schedule))
                              : Estimate{};
    return priced("calibrated", schedule, sync, [&](const Step& step) {
        return price_of(local_seconds(machine, schedule, step), put_seconds(machine, schedule, step), {},
                        pcie_seconds(machine, schedule, step));
    });
}

// LogP's datum has this many bytes, and goes into an array of working_set bytes.
MessageParameters parameters_of(const Machine& machine, Exchange exchange, Index datum, Index working_set, Index p)
{
    const AlphaBeta ab{std::max(0.0, machine.alpha.value), std::max(0.0, machine.beta.value)};
    const double overhead = std::clamp(machine.put_overhead.value / 2, 0.0, ab.alpha / 2);
    const double latency = ab.alpha - 2 * overhead;
    const double gap = std::max(machine.put_seconds(exchange, datum, working_set, p).value, overhead);
    return {ab, {latency, overhead, gap}, {latency, overhead, gap, ab.beta}};
}

double bytes_of(const Schedule& schedule, const Move& move) { return real(move.h() * schedule.bytes_per_real()); }

// The calibrated model's local work, with moves by messages, whose parameters are known as numbers, not as intervals.
Prediction by_messages(Model model, const Machine& machine, const Schedule& schedule)
{
    const auto seconds = [&](const Move& move) {
        const MessageParameters by = message_parameters(machine, schedule);
        const double messages = real(move.messages), bytes = bytes_of(schedule, move);
        if (model == Model::logp) return by.logp.exchange(real(move.h()) / 2);
        if (model == Model::loggp) return by.loggp.exchange(messages, bytes / messages);
        return messages * by.alpha_beta.alpha + bytes * by.alpha_beta.beta;
    };
    const char* const name = model == Model::logp ? "logp" : model == Model::loggp ? "loggp" : "alpha-beta";
    return priced(name, schedule, {}, [&](const Step& step) {
        const bool moves = step.move() && step.move()->h() > 0;
        return price_of(local_seconds(machine, schedule, step), exactly(moves ? seconds(*step.move()) : 0), {},
                        pcie_seconds(machine, schedule, step));
    });
}

Prediction by_memory(const Machine& machine, const Schedule& schedule)
{
    const bool on_device = schedule.kernel() == Kernel::cuda;
    const Estimate flop =
        on_device ? exactly(1 / machine.known_device().peak) : reciprocal(machine.bsp_at(schedule.p()).r);
    return priced("memory", schedule, {}, [&](const Step& step) {
        const Compute* const compute = step.compute();
        const Move* const move = step.move();
        if (!compute && !(move && move->redistributes())) return Price{};
        const Estimate computing = real(flops_of(step)) * flop;
        const Estimate sweeping =
            real(compute ? compute->sweeps : move->sweeps) * copy_seconds(machine, schedule, step);
        const Estimate moving = move ? bytes_of(schedule, *move) * not_negative(machine.beta) : Estimate{};
        return price_of(computing.value > sweeping.value ? computing : sweeping, moving, {},
                        pcie_seconds(machine, schedule, step));
    });
}

}  // namespace

Price& Price::operator+=(const Price& other)
{
    compute += other.compute;
    communicate += other.communicate;
    sync += other.sync;
    pcie += other.pcie;
    // rounding must not put the total outside
    low = std::min(low + other.low, total());
    high = std::max(high + other.high, total());
    return *this;
}

Price Prediction::total() const
{
    Price sum;
    for (const Price& price : supersteps) sum += price;
    return sum;
}

Index textbook_l(const Schedule& schedule)
{
    const std::vector<bool> ends = textbook_syncs(schedule);
    return std::count(ends.begin(), ends.end(), true);
}

Prediction predict(Model model, const Machine& machine, const Schedule& schedule)
{
    if (model == Model::textbook) return by_textbook(machine, schedule);
    if (model == Model::counted) return by_counted(machine, schedule);
    if (model == Model::calibrated) return by_calibrated(machine, schedule);
    return model == Model::memory ? by_memory(machine, schedule) : by_messages(model, machine, schedule);
}

Predictions predict_all(const Machine& machine, const Schedule& schedule)
{
    return {by_textbook(machine, schedule), by_counted(machine, schedule), by_calibrated(machine, schedule)};
}

std::vector<Prediction> predict_by_messages(const Machine& machine, const Schedule& schedule)
{
    std::vector<Prediction> all;
    for (const Model model : {Model::alpha_beta, Model::logp, Model::loggp, Model::memory})
        all.push_back(predict(model, machine, schedule));
    return all;
}

MessageParameters message_parameters(const Machine& machine, const Schedule& schedule)
{
    return parameters_of(machine, schedule.exchange(), 2 * schedule.bytes_per_real(), part_bytes(schedule),
                         schedule.p());
}

CollectiveMachine collective_machine(const Machine& machine, Exchange exchange, Index p)
{
    constexpr Index word = CollectiveMachine::word;
    const auto [alpha_beta, logp, loggp] = parameters_of(machine, exchange, word, word, p);
    return {alpha_beta, logp, loggp, {alpha_beta.beta, machine.sync_seconds(p).value}};
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
        seconds += machine.pass_seconds({"simd", access, bytes_per_real, {length}}, largest, 1).value;
    return seconds / machine.copy_seconds(bytes_per_complex, 2 * largest * bytes_per_complex, 1).value;
}

}  // namespace bspfft
