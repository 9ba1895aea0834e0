#include "tools/commands/model_commands.hpp"

#include "tools/commands/command_options.hpp"

namespace bspfft::tools {

namespace {

void add_simulate_options(CLI::App& command, SimulateRequest& request)
{
    command.add_option("--n", request.n, "length: a number or a power, such as 2^12")->option_text("N");
    command.add_option("--procs", request.procs, "processors: a power of two, at most sqrt(n)")
        ->option_text("P");
    command.add_option("--g", request.machine.gap, "gap between two messages, in nodes of the butterfly (1)")
        ->option_text("TIME");
    command.add_option("--latency", request.machine.latency, "how long a message travels (0)")
        ->option_text("TIME");
    command
        .add_option("--overhead", request.machine.overhead,
                    "how long sending or receiving engages a processor (0)")
        ->option_text("TIME");
    command.add_option("--schedule", request.schedule, "how processors order their work and messages (all)")
        ->option_text("simple|eager|output-driven|input-driven|column-blocked|all");
    command
        .add_option("--from-machine", request.from_machine,
                    "take L, o and g from a machine file, \"default\" for the one that bspfft probe writes")
        ->excludes("--g")
        ->excludes("--latency")
        ->excludes("--overhead")
        ->option_text("FILE|default");
    command.add_option("--plot", request.plot, "draw the processors and their messages over time, as SVG")
        ->option_text("FILE");
    command
        .add_option("--processor", request.processor, "whose butterfly is drawn too, where it is small (2)")
        ->option_text("I");
    add_json(command, request.json);
}

void add_project_options(CLI::App& command, ProjectRequest& request)
{
    command
        .add_option("--scenario", request.scenario,
                    "a published machine, or a file in the same form (exascale-2020-gpu)")
        ->option_text("FILE|exascale-2020-cpu|exascale-2020-gpu|hopper-2010|keeneland-2010");
    command.add_option("--against", request.against, "a machine to match with its peak and its time")
        ->option_text("FILE|NAME");
    command.add_option("--n", request.n, "points on each side of the cube (21000)")->option_text("N");
    add_choice(command, "--network", request.network, networks, "torus: 3-D, by its bisection");
    add_choice(command, "--overlap", request.overlap, overlaps, "of memory traffic and network");
    command.add_option("--year", request.year, "let the machine grow until then")->option_text("YEAR");
    command
        .add_option("--cache-constant", request.cache_constant,
                    "words of memory traffic per point and phase (6.3)")
        ->option_text("A");
    command
        .add_option(
            "--from-machine", request.from_machine,
            "take the cache constant from a machine file, \"default\" for the one that bspfft probe writes")
        ->excludes("--cache-constant")
        ->option_text("FILE|default");
    command
        .add_option("--plot", request.plot, "Figure 5 of a comparison, else Figure 6, as SVG (by gnuplot)")
        ->option_text("FILE");
    add_json(command, request.json);
}

void add_explain_options(CLI::App& command, ExplainRequest& request)
{
    static const std::map<std::string, Algorithm> explained{{"textbook", Algorithm::textbook},
                                                            {"fast", Algorithm::fast}};
    command.add_option("--n", request.n, "length, such as 64")->option_text("N");
    command.add_option("--procs", request.procs, "processes (1)")->option_text("P");
    add_choice(command, "--algorithm", request.algorithm, explained, "textbook (the default) is PSC 3.4");
    command.add_option("--cut", request.cut, "length of the fast algorithm's columns")->option_text("K");
    command.add_option("--plot", request.plot, "draw it, as SVG")->option_text("FILE");
    add_json(command, request.json);
}

}  // namespace

ModelCommands::ModelCommands(CLI::App& app)
    : simulate_(
          *app.add_subcommand("simulate", "play the FFT on a LogP machine: can it hide its communication?")),
      project_(*app.add_subcommand("project", "project a 3-D FFT to a machine of the past or the future")),
      explain_(*app.add_subcommand("explain", "who owns what when, and who sends how much to whom"))
{
    add_simulate_options(simulate_, simulate_request_);
    add_project_options(project_, project_request_);
    add_explain_options(explain_, explain_request_);
}

std::optional<int> ModelCommands::carry_out() const
{
    if (simulate_) return simulate(simulate_request_);
    if (project_) return project(project_request_);
    if (explain_) return explain(explain_request_);
    return {};
}

}  // namespace bspfft::tools
