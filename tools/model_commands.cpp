#include "tools/model_commands.hpp"

namespace bspfft {

namespace {

void add_json(CLI::App& command, std::string& where)
{
    command.add_option("--json", where, "write JSON to a file, or - for standard output")
        ->option_text("FILE|-");
}

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
    command.add_option("--plot", request.plot, "draw the processors and their messages over time, as SVG")
        ->option_text("FILE");
    command
        .add_option("--processor", request.processor, "whose butterfly is drawn too, where it is small (2)")
        ->option_text("I");
    add_json(command, request.json);
}

}  // namespace

ModelCommands::ModelCommands(CLI::App& app)
    : simulate_(
          *app.add_subcommand("simulate", "play the FFT on a LogP machine: can it hide its communication?"))
{
    add_simulate_options(simulate_, simulate_request_);
}

std::optional<int> ModelCommands::carry_out() const
{
    if (simulate_) return simulate(simulate_request_);
    return {};
}

}  // namespace bspfft
