#include "tools/commands/run_source.hpp"

#include "bsp_fft/base/integers.hpp"
#include "tools/files/text_file.hpp"
#include "tools/terminal/refusal.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

namespace {

// In Fortran order the last axis is the slowest, and pieces are cut there.
Layout layout_of(const FileShape& shape, Index p)
{
    if (!shape.fortran_order) return Layout::block(product_of(shape.axes), p);
    const std::size_t axes = shape.axes.size();
    std::vector<Index> grid(axes, 1), order;
    grid.back() = p;
    for (std::size_t l = axes; l-- > 0;) order.push_back(static_cast<Index>(l));
    return Layout::blocks(shape.axes, grid).with_axes_in_memory(order);
}

std::vector<Index> with_batch(Index batch, std::vector<Index> shape)
{
    if (batch > 1) shape.insert(shape.begin(), batch);
    return shape;
}

// A file that says how many elements it has, and no more.
std::vector<Index> shape_of_elements(const RunRequest& request, const DataFile& file)
{
    const Index batch = request.transform.batch;
    if (!request.transform.names_a_shape()) return shape_without_batch(request, file);
    const std::vector<Index> shape = shape_of(request.transform);
    Index elements = batch;
    for (const Index length : shape) {
        if (__builtin_mul_overflow(elements, length, &elements)) elements = -1;
    }
    if (elements == file.n) return shape;
    if (!request.transform.n.empty() && batch == 1)
        refuse("--n is ", shape.front(), " but ", file.path, " holds ", file.n,
               " elements; leave --n out to transform them all");
    refuse(shape_text(with_batch(batch, shape)), " is not the shape of the ", file.n, " elements of ", file.path,
           "; give one whose lengths multiply to them");
}

// An npy file has its own shape; that of the request must be the same.
std::vector<Index> shape_of_array(const RunRequest& request, const DataFile& file)
{
    const Index batch = request.transform.batch;
    const std::string& path = file.path;
    if (request.transform.names_a_shape()) {
        const std::vector<Index> shape = shape_of(request.transform);
        if (with_batch(batch, shape) == file.shape.axes) return shape;
        if (!request.transform.n.empty() && batch == 1 && file.shape.axes.size() == 1)
            return shape_of_elements(request, file);
        refuse(request.transform.n.empty() ? "--shape is " : "--n is ", shape_text(shape),
               batch > 1 ? text(" and --batch ", batch) : "", " but ", path, " has the shape ",
               shape_text(file.shape.axes), "; leave them out to transform it");
    }
    return shape_without_batch(request, file);
}

// Those of input and output differ where half a spectrum is on one side.
void set_shapes(const RunRequest& request, RunSource& source)
{
    const Problem problem = source.transform.problem();
    const bool fortran_order = source.file && source.file->shape.fortran_order;
    source.input = source.output = FileShape(problem.shape, fortran_order);
    if (request.transform.real) (request.inverse ? source.input : source.output).axes = half_spectrum_shape(problem);
}

std::vector<Index> shape_of_file(const RunRequest& request, const DataFile& file)
{
    if (request.transform.real && request.inverse) return shape_before_half(request, file);
    return file.format == FileFormat::npy ? shape_of_array(request, file) : shape_of_elements(request, file);
}

// A text file does not say what it holds, but each of its lines does.
void require_real(const RunRequest& request, const DataFile& file)
{
    if (!is_complex(file.type)) return;
    const char* const option = request.transform.real ? "--real" : request.transform.dct > 0 ? "--dct" : "--dst";
    if (file.format != FileFormat::text || !request.dtype.empty())
        refuse(file.path, " holds ", name_of(file.type), ", but ", option, " transforms real numbers; leave ", option,
               " out, or give a file of float32 or float64");
    if (const Index line = first_complex_line(file.input()))
        refuse("line ", line, " of ", file.path, " has an imaginary part, but ", option, " transforms real numbers; ",
               "leave ", option, " out, or give a file of real numbers");
}

RunSource source_in_file(const RunRequest& request, const InputFile& input)
{
    std::optional<ElementType> dtype;
    if (!request.dtype.empty()) dtype = element_type(request.dtype);
    RunSource source;
    source.file = inspect(input, format_of_input(input, request.input_format, dtype.has_value()), dtype);
    const DataFile& file = *source.file;
    if (file.n == 0) refuse(file.path, " is empty; there is nothing to transform");
    const bool from_half = request.transform.real && request.inverse;
    if ((request.transform.real || request.transform.is_trigonometric()) && !from_half) require_real(request, file);
    source.transform = transform_of(shape_of_file(request, file), request.transform, request.options);
    set_shapes(request, source);
    if (!source.input.fortran_order) return source;
    if (!request.output.empty() && request.output_format() != FileFormat::npy)
        refuse(file.path, " is in Fortran order, which ", request.output,
               " cannot say; give an --output that ends in .npy");
    source.axes_reversed = !request.transform.real;
    if (source.axes_reversed) source.transform = with_axes_reversed(source.transform);
    return source;
}

// Element j with its coordinates negated on the axes that are transformed; nothing if half a spectrum does not have it:
// it does where the half axis's coordinate is its own negative.
std::optional<Index> conjugate_of(const std::vector<Index>& half, const Problem& problem, Index j)
{
    Index conjugate = 0, weight = 1;
    for (std::size_t l = half.size(); l-- > 0; j /= half[l]) {
        const Index n = problem.shape[l], k = j % half[l];
        if (l == problem.half_axis() && k != 0 && 2 * k != n) return {};
        conjugate += weight * (problem.transformed[l] ? (n - k) % n : k);
        weight *= half[l];
    }
    return conjugate;
}

}  // namespace

FilePieces::FilePieces(const FileShape& shape, Index p) : layout_(layout_of(shape, p)) {}

Index FilePieces::first(Index s) const
{
    Index before = 0;
    for (Index t = 0; t < s; ++t) before += size(t);
    return before;
}

std::vector<Index> shape_without_batch(const RunRequest& request, const DataFile& file)
{
    const Index batch = request.transform.batch;
    const std::vector<Index>& axes = file.shape.axes;
    if (file.format != FileFormat::npy) {
        if (file.n % batch != 0)
            refuse("--batch ", batch, " does not divide the ", file.n, " elements of ", file.path,
                   "; give --shape, or another --batch");
        return {file.n / batch};
    }
    if (batch == 1) return axes;
    if (axes.front() != batch || axes.size() < 2)
        refuse("--batch is ", batch, " but ", file.path, " has the shape ", shape_text(axes),
               "; the batch is its first axis, and another must follow");
    return {axes.begin() + 1, axes.end()};
}

std::complex<double> signal_value(const Signal& signal, const Problem& problem, Index j)
{
    const std::complex<double> value = signal(j);
    if (problem.data == Data::complex) return value;
    if (problem.data == Data::real) return value.real();
    const std::optional<Index> conjugate = conjugate_of(problem.input_shape(), problem, j);
    return conjugate ? (value + std::conj(signal(*conjugate))) / 2.0 : value;
}

RunSource find_source(const RunRequest& request, const InputFile& input)
{
    if (!request.input.empty()) return source_in_file(request, input);
    if (!request.transform.names_a_shape())
        refuse("no length; give --n, such as --n 2^20, --shape, such as --shape 256x256, or an --input file");
    RunSource source;
    source.transform = transform_of(request.transform, request.options);
    set_shapes(request, source);
    source.signal = Signal::parse(request.signal, source.n());
    return source;
}

}  // namespace bspfft::tools
