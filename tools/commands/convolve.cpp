#include "tools/commands/convolve.hpp"

#include <memory>

#include "tools/commands/convolver.hpp"
#include "tools/commands/known_machine.hpp"
#include "tools/files/distinct_files.hpp"
#include "tools/files/shared_files.hpp"
#include "tools/files/text_output.hpp"
#include "tools/terminal/options.hpp"

namespace bspfft::tools {

namespace {

template <class Number>
void convolve_on(Index p, const ConvolveRequest& request, const ConvolutionSource& source,
                 const ConvolutionSizes& sizes, OutputFile* output, ConvolutionReport& report)
{
    Progress progress(is_process_0());
    run_section(p, [&](Port& port) {
        Convolver<Number>(port, request, source, sizes, output, progress, report).go();
    });
}

ElementType type_of_output(const ConvolveRequest& request, bool real)
{
    if (request.precision == Precision::single_) return real ? ElementType::float32 : ElementType::complex64;
    return real ? ElementType::float64 : ElementType::complex128;
}

}  // namespace

void add_convolve_options(Options& options, ConvolveRequest& request)
{
    options.group("Files");
    options.text("--input", request.input, "FILE|-", "file to convolve: .npy, .txt, or .raw; or - for standard input")
        .file();
    options.text("--kernel", request.kernel, "FILE|-", "what with: a file of as many axes").file();
    options.choice("--input-format", request.input_format, file_formats, "of input and kernel, if not in their names")
        .standard("of a stream npy or txt, by its beginning")
        .needs({"--input"});
    options.text("--dtype", request.dtype, "TYPE", "of .raw and .txt files, as in run").words(element_type_names());
    options.text("--output", request.output, "FILE|-", "where the result goes, or - for standard output").file();
    options.choice("--format", request.format, file_formats, "of the output")
        .standard("by the end of its name; npy for -")
        .needs({"--output", "--in-place"});
    options.flag("--in-place", request.in_place, "the result replaces the input file").needs({"--input"});
    options.group("Convolution");
    options.choice("--mode", request.mode, convolution_modes,
                   "all sums; as many as the input has, from the middle; those of whole overlaps");
    options.flag("--correlate", request.correlate, "correlate instead: with the kernel reversed and conjugated");
    options.choice("--precision", request.precision, precisions, "of the numbers");
    options.choice("--exchange", request.exchange, exchanges, "how packets travel");
    options.text("--simd", request.simd, "TARGET", "instruction set of the simd kernel, such as NEON or AVX2");
    options.group("Processes");
    options.procs(request.procs);
    options.oversubscribe(request.oversubscribe);
    options.group("Report");
    options.positive("--repeat", request.repeat, "K", "how often the convolution is timed");
    options.flag("--account", request.account, "measure every superstep, beside what is predicted");
    options.machine(request.machine).needs({"--account"});
    options.json(request.json);
    options.wide(request.wide);
}

namespace {

// The output of --in-place is the input.
ConvolveRequest checked(ConvolveRequest request)
{
    if (request.in_place) request.output = output_in_place(request.output, request.input);
    return request;
}

void require_files(const ConvolveRequest& request)
{
    if (!request.in_place) require_other_than_input(request.output, request.input);
    require_distinct({{"--output", request.output},
                      {"--input", request.in_place ? "" : request.input, false},
                      {"--kernel", request.kernel, false},
                      {"--machine", request.machine, false},
                      {"--json", request.json}});
    require_writable(request.json);
    if (!request.output.empty())
        require_readable_output(request.output, format_of_output(request.output, request.format));
}

}  // namespace

int convolve(const ConvolveRequest& asked)
{
    const ConvolveRequest request = checked(asked);
    std::unique_ptr<ConvolutionSource> source;
    agree_on([&] {
        if (is_process_0()) require_files(request);
        if (is_process_0() && !request.machine.empty()) require_machine(request.machine);
    });
    const SharedInput input(request.input), kernel(request.kernel);
    agree_on([&] {
        source = std::make_unique<ConvolutionSource>(find_convolution_source(request, input.file(), kernel.file()));
    });
    const Index p = processes_for(source->input.n, request.procs, request.oversubscribe);
    const ConvolutionSizes sizes = convolution_sizes(source->input.shape.in_file_order(), source->kernel_shape(),
                                                     request.mode, p, request.input, request.kernel);
    std::unique_ptr<OutputFile> output;
    if (!request.output.empty())
        output = open_together(request.output, format_of_output(request.output, request.format),
                               type_of_output(request, source->real), source->output_shape(sizes));
    ConvolutionReport report(request, *source, sizes);
    const auto go = [&](auto number) {
        convolve_on<decltype(number)>(p, request, *source, sizes, output.get(), report);
    };
    const bool single = request.precision == Precision::single_;
    if (source->real)
        single ? go(float()) : go(double());
    else
        single ? go(std::complex<float>()) : go(std::complex<double>());
    if (output) commit_together(*output);
    if (is_process_0()) report.print();
    return 0;
}

}  // namespace bspfft::tools
