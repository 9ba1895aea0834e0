#include "tools/commands/simulate.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "bsp_fft/predict/models.hpp"
#include "tools/commands/known_machine.hpp"
#include "tools/files/distinct_files.hpp"
#include "tools/files/text_output.hpp"
#include "tools/pictures/timeline.hpp"
#include "tools/terminal/options.hpp"
#include "tools/terminal/refusal.hpp"
#include "tools/terminal/table.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

namespace {

struct PlayedRow {
    PlayedSchedule played;
    ClosedForm closed;
    ClosedForm free;

    // Formula and simulation add the same numbers in another order.
    bool differs() const
    {
        const double simulated = played.performance.completion;
        return closed.value && std::abs(*closed.value - simulated) > 1e-9 * simulated;
    }
};

std::vector<NamedSchedule> chosen(const std::string& word)
{
    if (word == "all") return message_schedules();
    std::string names = "all";
    for (const NamedSchedule& each : message_schedules()) {
        if (each.name == word) return {each};
        names += text(", ", each.name);
    }
    refuse("there is no schedule \"", word, "\"; there are ", names);
}

PlayedRow play_one(const HidingProblem& problem, const LogP& machine, const NamedSchedule& named, bool traced)
{
    PlayedRow row{{named.schedule, std::string(named.name), {}, {}},
            completion(problem, machine, named.schedule),
            free_latency(problem, machine, named.schedule)};
    row.played.performance =
        play(machine, message_program(problem, named.schedule), traced ? &row.played.trace : nullptr);
    return row;
}

Json number_or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json json_of(const HidingProblem& problem, const LogP& machine, const PlayedRow& row)
{
    const Performance& performance = row.played.performance;
    Json entry{
        {"name", row.played.name},
        {"completion", performance.completion},
        {"idle", performance.idle},
        {"closed_form", number_or_null(row.closed.value)},
        {"closed_form_source", row.closed.source},
        {"speedup", problem.work() * static_cast<double>(problem.processors) / performance.completion},
        {"last_send", performance.last_send},
        {"last_bottleneck",
         performance.last_bottleneck < 0 ? Json(nullptr) : Json(performance.last_bottleneck)},
        {"stalled", performance.stalled},
        {"free_latency", number_or_null(row.free.value)},
    };
    if (!row.closed.value) entry["not_applicable"] = row.closed.not_applicable;
    if (row.played.schedule == MessageSchedule::input_driven) {
        const ClosedForm theorem = theorem_5_1(problem, machine);
        entry["theorem_5_1"] = number_or_null(theorem.value);
        if (!theorem.value)
            entry["theorem_5_1_not_applicable"] = theorem.not_applicable;
        else
            entry["theorem_5_1_as_printed"] = *theorem_5_1(problem, machine, Reading::printed).value;
    }
    return entry;
}

void write(const std::string& where, const HidingProblem& problem, const LogP& machine,
           const std::vector<PlayedRow>& rows, const std::vector<std::string>& verdict)
{
    Json schedules = Json::array();
    for (const PlayedRow& row : rows) schedules.push_back(json_of(problem, machine, row));
    Json document{{"n", problem.n},
                  {"p", problem.processors},
                  {"m", problem.m},
                  {"l", problem.l},
                  {"latency", machine.latency},
                  {"overhead", machine.overhead},
                  {"g", machine.gap},
                  {"unit", "nodes of the butterfly"},
                  {"work", problem.work()},
                  {"schedules", schedules}};
    if (!verdict.empty()) document["verdict"] = verdict;
    write_json(where, document);
}

std::string free_latency_of(const PlayedRow& row)
{
    if (!row.free.value) return "-";
    return *row.free.value < 0 ? "none" : text(*row.free.value);
}

// What the tables and formulas above have written as letters.
void print_letters(const HidingProblem& problem)
{
    const std::pair<std::string, std::string> letters[] = {
        {text("m = n/P = ", problem.m), "numbers that a processor has"},
        {text("l = m/P = ", problem.l), "of them go to each processor, and as many stay: it sends m - l messages"},
        {"L, o, g", "how long a message travels, how long sending or receiving one engages a processor, and the least "
                    "time between two that it sends"},
        {"s_a", "when a processor sends its message a, from 0 to m - l - 1"},
        {"R_i", "nodes of phase II, after the exchange, that its inputs from i on make possible"},
        {"free latency", "the largest L with which a schedule still ends after m log n, as if messages took no time; "
                         "none where it ends later even with L = 0"}};
    std::printf("\nletters\n");
    constexpr std::size_t column = 18;
    for (const auto& [letter, meaning] : letters)
        std::printf("  %-15s %s", letter.c_str(), wrapped(meaning, column).substr(column).c_str());
}

void print(const HidingProblem& problem, const LogP& machine, const std::vector<PlayedRow>& rows, bool wide)
{
    std::printf("n = %s, P = %lld, L = %g, o = %g, g = %g\n"
                "time in nodes of the butterfly, at least m log n = %.10g\n\n",
                with_power(problem.n).c_str(), static_cast<long long>(problem.processors), machine.latency,
                machine.overhead, machine.gap, problem.work());
    const Table table({name_column("schedule", 15), number_column("completion", 11), number_column("idle", 10),
                       number_column("speed-up", 8), wide_column(number_column("last send", 12)),
                       wide_column(number_column("closed form", 12)), {"closed form", 14, true, 2},
                       name_column("free latency", 0)},
                      2, wide);
    table.print_head();
    for (const PlayedRow& row : rows) {
        const Performance& performance = row.played.performance;
        const double speed_up =
            problem.work() * static_cast<double>(problem.processors) / performance.completion;
        table.print_row({row.played.name, formatted("%.10g", performance.completion),
                         formatted("%.8g", performance.idle), formatted("%.4g", speed_up),
                         formatted("%.10g", performance.last_send),
                         row.closed.value ? formatted("%.10g", *row.closed.value) : "",
                         !row.closed.value ? "not applicable"
                         : row.differs()   ? "DIFFERS"
                                           : "equal",
                         free_latency_of(row)});
    }
    std::printf("\nclosed forms; theorems, lemmas and facts are those of Sahay 1993\n");
    constexpr std::size_t column = 18;
    for (const PlayedRow& row : rows) {
        const std::string source =
            row.closed.source + (row.closed.value ? "" : "; not applicable: " + row.closed.not_applicable);
        std::printf("  %-15s %s", row.played.name.c_str(), wrapped(source, column).substr(column).c_str());
    }
    print_letters(problem);
}

void require_drawable(const SimulateRequest& request, const HidingProblem& problem)
{
    if (request.plot.empty()) return;
    if (problem.n > largest_timeline)
        refuse("a timeline of n = ", problem.n, " messages cannot be read; draw n <= ", largest_timeline);
    if (request.processor < -1 || request.processor >= problem.processors)
        refuse("there is no processor ", request.processor, "; they are 0 to ", problem.processors - 1);
}

void plot(const SimulateRequest& request, const HidingProblem& problem, const LogP& machine,
          const std::vector<PlayedRow>& rows)
{
    std::vector<PlayedSchedule> played;
    for (const PlayedRow& row : rows) played.push_back(row.played);
    const Index processor =
        request.processor < 0 ? std::min(Index{2}, problem.processors - 1) : request.processor;
    write_text(request.plot, draw_timeline(problem, machine, played, processor));
}

// What takes long is announced, so that nobody takes it for a hang.
void announce(const HidingProblem& problem, Index simulations)
{
    constexpr Index in_some_seconds = Index{1} << 24;
    const Index numbers = problem.n * simulations;
    if (problem.n > largest_simulation || numbers <= in_some_seconds) return;
    std::fprintf(stderr, "bspfft simulate: plays %lld messages, which takes about %lld s\n",
                 static_cast<long long>(numbers), static_cast<long long>(numbers / 2'000'000));
}

void print_verdict(const KnownMachine& known, const std::vector<std::string>& verdict)
{
    std::printf("\n");
    print_machine(known);
    for (const std::string& sentence : verdict) print_wrapped(sentence, 2);
}

// One vector by no algorithm of ours, of a length that the paper has, or where only the paper has what was asked for.
bool is_of_sahay(const SimulateRequest& request)
{
    const TransformWords& words = request.transform;
    const bool is_vector = !words.n.empty() && words.batch == 1 && !words.real && words.is_fourier() &&
                           words.grid.empty() && words.cut.empty() && words.layout_in == NamedLayout::own &&
                           words.layout_out == NamedLayout::own && request.options.algorithm == Algorithm::automatic &&
                           !request.options.transposed_out && !request.options.reproducible && words.axes.empty();
    if (!is_vector || !request.plot.empty() || request.schedule != "all") return is_vector;
    const Index n = parse_length(words.n), p = request.procs;
    return is_power_of_two(n) && n >= 2 && is_power_of_two(p) && p <= n / p;
}

}  // namespace

void add_simulate_options(Options& options, SimulateRequest& request)
{
    add_shape_options(options, request.transform);
    add_operation_options(options, request.transform);
    add_algorithm_options(options, request.transform, request.options);
    options.group("Processors");
    options.positive("--procs", request.procs, "P", "processors");
    std::vector<std::string> schedules{"all"};
    for (const NamedSchedule& each : message_schedules()) schedules.emplace_back(each.name);
    options.text("--schedule", request.schedule, "NAME",
                 "how processors order their work and messages, for one vector: simple, eager, output-driven, "
                 "input-driven, column-blocked, or all")
        .words(schedules);
    options.group("Machine, its times in nodes of the butterfly");
    options.number("--g", request.machine.gap, "TIME", "gap between two messages");
    options.number("--latency", request.machine.latency, "TIME", "how long a message travels").standard("0");
    options.number("--overhead", request.machine.overhead, "TIME", "how long sending or receiving engages a processor")
        .standard("0");
    options
        .text("--from-machine", request.from_machine, "FILE|default",
              "take L, o and g from a machine file, \"default\" for the one that bspfft probe writes")
        .words({"default"})
        .file()
        .excludes({"--g", "--latency", "--overhead"});
    options.group("Report");
    options.text("--plot", request.plot, "FILE.svg|-", "draw the processors and their messages over time").file();
    options.number("--processor", request.processor, "I", "whose butterfly is drawn too, where it is small")
        .standard("2")
        .needs({"--plot"});
    options.json(request.json);
    options.wide(request.wide);
}

int simulate(const SimulateRequest& request)
{
    require_distinct({{"--plot", request.plot}, {"--json", request.json},
                      {"--from-machine", request.from_machine, false}});
    if (!request.transform.names_a_shape()) refuse("no length; give --n, such as --n 4096");
    if (request.procs == 0) refuse("no processors; give --procs, a power of two such as --procs 4");
    if (!is_of_sahay(request)) return simulate_schedule(request);
    const HidingProblem problem = hiding_problem(parse_length(request.transform.n), request.procs);
    const auto schedules = chosen(request.schedule);
    std::optional<KnownMachine> known;
    if (!request.from_machine.empty()) {
        known = machine_named(request.from_machine);
        if (problem.processors == 1) refuse("one processor has no communication to hide; take --procs 2 or more");
    }
    const LogP machine = known ? measured_logp(known->machine, problem).machine : request.machine;
    machine.require_valid();
    require_drawable(request, problem);
    // once more for what is said of a machine
    announce(problem, std::ssize(schedules) + (known ? 1 : 0));
    std::vector<PlayedRow> rows;
    for (const NamedSchedule& each : schedules)
        rows.push_back(play_one(problem, machine, each, !request.plot.empty()));
    std::vector<std::string> verdict;
    if (known)
        verdict = hiding_verdict(known->machine, problem,
                                 play(machine, message_program(problem, MessageSchedule::input_driven)));
    if (!request.plot.empty()) plot(request, problem, machine, rows);
    if (!request.json.empty()) write(request.json, problem, machine, rows, verdict);
    if (request.json != "-" && request.plot != "-") {
        print(problem, machine, rows, request.wide);
        if (known) print_verdict(*known, verdict);
    }
    return std::any_of(rows.begin(), rows.end(), [](const PlayedRow& row) { return row.differs(); }) ? 1 : 0;
}

}  // namespace bspfft::tools
