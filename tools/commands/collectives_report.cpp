#include "tools/commands/collectives_report.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "bsp_fft/report/readable.hpp"
#include "tools/pictures/gnuplot.hpp"
#include "tools/pictures/looks.hpp"
#include "tools/terminal/table.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

namespace {

std::string algorithm_of(const CollectiveCost* cost) { return cost ? std::string(cost->algorithm) : "-"; }

std::string collective_of(const AlgorithmCosts& costs) { return std::string(costs.front()->collective); }

/// The cost of the algorithm that was measured, or of the fastest where MPI has chosen one.
std::optional<double> predicted(const MeasuredCollective& row, const CollectivesFound& found, MessageModel model)
{
    const CollectiveProcesses& on = found.processes.front();
    AlgorithmCosts among;
    for (const CollectiveCost& cost : collective_costs()) {
        if (cost.collective == row.what.collective && (row.what.is_of_mpi || cost.algorithm == row.what.by))
            among.push_back(&cost);
    }
    const CollectiveCost* const best = fastest(among, on.machine, model, real(row.bytes), on.p);
    if (!best) return {};
    return best->seconds(on.machine, model, real(row.bytes), on.p);
}

Json json_of(const CollectiveProcesses& on)
{
    const auto& [ab, logp, loggp, bsp] = on.machine;
    return {{"p", on.p},          {"extrapolated", on.extrapolated}, {"alpha", ab.alpha}, {"beta", ab.beta},
            {"L", logp.latency},  {"o", logp.overhead},              {"g", logp.gap},     {"G", loggp.gap_each},
            {"bsp_g", bsp.g},     {"bsp_l", bsp.l}};
}

Json by_models(Json row, auto seconds)
{
    for (const auto& [model, name] : message_models()) {
        const std::optional<double> known = seconds(model);
        row[std::string(name)] = known ? Json(*known) : Json(nullptr);
    }
    return row;
}

Json choices_json(const CollectivesFound& found, const CollectiveProcesses& on, const AlgorithmCosts& costs,
                  const NamedModel& by)
{
    Json choices = Json::array();
    for (const auto& [bytes, best] : fastest_by_size(costs, on.machine, by.model, found.sizes, on.p))
        choices.push_back({{"from_bytes", bytes}, {"algorithm", best ? Json(algorithm_of(best)) : Json(nullptr)}});
    return {{"p", on.p}, {"collective", collective_of(costs)}, {"model", std::string(by.name)}, {"choices", choices}};
}

std::string parameters_in_words(const CollectiveMachine& machine)
{
    const auto& [ab, logp, loggp, bsp] = machine;
    const auto a_byte = [](double seconds) { return text(formatted("%.3g", 1e9 * seconds), " ns a byte"); };
    return text("alpha ", readable_seconds(ab.alpha), ", beta ", a_byte(ab.beta), "; L ",
                readable_seconds(logp.latency), ", o ", readable_seconds(logp.overhead), ", g ",
                readable_seconds(logp.gap), " a word of 8 bytes, G ", a_byte(loggp.gap_each), "; in BSP g ",
                a_byte(bsp.g), ", l ", readable_seconds(bsp.l));
}

// A mark stands on the fastest of each collective in each model.
void print_costs(const CollectivesFound& found)
{
    const CollectiveProcesses& on = found.processes.front();
    const double s = real(found.sizes.front());
    std::vector<Table::Column> columns{name_column("collective", 14), name_column("algorithm", 17)};
    for (const NamedModel& by : message_models()) columns.push_back(number_column(std::string(by.name) + " ", 10));
    const Table table(columns);
    std::printf("\n");
    table.print_head();
    std::set<std::string> reasons;
    for (const AlgorithmCosts& costs : found.collectives) {
        for (const CollectiveCost* cost : costs) {
            Table::Cells cells{cost == costs.front() ? collective_of(costs) : "", algorithm_of(cost)};
            for (const auto& [model, name] : message_models()) {
                std::string why_not;
                const std::optional<double> seconds = cost->seconds_if_known(on.machine, model, s, on.p, &why_not);
                const bool best = fastest(costs, on.machine, model, s, on.p) == cost;
                cells.push_back(text(seconds ? readable_seconds(*seconds) : "-", best ? "*" : " "));
                if (!seconds) reasons.insert(text(algorithm_of(cost), ": ", why_not));
            }
            table.print_row(cells);
        }
    }
    std::printf("  * the fastest in this model\n");
    if (!reasons.empty()) std::printf("  - outside the domain of the formula\n");
    for (const std::string& reason : reasons) print_wrapped(reason, 4);
    std::printf("\n");
    print_wrapped(parameters_in_words(on.machine), 2);
}

// "binomial-tree, from 1.2 KiB on double-tree"
std::string choices_in_words(const std::vector<CollectiveChoice>& choices)
{
    std::string words = algorithm_of(choices.front().best);
    for (std::size_t i = 1; i < choices.size(); ++i)
        words += text(", from ", readable_bytes(real(choices[i].bytes)), " on ", algorithm_of(choices[i].best));
    return words;
}

// One line for neighbouring p, or for all of them, whose fastest algorithms are the same.
void print_choices(const CollectivesFound& found, const NamedModel& by)
{
    constexpr std::size_t column = 15;
    for (const AlgorithmCosts& costs : found.collectives) {
        std::vector<std::string> lines;
        for (const CollectiveProcesses& on : found.processes)
            lines.push_back(choices_in_words(fastest_by_size(costs, on.machine, by.model, found.sizes, on.p)));
        std::printf("\n%s", collective_of(costs).c_str());
        const bool alike = std::all_of(lines.begin(), lines.end(), [&](const auto& line) { return line == lines[0]; });
        if (alike && lines[0].find(',') == std::string::npos) {
            std::printf(": %s for all of these\n", lines[0].c_str());
            continue;
        }
        std::printf("\n");
        for (std::size_t i = 0, next = 0; i < lines.size(); i = next) {
            const CollectiveProcesses& on = found.processes[i];
            while (next < lines.size() && lines[next] == lines[i] &&
                   found.processes[next].extrapolated == on.extrapolated)
                ++next;
            const std::string range = next == i + 1 ? text(on.p) : text(on.p, "..", found.processes[next - 1].p);
            std::printf("%11s %s  %s", range.c_str(), on.extrapolated ? "*" : " ",
                        wrapped(lines[i], column).substr(column).c_str());
        }
    }
    if (found.processes.back().extrapolated) std::printf("\n  * more than was probed: extrapolated\n");
}

void print_measured(const CollectivesFound& found)
{
    const Table table({number_column("size", 9), name_column("collective", 14), name_column("by", 24),
                       number_column("measured", 9), number_column("alpha-beta", 10), number_column("bsp", 9)});
    std::printf("\n");
    table.print_head();
    Index bytes = 0;
    for (const MeasuredCollective& row : found.measured) {
        Table::Cells cells{row.bytes == bytes ? "" : readable_bytes(real(row.bytes)), row.what.collective,
                           row.what.by, readable_seconds(row.seconds)};
        bytes = row.bytes;
        for (const MessageModel model : {MessageModel::alpha_beta, MessageModel::bsp}) {
            const std::optional<double> seconds = predicted(row, found, model);
            cells.push_back(seconds ? readable_seconds(*seconds) : "-");
        }
        table.print_row(cells);
    }
    print_wrapped("direct and scatter-allgather: supersteps of the BSPlib, beside their own costs", 2);
    if (std::ranges::any_of(found.measured, [](const MeasuredCollective& row) { return row.what.is_of_mpi; }))
        print_wrapped("MPI's functions: beside the cost of the fastest algorithm", 2);
    std::printf("\n");
    print_wrapped(parameters_in_words(found.processes.front().machine), 2);
}

// What models say is dashed, as in every picture, and what was measured is solid.
std::string panel_of(const AlgorithmCosts& costs, const CollectivesFound& found, const NamedModel& by)
{
    constexpr const char* colours[] = {colour::vermillion, colour::sky,    colour::olive,  colour::green,
                                       colour::blue,       colour::purple, colour::orange, colour::grey};
    const CollectiveProcesses& on = found.processes.back();
    std::string data, plots;
    std::size_t i = 0;
    const auto add = [&](const std::string& title, Source source, const std::string& points) {
        if (points.empty()) return;
        data += text("$curve", i, " << END\n", points, "END\n");
        plots += text(i == 0 ? "plot " : ", \\\n  ", "$curve", i, " using 1:2 with linespoints lw 2 ps 0.5 pt ", 5 + i,
                      " dt ", dash_of(source), " lc rgb \"", colours[i % std::size(colours)], "\" title ",
                      gnuplot_label(title));
        ++i;
    };
    for (const CollectiveCost* cost : costs) {
        std::string points;
        for (const Index size : found.sizes) {
            const std::optional<double> seconds = cost->seconds_if_known(on.machine, by.model, real(size), on.p);
            if (seconds) points += text(size, " ", *seconds, "\n");
        }
        add(algorithm_of(cost), Source::calibrated, points);
    }
    std::map<std::string, std::string> measured;
    for (const MeasuredCollective& row : found.measured) {
        if (row.what.collective != collective_of(costs)) continue;
        measured[row.what.by] += text(row.bytes, " ", row.seconds, "\n");
    }
    for (const auto& [name, points] : measured) add(name + ", measured", Source::measured, points);
    const std::string title = text(collective_of(costs), ", p = ", on.p, ", ", by.name);
    return text(data, "set title ", gnuplot_label(title), "\n", plots, "\n");
}

}  // namespace

Json json_of(const CollectivesFound& found)
{
    Json document{{"machine", json_of(found.known)}, {"algorithms", Json::array()}, {"parameters", Json::array()},
                  {"costs", Json::array()},          {"best", Json::array()}};
    for (const auto& [name, what, source] : collective_algorithms())
        document["algorithms"].push_back(
            {{"name", std::string(name)}, {"what", std::string(what)}, {"source", std::string(source)}});
    for (const CollectiveProcesses& on : found.processes) {
        document["parameters"].push_back(json_of(on));
        for (const AlgorithmCosts& costs : found.collectives) {
            for (const NamedModel& by : message_models())
                document["best"].push_back(choices_json(found, on, costs, by));
            for (const Index size : found.sizes) {
                for (const CollectiveCost* cost : costs) {
                    const Json row{{"p", on.p}, {"bytes", size}, {"collective", collective_of(costs)},
                                   {"algorithm", algorithm_of(cost)}};
                    document["costs"].push_back(by_models(row, [&](MessageModel model) {
                        return cost->seconds_if_known(on.machine, model, real(size), on.p);
                    }));
                }
            }
        }
    }
    for (const MeasuredCollective& row : found.measured) {
        const Json measured{{"p", found.processes.front().p}, {"bytes", row.bytes}, {"collective", row.what.collective},
                            {"by", row.what.by},            {"seconds", row.seconds}};
        document["measured"].push_back(
            by_models(measured, [&](MessageModel model) { return predicted(row, found, model); }));
    }
    return document;
}

void print(const CollectivesFound& found, const NamedModel& by)
{
    const bool is_one = found.processes.size() == 1 && found.sizes.size() == 1;
    const std::string first = readable_bytes(real(found.sizes.front()));
    const std::string last = readable_bytes(real(found.sizes.back()));
    const std::string sizes = first == last ? first : text(first, " to ", last);
    if (!found.measured.empty() || is_one)
        std::printf("collectives of %s, p = %s\n", sizes.c_str(), with_power(found.processes.front().p).c_str());
    else
        std::printf("the fastest algorithm for %s, by p, in the model %s\n", sizes.c_str(), by.name.data());
    print_machine(found.known);
    if (!found.measured.empty()) return print_measured(found);
    is_one ? print_costs(found) : print_choices(found, by);
}

void draw_collectives(const std::string& where, const CollectivesFound& found, const NamedModel& by)
{
    constexpr double width = 900, height = 360;
    std::string panels;
    for (const AlgorithmCosts& costs : found.collectives) panels += panel_of(costs, found, by);
    draw_with_gnuplot(where, width, height * static_cast<double>(found.collectives.size()),
                      text("set logscale xy\nset logscale x 2\nset format x \"2^{%L}\"\nset format y \"10^{%L}\"\n",
                           "set grid\nset key outside right top Left reverse\nset xlabel \"bytes\"\n",
                           "set ylabel \"seconds\"\nset multiplot layout ", found.collectives.size(), ",1\n", panels,
                           "unset multiplot\n"));
}

}  // namespace bspfft::tools
