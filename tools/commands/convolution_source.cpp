// The two files of a convolution.
#include "tools/commands/convolve.hpp"

#include <algorithm>

#include "tools/files/text_file.hpp"
#include "tools/terminal/refusal.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

namespace {

DataFile inspect_part(const char* option, const InputFile& input, const ConvolveRequest& request)
{
    if (input.name.empty()) refuse("no ", option, "; name two files to convolve, --input x.npy --kernel h.npy");
    const auto asked = names_a_format(input.name) ? std::nullopt : request.input_format;
    const FileFormat format = format_of_input(input, asked, !request.dtype.empty());
    std::optional<ElementType> type;
    if (!request.dtype.empty() && format != FileFormat::npy) type = element_type(request.dtype);
    const DataFile file = inspect(input, format, type);
    if (file.n == 0) refuse(input.name, " is empty; there is nothing to convolve");
    return file;
}

bool is_real(const DataFile& file)
{
    if (file.format == FileFormat::text && is_complex(file.type)) return first_complex_line(file.input()) == 0;
    return !is_complex(file.type);
}

}  // namespace

bool ConvolutionSource::kernel_is_transposed() const { return input.shape.fortran_order != kernel.shape.fortran_order; }

std::vector<Index> ConvolutionSource::kernel_shape() const
{
    return FileShape(kernel.shape.axes, input.shape.fortran_order).in_file_order();
}

FileShape ConvolutionSource::output_shape(const ConvolutionSizes& sizes) const
{
    std::vector<Index> axes = sizes.output.shape();
    if (input.shape.fortran_order) std::reverse(axes.begin(), axes.end());
    return {axes, input.shape.fortran_order};
}

ConvolutionSource find_convolution_source(const ConvolveRequest& request, const InputFile& input,
                                          const InputFile& kernel)
{
    ConvolutionSource source{inspect_part("--input", input, request), inspect_part("--kernel", kernel, request), false};
    const std::size_t axes = source.input.shape.axes.size(), others = source.kernel.shape.axes.size();
    if (axes != others)
        refuse(input.name, " has ", axes, axes == 1 ? " axis (" : " axes (", shape_text(source.input.shape.axes),
               ") but ", kernel.name, " has ", others, " (", shape_text(source.kernel.shape.axes),
               "); give a kernel of ", axes, ", of length 1 where there is nothing to sum");
    if (!request.dtype.empty() && source.input.format == FileFormat::npy && source.kernel.format == FileFormat::npy)
        refuse("--dtype has no effect: ", input.name, " and ", kernel.name, " say what they hold; leave it out");
    if (source.input.shape.fortran_order && !request.output.empty() && request.output_format() != FileFormat::npy)
        refuse(input.name, " is in Fortran order, which ", request.output,
               " cannot say; give an --output that ends in .npy");
    if (request.input_format && names_a_format(input.name) && names_a_format(kernel.name))
        refuse("--input-format has no effect: ", input.name, " and ", kernel.name, " say theirs; leave it out");
    source.real = is_real(source.input) && is_real(source.kernel);
    return source;
}

Index kernel_element(const ConvolutionSource& source, bool correlate, Index e)
{
    Index element = e;
    if (source.kernel_is_transposed()) {
        // the file has the axes in the other order: its slowest is the fastest here
        const std::vector<Index> shape = source.kernel_shape();
        element = 0;
        Index weight = source.kernel.n;
        for (const Index length : shape) {
            weight /= length;
            element += e % length * weight;
            e /= length;
        }
    }
    return correlate ? source.kernel.n - 1 - element : element;
}

}  // namespace bspfft::tools
