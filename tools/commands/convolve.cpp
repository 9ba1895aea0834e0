#include "tools/commands/convolve.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/bsp/agreement.hpp"
#include "bsp_fft/bsp/gather.hpp"
#include "bspfft/redistribution.hpp"
#include "bspfft/spectral_operator.hpp"
#include "tools/commands/convolution_report.hpp"
#include "tools/files/shared_files.hpp"
#include "tools/terminal/options.hpp"
#include "tools/terminal/refusal.hpp"

namespace bspfft::tools {

namespace {

/// One process's part. Files are read and written in blocks of the padded array.
template <class Number>
class Convolver : DataProcess {
public:
    using Real = typename RealOf<Number>::type;
    using Convolution = SpectralOperator<Number>;
    using Complex = std::complex<Real>;

    Convolver(Port& port, const ConvolveRequest& request, const ConvolutionSource& source,
              const ConvolutionSizes& sizes, OutputFile* output, Progress& progress, ConvolutionReport& report)
        : DataProcess(port, request, progress, report),
          request_(request),
          source_(source),
          sizes_(sizes),
          output_(output),
          report_(report),
          agreement_(port),
          blocks_(Layout::block(product_of(sizes.padded), port.p())),
          first_(std::min(port.s() * blocks_.largest_local_size(), blocks_.n())),
          end_(first_ + blocks_.local_size(port.s()))
    {}

    void go()
    {
        step("planning");
        PlanOptions options;
        options.exchange = request_.exchange;
        Convolution convolution(sizes_.padded, options);
        const Index span = convolution.layout().local_span(port_.s());
        agreement_.on([&] { block_ = Buffer<Number>(std::max(end_ - first_, span)); });
        step("reading");
        read(source_.kernel, sizes_.kernel, true);
        move(blocks_, convolution.layout());
        std::copy_n(block_.data(), span, convolution.input());
        convolution.set_kernel();
        read(source_.input, sizes_.input, false);
        move(blocks_, convolution.layout());
        time("convolving", convolution, [&] { std::copy_n(block_.data(), span, convolution.input()); });
        if (output_) {
            step("writing");
            std::copy_n(convolution.output(), span, block_.data());
            write(convolution.layout());
        }
        if (request_.account) {
            step("accounting");
            std::fill_n(convolution.input(), span, Number());
            account(convolution);
        }
        if (port_.s() == 0) report_.describe(convolution);
    }

private:
    void move(const Layout& from, const Layout& to)
    {
        if (!(from == to)) Redistribution<Real, Number>(from, to).run(block_.data());
    }

    // A text file is passed over from its beginning for every chunk.
    static Index chunk_of(FileFormat format, Index count)
    {
        constexpr Index elements = Index{1} << 16;
        return format == FileFormat::text ? count : std::min(count, elements);
    }

    static Number number(const Complex& x)
    {
        if constexpr (std::is_floating_point_v<Number>)
            return x.real();
        else
            return x;
    }

    // Those elements whose places are in this process's block, and zeros around them.
    void read(const DataFile& file, const Window& window, bool is_kernel)
    {
        std::fill_n(block_.data(), block_.size(), Number());
        Index begin = window.before(first_), end = window.before(end_);
        if (is_kernel && source_.kernel_is_transposed()) {
            begin = 0;
            end = window.n();
        } else if (is_kernel && request_.correlate) {
            begin = window.n() - begin;
            end = window.n() - end;
            std::swap(begin, end);
        }
        agreement_.on([&] {
            std::vector<Complex> chunk(static_cast<std::size_t>(chunk_of(file.format, end - begin)));
            for (Index done = begin; done < end; done += std::ssize(chunk)) {
                const Index count = std::min(std::ssize(chunk), end - done);
                read_block(file, done, count, chunk.data());
                for (Index i = 0; i < count; ++i)
                    put(file, window, is_kernel, done + i, chunk[static_cast<std::size_t>(i)]);
            }
        });
    }

    void put(const DataFile& file, const Window& window, bool is_kernel, Index element, Complex value)
    {
        if (!std::isfinite(value.real()) || !std::isfinite(value.imag()))
            refuse("element ", element, " of ", file.path, " is not finite, and in a convolution by FFTs it ",
                   "would spoil every value; replace it");
        const bool conjugated = is_kernel && request_.correlate;
        const Index place = window.place(is_kernel ? kernel_element(source_, request_.correlate, element) : element);
        if (place >= first_ && place < end_)
            block_.data()[place - first_] = number(conjugated ? std::conj(value) : value);
    }

    void write(const Layout& layout)
    {
        move(layout, blocks_);
        agreement_.on([&] {
            const Index begin = sizes_.output.before(first_), end = sizes_.output.before(end_);
            std::vector<Complex> chunk(static_cast<std::size_t>(chunk_of(FileFormat::raw, end - begin)));
            for (Index done = begin; done < end; done += std::ssize(chunk)) {
                const Index count = std::min(std::ssize(chunk), end - done);
                for (Index i = 0; i < count; ++i)
                    chunk[static_cast<std::size_t>(i)] = block_.data()[sizes_.output.place(done + i) - first_];
                output_->write_block(done, count, chunk.data());
            }
        });
    }

    const ConvolveRequest& request_;
    const ConvolutionSource& source_;
    const ConvolutionSizes& sizes_;
    OutputFile* output_;
    ConvolutionReport& report_;
    Agreement agreement_;
    Layout blocks_;
    Index first_, end_;  ///< of this process's block
    Buffer<Number> block_;
};

}  // namespace

void add_convolve_options(Options& options, ConvolveRequest& request)
{
    options.group("Files");
    options.text("--input", request.input, "FILE|-", "file to convolve: .npy, .txt, or .raw; or - for standard input")
        .file();
    options.text("--kernel", request.kernel, "FILE|-", "the kernel, in a file of as many axes").file();
    add_input_options(options, request, "format of input and kernel, where a name does not say it");
    add_output_options(options, request);
    options.group("Convolution");
    options.choice("--mode", request.mode, convolution_modes,
                   "full: all sums; same: as many as the input has, from the middle; valid: those of whole overlaps");
    options.flag("--correlate", request.correlate, "correlate instead: with the kernel reversed and conjugated");
    options.choice("--precision", request.precision, precisions, "precision of the numbers");
    options.choice("--exchange", request.exchange, exchanges, "how packets travel");
    add_simd_option(options, request);
    add_process_options(options, request);
    options.group("Report");
    options.positive("--repeat", request.repeat, "K", "how often the convolution is timed");
    options.flag("--account", request.account, "measure every superstep, beside what is predicted");
    options.machine(request.machine).needs({"--account"});
    options.json(request.json);
    options.wide(request.wide);
}

int convolve(const ConvolveRequest& asked)
{
    ConvolveRequest request = asked;
    resolve_output(request);
    std::unique_ptr<ConvolutionSource> source;
    agree_on([&] {
        if (is_process_0()) require_files(request, request.kernel);
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
        output = open_together(request.output, request.output_format(), request.output_type(source->real),
                               source->output_shape(sizes));
    ConvolutionReport report(request, *source, sizes);
    const auto go = [&](auto number) {
        Progress progress(is_process_0());
        run_section(p, [&](Port& port) {
            Convolver<decltype(number)>(port, request, *source, sizes, output.get(), progress, report).go();
        });
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
