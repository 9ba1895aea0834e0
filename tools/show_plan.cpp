#include "tools/show_plan.hpp"

#include <cstdio>

#include "tools/choice.hpp"
#include "tools/json_output.hpp"
#include "tools/schedule_table.hpp"
#include "tools/section.hpp"

namespace bspfft {

int show_plan(const RunRequest& request)
{
    if (request.n.empty()) throw Error(Status::invalid_argument, "no length; give --n, such as --n 2^20");
    const Index n = parse_length(request.n);
    // Nothing runs, so p may be anything.
    const Index p = processes_for(n, request.procs, true);
    const Schedule schedule = choose_schedule(n, p, request.options);
    const bool fast = schedule.cut() > 0;
    std::vector<std::string> reasons;
    if (request.why)
        reasons = why(schedule, request.options, request.procs != 0, find_machine(request.machine));
    const std::string algorithm = name_of(algorithms, fast ? Algorithm::fast : Algorithm::textbook);
    if (!request.json.empty()) {
        Json document{{"n", n},
                      {"p", p},
                      {"algorithm", algorithm},
                      {"cut", schedule.cut()},
                      {"sweeps", schedule.sweeps()},
                      {"redistributions", schedule.redistributions()},
                      {"flops", schedule.flops()},
                      {"words", schedule.words()},
                      {"supersteps", json_of(schedule)}};
        if (request.why) document["why"] = reasons;
        write_json(request.json, document);
        if (request.json == "-") return 0;
    }
    std::printf(
        "n = %s, p = %s, algorithm %s%s\n", with_power(n).c_str(), with_power(p).c_str(), algorithm.c_str(),
        fast
            ? (", cut " + std::to_string(schedule.cut()) + " x " + std::to_string(n / schedule.cut())).c_str()
            : "");
    std::printf("  the data moves %lld times and memory is swept %lld times; a process does %lld flops, and "
                "h = %lld words\n\n",
                static_cast<long long>(schedule.redistributions()), static_cast<long long>(schedule.sweeps()),
                static_cast<long long>(schedule.flops()), static_cast<long long>(schedule.words()));
    print_schedule(stdout, schedule);
    print_reasons(stdout, reasons);
    return 0;
}

}  // namespace bspfft
