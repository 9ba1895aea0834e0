#include "tools/commands/explain.hpp"

#include <cstdio>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/report/readable.hpp"
#include "bspfft/error.hpp"
#include "tools/commands/explanation.hpp"
#include "tools/files/json_output.hpp"
#include "tools/terminal/options.hpp"
#include "tools/terminal/table.hpp"

namespace bspfft::tools {

namespace {

constexpr Index longest_line = 128;  // elements whose owners are written out
constexpr Index largest_table = 16;  // processes whose traffic is written out
constexpr const char* owners = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr Index most_owners = 62;

void print(const ExplainedState& state, const Schedule& schedule)
{
    std::printf("%s\n    %s\n", state.name.c_str(), state.owner_rule.c_str());
    const Index width = schedule.algorithm() == Algorithm::fast ? schedule.radices().back() : schedule.n();
    if (schedule.n() > longest_line || schedule.p() > most_owners) return;
    for (Index j = 0; j < schedule.n(); ++j) {
        if (j % width == 0) std::printf("    ");
        std::printf("%c%s", owners[state.owner[j]], (j + 1) % width == 0 ? "\n" : "");
    }
}

void print_traffic(const ExplainedStep& step)
{
    const Index p = std::ssize(step.traffic);
    std::printf("    h = %lld real words: the most that a process sends or receives\n",
                static_cast<long long>(step.h));
    if (p > largest_table) return;
    std::printf("    complex numbers from (row) to (column)\n");
    std::vector<Table::Column> columns{number_column("", 6)};
    for (Index t = 0; t < p; ++t) columns.push_back(number_column(text("P(", t, ")"), 6));
    const Table table(columns, 6);
    table.print_head();
    for (Index s = 0; s < p; ++s) {
        Table::Cells cells{text("P(", s, ")")};
        for (Index t = 0; t < p; ++t) cells.push_back(text(step.traffic[s][t]));
        table.print_row(cells);
    }
}

void print(const ExplainedStep& step)
{
    std::printf("\n  %s\n    %s\n", step.name.c_str(), step.rule.c_str());
    if (!step.stages.empty()) {
        std::printf("    stages k =");
        for (const Index k : step.stages) std::printf(" %lld", static_cast<long long>(k));
        std::printf("\n");
    }
    if (step.kind == ExplainedStep::Kind::move) print_traffic(step);
    std::printf("\n");
}

void print(const Explanation& explanation)
{
    const Schedule& schedule = explanation.schedule;
    std::printf("n = %s, p = %s, N = n/p = %lld, %s\n\n", with_power(schedule.n()).c_str(),
                with_power(schedule.p()).c_str(), static_cast<long long>(schedule.n() / schedule.p()),
                schedule.algorithm() == Algorithm::fast ? "the fast algorithm" : "the algorithm of PSC 3.4");
    print(explanation.states[0], schedule);
    for (std::size_t i = 0; i < explanation.steps.size(); ++i) {
        print(explanation.steps[i]);
        if (explanation.states[i + 1].owner != explanation.states[i].owner)
            print(explanation.states[i + 1], schedule);
    }
    std::printf("\nBSP cost: %lld flops + %lld g + %zu l\n", static_cast<long long>(schedule.flops()),
                static_cast<long long>(schedule.words()), schedule.supersteps().size());
}

Json json_of(const Explanation& explanation)
{
    Json document{{"n", explanation.schedule.n()},
                  {"p", explanation.schedule.p()},
                  {"cut", cut_of(explanation.schedule)},
                  {"flops", explanation.schedule.flops()},
                  {"words", explanation.schedule.words()},
                  {"states", Json::array()},
                  {"steps", Json::array()}};
    for (const ExplainedState& state : explanation.states)
        document["states"].push_back(
            {{"name", state.name}, {"rule", state.owner_rule}, {"owner", state.owner}});
    for (const ExplainedStep& step : explanation.steps) {
        Json entry{{"name", step.name}, {"rule", step.rule}};
        if (!step.stages.empty()) entry["stages"] = step.stages;
        if (step.kind == ExplainedStep::Kind::move) {
            entry["words"] = step.h;
            entry["traffic"] = step.traffic;
        }
        document["steps"].push_back(entry);
    }
    return document;
}

}  // namespace

void add_explain_options(Options& options, ExplainRequest& request)
{
    static const std::map<std::string, Algorithm> explained{{"textbook", Algorithm::textbook},
                                                            {"fast", Algorithm::fast}};
    options.text("--n", request.n, "N", "length, such as 64");
    options.number("--procs", request.procs, "P", "processes (1)");
    options.choice("--algorithm", request.algorithm, explained, "textbook (the default) is PSC 3.4");
    options.number("--cut", request.cut, "K", "length of the fast algorithm's columns");
    options.text("--plot", request.plot, "FILE", "draw it, as SVG");
    options.json(request.json);
}

int explain(const ExplainRequest& request)
{
    if (request.n.empty()) throw Error(Status::invalid_argument, "no length; give --n, such as --n 64");
    const Index n = parse_length(request.n);
    const bool fast = request.algorithm == Algorithm::fast;
    const Explanation explanation =
        fast ? explain_fast(n, request.procs, request.cut) : explain_textbook(n, request.procs);
    if (!request.plot.empty()) write_text(request.plot, draw(explanation));
    if (!request.json.empty()) write_json(request.json, json_of(explanation));
    if (request.json != "-") print(explanation);
    return 0;
}

}  // namespace bspfft::tools
