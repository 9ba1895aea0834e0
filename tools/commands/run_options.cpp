// The options of run, plan and check, which have most of them in common, those that convolve has too, and what they
// refuse before anything starts.
#include "bsp_fft/execution/choices.hpp"
#include "tools/commands/known_machine.hpp"
#include "tools/commands/run.hpp"
#include "tools/files/distinct_files.hpp"
#include "tools/files/output_file.hpp"
#include "tools/files/text_output.hpp"
#include "tools/terminal/options.hpp"
#include "tools/terminal/refusal.hpp"

namespace bspfft::tools {

namespace {

void add_precision(Options& options, RunRequest& request)
{
    options.group("Array");
    options.choice("--precision", request.precision, precisions, "precision of the numbers");
}

void add_exchange(Options& options, RunRequest& request)
{
    options.choice("--exchange", request.options.exchange, exchanges, "how packets travel");
}

void add_resources(Options& options, RunRequest& request)
{
    add_algorithm_options(options, request.transform, request.options);
    add_kernel_options(options, request.options);
    add_exchange(options, request);
    add_simd_option(options, request);
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
    add_input_options(options, request, "format of the input");
    options
        .text("--signal", request.signal, "KIND",
              "instead of a file: random[:SEED], impulse[:J], sine:K or chirp, by the index in C order")
        .words({"random", "impulse", "sine:", "chirp"})
        .excludes({"--input"});
    add_output_options(options, request);
}

}  // namespace

void require_no_more_than_known(const RunRequest& request)
{
    if (request.transform.is_fourier()) return;
    if (request.transform.convolve && request.inverse)
        refuse("--inverse of a convolution; there is none, since other factors may undo it: leave it out");
    const char* const word = request.verify                   ? "--verify"
                             : request.measure                ? "--measure"
                             : request.account                ? "--account"
                             : request.why                    ? "--why"
                             : !request.machine.empty()       ? "--machine"
                             : request.options.transposed_out ? "--transposed-out"
                                                              : "";
    if (*word) refuse(word, " is for Fourier transforms; leave it out, or ", operation_option(request.transform));
}

void add_input_options(Options& options, DataRequest& request, const char* whose_format)
{
    options.choice("--input-format", request.input_format, file_formats, whose_format)
        .standard("by the end of its name; of a stream npy or txt, by its beginning")
        .needs({"--input"});
    options
        .text("--dtype", request.dtype, "TYPE",
              "type of the numbers in .raw and .txt files: complex64, complex128, float16 to float64, int8 to uint64, "
              "bool")
        .words(element_type_names())
        .needs({"--input"});
}

void add_output_options(Options& options, DataRequest& request)
{
    options.text("--output", request.output, "FILE|-", "where the result goes, or - for standard output").file();
    options.choice("--format", request.format, file_formats, "format of the output")
        .standard("by the end of its name; npy for -")
        .needs({"--output", "--in-place"});
    options.flag("--in-place", request.in_place, "the result replaces the input file").needs({"--input"});
}

void add_process_options(Options& options, DataRequest& request)
{
    options.group("Processes");
    options.procs(request.procs).standard("of those that run at once, by price");
    options.oversubscribe(request.oversubscribe);
}

void add_simd_option(Options& options, DataRequest& request)
{
    options.text("--simd", request.simd, "TARGET", "instruction set of the simd kernel, such as NEON or AVX2");
}

void resolve_output(DataRequest& request)
{
    if (request.in_place) request.output = output_in_place(request.output, request.input);
}

void require_files(const DataRequest& request, const std::string& kernel)
{
    if (!request.in_place) require_other_than_input(request.output, request.input);
    require_distinct({{"--output", request.output},
                      {"--input", request.in_place ? "" : request.input, false},
                      {"--kernel", kernel, false},
                      {"--machine", request.machine, false},
                      {"--json", request.json}});
    require_writable(request.json);
    if (!request.output.empty()) require_readable_output(request.output, request.output_format());
    if (!request.machine.empty()) require_machine(request.machine);
}

void add_run_options(Options& options, RunRequest& request)
{
    add_shape_options(options, request.transform);
    add_trigonometric_options(options, request.transform);
    options.flag("--inverse", request.inverse, "the inverse transform");
    options.choice("--norm", request.options.normalisation, normalisations, "which direction has the factor 1/n");
    add_precision(options, request);
    add_files(options, request);
    add_process_options(options, request);
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
    add_operation_options(options, request.transform);
    options.flag("--inverse", request.inverse, "the inverse transform");
    add_precision(options, request);
    add_process_options(options, request);
    add_algorithm_options(options, request.transform, request.options);
    add_kernel_options(options, request.options);
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
    add_process_options(options, request);
    add_resources(options, request);
    options.group("Report");
    options.json(request.json);
}

void require_effects(const RunRequest& request, const Transform& transform, Index p)
{
    const TransformWords& words = request.transform;
    if (transform.trigonometric) {
        if (request.options.algorithm != Algorithm::automatic)
            require_effect(words, request.options, request.options.algorithm);
        return;
    }
    if (words.cut.empty() && words.grid.empty() && !request.options.transposed_out && request.simd == "auto") return;
    PlanOptions chosen;
    try {
        chosen = resolved(transform.options_for(p), transform.shape, p, bytes_per_complex(request.precision) / 2);
    } catch (const Error&) {
        return;
    }
    require_effect(words, request.options, chosen.algorithm);
    if (request.simd != "auto" && request.simd != "none" && chosen.kernel != Kernel::simd)
        refuse("--simd has no effect on the kernel ", kernel_name(chosen.kernel),
               "; leave it out, or take --kernel simd");
}

}  // namespace bspfft::tools
