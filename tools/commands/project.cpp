#include "tools/commands/project.hpp"

#include <cstdio>

#include "bsp_fft/predict/models.hpp"
#include "bspfft/schedule.hpp"
#include "tools/commands/known_machine.hpp"
#include "tools/files/distinct_files.hpp"
#include "tools/files/text_output.hpp"
#include "tools/terminal/options.hpp"
#include "tools/terminal/refusal.hpp"
#include "tools/terminal/table.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

namespace {

const std::map<std::string, ProjectedNetwork> networks{
    {"full", ProjectedNetwork::full()},       {"torus-ideal", ProjectedNetwork::ideal_torus()},
    {"torus", ProjectedNetwork::torus(3)},    {"torus-4d", ProjectedNetwork::torus(4)},
    {"torus-5d", ProjectedNetwork::torus(5)},
};
const std::map<std::string, Overlap> overlaps{{"none", Overlap::none}, {"full", Overlap::full}};

/// Everything that is known about a request.
struct Projection {
    const ProjectRequest& request;
    Scenario scenario;
    ProjectedTimes times{};
    std::vector<ProjectedBar> bars;  ///< empty: compared with nothing
    std::vector<ReproducedValue> published;
    std::optional<TrendChart> trend;

    double side() const { return static_cast<double>(request.n); }
    double rate() const { return flops_3d(side()) / total(times, request.overlap); }
};

// As many nodes with the same network, whose processor is the device that was measured. What was published of the
// scenario, and how it grows, is of other processors.
Scenario of_device(const Scenario& scenario, const Machine& machine)
{
    Scenario changed;
    changed.name = text(machine.known_device().name, " in the nodes of ", scenario.name);
    changed.system = with_device(scenario.system, machine);
    return changed;
}

Scenario asked_for(const ProjectRequest& request, const std::string& name)
{
    Scenario scenario = read_scenario(name);
    if (request.cache_constant) scenario.system.cache_constant = *request.cache_constant;
    if (!request.year) return scenario;
    if (!scenario.growth || scenario.year == 0)
        refuse("the scenario ", printable(scenario.name), " has no \"growth\" and \"year\", so it cannot be taken to ",
               *request.year, "; hopper-2010 and keeneland-2010 have");
    scenario.system = grown(scenario.system, *scenario.growth, *request.year - scenario.year);
    scenario.year = *request.year;
    return scenario;
}

// What a rounded scenario was rounded from: the one it grew from, with its peak.
ProjectedSystem before_rounding(const ProjectRequest& request, const Scenario& scenario)
{
    const Scenario origin = read_scenario(scenario.grown_from);
    if (!origin.growth || origin.year == 0)
        refuse("the scenario ", printable(scenario.name), " says that it is grown from ",
               printable(scenario.grown_from), ", which has no \"growth\" and \"year\"; leave ",
               "\"grown_from\" out, or name one that has them, such as hopper-2010");
    ProjectedSystem system = grown(origin.system, *origin.growth, scenario.year - origin.year);
    system = system.with_processors(system.processors * (scenario.system.peak / system.peak));
    if (request.cache_constant) system.cache_constant = *request.cache_constant;
    return system;
}

Projection projection_of(const ProjectRequest& request)
{
    Projection found{request, asked_for(request, request.scenario), {}, {}, {}, {}};
    if (!request.device.empty()) found.scenario = of_device(found.scenario, machine_named(request.device).machine);
    found.times = project(found.side(), found.scenario.system, request.network);
    if (found.scenario.growth && found.scenario.year > 0) found.trend = trend_of(found.scenario);
    const std::string other_name = request.against.empty() ? found.scenario.compare_with : request.against;
    if (other_name.empty()) return found;
    const Scenario other = asked_for(request, other_name);
    found.bars =
        bars_of(found.side(), request.network, found.scenario.name, found.scenario.system, other.name, other.system);
    std::vector<ProjectedBar> unrounded;
    if (!found.scenario.grown_from.empty() && !other.grown_from.empty())
        unrounded = bars_of(found.side(), request.network, "", before_rounding(request, found.scenario), "",
                            before_rounding(request, other));
    found.published = reproduce(found.scenario.published, found.side(), found.bars, unrounded);
    return found;
}

Json json_of(const ProjectedTimes& times)
{
    return {{"flops", times.flops},
            {"memory", times.memory},
            {"network", times.network},
            {"shuffle", times.shuffle},
            {"pcie", times.pcie},
            {"in_sequence", times.in_sequence()},
            {"overlapped", times.overlapped()}};
}

Json json_of(const ProjectedSystem& system)
{
    Json json{{"processors", system.processors},
              {"peak", system.peak},
              {"memory_bandwidth", system.memory_bandwidth},
              {"fast_memory", system.fast_memory},
              {"link_bandwidth", system.link_bandwidth},
              {"cache_constant", system.cache_constant},
              {"flops_per_memory_byte", system.memory_balance()},
              {"flops_per_link_byte", system.link_balance()}};
    if (system.pcie_bandwidth) json["pcie_bandwidth"] = *system.pcie_bandwidth;
    return json;
}

Json json_of(const Projection& found)
{
    Json document{{"n", found.request.n},
                  {"network", name_of(networks, found.request.network)},
                  {"overlap", name_of(overlaps, found.request.overlap)},
                  {"scenario", found.scenario.name},
                  {"citation", found.scenario.citation},
                  {"year", found.scenario.year},
                  {"system", json_of(found.scenario.system)},
                  {"seconds", json_of(found.times)},
                  {"total_seconds", total(found.times, found.request.overlap)},
                  {"flops_per_second", found.rate()},
                  {"fraction_of_peak", found.rate() / found.scenario.system.peak}};
    for (const ProjectedBar& bar : found.bars)
        document["figure_5"].push_back(
            {{"name", bar.name}, {"what", bar.what}, {"system", json_of(bar.system)}, {"seconds", json_of(bar.times)}});
    for (const ReproducedValue& each : found.published)
        document["published"].push_back({{"quantity", each.published.quantity},
                                         {"published", each.published.value},
                                         {"recomputed", each.recomputed},
                                         {"unrounded", each.unrounded ? Json(*each.unrounded) : Json(nullptr)},
                                         {"reproduced", each.reproduced()},
                                         {"where", each.published.where}});
    if (found.trend) {
        document["figure_6"]["years"] = found.trend->years;
        for (const TrendLine& line : found.trend->lines)
            document["figure_6"]["memory_over_network"].push_back({{"network", line.network}, {"ratios", line.ratios}});
    }
    for (const std::string& note : found.scenario.notes) document["notes"].push_back(note);
    return document;
}

void print_times(const Projection& found)
{
    const ProjectedSystem& system = found.scenario.system;
    const ProjectedTimes& times = found.times;
    std::printf("%s%s\n", found.scenario.name.c_str(),
                found.scenario.year > 0 ? text(", ", found.scenario.year).c_str() : "");
    if (!found.scenario.citation.empty()) std::fputs(wrapped(found.scenario.citation, 2).c_str(), stdout);
    std::printf("  %.6g processors, peak %.4g flop/s;\n  %.3g flops per byte of memory bandwidth, %.3g per byte of "
                "its link\n\n",
                system.processors, system.peak, system.memory_balance(), system.link_balance());
    std::printf("3-D FFT of n = %lld a side: %.5g flop; network %s, overlap %s\n",
                static_cast<long long>(found.request.n), flops_3d(found.side()),
                name_of(networks, found.request.network).c_str(), name_of(overlaps, found.request.overlap).c_str());
    std::printf("  A         %.4g words of memory traffic per point and phase\n", system.cache_constant);
    std::printf("  T_flops   %s\n  T_mem     %s\n  T_net     %s\n", readable_seconds(times.flops).c_str(),
                readable_seconds(times.memory).c_str(), readable_seconds(times.network).c_str());
    for (const auto& [name, choice] : networks) {
        if (choice != found.request.network)
            std::printf("    with %-11s %s\n", name.c_str(),
                        readable_seconds(project(found.side(), system, choice).network).c_str());
    }
    std::printf("  total     %s, %.4g flop/s, %.3g %% of peak\n",
                readable_seconds(total(times, found.request.overlap)).c_str(), found.rate(),
                100 * found.rate() / system.peak);
    std::printf("  besides, where an implementation needs it: T_shuffle %s%s\n",
                readable_seconds(times.shuffle).c_str(),
                times.pcie > 0 ? text(", T_PCIe ", readable_seconds(times.pcie)).c_str() : "");
}

void print_published(const std::vector<ReproducedValue>& values, bool wide)
{
    std::printf("\n");
    const Table table({name_column("", 27),
                       number_column("published", 9),
                       number_column("recomputed", 10),
                       number_column("unrounded", 9),
                       {"", 14, true, 2},
                       wide_column(name_column("", 0))},
                      2, wide);
    table.print_head();
    for (const ReproducedValue& each : values)
        table.print_row({each.published.quantity, formatted("%.4g", each.published.value),
                         formatted("%.4g", each.recomputed), each.unrounded ? text(*each.unrounded) : "",
                         each.reproduced() ? "reproduced" : "NOT REPRODUCED", each.published.where});
}

void print_bars(const Projection& found)
{
    std::printf("\n");
    const Table bars({name_column("", 18), number_column("processors", 10), number_column("peak", 10),
                      number_column("T_mem", 8), number_column("T_net", 8), number_column("sum", 8),
                      number_column("max", 8)});
    bars.print_head();
    for (const ProjectedBar& bar : found.bars)
        bars.print_row({bar.name, formatted("%.6g", bar.system.processors), formatted("%.4g", bar.system.peak),
                        readable_seconds(bar.times.memory), readable_seconds(bar.times.network),
                        readable_seconds(bar.times.in_sequence()), readable_seconds(bar.times.overlapped())});
    for (const ProjectedBar& bar : found.bars) std::printf("  %s: %s\n", bar.name.c_str(), bar.what.c_str());
    if (!found.published.empty()) print_published(found.published, found.request.wide);
}

}  // namespace

void add_project_options(Options& options, ProjectRequest& request)
{
    std::vector<std::string> scenarios;
    for (const auto& [name, content] : published_scenarios()) scenarios.push_back(name);
    options.group("Cube");
    options.positive("--n", request.n, "N", "points on each side of the cube");
    options.group("Machine");
    options
        .text("--scenario", request.scenario, "NAME|FILE",
              "a published machine, or a file in the same form: exascale-2020-cpu, exascale-2020-gpu, hopper-2010, "
              "keeneland-2010")
        .words(scenarios)
        .file();
    options.text("--against", request.against, "NAME|FILE", "a machine to match with its peak and its time")
        .words(scenarios)
        .file();
    options.choice("--network", request.network, networks, "torus: 3-D, by its bisection");
    options.choice("--overlap", request.overlap, overlaps, "overlap of memory traffic and network");
    options.number("--year", request.year, "YEAR", "let the machine grow until then");
    options.number("--cache-constant", request.cache_constant, "A", "words of memory traffic per point and phase")
        .standard("6.3");
    options
        .text("--from-machine", request.from_machine, "FILE|default",
              "take the cache constant from a machine file, \"default\" for the one that bspfft probe writes")
        .words({"default"})
        .file()
        .excludes({"--cache-constant"});
    options
        .text("--device", request.device, "FILE|default",
              "the measured GPU of a machine file as the processor of every node; \"default\" as above")
        .words({"default"})
        .file()
        .excludes({"--cache-constant", "--from-machine"});
    options.group("Report");
    options.text("--plot", request.plot, "FILE.svg|-", "Figure 5 of a comparison, else Figure 6, with gnuplot").file();
    options.json(request.json);
    options.wide(request.wide);
}

int project(const ProjectRequest& asked)
{
    ProjectRequest request = asked;
    require_distinct({{"--plot", request.plot},
                      {"--json", request.json},
                      {"--scenario", request.scenario, false},
                      {"--from-machine", request.from_machine, false},
                      {"--device", request.device, false}});
    problem_of({request.n, request.n, request.n}, {});  // refuses too many elements
    if (!request.from_machine.empty())
        request.cache_constant = measured_cache_constant(machine_named(request.from_machine).machine);
    const Projection found = projection_of(request);
    if (!request.plot.empty()) {
        if (!found.bars.empty())
            draw_bars(request.plot, found.side(), found.bars);
        else if (found.trend)
            draw_trend(request.plot, *found.trend);
        else
            refuse("nothing to draw: the scenario ", found.scenario.name,
                   " has no \"growth\"; compare it with another by --against");
    }
    if (!request.json.empty()) write_json(request.json, json_of(found));
    if (request.json == "-" || request.plot == "-") return 0;
    print_times(found);
    if (!found.bars.empty()) print_bars(found);
    if (found.scenario.growth) print_growth(found.scenario);
    if (found.trend) print_trend(*found.trend, request.wide);
    for (const std::string& note : found.scenario.notes) std::printf("\n%s", wrapped("note: " + note, 0).c_str());
    return 0;
}

}  // namespace bspfft::tools
