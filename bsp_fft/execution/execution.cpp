// One loop for all algorithms: a pass, whose packets are sent while they are made, and a sync.
#include "bsp_fft/execution/execution.hpp"

#include <algorithm>

namespace bspfft {

namespace {

bool by_hpput(const PlanOptions& options) { return options.exchange == Exchange::hpput; }

/// Where the data is after each move. By put, plain packets may land in the array that they come from: the BSPlib keeps
/// them until all have been packed.
std::vector<ArrayRoute> routes_of(const std::vector<Pass>& passes, bool hpput)
{
    std::vector<ArrayRoute> routes;
    bool in_x = true;
    for (const Pass& pass : passes) {
        if (!pass.move) continue;
        const Landing& landing = pass.move->landing;
        const bool in_place = !hpput && landing.block == 0 && !landing.spreads && pass.after.p() > 1;
        ArrayRoute route{in_place ? in_x : !in_x, in_place, in_x};
        if (!landing.spreads) route.ends_in_x = route.lands_in_x;
        in_x = route.ends_in_x;
        routes.push_back(route);
    }
    return routes;
}

/// Elements of one landing array, and how many there are.
struct LandingSize {
    Index length = 0;
    Index arrays = 1;
};

LandingSize landing_size(const std::vector<Pass>& passes, const std::vector<ArrayRoute>& routes)
{
    LandingSize size;
    for (std::size_t i = 0; i < routes.size(); ++i) {
        if (routes[i].lands_in_x) continue;
        const Landing& landing = passes[i].move->landing;
        size.length = std::max(size.length, landing.length(passes[i].size()));
        size.arrays = std::max(size.arrays, landing.arrays);
    }
    return size;
}

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
Execution<Real>::Execution(const Schedule& schedule, const PlanOptions& options, Index s, Complex* x)
    : schedule_(schedule),
      by_hpput_(by_hpput(options)),
      x_(reinterpret_cast<Real*>(x)),
      opens_with_sync_(schedule.opens_with_sync())
{
    const std::vector<Pass> passes = passes_of(schedule, s);
    const std::vector<ArrayRoute> routes = routes_of(passes, by_hpput_);
    const LandingSize size = landing_size(passes, routes);
    landing_length_ = size.length;
    turns_ = size.arrays;
    landing_ = Buffer<Real>(2 * size.length * size.arrays);

    const KernelEntry& kernel = kernel_entry(options.kernel);
    workspace_ = Buffer<Real>(workspace_size(passes, kernel));
    const Scales scales{normalisation_factor(options.normalisation, Direction::forward, schedule.n()),
                        normalisation_factor(options.normalisation, Direction::inverse, schedule.n())};
    const std::size_t scaled = scaling_pass(passes, kernel);
    for (std::size_t i = 0; i < passes.size(); ++i)
        add_stage(passes[i], i < routes.size() ? &routes[i] : nullptr, kernel, i == scaled ? scales : Scales{});
}

template <class Real>
void Execution<Real>::add_stage(const Pass& pass, const ArrayRoute* route, const KernelEntry& kernel,
                                const Scales& scales)
{
    const bool in_x = stages_.empty() || stages_.back().route.ends_in_x;
    Stage stage;
    stage.computation = stages_.empty() ? 0 : stages_.back().move + 1;
    const auto next = static_cast<std::size_t>(stage.computation) + 1;
    const auto& supersteps = schedule_.supersteps();
    const bool moves = next < supersteps.size() && !supersteps[next].computes();
    stage.move = moves ? stage.computation + 1 : stage.computation;
    stage.packs_in_cache = !moves || supersteps[next].packs_in_cache;
    // a pass without a move writes to x
    stage.kernel = kernel.make<Real>(pass, scales, {array(in_x), route ? array(in_x) : x_, workspace_.data()});
    stage.tiles = stage.kernel->tiles();
    if (route) {
        stage.route = *route;
        stage.exchange = std::make_unique<PacketExchange<Real>>(pass.after, pass.move->to, pass.move->landing,
                                                                by_hpput_, route->in_place, pass.s);
        if (schedule_.p() > 1) (route->lands_in_x ? registers_x_ : registers_landing_) = true;
    }
    stages_.push_back(std::move(stage));
}

template <class Real>
Index Execution<Real>::bytes(const Schedule& schedule, const PlanOptions& options, Index s)
{
    constexpr auto element = static_cast<Index>(sizeof(Complex));
    const std::vector<Pass> passes = passes_of(schedule, s);
    const std::vector<ArrayRoute> routes = routes_of(passes, by_hpput(options));
    const LandingSize size = landing_size(passes, routes);
    const KernelEntry& kernel = kernel_entry(options.kernel);
    Index sum = size.length * size.arrays * element + workspace_size(passes, kernel) * element / 2;
    for (std::size_t i = 0; i < passes.size(); ++i) {
        sum += kernel.bytes(passes[i]);
        if (i == routes.size()) break;
        const MoveStep& move = *passes[i].move;
        sum += PacketExchange<Real>::buffer_bytes(LayoutChange(passes[i].after, move.to), move.landing,
                                                  by_hpput(options), routes[i].in_place, schedule.p());
    }
    return sum;
}

template <class Real>
void Execution<Real>::push(Port& port)
{
    const Index local = schedule_.input().local_size() * static_cast<Index>(sizeof(Complex));
    if (registers_x_) port.push(x_, local);
    if (registers_landing_) port.push(landing_.data(), landing_.size() * static_cast<Index>(sizeof(Real)));
}

template <class Real>
void Execution<Real>::pop(Port& port)
{
    if (registers_x_) port.pop(x_);
    if (registers_landing_) port.pop(landing_.data());
}

template <class Real>
void Execution<Real>::execute(Port& port, Recorder& recorder, Direction direction)
{
    if (opens_with_sync_) port.sync();
    turn_ = (turn_ + 1) % turns_;
    const Index start = turn_ * landing_length_;
    Real* at = x_;
    for (Stage& stage : stages_) {
        if (stage.exchange)
            stage.exchange->begin(port, array(stage.route.lands_in_x), stage.route.lands_in_x ? 0 : start);
        run_stage(stage, recorder, direction, at);
        at = stage.route.ends_in_x ? x_ : landing_.data() + 2 * start;
    }
}

template <class Real>
void Execution<Real>::run_stage(Stage& stage, Recorder& recorder, Direction direction, Real* in)
{
    if (!stage.exchange) {
        stage.kernel->run(direction, 0, stage.tiles, in, x_, nullptr);
        return recorder.done(stage.computation, stage.computation);
    }
    if (stage.packs_in_cache) {
        stage.kernel->run(direction, 0, stage.tiles, in, nullptr, stage.exchange.get());
        stage.exchange->finish(in);
        return recorder.done(stage.computation, stage.move);
    }
    SinkAfterComputation<Real> sink(*stage.exchange, recorder, stage.computation, stage.move);
    stage.kernel->run(direction, 0, stage.tiles, in, nullptr, &sink);
    stage.exchange->finish(in);
    recorder.done(stage.move, stage.move);
}

template class Execution<float>;
template class Execution<double>;

}  // namespace bspfft
