#include <algorithm>
#include <cstdio>
#include <set>

#include "bsp_fft/report/readable.hpp"
#include "tools/commands/collectives.hpp"
#include "tools/pictures/gnuplot.hpp"
#include "tools/pictures/looks.hpp"
#include "tools/terminal/table.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

namespace {

std::string algorithm_of(const CollectiveCost* cost) { return cost ? std::string(cost->algorithm) : "-"; }

Json json_of(const CollectiveProcesses& on)
{
    const auto& [ab, logp, loggp, bsp] = on.machine;
    return {{"p", on.p},          {"extrapolated", on.extrapolated}, {"alpha", ab.alpha}, {"beta", ab.beta},
            {"L", logp.latency},  {"o", logp.overhead},              {"g", logp.gap},     {"G", loggp.gap_each},
            {"bsp_g", bsp.g},     {"bsp_l", bsp.l}};
}

Json json_of(const CollectiveRow& row)
{
    Json json{{"p", row.p}, {"bytes", row.bytes}, {"collective", row.collective}};
    json[row.measured ? "by" : "algorithm"] = row.by;
    if (row.measured) json["seconds"] = *row.measured;
    for (const auto& [model, name] : message_models()) {
        const std::optional<double> cost = row.cost(model);
        json[std::string(name)] = cost ? Json(*cost) : Json(nullptr);
    }
    return json;
}

Json choices_json(const CollectivesFound& found, const CollectiveProcesses& on, const AlgorithmCosts& costs,
                  const NamedModel& by)
{
    Json choices = Json::array();
    for (const auto& [bytes, best] : fastest_by_size(costs, on.machine, by.model, found.sizes, on.p))
        choices.push_back({{"from_bytes", bytes}, {"algorithm", best ? Json(algorithm_of(best)) : Json(nullptr)}});
    return {{"p", on.p}, {"collective", collective_of(costs)}, {"model", std::string(by.name)}, {"choices", choices}};
}

std::string cell(std::optional<double> seconds) { return seconds ? readable_seconds(*seconds) : "-"; }

void print_parameters(const CollectiveMachine& machine)
{
    const auto& [ab, logp, loggp, bsp] = machine;
    const auto a_byte = [](double seconds) { return text(formatted("%.3g", 1e9 * seconds), " ns a byte"); };
    std::printf("\n");
    print_wrapped(text("alpha ", readable_seconds(ab.alpha), ", beta ", a_byte(ab.beta), "; L ",
                       readable_seconds(logp.latency), ", o ", readable_seconds(logp.overhead), ", g ",
                       readable_seconds(logp.gap), " a word of 8 bytes, G ", a_byte(loggp.gap_each), "; in BSP g ",
                       a_byte(bsp.g), ", l ", readable_seconds(bsp.l)),
                  2);
}

// A mark stands on the fastest of each collective in each model.
void print_costs(const CollectivesFound& found)
{
    const CollectiveProcesses& on = found.processes.front();
    std::vector<Table::Column> columns{name_column("collective", 14), name_column("algorithm", 17)};
    for (const NamedModel& by : message_models()) columns.push_back(number_column(std::string(by.name) + " ", 10));
    const Table table(columns);
    table.print_head();
    std::set<std::string> reasons;
    for (const AlgorithmCosts& costs : found.collectives) {
        for (const CollectiveRow& row : found.costs) {
            if (row.collective != collective_of(costs)) continue;
            Table::Cells cells{row.by == costs.front()->algorithm ? row.collective : "", row.by};
            for (const auto& [model, name] : message_models()) {
                const CollectiveCost* const best = fastest(costs, on.machine, model, real(row.bytes), on.p);
                cells.push_back(cell(row.cost(model)) + (algorithm_of(best) == row.by ? "*" : " "));
            }
            table.print_row(cells);
            if (!row.why_not.empty()) reasons.insert(text(row.by, ": ", row.why_not));
        }
    }
    std::printf("  * the fastest in this model\n");
    if (!reasons.empty()) std::printf("  - outside the domain of the formula\n");
    for (const std::string& reason : reasons) print_wrapped(reason, 4);
}

// "binomial-tree, from 1.2 KiB on double-tree"
std::string choices_in_words(const std::vector<CollectiveChoice>& choices)
{
    std::string words = algorithm_of(choices.front().best);
    for (std::size_t i = 1; i < choices.size(); ++i)
        words += text(", from ", readable_bytes(real(choices[i].bytes)), " on ", algorithm_of(choices[i].best));
    return words;
}

// One line for neighbouring p whose fastest algorithms are the same.
void print_choices(const CollectivesFound& found, const NamedModel& by)
{
    constexpr std::size_t column = 15;
    for (const AlgorithmCosts& costs : found.collectives) {
        std::vector<std::string> lines;
        for (const CollectiveProcesses& on : found.processes)
            lines.push_back(text(on.extrapolated ? "*  " : "   ",
                                 choices_in_words(fastest_by_size(costs, on.machine, by.model, found.sizes, on.p))));
        std::printf("%s%s\n", &costs == &found.collectives.front() ? "" : "\n", collective_of(costs).c_str());
        for (std::size_t i = 0, next = 0; i < lines.size(); i = next) {
            while (next < lines.size() && lines[next] == lines[i]) ++next;
            const Index first = found.processes[i].p, last = found.processes[next - 1].p;
            const std::string range = first == last ? text(first) : text(first, "..", last);
            std::printf("%11s %s", range.c_str(), wrapped(lines[i], column).substr(column).c_str());
        }
    }
    if (found.processes.back().extrapolated) print_law(found.known);
}

void print_measured(const CollectivesFound& found)
{
    const Table table({number_column("size", 8), name_column("collective", 14), name_column("by", 24),
                       number_column("measured", 9), number_column("alpha-beta", 10), number_column("bsp", 8)});
    table.print_head();
    Index bytes = 0;
    for (const CollectiveRow& row : found.measured) {
        table.print_row({row.bytes == bytes ? "" : readable_bytes(real(row.bytes)), row.collective, row.by,
                         cell(row.measured), cell(row.cost(MessageModel::alpha_beta)),
                         cell(row.cost(MessageModel::bsp))});
        bytes = row.bytes;
    }
    print_wrapped("direct and scatter-allgather: supersteps of the BSPlib, beside their own costs", 2);
    if (!mpi_collectives().empty()) print_wrapped("MPI's functions: beside the cost of the fastest algorithm", 2);
}

// What models say is dashed, as in every picture, and what was measured is solid.
std::string panel_of(const std::string& collective, const CollectivesFound& found, const NamedModel& by)
{
    constexpr const char* colours[] = {colour::vermillion, colour::sky,    colour::olive,  colour::green,
                                       colour::blue,       colour::purple, colour::orange, colour::grey};
    struct Curve {
        std::string title;
        Source source;
        std::string points;
    };
    std::vector<Curve> curves;
    const Index p = found.processes.back().p;
    for (const std::vector<CollectiveRow>* rows : {&found.costs, &found.measured}) {
        for (const CollectiveRow& row : *rows) {
            const std::optional<double> seconds = row.measured ? row.measured : row.cost(by.model);
            if (row.p != p || row.collective != collective || !seconds) continue;
            const std::string title = row.measured ? row.by + ", measured" : row.by;
            auto curve = std::ranges::find(curves, title, &Curve::title);
            if (curve == curves.end())
                curve = curves.insert(curve, {title, row.measured ? Source::measured : Source::calibrated, ""});
            curve->points += text(row.bytes, " ", *seconds, "\n");
        }
    }
    std::string data, plots;
    for (std::size_t i = 0; i < curves.size(); ++i) {
        data += text("$curve", i, " << END\n", curves[i].points, "END\n");
        plots += text(i == 0 ? "plot " : ", \\\n  ", "$curve", i, " using 1:2 with linespoints lw 2 ps 0.5 pt ", 5 + i,
                      " dt ", dash_of(curves[i].source), " lc rgb \"", colours[i % std::size(colours)], "\" title ",
                      gnuplot_label(curves[i].title));
    }
    const std::string title = text(collective, ", p = ", p, ", ", by.name);
    return text(data, "set title ", gnuplot_label(title), "\n", plots, "\n");
}

}  // namespace

Json json_of(const CollectivesFound& found)
{
    Json document{{"machine", json_of(found.known)}};
    for (const auto& [name, what, source] : collective_algorithms())
        document["algorithms"].push_back(
            {{"name", std::string(name)}, {"what", std::string(what)}, {"source", std::string(source)}});
    for (const CollectiveProcesses& on : found.processes) document["parameters"].push_back(json_of(on));
    for (const CollectiveRow& row : found.costs) document["costs"].push_back(json_of(row));
    for (const CollectiveProcesses& on : found.processes) {
        for (const AlgorithmCosts& costs : found.collectives) {
            for (const NamedModel& by : message_models())
                document["best"].push_back(choices_json(found, on, costs, by));
        }
    }
    for (const CollectiveRow& row : found.measured) document["measured"].push_back(json_of(row));
    return document;
}

void print(const CollectivesFound& found, const NamedModel& by)
{
    const bool measured = !found.measured.empty();
    const bool is_one = found.processes.size() == 1 && found.sizes.size() == 1;
    const std::string first = readable_bytes(real(found.sizes.front()));
    const std::string last = readable_bytes(real(found.sizes.back()));
    const std::string sizes = first == last ? first : text(first, " to ", last);
    if (measured || is_one)
        std::printf("collectives of %s, p = %s\n", sizes.c_str(), with_power(found.processes.front().p).c_str());
    else
        std::printf("the fastest algorithm for %s, by p, in the model %s\n", sizes.c_str(), by.name.data());
    print_machine(found.known);
    std::printf("\n");
    if (!measured && !is_one) return print_choices(found, by);
    measured ? print_measured(found) : print_costs(found);
    print_parameters(found.processes.front().machine);
}

void draw_collectives(const std::string& where, const CollectivesFound& found, const NamedModel& by)
{
    constexpr double width = 900, height = 360;
    std::string panels;
    for (const AlgorithmCosts& costs : found.collectives) panels += panel_of(collective_of(costs), found, by);
    draw_with_gnuplot(where, width, height * static_cast<double>(found.collectives.size()),
                      text("set logscale xy\nset logscale x 2\nset format x \"2^{%L}\"\nset format y \"10^{%L}\"\n",
                           "set grid\nset key outside right top Left reverse\nset xlabel \"bytes\"\n",
                           "set ylabel \"seconds\"\nset multiplot layout ", found.collectives.size(), ",1\n", panels,
                           "unset multiplot\n"));
}

}  // namespace bspfft::tools
