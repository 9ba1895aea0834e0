#include "tools/commands/run_source.hpp"

#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"
#include "tools/terminal/shape.hpp"

namespace bspfft::tools {

namespace {

template <class... Words>
[[noreturn]] void refuse(const Words&... words)
{
    throw Error(Status::invalid_argument, text(words...));
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
    if (!request.transform.names_a_shape()) {
        if (file.n % batch != 0)
            refuse("--batch ", batch, " does not divide the ", file.n, " elements of ", file.path,
                   "; give --shape, or another --batch");
        return {file.n / batch};
    }
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
    if (batch == 1) return file.shape.axes;
    if (file.shape.axes.front() != batch || file.shape.axes.size() < 2)
        refuse("--batch is ", batch, " but ", path, " has the shape ", shape_text(file.shape.axes),
               "; the batch is its first axis, and another must follow");
    return {file.shape.axes.begin() + 1, file.shape.axes.end()};
}

RunSource source_in_file(const RunRequest& request)
{
    std::optional<ElementType> dtype;
    if (!request.dtype.empty()) dtype = element_type(request.dtype);
    RunSource source;
    source.file = inspect(request.input, dtype);
    const DataFile& file = *source.file;
    const bool has_shape = file.format == FileFormat::npy;
    source.transform = transform_of(has_shape ? shape_of_array(request, file) : shape_of_elements(request, file),
                                    request.transform, request.options);
    source.shape = has_shape ? file.shape : FileShape(source.transform.problem().shape);
    if (!source.shape.fortran_order) return source;
    if (!request.output.empty() && format_of(request.output) != FileFormat::npy)
        refuse(request.input, " is in Fortran order, which ", request.output,
               " cannot say; give an --output that ends in .npy");
    source.transform = with_axes_reversed(source.transform);
    return source;
}

}  // namespace

RunSource find_source(const RunRequest& request)
{
    if (!request.input.empty()) return source_in_file(request);
    if (!request.transform.names_a_shape())
        refuse("no length; give --n, such as --n 2^20, --shape, such as --shape 256x256, or an --input file");
    RunSource source;
    source.transform = transform_of(request.transform, request.options);
    source.shape = source.transform.problem().shape;
    source.signal = Signal::parse(request.signal, source.n());
    return source;
}

}  // namespace bspfft::tools
