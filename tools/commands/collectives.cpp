#include "tools/commands/collectives.hpp"

#include <algorithm>

#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/predict/models.hpp"
#include "tools/files/distinct_files.hpp"
#include "tools/files/text_output.hpp"
#include "tools/pictures/gnuplot.hpp"
#include "tools/processes/section.hpp"
#include "tools/terminal/options.hpp"
#include "tools/terminal/refusal.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

namespace {

constexpr Index most_processes = Index{1} << 30;
constexpr Index most_measured_bytes = Index{1} << 30;

// Numbers and ranges between commas, in order.
std::vector<Index> numbers_of(const char* option, const std::string& words, Index least, Index most)
{
    std::vector<Index> numbers;
    for (const std::string& word : split(words, ',')) {
        for (const Index number : read_range(option, word)) numbers.push_back(number);
    }
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    if (numbers.front() < least) refuse(option, " ", numbers.front(), " is too small; at least ", least, " is needed");
    if (numbers.back() > most) refuse(option, " ", numbers.back(), " is too large; at most ", most, " is possible");
    return numbers;
}

// Those that were asked for, collective by collective.
std::vector<AlgorithmCosts> chosen_costs(const CollectivesRequest& request)
{
    const auto is_among = [](const std::vector<std::string>& words, std::string_view name) {
        return words.empty() || std::find(words.begin(), words.end(), name) != words.end();
    };
    std::vector<AlgorithmCosts> chosen;
    for (const CollectiveCost& cost : collective_costs()) {
        if (!is_among(request.collectives, cost.collective) || !is_among(request.algorithms, cost.algorithm)) continue;
        if (chosen.empty() || chosen.back().front()->collective != cost.collective) chosen.emplace_back();
        chosen.back().push_back(&cost);
    }
    if (chosen.empty())
        refuse("--algorithms ", joined(request.algorithms, ","), " has nothing for --collectives ",
               joined(request.collectives, ","), "; leave one of them out");
    return chosen;
}

std::vector<Index> processes_of(const CollectivesRequest& request)
{
    std::vector<Index> numbers;
    if (!request.procs.empty() || !request.measure)
        numbers = numbers_of("--procs", request.procs.empty() ? "2..4096" : request.procs, 2, most_processes);
    if (!request.measure) return numbers;
    if (numbers.size() > 1) refuse("--measure needs one number of processes; give --procs ", numbers.back());
    constexpr Index any_length = Index{1} << 40;
    const Index p = processes_for(any_length, numbers.empty() ? 0 : numbers.front(), request.oversubscribe);
    if (p < 2) refuse("one process has nobody to send to; take --procs 2 or more");
    require_section(p);
    return {p};
}

// What is measured has a whole number of words for each process.
std::vector<Index> sizes_of(const CollectivesRequest& request, Index p)
{
    constexpr Index word = CollectiveMachine::word, any = Index{1} << 62;
    const std::string words = !request.bytes.empty() ? request.bytes : request.measure ? "8..2^22" : "8..2^30";
    std::vector<Index> sizes = numbers_of("--bytes", words, word, request.measure ? most_measured_bytes : any);
    if (!request.measure) return sizes;
    for (Index& size : sizes) size = (size + p * word - 1) / (p * word) * (p * word);
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    return sizes;
}

// By the models: its algorithm's, or where it has none the fastest one's.
CollectiveRow with_costs(CollectiveRow row, const CollectiveProcesses& on)
{
    const CollectiveCost* own = nullptr;
    AlgorithmCosts all;
    for (const CollectiveCost& cost : collective_costs()) {
        if (cost.collective != row.collective) continue;
        all.push_back(&cost);
        if (cost.algorithm == row.by) own = &cost;
    }
    for (const NamedModel& by : message_models()) {
        const double s = real(row.bytes);
        const CollectiveCost* const cost = own ? own : fastest(all, on.machine, by.model, s, on.p);
        row.costs.push_back({});
        if (cost) row.costs.back() = cost->seconds_if_known(on.machine, by.model, s, on.p, &row.why_not);
    }
    return row;
}

void add_costs(CollectivesFound& found)
{
    for (const CollectiveProcesses& on : found.processes) {
        for (const AlgorithmCosts& costs : found.collectives) {
            for (const Index size : found.sizes) {
                for (const CollectiveCost* cost : costs)
                    found.costs.push_back(
                        with_costs({on.p, size, collective_of(costs), std::string(cost->algorithm), {}}, on));
            }
        }
    }
    for (CollectiveRow& row : found.measured) row = with_costs(row, found.processes.front());
}

// Every algorithm with what it does and who describes it.
std::string algorithms_help()
{
    std::string help = "only these algorithms";
    for (const auto& [name, what, source] : collective_algorithms())
        help += text(". ", name, ": ", what, " [", source, "]");
    return help;
}

std::map<std::string, MessageModel> models_by_name()
{
    std::map<std::string, MessageModel> models;
    for (const auto& [model, name] : message_models()) models[std::string(name)] = model;
    return models;
}

}  // namespace

void add_collectives_options(Options& options, CollectivesRequest& request)
{
    static const std::map<std::string, MessageModel> models = models_by_name();
    std::vector<std::string> collectives, algorithms;
    for (const CollectiveCost& cost : collective_costs()) {
        if (collectives.empty() || collectives.back() != cost.collective) collectives.emplace_back(cost.collective);
    }
    for (const CollectiveAlgorithm& algorithm : collective_algorithms()) algorithms.emplace_back(algorithm.name);
    options.group("Collectives");
    options
        .text("--bytes", request.bytes, "N|N..N,...",
              "what a process has at the end or at the beginning, its own part included: numbers, or ranges in which "
              "each is twice the one before")
        .standard("8..2^30, measured 8..2^22");
    options
        .list("--collectives", request.collectives, collectives, "NAME,...",
              text("only these: ", joined(collectives, ", ")).c_str())
        .standard("all");
    options
        .list("--algorithms", request.algorithms, algorithms, "NAME,...", algorithms_help().c_str())
        .standard("all")
        .excludes({"--measure"});
    options.group("Processes");
    options.text("--procs", request.procs, "P|P..P,...", "processes, likewise")
        .standard("2..4096, measured as many as run at once");
    options.oversubscribe(request.oversubscribe).needs({"--measure"});
    options.group("Machine");
    options.machine(request.machine);
    options.choice("--model", request.model, models,
                   "model by which the fastest is chosen for several sizes or processes, and that is drawn");
    options.flag("--measure", request.measure,
                 "measure them beside predicted: the BSPlib's supersteps, and by bspfft-mpi MPI's own functions");
    options.group("Report");
    options.text("--plot", request.plot, "FILE.svg|-", "draw the seconds over the size, with gnuplot").file();
    options.json(request.json);
}

int collectives(const CollectivesRequest& request)
{
    CollectivesFound found;
    found.collectives = chosen_costs(request);
    const std::vector<Index> processes = processes_of(request);
    found.sizes = sizes_of(request, processes.front());
    if (!request.plot.empty() && found.sizes.size() < 2)
        refuse("one size makes no curve for --plot; give --bytes a range, such as 8..2^20");
    agree_on([&] {
        require_distinct({{"--plot", request.plot}, {"--json", request.json}, {"--machine", request.machine, false}});
        if (!is_process_0()) return;
        found.known = require_machine(request.machine);
        const Machine& machine = found.known.machine;
        for (const Index p : processes)
            found.processes.push_back(
                {p, p > machine.p, collective_machine(machine, resolved(Exchange::automatic), p)});
        require_writable(request.json);
        if (!request.plot.empty()) require_gnuplot();
    });
    if (request.measure) found.measured = measure_collectives(processes.front(), found.sizes, found.collectives);
    if (!is_process_0()) return 0;
    add_costs(found);
    const NamedModel& by = message_models()[static_cast<std::size_t>(request.model)];
    if (!request.plot.empty()) draw_collectives(request.plot, found, by);
    if (!request.json.empty()) write_json(request.json, json_of(found));
    if (request.json != "-" && request.plot != "-") print(found, by);
    return 0;
}

}  // namespace bspfft::tools
