#include "bsp_fft/predict/calibrated.hpp"

namespace bspfft {

namespace {

/// Prices every superstep; price_of gets the number of moves before it.
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
double synchronisations(const Schedule& schedule, Index moves_before)
{
    return moves_before == 0 ? 1 + static_cast<double>(schedule.opens_with_sync()) : 1;
}

double real(Index n) { return static_cast<double>(n); }

Index local_bytes(const Schedule& schedule)
{
    return schedule.n() / schedule.p() * 2 * schedule.bytes_per_real();
}

Estimate put_seconds(const Machine& machine, const Schedule& schedule, const Superstep& move)
{
    if (move.messages == 0) return {};
    const Index bytes = move.words_sent * schedule.bytes_per_real() / move.messages;
    return real(move.messages) *
           machine.put_seconds(schedule.exchange(), bytes, local_bytes(schedule), schedule.p());
}

/// Reading and writing all of a process's part.
Estimate copy_seconds(const Machine& machine, const Schedule& schedule)
{
    const Index bytes = local_bytes(schedule);
    return machine.copy_seconds(2 * bytes, 2 * bytes, schedule.p());
}

}  // namespace

// A kernel that was only measured in place needs one more copy to pack or unpack its packets; one that was only
// measured with packets reads its columns in place as it does for those.
Estimate local_seconds(const Machine& machine, const Schedule& schedule, const Superstep& step)
{
    if (!step.computes()) return step.packs_in_cache ? Estimate{} : copy_seconds(machine, schedule);
    const Index local = step.working_set / 2;  // Bluestein's are longer than the array
    PassKind pass{kernel_name(step.kernel), step.access, schedule.bytes_per_real(), step.radix};
    const PassKind with_packets{pass.kernel, Access::to_packets, pass.bytes_per_real, pass.length};
    if (pass.access == Access::in_place && !machine.knows(pass) && machine.knows(with_packets)) pass = with_packets;
    const PassKind in_place{pass.kernel, Access::in_place, pass.bytes_per_real, pass.length};
    const bool copies = !machine.knows(pass) && machine.knows(in_place);
    const Estimate seconds = machine.pass_seconds(copies ? in_place : pass, local, schedule.p());
    return real(local) * seconds + (copies ? copy_seconds(machine, schedule) : Estimate{});
}

// Two computations are one where nothing moves between them.
Prediction TextbookModel::price(const Schedule& schedule) const
{
    const BspParameters& bsp = machine().bsp_at(schedule.p());
    const Estimate flop = reciprocal(bsp.r);
    bool computed = false;
    return priced("textbook", schedule, [&](const Superstep& step, Index) {
        const Estimate sync = step.computes() && computed ? Estimate{} : bsp.l * flop;
        computed = step.computes();
        if (step.computes()) return price_of(real(step.flops) * flop, {}, sync);
        return price_of({}, 2 * real(schedule.n() / schedule.p()) * (bsp.g * flop), sync);
    });
}

Prediction CountedModel::price(const Schedule& schedule) const
{
    const BspParameters& bsp = machine().bsp_at(schedule.p());
    const Estimate flop = reciprocal(bsp.r);
    return priced("counted", schedule, [&](const Superstep& step, Index moves) {
        if (step.computes()) return price_of(real(step.flops) * flop, {}, {});
        return price_of({}, real(step.h()) * (bsp.g * flop), synchronisations(schedule, moves) * (bsp.l * flop));
    });
}

Prediction CalibratedModel::price(const Schedule& schedule) const
{
    return priced("calibrated", schedule, [&](const Superstep& step, Index moves) {
        const Estimate local = local_seconds(machine(), schedule, step);
        if (step.computes()) return price_of(local, {}, {});
        return price_of(local, put_seconds(machine(), schedule, step),
                        synchronisations(schedule, moves) * machine().sync_seconds(schedule.p()));
    });
}

Predictions predict_all(const Machine& machine, const Schedule& schedule)
{
    const auto by = [&](const Model& model) { return model.price(schedule); };
    return {by(TextbookModel(machine)), by(CountedModel(machine)), by(CalibratedModel(machine))};
}

}  // namespace bspfft
