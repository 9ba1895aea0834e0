#include "tools/commands/explain.hpp"

#include <cstdio>

#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/predict/models.hpp"
#include "bsp_fft/report/readable.hpp"
#include "bspfft/machine.hpp"
#include "tools/commands/choice.hpp"
#include "tools/files/distinct_files.hpp"
#include "tools/files/text_output.hpp"
#include "tools/terminal/options.hpp"
#include "tools/terminal/problem_text.hpp"
#include "tools/terminal/refusal.hpp"
#include "tools/terminal/table.hpp"

namespace bspfft::tools {

namespace {

constexpr Index largest_table = 16;  // processes whose traffic is written out
constexpr Index most_elements = 1024, widest_row = 100;  // whose owners are written out, as letters
constexpr Index vector_line = 64, narrow_row = 38, narrow_table = 10;  // what 80 columns hold
constexpr const char* owners = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr Index most_owners = 62;

void say_wide(const char* what) { std::printf("    (%s need more than 80 columns: --wide shows them)\n", what); }

// A vector in lines. Of several axes the last one from left to right, the one before it from top to bottom, the others
// one below another.
void print_owners(const ExplainedState& state, bool wide)
{
    const bool vector = state.shape.size() == 1;
    const Index n = std::ssize(state.owner), width = vector ? vector_line : state.shape.back(),
                layer = vector ? n : width * state.shape.end()[-2];
    if (n > most_elements || width > widest_row) return;
    if (!vector && width > narrow_row && !wide) return say_wide("the owners");
    for (Index j = 0; j < n; ++j) {
        if (j > 0 && j % layer == 0) std::printf("\n");
        std::printf("%s%c%s", j % width == 0 ? "    " : vector ? "" : " ", owners[state.owner[j]],
                    (j + 1) % width == 0 || j + 1 == n ? "\n" : "");
    }
}

void print(const ExplainedState& state, const Schedule& schedule, bool wide)
{
    std::printf("%s\n%s", state.name.c_str(), wrapped(state.owner_rule, 4).c_str());
    if (schedule.p() <= most_owners) print_owners(state, wide);
}

void print_traffic(const ExplainedStep& step, bool wide)
{
    const Index p = std::ssize(step.traffic);
    std::printf("    h = %lld real words: the most that a process sends or receives\n",
                static_cast<long long>(step.h));
    if (p > largest_table) return;
    if (p > narrow_table && !wide) return say_wide("who sends how much to whom");
    std::printf("    %s numbers from (row) to (column)\n", step.words_each == 1 ? "real" : "complex");
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

void print(const ExplainedStep& step, bool wide)
{
    std::printf("\n  %s\n%s", step.name.c_str(), wrapped(step.rule, 4).c_str());
    if (!step.stages.empty()) {
        std::printf("    stages k =");
        for (const Index k : step.stages) std::printf(" %lld", static_cast<long long>(k));
        std::printf("\n");
    }
    if (step.kind == ExplainedStep::Kind::move) print_traffic(step, wide);
    std::printf("\n");
}

const char* kind_of(const Schedule& schedule)
{
    switch (schedule.algorithm()) {
    case Algorithm::fast:
        return "the fast algorithm";
    case Algorithm::pencils:
        return "pencils: one axis after the other";
    case Algorithm::bluestein:
        return "Bluestein's algorithm: a convolution with a chirp";
    default:
        return "the algorithm of PSC 3.4";
    }
}

void print_axes(const Schedule& schedule)
{
    const std::string grid = grid_in_words(schedule);
    print_wrapped(text(size_in_words(schedule.problem()), ", p = ", with_power(schedule.p()), ", ", grid,
                       grid.empty() ? "" : ", ", kind_of(schedule)), 0);
    for (const AxisCut& axis : cut_by_axis(schedule)) {
        if (axis.transformed)
            print_wrapped(text("axis ", axis.axis, ": n = ", axis.n, " = ", axis.a, " x ", axis.b, " = a b over ",
                               axis.p, " processes; j = j1 b + j2, k = k1 + a k2"), 2);
        else
            print_wrapped(text("axis ", axis.axis, ": ", axis.n, " arrays over ", axis.p,
                               " processes, which never move"), 2);
    }
    std::printf("  %s\n\n", moves_in_words(schedule).c_str());
}

void print_cost(const Schedule& schedule)
{
    const Index syncs = schedule.synchronisations(), moves = schedule.redistributions();
    std::printf("\nBSP cost: %s flops + %s g + %lld l\n", readable_count(schedule.flops()).c_str(),
                readable_count(schedule.words()).c_str(), static_cast<long long>(syncs));
    if (syncs == 0) return;
    print_wrapped(text("an l for each synchronisation: ", moves, moves == 1 ? " ends the move" : " end the moves",
                       syncs > moves ? text(", and ", syncs - moves,
                                            " more, so that no hpput reaches an array that is still being read")
                                     : ""), 2);
    if (Explanation::is_of_the_book(schedule))
        print_wrapped(text("PSC 3.4 charges ", textbook_l(schedule), " l, 2t + 1 for t = ", moves,
                           ": there every computation ends in a synchronisation of its own"), 2);
}

void print(const Explanation& explanation, bool wide)
{
    const Schedule& schedule = explanation.schedule;
    if (explanation.is_of_the_book())
        std::printf("n = %s, p = %s, N = n/p = %lld, %s\n\n", with_power(schedule.n()).c_str(),
                    with_power(schedule.p()).c_str(), static_cast<long long>(schedule.n() / schedule.p()),
                    kind_of(schedule));
    else
        print_axes(schedule);
    print(explanation.states[0], schedule, wide);
    for (std::size_t i = 0; i < explanation.steps.size(); ++i) {
        print(explanation.steps[i], wide);
        if (explanation.changes_at(i)) print(explanation.states[i + 1], schedule, wide);
    }
    print_cost(schedule);
}

Json json_of(const Explanation& explanation)
{
    const Schedule& schedule = explanation.schedule;
    Json document = size_json(schedule.problem());
    document["p"] = schedule.p();
    document["algorithm"] = algorithm_name(schedule.algorithm());
    document["cut"] = cut_json(schedule);
    document["redistributions"] = schedule.redistributions();
    document["flops"] = schedule.flops();
    document["words"] = schedule.words();
    document["synchronisations"] = schedule.synchronisations();
    document["states"] = Json::array();
    document["steps"] = Json::array();
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
    add_shape_options(options, request.transform);
    options.flag("--inverse", request.inverse, "for real data: the inverse, from half a spectrum");
    options.group("Processes");
    options.positive("--procs", request.procs, "P", "processes");
    add_algorithm_options(options, request.transform, request.options);
    options.group("Report");
    options.text("--plot", request.plot, "FILE.svg|-", "draw who owns what, and what moves").file();
    options.json(request.json);
    options.wide(request.wide);
}

namespace {

// The one that plan shows: in double precision, with every choice that was left open made alike.
Schedule schedule_of(const ExplainRequest& request)
{
    const Transform transform = transform_of(request.transform, request.options);
    if (request.inverse && !request.transform.real)
        refuse("the inverse of complex data has the same schedule; leave --inverse out, or add --real");
    constexpr Index bytes_per_real = 8;
    const PlanOptions options =
        resolved(transform.options_for(request.procs), transform.shape, request.procs, bytes_per_real);
    require_effect(request.transform, request.options, options.algorithm);
    const bool own_layouts = transform.layout_in == NamedLayout::own && transform.layout_out == NamedLayout::own;
    if (options.algorithm == Algorithm::textbook && options.data == Data::complex && !own_layouts)
        refuse("the textbook's algorithm is explained as in the book, from cyclic to cyclic; leave --layout-in "
               "and --layout-out out, or take --algorithm fast");
    const Direction direction = request.inverse ? Direction::inverse : Direction::forward;
    return schedule_in(direction, transform, request.procs, options, bytes_per_real);
}

}  // namespace

int explain(const ExplainRequest& request)
{
    require_distinct({{"--plot", request.plot}, {"--json", request.json}});
    const Explanation explanation = explain_schedule(schedule_of(request));
    if (!request.plot.empty()) write_text(request.plot, draw(explanation));
    if (!request.json.empty()) write_json(request.json, json_of(explanation));
    if (request.json != "-" && request.plot != "-") print(explanation, request.wide);
    return 0;
}

}  // namespace bspfft::tools
