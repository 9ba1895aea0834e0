// Any schedule of this library on a LogP machine, superstep by superstep. Each ends when all its messages have come.
#include <cmath>
#include <cstdio>
#include <memory>
#include <numeric>

#include "bsp_fft/base/send_order.hpp"
#include "bsp_fft/report/readable.hpp"
#include "bsp_fft/schedule/building.hpp"
#include "tools/commands/choice.hpp"
#include "tools/commands/explain.hpp"
#include "tools/commands/simulate.hpp"
#include "tools/files/text_output.hpp"
#include "tools/terminal/problem_text.hpp"
#include "tools/terminal/refusal.hpp"
#include "tools/terminal/schedule_table.hpp"
#include "tools/terminal/table.hpp"

namespace bspfft::tools {

namespace {

constexpr Index flops_a_node = 5;

/// What one processor does in a superstep, for the simulator.
class Player {
public:
    Player(Index s, std::vector<Index>& inputs) : s_(s), inputs_(inputs) {}

    void compute(Index flops) { flops_ += flops; }
    /// What was computed since the last message comes before it.
    void send(Index to, Index numbers)
    {
        for (Index k = 0; k < numbers && to != s_; ++k) add(to);
    }
    /// In the end something stays, so that all processors wait for the end of the superstep.
    std::vector<MessageStep> finished()
    {
        add(s_);
        return std::move(steps_);
    }

private:
    void add(Index to)
    {
        steps_.push_back({flops_ / flops_a_node, to, 0});
        flops_ %= flops_a_node;
        ++inputs_[to];
    }

    Index s_;
    std::vector<Index>& inputs_;
    Index flops_ = 0;
    std::vector<MessageStep> steps_ = {};
};

// Packets leave after each tile of the computation that makes them.
void play_tiles(Player& player, const TilePackets& packets, Index flops, Index s)
{
    const Index columns = part_of(packets.axes, s).column_count();
    const std::vector<TilePacket> all = tile_packets_of(packets, s);
    for (Index first = 0; first < columns; first += packets.lanes) {
        const Index end = std::min(columns, first + packets.lanes);
        player.compute(flops / columns * (end - first) + (end == columns ? flops % columns : 0));
        for (const TilePacket& packet : all) player.send(packet.receiver, packet.rows * (end - first));
    }
}

// Complex numbers; one word counts as half.
std::vector<std::vector<Index>> traffic_of(const Move& move, Index p)
{
    if (const MoveStep* const plain = move.plain()) {
        auto traffic = traffic_between(owners_of(move.before), owners_of(plain->to), p);
        for (std::vector<Index>& from : traffic) {
            for (Index& numbers : from) numbers = (numbers * plain->words_per_element + 1) / 2;
        }
        return traffic;
    }
    std::vector<std::vector<Index>> traffic(p, std::vector<Index>(p));
    for (Index s = 0; s < p; ++s) traffic[s][move.mirror()->partner(s)] = move.before.local_size(s);
    return traffic;
}

MessageProgram program_of(const Schedule& schedule, std::size_t superstep)
{
    const std::vector<Step>& steps = schedule.program().steps;
    const Index p = schedule.p();
    std::vector<Index> inputs(p);
    std::vector<Player> players;
    for (Index s = 0; s < p; ++s) players.emplace_back(s, inputs);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (steps[i].superstep != superstep) continue;
        const Compute* const compute = steps[i].compute();
        const Move* const move = steps[i].move();
        const bool makes_tiles = compute && compute->sends && steps[i + 1].move()->tiles();
        if (!compute && (!move || move->tiles())) continue;
        const auto traffic = move ? traffic_of(*move, p) : std::vector<std::vector<Index>>{};
        for (Index s = 0; s < p; ++s) {
            const Index flops = compute ? flops_of_process(*compute, s) : 0;
            if (makes_tiles) {
                play_tiles(players[s], *steps[i + 1].move()->tiles(), flops, s);
                continue;
            }
            players[s].compute(flops);
            for (Index j = 0; j < p && move; ++j) {
                const Index to = destination_in_order(s, j, p);
                players[s].send(to, traffic[s][to]);
            }
        }
    }
    MessageProgram program;
    for (Player& player : players) program.steps.push_back(player.finished());
    // one unit of work when all has come, by which the superstep's end is seen
    program.new_release = [inputs] {
        auto missing = std::make_shared<std::vector<Index>>(inputs);
        return [missing](Index processor, Index) { return --(*missing)[processor] == 0 ? Index{1} : Index{0}; };
    };
    return program;
}

}  // namespace

std::vector<Performance> play_schedule(const LogP& machine, const Schedule& schedule)
{
    if (schedule.n() > largest_simulation)
        refuse(schedule.n(), " elements are too many to be simulated number by number; the most are ",
               largest_simulation);
    std::vector<Performance> supersteps;
    for (const Superstep& superstep : schedule.supersteps()) {
        supersteps.push_back(play(machine, program_of(schedule, superstep.number)));
        supersteps.back().completion -= 1;
    }
    return supersteps;
}

int simulate_schedule(const SimulateRequest& request)
{
    if (!request.plot.empty() || request.schedule != "all")
        refuse("--plot and --schedule are for one complex vector of 2^k numbers on P = 2^q processors, P^2 <= n");
    const std::optional<KnownMachine> known =
        request.from_machine.empty() ? std::nullopt : std::optional(machine_named(request.from_machine));
    const Schedule schedule = choose_schedule(transform_of(request.transform, request.options), request.procs,
                                              Precision::double_, known ? known->machine : Machine{});
    const MeasuredLogP measured =
        known ? measured_logp(known->machine, schedule) : MeasuredLogP{0, request.machine};
    const LogP& machine = measured.machine;
    const std::vector<Performance> played = play_schedule(machine, schedule);
    const double all = std::accumulate(played.begin(), played.end(), 0.0,
                                       [](double sum, const Performance& each) { return sum + each.completion; });
    Json rows = supersteps_json(schedule);
    for (std::size_t i = 0; i < played.size(); ++i) {
        rows[i]["completion"] = played[i].completion;
        rows[i]["idle"] = played[i].idle;
    }
    Json document = size_json(schedule.problem(), {{"p", schedule.p()},
                                                   {"algorithm", algorithm_name(schedule.algorithm())},
                                                   {"latency", machine.latency},
                                                   {"overhead", machine.overhead},
                                                   {"g", machine.gap},
                                                   {"unit", "nodes of the butterfly"},
                                                   {"work", real(schedule.flops()) / flops_a_node},
                                                   {"completion", all},
                                                   {"supersteps", rows}});
    if (known) document["seconds"] = all * measured.node_seconds;
    if (!request.json.empty()) write_json(request.json, document);
    if (request.json == "-") return 0;
    print_wrapped(text(size_in_words(schedule.problem()), ", P = ", schedule.p(), ", algorithm ",
                       algorithm_name(schedule.algorithm()), ", L = ", machine.latency, ", o = ", machine.overhead,
                       ", g = ", machine.gap), 0);
    std::printf("time in nodes of the butterfly, which are %lld flops\n\n", static_cast<long long>(flops_a_node));
    const Table table({broken_column("superstep", 44, 44), number_column("completion", 12), number_column("idle", 12)},
                      2, request.wide);
    table.print_head();
    for (const Superstep& step : schedule.supersteps()) {
        const Performance& each = played[step.number];
        table.print_row({step_name(step), formatted("%.10g", each.completion), formatted("%.8g", each.idle)});
    }
    table.print_row({"total", formatted("%.10g", all), ""});
    if (!known) return 0;
    std::printf("\n");
    print_machine(*known);
    print_wrapped(text("that is ", readable_seconds(all * measured.node_seconds)), 2);
    return 0;
}

}  // namespace bspfft::tools
