#include "bsp_fft/predict/models.hpp"

#include <algorithm>

namespace bspfft {

namespace {

/// Prices every superstep; price_of gets the number of its synchronisations.
template <class PriceOf>
Prediction priced(const char* model, const Schedule& schedule, PriceOf price_of)
{
    Prediction prediction{model, {}};
    const std::vector<Index> syncs = schedule.synchronisations_by_superstep();
    for (std::size_t i = 0; i < syncs.size(); ++i)
        prediction.supersteps.push_back(price_of(schedule.supersteps()[i], static_cast<double>(syncs[i])));
    return prediction;
}

// A line that is fitted to disturbed times may start or go below 0, which no time does.
BspParameters usable(BspParameters bsp)
{
    bsp.g = not_negative(bsp.g);
    bsp.l = not_negative(bsp.l);
    return bsp;
}

// The supersteps that the textbook charges an l for: none on one process, which waits for nobody.
std::vector<bool> textbook_syncs(const Schedule& schedule)
{
    std::vector<bool> ends;
    bool computed = false;
    for (const Superstep& step : schedule.supersteps()) {
        ends.push_back(schedule.p() > 1 && !(step.computes() && computed));
        computed = step.computes();
    }
    return ends;
}

// On a device packets are written where they land, which is part of computing.
Estimate put_seconds(const Machine& machine, const Schedule& schedule, const Superstep& move)
{
    if (move.messages == 0 || !works_on_host(schedule)) return {};
    const Index bytes = std::max(Index{1}, move.words_sent * schedule.bytes_per_real() / move.messages);
    return real(move.messages) *
           machine.put_seconds(schedule.exchange(), bytes, part_bytes(schedule, move), schedule.p());
}

// Two computations are one where nothing moves between them. On one process a change of layout moves nothing.
Prediction by_textbook(const Machine& machine, const Schedule& schedule)
{
    const BspParameters bsp = usable(machine.bsp_at(schedule.p()));
    const Estimate flop = reciprocal(bsp.r);
    const std::vector<bool> ends = textbook_syncs(schedule);
    std::size_t i = 0;
    return priced("textbook", schedule, [&](const Superstep& step, double) {
        const Estimate sync = ends[i++] ? bsp.l * flop : Estimate{};
        if (step.computes()) return price_of(real(step.flops) * flop, {}, sync);
        if (schedule.p() == 1) return Price{};
        return price_of({}, 2 * real(part_of(step)) * (bsp.g * flop), sync);
    });
}

Prediction by_counted(const Machine& machine, const Schedule& schedule)
{
    const BspParameters bsp = usable(machine.bsp_at(schedule.p()));
    const Estimate flop = reciprocal(bsp.r);
    return priced("counted", schedule, [&](const Superstep& step, double syncs) {
        return price_of(real(step.flops) * flop, real(step.h()) * (bsp.g * flop), syncs * (bsp.l * flop));
    });
}

Prediction by_calibrated(const Machine& machine, const Schedule& schedule)
{
    return priced("calibrated", schedule, [&](const Superstep& step, double syncs) {
        return price_of(local_seconds(machine, schedule, step), put_seconds(machine, schedule, step),
                        syncs > 0 ? syncs * machine.sync_seconds(schedule.p()) : Estimate{},
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
