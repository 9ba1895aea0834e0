// The options of run, plan and check, which have most of them in common.
#include "tools/commands/check.hpp"
#include "tools/commands/plan.hpp"
#include "tools/commands/run.hpp"
#include "tools/files/element_type.hpp"
#include "tools/terminal/options.hpp"

namespace bspfft::tools {

namespace {

void add_precision(Options& options, RunRequest& request)
{
    options.group("Array");
    options.choice("--precision", request.precision, precisions, "of the numbers");
}

void add_processes(Options& options, RunRequest& request)
{
    options.group("Processes");
    options.procs(request.procs);
    options.oversubscribe(request.oversubscribe);
}

void add_exchange(Options& options, RunRequest& request)
{
    options.choice("--exchange", request.options.exchange, exchanges, "how packets travel");
}

void add_resources(Options& options, RunRequest& request)
{
    add_algorithm_options(options, request.transform, request.options);
    add_kernel_option(options, request.options);
    add_memory_option(options, request.options);
    add_window_option(options, request.options);
    add_exchange(options, request);
    options.text("--simd", request.simd, "TARGET", "instruction set of the simd kernel, such as NEON or AVX2");
    options.flag("--out-of-place", request.options.keep_input, "keep the input: the output has an array of its own");
}

void add_why(Options& options, RunRequest& request)
{
    options.flag("--why", request.why, "say why p, grid, cut, kernel and exchange were chosen");
    options.machine(request.machine);
}

void add_output(Options& options, RunRequest& request)
{
    options.group("Report");
    options.json(request.json);
    options.wide(request.wide);
}

void add_files(Options& options, RunRequest& request)
{
    options.group("Files");
    options.text("--input", request.input, "FILE|-", "file to transform: .npy, .txt, or .raw; or - for standard input")
        .file();
    options.choice("--input-format", request.input_format, file_formats, "of the input")
        .standard("by the end of its name; of a stream npy or txt, by its beginning")
        .needs({"--input"});
    options
        .text("--dtype", request.dtype, "TYPE",
              "of a .raw or .txt file: complex64, complex128, float16 to float64, int8 to uint64, bool")
        .words(element_type_names())
        .needs({"--input"});
    options
        .text("--signal", request.signal, "KIND",
              "instead of a file: random[:SEED], impulse[:J], sine:K or chirp, by the index in C order")
        .words({"random", "impulse", "sine:", "chirp"})
        .excludes({"--input"});
    options.text("--output", request.output, "FILE|-", "where the result goes, or - for standard output").file();
    options.choice("--format", request.format, file_formats, "of the output")
        .standard("by the end of its name; npy for -")
        .needs({"--output", "--in-place"});
    options.flag("--in-place", request.in_place, "the result replaces the input file").needs({"--input"});
}

}  // namespace

void add_run_options(Options& options, RunRequest& request)
{
    add_shape_options(options, request.transform);
    add_trigonometric_options(options, request.transform);
    options.flag("--inverse", request.inverse, "transform back");
    options.choice("--norm", request.options.normalisation, normalisations, "which direction has the factor 1/n");
    add_precision(options, request);
    add_files(options, request);
    add_processes(options, request);
    add_resources(options, request);
    options.group("Report");
    options.positive("--repeat", request.repeat, "K", "how often the transform is timed");
    options.flag("--verify", request.verify, "compare some values with sums in twice the precision");
    options.flag("--account", request.account, "measure every superstep, beside what is predicted");
    add_why(options, request);
    add_output(options, request);
}

void add_plan_options(Options& options, RunRequest& request)
{
    add_shape_options(options, request.transform);
    options.flag("--inverse", request.inverse, "the way back");
    add_precision(options, request);
    add_processes(options, request);
    add_algorithm_options(options, request.transform, request.options);
    add_kernel_option(options, request.options);
    add_memory_option(options, request.options);
    add_window_option(options, request.options);
    add_exchange(options, request);
    options.group("Report");
    options.flag("--measure", request.measure, "choose grid and cut by trials, in about 0.3 s, not by model");
    options.flag("--remember", request.remember, "write what was found into the file of --machine")
        .needs({"--measure"}, "--remember is for what --measure finds; add --measure, or leave --remember out");
    add_why(options, request);
    add_output(options, request);
}

void add_check_options(Options& options, RunRequest& request)
{
    add_shape_options(options, request.transform);
    add_precision(options, request);
    add_processes(options, request);
    add_resources(options, request);
    options.group("Report");
    options.json(request.json);
}

}  // namespace bspfft::tools
