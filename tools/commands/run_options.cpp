// The options of run, plan and check, which have most of them in common.
#include "tools/commands/check.hpp"
#include "tools/commands/plan.hpp"
#include "tools/commands/run.hpp"
#include "tools/terminal/options.hpp"

namespace bspfft::tools {

namespace {

void add_size(Options& options, RunRequest& request)
{
    add_shape_options(options, request.transform);
    options.number("--procs", request.procs, "P", "processes; without it as many as run at once");
    options.json(request.json);
}

void add_why(Options& options, RunRequest& request)
{
    options.flag("--why", request.why, "say why p, grid, cut, kernel and exchange were chosen");
    options.machine(request.machine);
}

void add_resources(Options& options, RunRequest& request)
{
    options.choice("--precision", request.precision, precisions, "of the numbers");
    add_algorithm_options(options, request.transform, request.options);
    add_kernel_option(options, request.options);
    options.flag("--out-of-place", request.options.keep_input, "keep the input: the output has an array of its own");
    options.choice("--exchange", request.options.exchange, exchanges, "how packets travel");
    options.text("--simd", request.simd, "TARGET", "instruction set of the simd kernel");
    options.oversubscribe(request.oversubscribe);
}

}  // namespace

void add_run_options(Options& options, RunRequest& request)
{
    add_size(options, request);
    add_trigonometric_options(options, request.transform);
    options.flag("--inverse", request.inverse, "transform back");
    options.choice("--norm", request.options.normalisation, normalisations, "where the factor 1/n goes");
    options.text("--input", request.input, "FILE", "file to transform: .npy, .txt, or raw");
    options.text("--dtype", request.dtype, "complex64|complex128|float32|float64", "of a raw file");
    options.text("--output", request.output, "FILE", "where the result goes: .npy, .txt, or raw");
    options.text("--signal", request.signal, "random[:seed]|impulse[:j]|sine:k|chirp",
                 "instead of a file, by the index in C order");
    options.number("--repeat", request.repeat, "K", "how often the transform is timed (5)");
    options.flag("--verify", request.verify, "compare some values with sums in twice the precision");
    options.flag("--account", request.account, "measure every superstep, beside what is predicted");
    add_why(options, request);
    add_resources(options, request);
}

void add_plan_options(Options& options, RunRequest& request)
{
    add_size(options, request);
    options.flag("--inverse", request.inverse, "the way back");
    options.choice("--precision", request.precision, precisions, "of the numbers");
    options.choice("--exchange", request.options.exchange, exchanges, "how packets travel");
    add_algorithm_options(options, request.transform, request.options);
    add_kernel_option(options, request.options);
    add_why(options, request);
    options.flag("--measure", request.measure, "choose grid and cut by trials, in about 0.3 s; without it by model");
    options.flag("--remember", request.remember,
                 "with --measure: write what was found into the file of --machine, for plan, run and bench");
    options.oversubscribe(request.oversubscribe);
}

void add_check_options(Options& options, RunRequest& request)
{
    add_size(options, request);
    add_resources(options, request);
}

}  // namespace bspfft::tools
