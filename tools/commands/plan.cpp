#include "tools/commands/run.hpp"

#include <algorithm>
#include <cstdio>

#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/report/readable.hpp"
#include "tools/commands/choice.hpp"
#include "tools/commands/plan_trials.hpp"
#include "tools/files/distinct_files.hpp"
#include "tools/files/text_output.hpp"
#include "tools/processes/section.hpp"
#include "tools/terminal/problem_text.hpp"
#include "tools/terminal/schedule_table.hpp"
#include "tools/terminal/table.hpp"

namespace bspfft::tools {

namespace {

struct Shown {
    Transform transform;
    Schedule schedule;
    PlanOptions options;
    Precision precision;
    std::optional<PlanTrials> trials = {};
    std::string remembered = {};  ///< where grid and cut come from, in words
    std::string operation = {};   ///< other than a Fourier transform

    bool fast() const { return options.algorithm == Algorithm::fast; }
    bool packs_in_cache() const
    {
        const std::vector<const Move*> moves = schedule.program().moves();
        return std::any_of(moves.begin(), moves.end(), [](const Move* move) { return move->tiles() != nullptr; });
    }
};

Shown resolve(const RunRequest& request)
{
    require_no_more_than_known(request);
    Transform transform = transform_of(request.transform, request.options);
    require_trials(request, transform);
    // Unless it is measured nothing runs, so p may be anything.
    const Index p = processes_for(request, transform, request.oversubscribe || !request.measure);
    const Index bytes_per_real = bytes_per_complex(request.precision) / 2;
    std::optional<PlanTrials> trials;
    Remembered remembered;
    if (request.measure) {
        trials = try_cuts(request, transform, p);
    } else {
        remembered = use_remembered(transform, request.machine, request.precision, p);
    }
    if (!transform.is_fourier()) {
        const Schedule all = composed_schedule(request.direction(), transform, p, bytes_per_real);
        PlanOptions options = request.options;
        options.algorithm = all.algorithm();
        options.kernel = all.kernel();
        options.exchange = all.exchange();
        require_effect(request.transform, request.options, options.algorithm);
        return {transform, all, options, request.precision, {}, {}, operation_name(request.transform)};
    }
    PlanOptions options = transform.options_for(p);
    if (trials) {
        options.grid = transform.options.grid = trials->choice.options.grid;
        options.cut = transform.options.cut = trials->choice.options.cut;
    }
    options = resolved(options, transform.shape, p, bytes_per_real);
    require_effect(request.transform, request.options, options.algorithm);
    return {transform, schedule_in(request.direction(), transform, p, options, bytes_per_real), options,
            request.precision, trials, remembered.words(request.machine)};
}

// How packets leave, on the BSPlib that this program is linked with.
const char* packets_leave(const Shown& shown)
{
    if (shown.schedule.redistributions() == 0) return "none";
    if (!packets_share_a_buffer(shown.schedule.exchange())) return "staged";
    return shown.packs_in_cache() ? "from cache" : "one by one";
}

std::string exchange_in_words(const Shown& shown)
{
    const bool put = shown.options.exchange == Exchange::put;
    const std::string name = name_of(exchanges, shown.options.exchange);
    if (!packets_share_a_buffer(shown.schedule.exchange()))
        return text(name, ": staged, each packet has its place in a send buffer until the sync");
    return text(name,
                shown.packs_in_cache() ? ": packets leave straight from the cache buffer"
                             : ": packets leave one by one from the same buffer",
                ", which is free when the call returns", put ? "; the BSPlib keeps them until the sync" : "");
}

void print_moves(const Shown& shown)
{
    const Index bytes_per_word = bytes_per_complex(shown.precision) / 2;
    for (const Superstep& step : shown.schedule.supersteps()) {
        const Superstep::Communication& move = step.communication;
        if (move.name.empty()) continue;
        const Index messages = std::max(Index{1}, move.messages);
        const auto bytes = static_cast<double>(move.words_sent * bytes_per_word / messages);
        print_wrapped(text(move.name, ": ", counted(move.messages, "put"), " of ", readable_bytes(bytes)), 2);
    }
    if (shown.schedule.redistributions() > 0)
        print_wrapped("exchange by " + exchange_in_words(shown), 2);
}

// An array that is larger than the device window goes through it in slices.
void print_slices(const Shown& shown)
{
    for (const Compute* step : shown.schedule.program().computations()) {
        if (step->slices == 1) continue;
        const auto bytes = static_cast<double>(shown.schedule.n() / step->slices * bytes_per_complex(shown.precision));
        print_wrapped(text(step->name, ": ", step->slices, " slices of ", readable_bytes(bytes),
                           ", each once in and once out over the bus"), 2);
    }
}

void print(const Shown& shown)
{
    const Schedule& schedule = shown.schedule;
    const std::string operation = shown.operation.empty() ? "" : ", " + shown.operation;
    std::string head = text(size_in_words(schedule.problem()), operation, ", p = ", with_power(schedule.p()), ", ",
                            name_of(precisions, shown.precision), ", algorithm ",
                            name_of(algorithms, shown.options.algorithm));
    for (const std::string& words : {grid_in_words(schedule), cut_in_words(schedule)}) {
        if (!words.empty()) head += ", " + words;
    }
    // a short vector is not a lane of a tile
    if (shown.fast() && schedule.lanes() > 1) head += text(", ", schedule.lanes(), " lanes");
    print_wrapped(text(head, ", kernel ", kernel_name(shown.options.kernel)), 0);
    print_wrapped(text("the data moves ", times(schedule.redistributions()), " and memory is swept ",
                       times(schedule.sweeps()), "; cost of a process: ", cost_in_words(schedule)), 2);
    print_wrapped(text("input ", schedule.input().description(), ", output ", schedule.output().description()), 2);
    if (shown.options.reproducible) print_wrapped("reproducible: the same bits over any number of processes", 2);
    print_moves(shown);
    print_slices(shown);
    if (!shown.remembered.empty()) print_wrapped(shown.remembered, 2);
    std::printf("\n");
    print_schedule(stdout, schedule);
    if (shown.trials) print(*shown.trials);
}

Json json_of(const Shown& shown)
{
    const Schedule& schedule = shown.schedule;
    Json document = size_json(schedule.problem(), {
            {"p", schedule.p()},
            {"precision", name_of(precisions, shown.precision)},
            {"algorithm", name_of(algorithms, shown.options.algorithm)},
            {"kernel", kernel_name(shown.options.kernel)},
            {"reproducible", shown.options.reproducible},
            {"cut", cut_json(schedule)},
            {"input", schedule.input().description()},
            {"output", schedule.output().description()},
            {"lanes", shown.fast() ? schedule.lanes() : 0},
            {"exchange", name_of(exchanges, shown.options.exchange)},
            {"packets", packets_leave(shown)},
            {"sweeps", schedule.sweeps()},
            {"redistributions", schedule.redistributions()},
            {"flops", schedule.flops()},
            {"words", schedule.words()},
            {"synchronisations", schedule.synchronisations()},
            {"supersteps", supersteps_json(schedule)}});
    if (!shown.operation.empty()) document["kind"] = shown.operation;
    if (shown.trials) document["measured"] = json_of(*shown.trials);
    if (!shown.remembered.empty()) document["remembered"] = shown.remembered;
    return document;
}

}  // namespace

int plan(const RunRequest& request)
{
    agree_on([&] {
        require_distinct({{"--json", request.json}, {"--machine", request.machine, false}});
        if (is_process_0()) require_writable(request.json);
    });
    const Shown shown = resolve(request);
    if (!is_process_0()) return 0;
    std::vector<std::string> reasons;
    if (request.why)
        reasons = reasons_for(shown.schedule, shown.transform, request);
    if (!request.json.empty()) {
        Json document = json_of(shown);
        if (request.why) document["why"] = reasons;
        write_json(request.json, document);
    }
    if (request.json == "-") return 0;
    print(shown);
    print_reasons(stdout, reasons);
    return 0;
}

}  // namespace bspfft::tools
