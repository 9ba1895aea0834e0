// One loop for all algorithms: a pass, whose packets are sent while they are made, and a sync.
#include "bsp_fft/execution/execution.hpp"

#include <algorithm>
#include <utility>

#include "bsp_fft/layout/array_source.hpp"

namespace bspfft {

namespace {

bool by_hpput(const PlanOptions& options) { return options.exchange == Exchange::hpput; }

Index workspace_size(const std::vector<Pass>& passes, const KernelEntry& kernel)
{
    Index size = 0;
    for (const Pass& pass : passes) size = std::max(size, kernel.workspace(pass));
    return size;
}

/// The first pass that scales for free, or else the last.
std::size_t scaling_pass(const std::vector<Pass>& passes, const KernelEntry& kernel)
{
    const auto found = std::find_if(passes.begin(), passes.end(), kernel.scales_for_free);
    return found == passes.end() ? passes.size() - 1 : static_cast<std::size_t>(found - passes.begin());
}

/// Time until the first packets are packed belongs to the computation, time after it to the move.
template <class Real>
class SinkAfterComputation final : public PacketSink<Real> {
public:
    SinkAfterComputation(PacketSink<Real>& sink, Recorder& recorder, Index computation, Index move)
        : sink_(sink), recorder_(recorder), computation_(computation), move_(move)
    {}

    void deliver(Index first, Index count, const PacketSource<Real>& source) override
    {
        recorder_.done(computation_, move_);
        sink_.deliver(first, count, source);
    }

private:
    PacketSink<Real>& sink_;
    Recorder& recorder_;
    Index computation_;
    Index move_;
};

}  // namespace

template <class Real>
Execution<Real>::Execution(const Schedule& schedule, const PlanOptions& options, Index s,
                           const PlanArrays<Real>& arrays, double scale)
    : schedule_(schedule), options_(options), s_(s), arrays_(arrays)
{
    if (has_pairs(schedule)) mirror_ = std::make_unique<Mirror<Real>>(schedule, s);
    const std::vector<Pass> passes = passes_of(schedule, s);
    const Landings landings = landings_of(schedule, passes, by_hpput(options));
    landing_ = landings.size;
    landing_.length = std::max(landing_.length, arrays.apart);
    in_turns_ = landings.in_turns;
    moves_alternate_ = landings.moves_alternate;
    landing_alone_ = landings.alone;
    landing_mirrored_ = landings.mirrored;
    routes_ = routes_of(passes, by_hpput(options));
    const Index length = schedule.problem().transform();
    scales_ = {scale * normalisation_factor(options.normalisation, Direction::forward, length),
               scale * normalisation_factor(options.normalisation, Direction::inverse, length)};
    if (turns_back(schedule)) scales_.forward = scales_.inverse;
    if (const Index padded = padded_length(schedule))
        chirp_ = std::make_unique<Chirp<Real>>(schedule.problem().data, schedule.n(), padded, schedule.p(), s);

    const std::size_t scaled = scaling_pass(passes, kernel_entry(options.kernel));
    std::size_t pass = 0;
    const auto& supersteps = schedule.supersteps();
    for (std::size_t i = 0; i < supersteps.size(); ++i) {
        if (supersteps[i].find<MirrorStep>() || supersteps[i].find<SeparateStep>()) {
            add_mirror(i);
        } else if (supersteps[i].computes()) {
            add_computation(passes[pass], i, pass == scaled && !chirp_ ? scales_ : Scales{});
            ++pass;
        } else if (is_alone(schedule, i)) {
            add_move(i);
        }
    }
    last_used_ = stages_.back().landing;
    const bool reads_input = stages_.front().change || stages_.front().mirrors || passes.front().tiles;
    if (arrays.input != arrays.output && !reads_input)
        copied_reals_ = (mirror_ ? 1 : 2) * schedule.input().local_span(s);
}

template <class Real>
Real* Execution<Real>::array(ArrayId id, Index landing)
{
    switch (id) {
    case ArrayId::input:
        return arrays_.input;
    case ArrayId::output:
        return arrays_.output;
    case ArrayId::padded:
        return arrays_.padded;
    case ArrayId::landing:
        break;
    }
    return arrays_.landing + 2 * landing * landing_.length;
}

template <class Real>
void Execution<Real>::add_computation(const Pass& pass, std::size_t superstep, const Scales& scales)
{
    const auto& supersteps = schedule_.supersteps();
    const Superstep& step = supersteps[superstep];
    Stage stage;
    stage.computation = stage.move = static_cast<Index>(superstep);
    stage.begins_with_sync = std::holds_alternative<SyncStep>(step.steps.front());
    const auto* const multiplies = step.find<MultiplyStep>();
    const bool at_end = std::holds_alternative<MultiplyStep>(step.steps.back());
    // factors of the spectrum are the kernel's own
    const bool in_array = multiplies && multiplies->by != MultiplyStep::By::factors;
    if (in_array) (at_end ? stage.after : stage.before) = multiplies->by;
    const ArrayId plain = chirp_ || superstep < stages_apart(schedule_) ? ArrayId::padded : ArrayId::output;
    stage.in = pass.tiles && pass.tiles->from ? ArrayId::landing : chirp_ ? ArrayId::padded : at_;
    // packs_in_cache is of the move, which is a superstep of its own or a step of this one
    const bool moves = pass.move || (pass.tiles && pass.tiles->to);
    const std::size_t next = superstep + 1;
    if (moves && next < supersteps.size() && !supersteps[next].computes()) {
        stage.move = static_cast<Index>(next);
        stage.packs_in_cache = supersteps[next].packs_in_cache;
    }
    stage.out = plain;
    if (pass.tiles) {
        at_ = plain;
        stage.landing = stage.landed_in = pass.tiles->from ? last_landing_ : 0;
        if (pass.tiles->to) {
            last_landing_ = stage.landing = next_landing();
            stage.tile_exchange = std::make_unique<TileExchange<Real>>(*pass.tiles->to, by_hpput(options_), s_);
        }
    } else {
        stage.in = at_ == ArrayId::landing ? at_ : plain;
        at_ = plain;
        if (pass.move) add_exchange(stage, pass);
    }
    const ArrayId target = moves ? stage.in : stage.out;
    stage.kernel = kernel_entry(options_.kernel)
                       .make<Real>(pass, scales, {array(stage.in, stage.landed_in), array(target, stage.landed_in),
                                                  arrays_.workspace, stage.tile_exchange.get(), arrays_.device,
                                                  stage.landing * landing_.length});
    if (step.access == Access::between_packets)
        spectrum_ = static_cast<SpectrumKernel<Real>*>(stage.kernel.get());
    stage.tiles = stage.kernel->tiles();
    if (stage.after == MultiplyStep::By::chirp) at_ = ArrayId::output;
    stage.is_local = !stage.begins_with_sync && !stage.tile_exchange && !stage.exchange && !stage.before &&
                     !stage.after && stage.in != ArrayId::landing;
    stages_.push_back(std::move(stage));
}

template <class Real>
void Execution<Real>::add_exchange(Stage& stage, const Pass& pass)
{
    const ArrayRoute& route = routes_[static_cast<std::size_t>(next_route_++)];
    stage.exchange = make_exchange<Real>(pass.after, pass.move->to, pass.move->landing, by_hpput(options_),
                                         route.in_place, s_);
    stage.lands_in = route.lands_in_output ? ArrayId::output : ArrayId::landing;
    at_ = route.ends_in_output ? ArrayId::output : ArrayId::landing;
    if (schedule_.p() > 1 && route.lands_in_output) registers_output_ = true;
}

template <class Real>
void Execution<Real>::add_mirror(std::size_t superstep)
{
    const Superstep& step = schedule_.supersteps()[superstep];
    Stage stage;
    stage.computation = stage.move = static_cast<Index>(superstep);
    stage.begins_with_sync = std::holds_alternative<SyncStep>(step.steps.front());
    stage.mirrors = &step;
    stage.landing = landing_mirrored_;
    stage.in = at_;
    if (step.computes()) at_ = ArrayId::output;
    stages_.push_back(std::move(stage));
}

template <class Real>
void Execution<Real>::add_move(std::size_t superstep)
{
    const Superstep& step = schedule_.supersteps()[superstep];
    Stage stage;
    stage.computation = stage.move = static_cast<Index>(superstep);
    stage.begins_with_sync = std::holds_alternative<SyncStep>(step.steps.front());
    stage.in = at_;
    stage.out = superstep < stages_apart(schedule_) ? ArrayId::padded : ArrayId::output;
    stage.reals = step.find<MoveStep>()->words_per_element;
    stage.exchange = make_exchange<Real>(step.before, step.after, step.find<MoveStep>()->landing, by_hpput(options_),
                                         false, s_, stage.reals);
    stage.change.emplace(step.before, step.after, s_);
    stage.landing = moves_alternate_ ? next_landing() : landing_alone_;
    at_ = stage.out;
    stages_.push_back(std::move(stage));
}

template <class Real>
Index Execution<Real>::next_landing()
{
    return moves_alternate_ ? moves_++ % landing_.arrays : 0;
}

template <class Real>
ScratchNeeds Execution<Real>::needs(const Schedule& schedule, const PlanOptions& options, Index s)
{
    const std::vector<Pass> passes = passes_of(schedule, s);
    const LandingSize landing = landings_of(schedule, passes, by_hpput(options)).size;
    return {landing.length * landing.arrays,
            std::max(padded_length(schedule) / schedule.p(), apart_size(schedule, s)),
            workspace_size(passes, kernel_entry(options.kernel)), landing.length};
}

template <class Real>
Index Execution<Real>::bytes(const Schedule& schedule, const PlanOptions& options, Index s)
{
    const bool hpput = by_hpput(options);
    const std::vector<Pass> passes = passes_of(schedule, s);
    const std::vector<ArrayRoute> routes = routes_of(passes, hpput);
    const KernelEntry& kernel = kernel_entry(options.kernel);
    Index sum = 0;
    std::size_t route = 0;
    for (const Pass& pass : passes) {
        sum += kernel.bytes(pass);
        if (pass.tiles && pass.tiles->to) sum += TileExchange<Real>::buffer_bytes(*pass.tiles->to, hpput, s);
        if (!pass.move) continue;
        const bool in_place = routes[route++].in_place;
        sum += exchange_bytes<Real>(pass.after, pass.move->to, pass.move->landing, hpput, in_place, s);
    }
    const auto& supersteps = schedule.supersteps();
    for (std::size_t i = 0; i < supersteps.size(); ++i) {
        if (!is_alone(schedule, i)) continue;
        const Superstep& step = supersteps[i];
        sum += exchange_bytes<Real>(step.before, step.after, step.find<MoveStep>()->landing, hpput, false, s,
                                    step.find<MoveStep>()->words_per_element);
    }
    if (const Index padded = padded_length(schedule)) sum += Chirp<Real>::bytes(schedule.n(), padded, schedule.p());
    if (has_pairs(schedule)) sum += Mirror<Real>::bytes(schedule, s);
    return sum;
}

template <class Real>
Index Execution<Real>::pushed_bytes() const
{
    if (!registers_output_) return 0;
    const Index local = mirror_ ? pairs_of(schedule_) : schedule_.output().largest_local_size();
    return local * static_cast<Index>(sizeof(Complex));
}

template <class Real>
void Execution<Real>::push(Port& port)
{
    if (registers_output_) port.push(arrays_.output, pushed_bytes());
}

template <class Real>
void Execution<Real>::pop(Port& port)
{
    if (registers_output_) port.pop(arrays_.output);
}

// The spectrum of Bluestein's chirp comes from the first half of the transform itself.
template <class Real>
void Execution<Real>::prepare(Port& port)
{
    if (!chirp_) return;
    if (chirp_->is_short()) return chirp_->sum_spectrum();
    chirp_->fill(padded());
    for (Stage& stage : stages_) {
        const bool last = stage.after == MultiplyStep::By::spectrum;
        if (!stage.kernel) continue;
        const auto before = std::exchange(stage.before, std::nullopt), after = std::exchange(stage.after, std::nullopt);
        execute_stage(stage, port, nullptr, Direction::forward);
        stage.before = before;
        stage.after = after;
        if (last) break;
    }
    chirp_->take_spectrum(padded());
    port.sync();
}

template <class Real>
void Execution<Real>::execute(Port& port, Recorder& recorder, Direction direction)
{
    *arrays_.turn = in_turns_ ? (*arrays_.turn + 1) % landing_.arrays : last_used_;
    if (copied_reals_ > 0) std::copy_n(arrays_.input, copied_reals_, arrays_.output);
    for (Stage& stage : stages_) execute_stage(stage, port, &recorder, direction);
}

template <class Real>
void Execution<Real>::execute_to_spectrum(Port& port)
{
    for (Stage& stage : stages_) {
        if (stage.kernel.get() == spectrum_) {
            spectrum_->run(Direction::forward, 0, stage.tiles, array(stage.in, stage.landed_in), nullptr, nullptr);
            break;
        }
        execute_stage(stage, port, nullptr, Direction::forward);
    }
    // the next packets would reach an array that is still being read
    port.sync();
}

template <class Real>
void Execution<Real>::execute_stage(Stage& stage, Port& port, Recorder* recorder, Direction direction)
{
    // of a short transform the questions below would be a good part
    if (stage.is_local) {
        stage.kernel->run(way(direction), 0, stage.tiles, array(stage.in, 0), array(stage.out, 0), nullptr);
        if (recorder) done(*recorder, stage.computation, stage.move);
        return;
    }
    if (stage.begins_with_sync) port.sync();
    const Index landing = in_turns_ ? *arrays_.turn : stage.landing;
    const Index landed_in = in_turns_ ? *arrays_.turn : stage.landed_in;
    const Index start = landing * landing_.length;
    if (stage.tile_exchange) stage.tile_exchange->begin(port, arrays_.landing, start);
    if (stage.exchange) {
        const bool lands = stage.lands_in == ArrayId::landing;
        stage.exchange->begin(port, lands ? arrays_.landing : arrays_.output, lands ? start * 2 / stage.reals : 0);
    }
    if (stage.mirrors) mirror_->begin(port, arrays_.landing, start);
    if (stage.before) multiply(*stage.before, direction, true);
    compute_and_move(stage, recorder, direction, array(stage.in, landed_in));
    if (stage.after) multiply(*stage.after, direction, false);
    if (recorder) done(*recorder, stage.exchange ? stage.move : stage.computation, stage.move);
}

// What was copied to and from a device belongs to what was computed.
template <class Real>
void Execution<Real>::done(Recorder& recorder, Index computed, Index moved)
{
    if (arrays_.device) {
        const DeviceTraffic since = std::exchange(arrays_.device->traffic, {});
        recorder.copied(since.bytes_in + since.bytes_out, recorder.timed() ? since.seconds : 0);
    }
    recorder.done(computed, moved);
}

template <class Real>
void Execution<Real>::compute_and_move(Stage& stage, Recorder* recorder, Direction direction, Real* in)
{
    Real* const out = array(stage.out, 0);
    if (stage.mirrors) return mirror_->execute(*stage.mirrors, by_hpput(options_), in, out);
    if (!stage.kernel) {
        deliver_array(*stage.change, in, stage.reals, *stage.exchange);
        return stage.exchange->finish(out);
    }
    if (stage.tile_exchange) {
        stage.kernel->run(way(direction), 0, stage.tiles, in, nullptr, nullptr);
        const bool landed = arrays_.device && arrays_.device->landing_on_device && !arrays_.device->sends_from_device;
        if (landed) stage.tile_exchange->note_all();
        return stage.tile_exchange->finish();
    }
    if (!stage.exchange) return stage.kernel->run(way(direction), 0, stage.tiles, in, out, nullptr);
    if (stage.packs_in_cache || !recorder) {
        stage.kernel->run(way(direction), 0, stage.tiles, in, nullptr, stage.exchange.get());
    } else {
        SinkAfterComputation<Real> sink(*stage.exchange, *recorder, stage.computation, stage.move);
        stage.kernel->run(way(direction), 0, stage.tiles, in, nullptr, &sink);
    }
    stage.exchange->finish(in);
}

template <class Real>
void Execution<Real>::multiply(MultiplyStep::By by, Direction direction, bool first)
{
    if (by == MultiplyStep::By::spectrum) return chirp_->multiply_spectrum(direction, padded());
    // a move that came first has left the input in the output's array
    const bool moved = stages_.front().change.has_value();
    if (first) return chirp_->multiply_in(direction, moved ? arrays_.output : arrays_.input, padded());
    chirp_->multiply_out(direction, scales_.of(direction), padded(), arrays_.output);
}

template class Execution<float>;
template class Execution<double>;

}  // namespace bspfft
