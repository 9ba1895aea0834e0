#include "bsp_fft/predict/models.hpp"

#include <algorithm>

namespace bspfft {

namespace {

/// Prices every step, and every synchronisation by the same price.
template <class PriceOf>
Prediction priced(const char* model, const Schedule& schedule, const Estimate& sync, PriceOf price_of)
{
    Prediction prediction{model, std::vector<Price>(schedule.supersteps().size())};
    for (const Step& step : schedule.program().steps) prediction.supersteps[step.superstep] += price_of(step);
    for (const Superstep& superstep : schedule.supersteps()) {
        if (superstep.synchronisations == 0) continue;
        const auto count = static_cast<double>(superstep.synchronisations);
        prediction.supersteps[superstep.number] += bspfft::price_of({}, {}, count * sync);
    }
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
    Prediction prediction{"textbook", std::vector<Price>(schedule.supersteps().size())};
    for (const Step& step : schedule.program().steps) {
        const Estimate sync = ends[i++] ? bsp.l * flop : Estimate{};
        const bool moves = step.move() && schedule.p() > 1 && step.move()->redistributes();
        prediction.supersteps[step.superstep] +=
            price_of(step.compute() ? real(flops_of(step)) * flop : Estimate{},
                     moves ? 2 * real(part_of(step)) * (bsp.g * flop) : Estimate{}, sync);
    }
    return prediction;
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
    const Estimate sync = schedule.synchronisations() > 0 ? machine.sync_seconds(schedule.p()) : Estimate{};
    return priced("calibrated", schedule, sync, [&](const Step& step) {
        return price_of(local_seconds(machine, schedule, step), put_seconds(machine, schedule, step), {},
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
    return predict_messages(model, machine, schedule);
}

Predictions predict_all(const Machine& machine, const Schedule& schedule)
{
    return {by_textbook(machine, schedule), by_counted(machine, schedule), by_calibrated(machine, schedule)};
}

}  // namespace bspfft
