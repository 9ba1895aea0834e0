#include "tools/commands/explain.hpp"

#include <algorithm>
#include <cstdio>

#include "bsp_fft/base/powers.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/report/readable.hpp"
#include "bspfft/error.hpp"
#include "bspfft/model.hpp"
#include "tools/commands/explanation.hpp"
#include "tools/files/distinct_files.hpp"
#include "tools/files/json_output.hpp"
#include "tools/terminal/options.hpp"
#include "tools/terminal/problem_text.hpp"
#include "tools/terminal/shape.hpp"
#include "tools/terminal/table.hpp"
#include "tools/terminal/wrap.hpp"

namespace bspfft::tools {

namespace {

constexpr Index longest_line = 128;  // elements whose owners are written out
constexpr Index largest_table = 16;  // processes whose traffic is written out
constexpr Index most_elements = 1024, widest_row = 100;  // of several axes: what is drawn with letters
constexpr Index narrow_line = 64, narrow_row = 38, narrow_table = 10;  // what 80 columns hold of these
constexpr const char* owners = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr Index most_owners = 62;

void say_wide(const char* what) { std::printf("    (%s need more than 80 columns: --wide shows them)\n", what); }

// Of several axes: the last one from left to right, the one before it from top to bottom, the others one below another.
void print_layers(const ExplainedState& state, bool wide)
{
    const Index n = std::ssize(state.owner), width = state.shape.back(),
                layer = state.shape.size() > 1 ? width * state.shape.end()[-2] : width;
    if (n > most_elements || width > widest_row) return;
    if (width > narrow_row && !wide) return say_wide("the owners");
    for (Index j = 0; j < n; ++j) {
        if (j > 0 && j % layer == 0) std::printf("\n");
        std::printf("%s%c%s", j % width == 0 ? "    " : " ", owners[state.owner[j]], (j + 1) % width == 0 ? "\n" : "");
    }
}

void print(const ExplainedState& state, const Schedule& schedule, bool wide)
{
    std::printf("%s\n%s", state.name.c_str(), wrapped(state.owner_rule, 4).c_str());
    if (!state.shape.empty()) {
        if (schedule.p() <= most_owners) print_layers(state, wide);
        return;
    }
    Index width = schedule.algorithm() == Algorithm::fast ? schedule.radices().back() : schedule.n();
    if (!wide) width = std::min(width, narrow_line);
    if (schedule.n() > longest_line || schedule.p() > most_owners) return;
    for (Index j = 0; j < schedule.n(); ++j) {
        if (j % width == 0) std::printf("    ");
        std::printf("%c%s", owners[state.owner[j]], (j + 1) % width == 0 ? "\n" : "");
    }
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

const char* name_of(const Schedule& schedule)
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

bool has_axes(const Explanation& explanation) { return !explanation.states[0].shape.empty(); }

void print_axes(const Schedule& schedule)
{
    const std::string grid = grid_in_words(schedule);
    print_wrapped(text(size_in_words(schedule.problem()), ", p = ", with_power(schedule.p()), ", ", grid,
                       grid.empty() ? "" : ", ", name_of(schedule)), 0);
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

void print(const Explanation& explanation, bool wide)
{
    const Schedule& schedule = explanation.schedule;
    if (has_axes(explanation))
        print_axes(schedule);
    else
        std::printf("n = %s, p = %s, N = n/p = %lld, %s\n\n", with_power(schedule.n()).c_str(),
                    with_power(schedule.p()).c_str(), static_cast<long long>(schedule.n() / schedule.p()),
                    name_of(schedule));
    print(explanation.states[0], schedule, wide);
    for (std::size_t i = 0; i < explanation.steps.size(); ++i) {
        print(explanation.steps[i], wide);
        if (explanation.changes_at(i)) print(explanation.states[i + 1], schedule, wide);
    }
    std::printf("\nBSP cost: %s flops + %s g + %lld l\n", readable_count(schedule.flops()).c_str(),
                readable_count(schedule.words()).c_str(), static_cast<long long>(textbook_l(schedule)));
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
    options.flag("--inverse", request.inverse, "of real data: the way back");
    options.group("Processes");
    options.positive("--procs", request.procs, "P", "processes");
    add_algorithm_options(options, request.transform, request.options);
    options.group("Report");
    options.text("--plot", request.plot, "FILE.svg|-", "draw it").file();
    options.json(request.json);
    options.wide(request.wide);
}

namespace {

// One axis of 2^m elements as the book and its matrices show it; all else axis by axis.
Explanation explanation_of(const ExplainRequest& request)
{
    const Transform transform = transform_of(request.transform, request.options);
    const std::vector<Index> shape = transform.problem().shape;
    if (request.transform.real) return explain_real(transform, request.procs, request.inverse);
    if (request.inverse)
        throw Error(Status::invalid_argument,
                    "the way back of complex data is as the way there; leave --inverse out, or add --real");
    const Algorithm algorithm = request.options.algorithm;
    if (shape.size() > 1) {
        if (algorithm == Algorithm::textbook)
            throw Error(Status::invalid_argument,
                        text("the algorithm textbook has one axis, and the shape ", shape_text(shape), " has ",
                             shape.size(), "; take fast or pencils"));
        return explain_axes(transform, request.procs);
    }
    const Index n = shape.front();
    const bool has_own_layouts = transform.layout_in == NamedLayout::own && transform.layout_out == NamedLayout::own;
    if (algorithm == Algorithm::automatic || algorithm == Algorithm::textbook) {
        if (!has_own_layouts)
            throw Error(Status::invalid_argument,
                        "--layout-in and --layout-out have no effect on the textbook's algorithm, which is explained "
                        "for one axis; leave them out, or take --algorithm fast");
        return explain_textbook(n, request.procs);
    }
    const bool as_matrix =
        algorithm == Algorithm::fast && is_power_of_two(n) && is_power_of_two(request.procs) && has_own_layouts;
    if (!as_matrix) return explain_axes(transform, request.procs);
    return explain_fast(n, request.procs, transform.options.cut.empty() ? 0 : transform.options.cut.front());
}

}  // namespace

int explain(const ExplainRequest& request)
{
    require_distinct({{"--plot", request.plot}, {"--json", request.json}});
    const Explanation explanation = explanation_of(request);
    require_effect(request.transform, request.options, explanation.schedule.algorithm());
    if (!request.plot.empty())
        write_text(request.plot, has_axes(explanation) ? draw_axes(explanation) : draw(explanation));
    if (!request.json.empty()) write_json(request.json, json_of(explanation));
    if (request.json != "-" && request.plot != "-") print(explanation, request.wide);
    return 0;
}

}  // namespace bspfft::tools
