#include "bsp_fft/predict/bsp_models.hpp"

namespace bspfft {

namespace {

constexpr Index bytes_per_real = 8;

/// Prices every superstep; price_of is told how many moves came before it.
template <class PriceOf>
Prediction priced(const char* model, const Schedule& schedule, PriceOf price_of)
{
    Prediction prediction{model, {}};
    Index moves = 0;
    for (const Superstep& step : schedule.supersteps()) {
        prediction.supersteps.push_back(price_of(step, moves));
        if (!step.computes()) ++moves;
    }
    return prediction;
}

/// Synchronisations of a superstep: one a move, and the opening one with the first.
double synchronisations(const Schedule& schedule, Exchange exchange, Index moves_before)
{
    return moves_before == 0 ? 1 + static_cast<double>(schedule.opens_with_sync(exchange)) : 1;
}

double real(Index n) { return static_cast<double>(n); }

}  // namespace

// The fast algorithm's two computations are one where nothing moves between them.
Prediction TextbookModel::price(const Schedule& schedule, Exchange) const
{
    const BspParameters& bsp = machine_.bsp_at(schedule.p());
    const double flop = 1 / bsp.r.value;
    bool computed = false;
    return priced("textbook", schedule, [&](const Superstep& step, Index) {
        const double l = step.computes() && computed ? 0 : bsp.l.value;
        computed = step.computes();
        if (step.computes()) return Price{real(step.flops) * flop, 0, l * flop};
        return Price{0, 2 * real(schedule.n() / schedule.p()) * bsp.g.value * flop, l * flop};
    });
}

Prediction CountedModel::price(const Schedule& schedule, Exchange exchange) const
{
    const BspParameters& bsp = machine_.bsp_at(schedule.p());
    const double flop = 1 / bsp.r.value;
    return priced("counted", schedule, [&](const Superstep& step, Index moves) {
        if (step.computes()) return Price{real(step.flops) * flop, 0, 0};
        return Price{0, real(step.h()) * bsp.g.value * flop,
                     synchronisations(schedule, exchange, moves) * bsp.l.value * flop};
    });
}

Prediction CalibratedModel::price(const Schedule& schedule, Exchange exchange) const
{
    return priced("calibrated", schedule, [&](const Superstep& step, Index moves) {
        if (step.computes()) return computation(schedule, step);
        Price price = move(schedule, step, exchange);
        price.sync = synchronisations(schedule, exchange, moves) * machine_.sync_seconds(schedule.p());
        return price;
    });
}

Price CalibratedModel::computation(const Schedule& schedule, const Superstep& step) const
{
    const Work work = schedule.cut() == 0 ? Work::radix2 : step.first_stage == 2 ? Work::columns : Work::rows;
    const Index local = schedule.n() / schedule.p();
    return {real(local) * machine_.kernel_seconds(work, step.radix, local, schedule.p()), 0, 0};
}

Price CalibratedModel::move(const Schedule& schedule, const Superstep& step, Exchange exchange) const
{
    Price price;
    const Index local_bytes = schedule.n() / schedule.p() * 2 * bytes_per_real;
    if (schedule.cut() == 0)
        price.compute = machine_.copy_seconds(2 * local_bytes, 2 * local_bytes, schedule.p());
    if (step.messages > 0) {
        const Index bytes = step.words_sent * bytes_per_real / step.messages;
        price.communicate =
            real(step.messages) * machine_.put_seconds(exchange, bytes, local_bytes, schedule.p());
    }
    return price;
}

Predictions predict_all(const Machine& machine, const Schedule& schedule, Exchange exchange)
{
    return {TextbookModel(machine).price(schedule, exchange), CountedModel(machine).price(schedule, exchange),
            CalibratedModel(machine).price(schedule, exchange)};
}

}  // namespace bspfft
