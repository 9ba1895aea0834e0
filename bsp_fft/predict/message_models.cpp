#include "bsp_fft/papers/domain.hpp"
#include "bsp_fft/predict/calibrated.hpp"
#include "bsp_fft/predict/message_parameters.hpp"

namespace bspfft {

namespace {

// The calibrated model's local work, with moves by another one. Its parameters are known as numbers, not as
// intervals.
template <class MovePrice>
Prediction with_moves(const char* model, const Machine& machine, const Schedule& schedule,
                      MovePrice move_price)
{
    Prediction prediction{model, {}};
    for (const Superstep& step : schedule.supersteps()) {
        const bool moves = !step.computes() && step.h() > 0;
        prediction.supersteps.push_back(price_of(local_seconds(machine, schedule, step),
                                                 exactly(moves ? move_price(step) : 0), {},
                                                 pcie_seconds(machine, schedule, step)));
    }
    return prediction;
}

double bytes_of(const Schedule& schedule, const Superstep& move)
{
    return real(move.h() * schedule.bytes_per_real());
}

}  // namespace

Prediction AlphaBetaModel::price(const Schedule& schedule) const
{
    return with_moves("alpha-beta", machine(), schedule, [&](const Superstep& move) {
        const AlphaBeta ab = message_parameters(machine(), schedule).alpha_beta;
        return real(move.messages) * ab.alpha + bytes_of(schedule, move) * ab.beta;
    });
}

Prediction LogPModel::price(const Schedule& schedule) const
{
    return with_moves("logp", machine(), schedule, [&](const Superstep& move) {
        return message_parameters(machine(), schedule).logp.exchange(real(move.h()) / 2);
    });
}

Prediction LogGPModel::price(const Schedule& schedule) const
{
    return with_moves("loggp", machine(), schedule, [&](const Superstep& move) {
        const double messages = real(move.messages);
        return message_parameters(machine(), schedule)
            .loggp.exchange(messages, bytes_of(schedule, move) / messages);
    });
}

Prediction MemoryModel::price(const Schedule& schedule) const
{
    Prediction prediction{"memory", {}};
    const bool on_device = schedule.kernel() == Kernel::cuda;
    const Estimate flop = on_device ? exactly(1 / machine().known_device().peak)
                                    : reciprocal(machine().bsp_at(schedule.p()).r);
    for (const Superstep& step : schedule.supersteps()) {
        const Estimate computing = real(step.flops) * flop;
        const Estimate sweeping = real(step.sweeps) * copy_seconds(machine(), schedule, step);
        const Estimate moving = bytes_of(schedule, step) * not_negative(machine().beta);
        prediction.supersteps.push_back(
            price_of(computing.value > sweeping.value ? computing : sweeping, moving, {},
                     pcie_seconds(machine(), schedule, step)));
    }
    return prediction;
}

std::vector<Prediction> predict_by_messages(const Machine& machine, const Schedule& schedule)
{
    const auto by = [&](const Model& model) { return model.price(schedule); };
    return {by(AlphaBetaModel(machine)), by(LogPModel(machine)), by(LogGPModel(machine)),
            by(MemoryModel(machine))};
}

}  // namespace bspfft
