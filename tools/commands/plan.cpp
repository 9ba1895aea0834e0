#include "tools/commands/plan.hpp"

#include <cstdio>

#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/report/readable.hpp"
#include "tools/commands/choice.hpp"
#include "tools/files/json_output.hpp"
#include "tools/processes/section.hpp"
#include "tools/terminal/schedule_table.hpp"

namespace bspfft::tools {

namespace {

struct Shown {
    Schedule schedule;
    PlanOptions options;
    Precision precision;

    bool fast() const { return options.algorithm == Algorithm::fast; }
};

Shown resolve(const RunRequest& request)
{
    if (request.n.empty()) throw Error(Status::invalid_argument, "no length; give --n, such as --n 2^20");
    const Index n = parse_length(request.n);
    // Nothing runs, so p may be anything.
    const Index p = processes_for(n, request.procs, true);
    const Index bytes_per_real = bytes_per_complex(request.precision) / 2;
    const PlanOptions options = resolved(request.options, n, p, bytes_per_real);
    return {schedule_for(n, p, options, bytes_per_real), options, request.precision};
}

// How packets leave, on the BSPlib that this program is linked with.
const char* packets_leave(const Shown& shown)
{
    if (shown.schedule.redistributions() == 0) return "none";
    if (!packets_share_a_buffer(shown.schedule.exchange())) return "staged";
    return shown.fast() ? "from cache" : "one by one";
}

std::string exchange_in_words(const Shown& shown)
{
    const bool put = shown.options.exchange == Exchange::put;
    const std::string name = name_of(exchanges, shown.options.exchange);
    if (!packets_share_a_buffer(shown.schedule.exchange()))
        return text(name, ": staged, each packet has its place in a send buffer until the sync");
    return text(name,
                shown.fast() ? ": packets leave straight from the cache buffer"
                             : ": packets leave one by one from the same buffer",
                ", which is free when the call returns", put ? "; the BSPlib keeps them until the sync" : "");
}

void print_moves(const Shown& shown)
{
    const Index bytes_per_word = bytes_per_complex(shown.precision) / 2;
    for (const Superstep& step : shown.schedule.supersteps()) {
        if (step.computes()) continue;
        std::printf("  %s: %s of %lld bytes\n", step.name.c_str(), counted(step.messages, "put").c_str(),
                    static_cast<long long>(step.words_sent * bytes_per_word / step.messages));
    }
    if (shown.schedule.redistributions() > 0)
        std::printf("  exchange by %s\n", exchange_in_words(shown).c_str());
}

void print(const Shown& shown)
{
    const Schedule& schedule = shown.schedule;
    std::printf("n = %s, p = %s, %s, algorithm %s", with_power(schedule.n()).c_str(),
                with_power(schedule.p()).c_str(), name_of(precisions, shown.precision).c_str(),
                name_of(algorithms, shown.options.algorithm).c_str());
    if (shown.fast()) {
        std::printf(", cut %lld x %lld, %lld lanes", static_cast<long long>(cut_of(schedule)),
                    static_cast<long long>(schedule.n() / cut_of(schedule)),
                    static_cast<long long>(schedule.lanes()));
    }
    std::printf("\n  the data moves %s and memory is swept %s; a process does %lld flops, and h = %lld words\n",
                times(schedule.redistributions()).c_str(), times(schedule.sweeps()).c_str(),
                static_cast<long long>(schedule.flops()), static_cast<long long>(schedule.words()));
    print_moves(shown);
    std::printf("\n");
    print_schedule(stdout, schedule);
}

Json json_of(const Shown& shown)
{
    const Schedule& schedule = shown.schedule;
    return {{"n", schedule.n()},
            {"p", schedule.p()},
            {"precision", name_of(precisions, shown.precision)},
            {"algorithm", name_of(algorithms, shown.options.algorithm)},
            {"cut", cut_of(schedule)},
            {"lanes", shown.fast() ? schedule.lanes() : 0},
            {"exchange", name_of(exchanges, shown.options.exchange)},
            {"packets", packets_leave(shown)},
            {"sweeps", schedule.sweeps()},
            {"redistributions", schedule.redistributions()},
            {"flops", schedule.flops()},
            {"words", schedule.words()},
            {"supersteps", supersteps_json(schedule)}};
}

}  // namespace

int plan(const RunRequest& request)
{
    const Shown shown = resolve(request);
    std::vector<std::string> reasons;
    if (request.why)
        reasons = reasons_for(shown.schedule, request);
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
