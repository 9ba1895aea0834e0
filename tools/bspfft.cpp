// The executable: words become a request, and the command that they name carries it out.
#include <csignal>
#include <cstdio>
#include <filesystem>

#include <CLI/CLI.hpp>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/kernel/cut_simd.hpp"
#include "bsp_fft/machine/machine_file.hpp"
#include "tools/commands/bench.hpp"
#include "tools/commands/check.hpp"
#include "tools/commands/command_options.hpp"
#include "tools/commands/compare.hpp"
#include "tools/commands/compare_runtimes.hpp"
#include "tools/commands/known_machine.hpp"
#include "tools/commands/model_commands.hpp"
#include "tools/commands/plan.hpp"
#include "tools/commands/predict.hpp"
#include "tools/commands/probe.hpp"
#include "tools/commands/report.hpp"
#include "tools/commands/run.hpp"
#include "tools/processes/section.hpp"

namespace {

using namespace bspfft;
using namespace bspfft::tools;

// Exit statuses: done; ran, but a check failed (the commands' own); bad request; the machine or a file
// failed.
constexpr int bad_request = 2;
constexpr int machine_failed = 3;

void add_size(CLI::App& command, RunRequest& request)
{
    command.add_option("--n", request.n, "length: a number or a power, such as 2^20")->option_text("N");
    command.add_option("--procs", request.procs, "processes; without it as many as run at once")
        ->option_text("P");
    add_json(command, request.json);
}

void add_cut(CLI::App& command, PlanOptions& options)
{
    add_choice(command, "--algorithm", options.algorithm, algorithms, "textbook is PSC 3.4");
    command
        .add_option("--cut", options.cut, "length of the fast algorithm's columns; near sqrt(n) without it")
        ->option_text("K");
}

void add_why(CLI::App& command, RunRequest& request)
{
    command.add_flag("--why", request.why, "say why p, cut and exchange were chosen");
    add_machine(command, request.machine);
}

void add_plan_options(CLI::App& command, RunRequest& request)
{
    add_choice(command, "--precision", request.precision, precisions, "of the numbers");
    add_cut(command, request.options);
    add_choice(command, "--kernel", request.options.kernel, kernels, "who does the local transforms");
    add_choice(command, "--exchange", request.options.exchange, exchanges, "how packets travel");
    command.add_option("--simd", request.simd, "instruction set of the simd kernel")->option_text("TARGET");
    command.add_flag("--oversubscribe", request.oversubscribe, "allow more processes than run at once");
}

void add_run_options(CLI::App& command, RunRequest& request)
{
    command.add_flag("--inverse", request.inverse, "transform back");
    add_choice(command, "--norm", request.options.normalisation, normalisations, "where the factor 1/n goes");
    command.add_option("--input", request.input, "file to transform: .npy, .txt, or raw")
        ->option_text("FILE");
    command.add_option("--dtype", request.dtype, "of a raw file")
        ->option_text("complex64|complex128|float32|float64");
    command.add_option("--output", request.output, "where the result goes: .npy, .txt, or raw")
        ->option_text("FILE");
    command.add_option("--signal", request.signal, "instead of a file")
        ->option_text("random[:seed]|impulse[:j]|sine:k|chirp");
    command.add_option("--repeat", request.repeat, "how often the transform is timed (5)")->option_text("K");
    command.add_flag("--verify", request.verify, "compare some values with sums in twice the precision");
    command.add_flag("--account", request.account, "measure every superstep, beside what is predicted");
    add_why(command, request);
}

void add_bench_options(CLI::App& command, BenchRequest& request)
{
    command.add_option("--from", request.from, "shortest length (2^8)")->option_text("N");
    command.add_option("--to", request.to, "longest length (2^26)")->option_text("N");
    command.add_option("--step", request.step, "from one length to the next (4)")->option_text("K");
    command.add_option("--procs", request.procs, "processes, besides 1; without it as many as run at once")
        ->option_text("P");
    command.add_flag("--oversubscribe", request.oversubscribe, "allow more processes than run at once");
    add_choice(command, "--precision", request.precisions, precision_sets, "of the numbers");
    command.add_option("--contestants", request.contestants, "who is measured; all without it")
        ->delimiter(',')
        ->check(CLI::IsMember(contestant::all).description(""))
        ->option_text("fast,textbook,fftw,fftw-mpi,floor");
    command.add_option("--rounds", request.rounds, "how often all are timed in turn (3)")
        ->check(CLI::PositiveNumber)
        ->option_text("K");
    command
        .add_option("--fftw-seconds", request.fftw_seconds,
                    "that FFTW may take for each plan (10, and more for long transforms)")
        ->check(CLI::PositiveNumber)
        ->option_text("S");
    command.add_option("--csv", request.csv, "write all rows to a file, or - for standard output")
        ->option_text("FILE|-");
    add_json(command, request.json);
    command.add_option("--plot", request.plot, "draw rate against length, with gnuplot")
        ->option_text("FILE.svg|-");
}

void add_probe_options(CLI::App& command, ProbeRequest& request)
{
    add_machine(command, request.machine);
    command.add_flag("--overwrite", request.overwrite, "replace the machine file if there is one");
    command
        .add_option("--seconds", request.seconds,
                    "about how long it may take (10); in haste it is less right")
        ->check(CLI::PositiveNumber)
        ->option_text("S");
    command.add_option("--procs", request.procs, "most processes; without it as many as run at once")
        ->option_text("P");
    command.add_flag("--oversubscribe", request.oversubscribe, "allow more processes than run at once");
    add_json(command, request.json);
}

void add_compare_options(CLI::App& command, CompareRequest& request)
{
    command.add_option("--from", request.from, "shortest length (2^12)")->option_text("N");
    command.add_option("--to", request.to, "longest length (2^24)")->option_text("N");
    command.add_option("--step", request.step, "factor from one length to the next (4)")->option_text("K");
    command
        .add_option("--procs", request.procs,
                    "processes, one or more; without it 1 and as many as run at once")
        ->option_text("P,P,...")
        ->delimiter(',');
    command.add_flag("--oversubscribe", request.oversubscribe, "allow more processes than run at once");
    command.add_option("--repeat", request.repeat, "how often each is timed (5)")->option_text("K");
    add_machine(command, request.machine);
    command.add_flag("--runtimes", request.runtimes,
                     "instead: what was measured on threads beside the same on MPI, by mpirun");
    add_json(command, request.json);
    command.add_option("--csv", request.csv, "write CSV to a file, or - for standard output")
        ->option_text("FILE|-");
}

void add_predict_options(CLI::App& command, PredictRequest& request)
{
    command.add_option("--n", request.n, "length: a number or a power, such as 2^20")->option_text("N");
    command.add_option("--procs", request.procs, "processes: a number (1), or a range such as 1..4096")
        ->option_text("P|P..P");
    add_cut(command, request.options);
    add_choice(command, "--exchange", request.options.exchange, exchanges, "how packets travel");
    add_choice(command, "--model", request.model, cost_models, "what puts a price on the schedule (bsp)");
    add_machine(command, request.machine);
    add_json(command, request.json);
}

void add_report_options(CLI::App& command, ReportRequest& request)
{
    command.add_option("--run", request.run, "result of bspfft run --account --json")->option_text("FILE");
    command.add_option("--compare", request.compare, "result of bspfft compare --json")->option_text("FILE");
    add_machine(command, request.machine);
    command.add_option("--output", request.output, "the page, or - for standard output")
        ->option_text("FILE.html|-")
        ->required();
}

/// Of the demonstration.
constexpr Index first_length = Index{1} << 24;

// A newcomer's first run measures the machine too. Where the file cannot be kept, nothing is predicted. False if
// the program will be run again to go on.
bool probe_once()
{
    const std::string file = default_machine_path(Port::runtime());
    bool unknown = speaks() && (measuring_machine() || !std::filesystem::exists(file));
    share(unknown);
    if (!unknown) return true;
    if (!measuring_machine())
        std::printf("measuring this machine once, for predictions; about ten seconds\n");
    std::fflush(stdout);
    const auto machine = measure_machine(processes_for(first_length, 0, false), ProbeRequest().seconds);
    bool over = machine.has_value();
    share(over);
    if (!machine) return over;
    try {
        write_machine(file, *machine);
        std::printf("written to %s\n\n", file.c_str());
    } catch (const Error& e) {
        std::printf("%s\n\n", e.what());
    }
    return over;
}

int demonstrate()
{
    if (!probe_once()) return 0;
    RunRequest request;
    request.n = std::to_string(first_length);
    request.verify = true;
    request.account = true;
    return run(request);
}

int status_of(const Error& error)
{
    const bool asked_wrongly =
        error.status() == Status::invalid_argument || error.status() == Status::not_available;
    return asked_wrongly ? bad_request : machine_failed;
}

void refuse_on_mpi(const char* command)
{
    if (all_run_the_program())
        throw Error(Status::not_available, text(command, " starts programs on MPI itself; call bspfft ", command,
                                                ", without mpirun"));
}

int carry_out(int argc, char** argv)
{
    CLI::App app("A bulk-synchronous parallel FFT. Without a command: a demonstration, 2^24 points on all "
                 "cores, measured beside predicted.",
                 "bspfft");
    RunRequest request;
    CLI::App& run_command = *app.add_subcommand("run", "transform a vector, and say what it cost");
    add_size(run_command, request);
    add_run_options(run_command, request);
    add_plan_options(run_command, request);
    CLI::App& plan_command = *app.add_subcommand("plan", "show the supersteps without running them");
    add_size(plan_command, request);
    add_choice(plan_command, "--precision", request.precision, precisions, "of the numbers");
    add_choice(plan_command, "--exchange", request.options.exchange, exchanges, "how packets travel");
    add_cut(plan_command, request.options);
    add_why(plan_command, request);
    CLI::App& check_command =
        *app.add_subcommand("check", "certify the transform for one n and p, without a second FFT");
    add_size(check_command, request);
    add_plan_options(check_command, request);
    BenchRequest bench_request;
    CLI::App& bench_command = *app.add_subcommand("bench", "measure many lengths beside FFTW, in one run");
    add_bench_options(bench_command, bench_request);
    ProbeRequest probe_request;
    CLI::App& probe_command =
        *app.add_subcommand("probe", "measure this machine for predictions, about ten seconds");
    add_probe_options(probe_command, probe_request);
    PredictRequest predict_request;
    CLI::App& predict_command =
        *app.add_subcommand("predict", "what a transform would cost, for any n and p");
    add_predict_options(predict_command, predict_request);
    CompareRequest compare_request;
    CLI::App& compare_command = *app.add_subcommand(
        "compare", "measured beside predicted cost, over a grid of lengths and processes");
    add_compare_options(compare_command, compare_request);
    ReportRequest report_request;
    CLI::App& report_command = *app.add_subcommand(
        "report", "one page that shows where the time went; measures first, unless results are named");
    add_report_options(report_command, report_request);
    ModelCommands model_commands(app);
    CLI::App& help_command = *app.add_subcommand("help", "show this");
    app.require_subcommand(0, 1);

    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& asked) {
        return app.exit(asked);  // --help
    } catch (const CLI::ParseError& e) {
        throw Error(
            Status::invalid_argument,
            text(e.what(), "; bspfft --help shows the commands, bspfft COMMAND --help their options"));
    }
    if (help_command) {
        std::fputs(app.help().c_str(), stdout);
        return 0;
    }
    const bool runs = run_command || check_command || bench_command || probe_command || compare_command ||
                      app.get_subcommands().empty();
    if (!runs && !speaks()) return 0;
    if (plan_command) return show_plan(request);
    if (bench_command) refuse_on_mpi("bench");
    if (compare_command && compare_request.runtimes) {
        refuse_on_mpi("compare --runtimes");
        return compare_runtimes(compare_request);
    }
    if (bench_command) return bench(bench_request);
    if (probe_command) return probe(probe_request);
    if (predict_command) return predict(predict_request);
    if (compare_command) return compare(compare_request);
    if (report_command) return report(report_request);
    if (const auto status = model_commands.carry_out()) return *status;
    simd::force_target(request.simd);
    if (check_command) return check(request);
    if (run_command) return run(request);
    return demonstrate();
}

int carry_out_or_say_why(int argc, char** argv)
{
    try {
        return carry_out(argc, argv);
    } catch (const Error& e) {
        if (speaks()) std::fprintf(stderr, "bspfft: %s\n", e.what());
        return status_of(e);
    }
}

}  // namespace

int main(int argc, char** argv)
{
    // A file that grows over the limit is an error to report, not the end.
    std::signal(SIGXFSZ, SIG_IGN);
    return run_main(argc, argv, carry_out_or_say_why, tell_bsplib);
}
