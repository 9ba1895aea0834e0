#include "tools/commands/convolve.hpp"

#include <memory>

#include "tools/commands/convolver.hpp"
#include "tools/commands/known_machine.hpp"
#include "tools/files/shared_output.hpp"
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
    options.text("--input", request.input, "FILE", "file to convolve: .npy, .txt, or raw");
    options.text("--kernel", request.kernel, "FILE", "what with: a file of as many axes");
    options.text("--output", request.output, "FILE", "where the result goes; real if both are");
    options.choice("--mode", request.mode, convolution_modes,
                   "all sums; as many as the input has, from the middle; those of whole overlaps (full)");
    options.flag("--correlate", request.correlate, "correlate instead: with the kernel reversed and conjugated");
    options.text("--dtype", request.dtype, "complex64|complex128|float32|float64", "of raw files");
    options.choice("--precision", request.precision, precisions, "of the numbers");
    options.number("--procs", request.procs, "P", "processes; without it as many as run at once");
    options.oversubscribe(request.oversubscribe);
    options.choice("--exchange", request.exchange, exchanges, "how packets travel");
    options.text("--simd", request.simd, "TARGET", "instruction set of the simd kernel");
    options.number("--repeat", request.repeat, "K", "how often the convolution is timed (5)");
    options.flag("--account", request.account, "measure every superstep, beside what is predicted");
    options.machine(request.machine);
    options.json(request.json);
}

int convolve(const ConvolveRequest& request)
{
    if (request.repeat < 1)
        throw Error(Status::invalid_argument, text("--repeat ", request.repeat, "; at least 1 is needed"));
    std::unique_ptr<ConvolutionSource> source;
    agree_on([&] {
        if (is_process_0() && !request.machine.empty()) require_machine(request.machine);
        source = std::make_unique<ConvolutionSource>(find_convolution_source(request));
    });
    const Index p = processes_for(source->input.n, request.procs, request.oversubscribe);
    const ConvolutionSizes sizes = convolution_sizes(source->input.shape.in_file_order(), source->kernel_shape(),
                                                     request.mode, p, request.input, request.kernel);
    std::unique_ptr<OutputFile> output;
    if (!request.output.empty())
        output = open_together(request.output, type_of_output(request, source->real), source->output_shape(sizes));
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
