// The executable: words become a request, and the command that they name carries it out.
#include <csignal>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/gpu/device.hpp"
#include "bspfft/version.h"
#include "tools/commands/bench.hpp"
#include "tools/commands/collectives.hpp"
#include "tools/commands/compare.hpp"
#include "tools/commands/convolve.hpp"
#include "tools/commands/explain.hpp"
#include "tools/commands/known_machine.hpp"
#include "tools/commands/predict.hpp"
#include "tools/commands/probe.hpp"
#include "tools/commands/project.hpp"
#include "tools/commands/report.hpp"
#include "tools/commands/run.hpp"
#include "tools/commands/simulate.hpp"
#include "tools/files/remove_at_signal.hpp"
#include "tools/processes/ending.hpp"
#include "tools/processes/section.hpp"
#include "tools/terminal/command_line.hpp"

namespace {

using namespace bspfft;
using namespace bspfft::tools;

// A command that needs no other processes: one carries it out, and the others have nothing to do.
template <class Request>
int alone(int (*command)(const Request&), const Request& request)
{
    return is_process_0() ? command(request) : 0;
}

// A command that makes plans.
template <class Request>
int with_simd(int (*command)(const Request&), const Request& request)
{
    use_instruction_set(request.simd);
    return command(request);
}

int bench_without_mpirun(const BenchRequest& request)
{
    if (all_run_the_program())
        throw Error(Status::not_available,
                    "bench starts programs on MPI itself; call bspfft bench, without mpirun");
    return bench(request);
}

template <class Request>
void add(CommandLine& line, const char* name, const char* help, Request& request,
         void (*add_options)(Options&, Request&), std::function<int()> action)
{
    line.command(name, help, [&, add_options](Options& options) { add_options(options, request); },
                 std::move(action));
}

// Programs that share a device, but no addresses.
std::string way_of_packets()
{
    if (!why_no_device().empty() || !Port::processes_are_programs()) return "";
    return Port::moves_device_memory() ? "; MPI moves its memory" : "; MPI moves host memory only";
}

// What the manual tells besides the options.
ProgramEntry program()
{
    ProgramEntry program;
    program.name = "bspfft";
    program.version = bspfft_version();
    program.parts = [] {
        return text("GPU: ", why_no_device().empty() ? "" : "none; ", device_description(), way_of_packets());
    };
    program.help = "fast Fourier transforms of arrays of any shape, on all cores or on a cluster, and what they cost";
    program.without_command = "a demonstration, 2^24 points on all cores, measured beside predicted";
    program.examples = {
        {"bspfft run --n 2^20 --verify", "a random vector, checked against sums in twice the precision"},
        {"bspfft run --input x.npy --output y.npy", "a file of NumPy's, as numpy.fft.fftn transforms it"},
        {"bspfft plan --shape 256x256x256 --procs 4 --why", "grid, cut and supersteps, and why"},
        {"bspfft probe", "measure this machine once, for predictions"},
        {"bspfft predict --n 2^30 --procs 1..2^10", "what more processes would gain"}};
    program.statuses = {{"0", "done"},
                        {"1", "it ran, but a check failed"},
                        {"2", "the request was not possible; standard error says why, and what is"},
                        {"3", "the machine or a file failed"}};
    program.environment = {
        {"XDG_CACHE_HOME", "the folder of machine files, if it is set; otherwise .cache in HOME"},
        {"BSPLIB_PROCS", "how many processes run at once, instead of the cores that this program may use"},
        {"BSPLIB_PIN", "0: processes are not bound to cores"}};
    program.files = {{"~/.cache/bspfft/machine-threads.json", "what bspfft probe measured, for predictions"}};
    return program;
}

int carry_out(int argc, char** argv)
{
    CommandLine line(program());
    line.group("Transform");
    RunRequest request;
    add(line, "run", "transform an array, and say what it cost", request, add_run_options,
        [&] { return with_simd(run, request); });
    ConvolveRequest convolved;
    add(line, "convolve", "convolve a file with a kernel, or correlate them", convolved, add_convolve_options,
        [&] { return with_simd(convolve, convolved); });
    add(line, "check", "certify the transform for one shape and p, without a second FFT", request, add_check_options,
        [&] { return with_simd(check, request); });
    line.group("Look into it");
    add(line, "plan", "show the supersteps without running them", request, add_plan_options,
        [&] { return plan(request); });
    ExplainRequest explained;
    add(line, "explain", "show who owns what when, and who sends how much to whom", explained, add_explain_options,
        [&] { return alone(explain, explained); });
    line.group("Measure and predict");
    ProbeRequest probed;
    add(line, "probe", "measure this machine for predictions, about ten seconds", probed, add_probe_options,
        [&] { return probe(probed); });
    PredictRequest predicted;
    add(line, "predict", "say what a transform would cost, for any shape and p", predicted, add_predict_options,
        [&] { return alone(predict, predicted); });
    CompareRequest compared;
    add(line, "compare", "show measured beside predicted cost, for lengths and processes or one shape", compared,
        add_compare_options, [&] {
            return compared.kinds ? compare_kinds(compared) : compared.all ? compare_all(compared) : compare(compared);
        });
    ReportRequest reported;
    add(line, "report", "make a page that shows where the time went; measure first, unless results are named", reported,
        add_report_options, [&] { return alone(report, reported); });
    BenchRequest benched;
    add(line, "bench", "measure many lengths beside FFTW, in one run", benched, add_bench_options,
        [&] { return bench_without_mpirun(benched); });
    line.group("Models of papers");
    SimulateRequest simulated;
    add(line, "simulate", "play the FFT on a LogP machine: can it hide its communication?", simulated,
        add_simulate_options, [&] { return alone(simulate, simulated); });
    ProjectRequest projected;
    add(line, "project", "project a 3-D FFT to a machine of the past or the future", projected,
        add_project_options, [&] { return alone(tools::project, projected); });
    CollectivesRequest collected;
    add(line, "collectives", "say what broadcasts, reductions and all-to-alls cost, and which algorithm is the fastest",
        collected, add_collectives_options, [&] { return collectives(collected); });
    line.group("Help");
    return line.carry_out(argc, argv, demonstrate);
}

int carry_out_or_say_why(int argc, char** argv)
{
    try {
        return checked_output(carry_out(argc, argv));
    } catch (const Error&) {
        const Failure failure = current_failure();
        if (is_process_0()) say(failure.sentence);
        return failure.status;
    } catch (...) {
        const Failure failure = current_failure();
        say(failure.sentence);
        return failure.status;
    }
}

// Commands that need the machine file say what is wrong with it.
void tell_bsplib_if_possible()
{
    try {
        tell_bsplib();
    } catch (...) {
    }
}

}  // namespace

int main(int argc, char** argv)
{
    prepare_ending(remove_unfinished);
    // Writing beyond the limit of file sizes then fails with an error that is reported.
    std::signal(SIGXFSZ, SIG_IGN);
    return run_main(argc, argv, carry_out_or_say_why, tell_bsplib_if_possible);
}
