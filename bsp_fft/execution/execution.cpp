// One loop for all algorithms: the steps of the program, in order.
#include "bsp_fft/execution/execution.hpp"

#include <algorithm>
#include <utility>

#include "bsp_fft/execution/block_sweeps.hpp"
#include "bsp_fft/exchange/packet_exchange.hpp"
#include "bsp_fft/exchange/tile_exchange.hpp"

namespace bspfft {

namespace {

// Slots: the arrays by their numbers, then further copies of the landing array.
constexpr auto last_array = static_cast<std::size_t>(ArrayId::scratch);
constexpr auto landing_array = static_cast<std::size_t>(ArrayId::landing);

bool is_pass(const Step& step) { return step.compute() && step.compute()->find<TransformStep>(); }

/// The first pass that scales for free, or else the last.
std::size_t scaling_step(const Program& program, const KernelEntry& kernel, Index s)
{
    std::size_t last = 0;
    for (std::size_t i = 0; i < program.steps.size(); ++i) {
        if (!is_pass(program.steps[i])) continue;
        last = i;
        if (kernel.scales_for_free(pass_of(program, i, s))) break;
    }
    return last;
}

// Which copy of the landing array the last step reads; products read none.
Index last_landing_copy(const Program& program)
{
    for (std::size_t i = program.steps.size(); i-- > 0;) {
        const Step& step = program.steps[i];
        if (step.move()) return step.move()->landing.copy;
        if (is_pass(step)) return step.compute()->from.array == ArrayId::landing ? step.compute()->from.copy : 0;
        if (step.compute() && step.compute()->find<SeparateStep>()) return step.compute()->landing.copy;
    }
    return 0;
}

}  // namespace

template <class Real>
Execution<Real>::Execution(const Program& program, const PlanOptions& options, Index s, const PlanArrays& arrays,
                           Arena& arena, double scale)
    : AnyExecution(program),
      options_(options),
      s_(s),
      arena_(arena),
      turn_(arrays.turn),
      device_(arrays.device),
      sweep_(arrays.sweep),
      landing_length_(std::max(program_.array(ArrayId::landing).landing_length, arrays.apart)),
      last_landing_(last_landing_copy(program_))
{
    for (void* const array : {arrays.input, arrays.output, arrays.landing, arrays.padded})
        slots_.push_back({static_cast<Real*>(array)});
    for (Index copy = 1; copy < program_.array(ArrayId::landing).copies; ++copy)
        slots_.push_back({static_cast<Real*>(arrays.landing), arrays.landing ? copy * landing_length_ : 0});
    const Index length = program.problem.transform();
    scales_ = {scale * normalisation_factor(options.normalisation, Direction::forward, length),
               scale * normalisation_factor(options.normalisation, Direction::inverse, length)};
    if (program_.round_trip) scales_.forward = scales_.inverse;
    scaled_ = scaling_step(program_, kernel_entry(options.kernel), s);
    if (program_.convolution > 0)
        chirp_ = std::make_unique<Chirp<Real>>(program.problem.data, program.problem.n(), program.convolution,
                                               program.p(), s, arena_);
    for (std::size_t i = 0; i < program_.steps.size(); ++i) {
        if (Action action = action_of(i))
            parts_.push_back({std::move(action), i, static_cast<Index>(program_.steps[i].superstep)});
    }
}

template <class Real>
const Slot<Real>& Execution<Real>::slot(const Operand& operand) const
{
    return slots_[operand.copy == 0 ? static_cast<std::size_t>(operand.array)
                                    : last_array + static_cast<std::size_t>(operand.copy)];
}

/// None for what the computation before it does, and in a dry run without a kernel.
template <class Real>
Action Execution<Real>::action_of(std::size_t step)
{
    const Step& now = program_.steps[step];
    if (now.compute()) return computation_of(*now.compute(), step);
    if (now.move()) return move_of(*now.move());
    if (now.is_sync()) return [](const Call& call) { call.port.sync(); };
    const auto& copy = std::get<Copy>(now.is);
    const Index reals = copy.reals_per_element * copy.layout.local_span(s_);
    return [reals, &from = slot(copy.from), &to = slot(copy.to)](const Call&) {
        if (from.base != to.base) std::copy_n(from.data(), reals, to.data());
    };
}

template <class Real>
Action Execution<Real>::move_of(const Move& move)
{
    if (move.sent_by_computation) return {};
    const bool by_hpput = options_.exchange == Exchange::hpput;
    const Slot<Real>& from = slot(move.from);
    const Slot<Real>& landing = slot(move.landing);
    const Slot<Real>& to = slot(move.to);
    if (const MirrorStep* const mirror = move.mirror()) {
        // The part is contiguous, and is not written before the sync: it needs no buffer.
        constexpr auto each = static_cast<Index>(sizeof(Complex));
        const Index partner = mirror->partner(s_), bytes = partner == s_ ? 0 : mirror->pairs * each;
        return [partner, bytes, put = by_hpput ? &Port::hpput : &Port::put, &from, &landing](const Call& call) {
            if (bytes > 0) (call.port.*put)(partner, from.data(), landing.base, landing.start * each, bytes);
            call.port.sync();
        };
    }
    const Index reals = move.plain()->words_per_element;
    const auto exchange = std::make_shared<PacketExchange<Real>>(move.before, move.after, move.plain()->landing,
                                                                 by_hpput, false, s_, arena_, reals);
    return [exchange, reals, &from, &landing, &to](const Call& call) {
        exchange->begin(call.port, landing.base, landing.start * 2 / reals);
        exchange->send(from.data());
        exchange->finish(to.data());
    };
}

template <class Real>
Action Execution<Real>::computation_of(const Compute& compute, std::size_t step)
{
    if (compute.by_blocks) return {};  // the step before does it
    if (compute.find<TransformStep>()) return pass_of(compute, step);
    if (const auto* const sweep = compute.find<SweepStep>())
        return [sweep = sweep_, after = sweep->after](const Call&) { (*sweep)(after); };
    const Slot<Real>& from = slot(compute.from);
    const Slot<Real>& landing = slot(compute.landing);
    const Slot<Real>& to = slot(compute.to);
    if (const auto* const separate = compute.find<SeparateStep>()) {
        return [pairs = std::make_shared<Separation<Real>>(*separate, s_, arena_), &from, &landing, &to](const Call&) {
            pairs->run(from.elements(), landing.elements(), to.elements());
        };
    }
    const Chirp<Real>& chirp = *chirp_;
    switch (compute.find<MultiplyStep>()->by) {
    case MultiplyStep::By::chirp_first:
        return [&](const Call& call) { chirp.multiply_in(call.direction, from.data(), to.elements()); };
    case MultiplyStep::By::spectrum:
        return [&](const Call& call) { chirp.multiply_spectrum(call.direction, to.elements()); };
    case MultiplyStep::By::chirp_last:
        return [&, scales = scales_](const Call& call) {
            chirp.multiply_out(call.direction, scales.of(call.direction), from.elements(), to.data());
        };
    case MultiplyStep::By::factors:
        break;
    }
    return [](const Call&) {};
}

template <class Real>
Action Execution<Real>::pass_of(const Compute& compute, std::size_t step)
{
    if (!compute.sends) return sweeps_from(step);
    const Slot<Real>& from = slot(compute.from);
    PassArrays<Real> arrays{from.data(), from.data(), nullptr, device_, 0};
    const Move& move = *program_.steps[step + 1].move();
    const Slot<Real>& landing = slot(move.landing);
    const bool by_hpput = options_.exchange == Exchange::hpput;
    if (move.plain()) {  // in place: packets leave when all are made
        const auto exchange = std::make_shared<PacketExchange<Real>>(move.before, move.after, move.plain()->landing,
                                                                     by_hpput, move.from == move.landing, s_, arena_);
        return [exchange, kernel = std::shared_ptr(kernel_for(step, arrays)), &from, &landing](const Call& call) {
            Real* const array = from.data();
            kernel->run(call.passes, 0, kernel->tiles(), array, array);
            exchange->begin(call.port, landing.base, landing.start);
            exchange->send(array);
            exchange->finish(array);
        };
    }
    const auto exchange = std::make_shared<TileExchange<Real>>(*move.tiles(), by_hpput, s_, arena_);
    arrays.tiles = exchange.get();
    arrays.landing_start = landing.start;
    const std::shared_ptr kernel = kernel_for(step, arrays);
    if (!kernel) return {};
    if (compute.access == Access::between_packets) {
        spectrum_ = static_cast<SpectrumKernel<Real>*>(kernel.get());
        spectrum_step_ = step;
    }
    // a device that writes tiles to the others' landing arrays itself: they are only counted
    const bool writes_itself = device_ && device_->landing_on_device && !device_->sends_from_device;
    return [tiles = kernel->tiles(), exchange, kernel, writes_itself, &from, &landing](const Call& call) {
        exchange->begin(call.port, landing.base, landing.start);
        kernel->run(call.passes, 0, tiles, from.data(), nullptr);
        if (writes_itself) exchange->note_all();
        exchange->finish();
    };
}

// The sweep of this step, and of those after it that go through the same blocks.
template <class Real>
Action Execution<Real>::sweeps_from(std::size_t step)
{
    const auto goes_along = [](const Step& one) { return one.compute() && one.compute()->by_blocks; };
    BlockSweeps<Real> sweeps;
    do {
        const Compute& compute = *program_.steps[step].compute();
        const Slot<Real>& from = slot(compute.from);
        const Slot<Real>& to = slot(compute.to);
        const std::shared_ptr kernel = kernel_for(step, {from.data(), to.data(), nullptr, device_, 0});
        if (!kernel) return {};
        sweeps.add({kernel, from, to, part_of(compute.cut, s_).column_count(), blocks_of(compute.cut, s_)});
    } while (++step < program_.steps.size() && goes_along(program_.steps[step]));
    return [sweeps = std::move(sweeps)](const Call& call) mutable { sweeps.run(call.passes); };
}

template <class Real>
std::unique_ptr<PassKernel<Real>> Execution<Real>::kernel_for(std::size_t step, const PassArrays<Real>& arrays)
{
    const Scales scales = step == scaled_ && !chirp_ ? scales_ : Scales{};
    const Pass pass = bspfft::pass_of(program_, step, s_);
    return kernel_entry(options_.kernel).template make<Real>(pass, scales, arrays, arena_);
}

// The spectrum of Bluestein's chirp comes from the first half of the transform itself, without products.
template <class Real>
void Execution<Real>::prepare(Port& port)
{
    if (!chirp_) return;
    if (chirp_->is_short()) return chirp_->sum_spectrum();
    Complex* const padded = slot({ArrayId::scratch}).elements();
    chirp_->fill(padded);
    const Call call{port, Direction::forward, Direction::forward};
    for (const Part& part : parts_) {
        const Step& step = program_.steps[part.step];
        const auto* const multiply = step.compute() ? step.compute()->find<MultiplyStep>() : nullptr;
        if (multiply && multiply->by == MultiplyStep::By::spectrum) break;
        if (is_pass(step)) part.action(call);
    }
    chirp_->take_spectrum(padded);
    port.sync();
}

template <class Real>
void Execution<Real>::execute(Port& port, Recorder& recorder, Direction direction)
{
    const Array& landing = program_.array(ArrayId::landing);
    *turn_ = landing.in_turns ? (*turn_ + 1) % landing.copies : last_landing_;
    if (landing.in_turns) slots_[landing_array].start = *turn_ * landing_length_;
    const Call call{port, direction, chirp_ ? Direction::forward : direction};
    for (const Part& part : parts_) {
        part.action(call);
        if (device_) {
            const DeviceTraffic since = std::exchange(device_->traffic, {});
            recorder.copied(since.bytes, recorder.timed() ? since.seconds : 0);
        }
        recorder.done(part.superstep, part.step);
    }
}

template <class Real>
void Execution<Real>::execute_to_spectrum(Port& port)
{
    const Call call{port, Direction::forward, Direction::forward};
    for (const Part& part : parts_) {
        if (part.step == spectrum_step_) break;
        part.action(call);
    }
    const Compute& compute = *program_.steps[spectrum_step_].compute();
    spectrum_->run(Direction::forward, 0, spectrum_->tiles(), slot(compute.from).data(), nullptr);
    // the next packets would reach an array that is still being read
    port.sync();
}

template class Execution<float>;
template class Execution<double>;

std::unique_ptr<AnyExecution> make_execution(const Program& program, const PlanOptions& options, Index s,
                                             const PlanArrays& arrays, Arena& arena, double scale)
{
    if (program.options.bytes_per_real == sizeof(float))
        return std::make_unique<Execution<float>>(program, options, s, arrays, arena, scale);
    return std::make_unique<Execution<double>>(program, options, s, arrays, arena, scale);
}

}  // namespace bspfft
