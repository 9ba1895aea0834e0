// The shapes of half spectra in files.
#include "tools/commands/run_source.hpp"

#include "bsp_fft/base/integers.hpp"
#include "tools/terminal/refusal.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

namespace {

Problem real_problem(const RunRequest& request, const std::vector<Index>& shape)
{
    PlanOptions options;
    options.data = Data::real;
    options.axes = request.transform.axes;
    options.batch = request.transform.batch;
    return problem_of(shape, options);
}

std::vector<Index> with_length(std::vector<Index> shape, std::size_t axis, Index length)
{
    shape[axis] = length;
    return shape;
}

// The even length whose half spectrum has this many elements; the odd one is one more.
Index even_length(Index half) { return half == 1 ? 1 : 2 * (half - 1); }

// "30x102 or 30x103", of which this is the half spectrum.
std::string both_before(const std::vector<Index>& half, std::size_t axis)
{
    const Index even = even_length(half[axis]);
    const std::string first = shape_text(with_length(half, axis, even));
    return even == 1 ? first : text(first, " or ", shape_text(with_length(half, axis, even + 1)));
}

void require_same(const RunRequest& request, const Problem& problem, const DataFile& file)
{
    const std::vector<Index> half = half_spectrum_shape(problem);
    if (file.format == FileFormat::npy) {
        if (half == file.shape.axes) return;
        const bool comparable = half.size() == file.shape.axes.size();
        refuse("half a spectrum of ", shape_text(problem.shape), " is ", shape_text(half), ", but ", file.path, " is ",
               shape_text(file.shape.axes), ", which is that of ",
               both_before(file.shape.axes, comparable ? problem.half_axis() : file.shape.axes.size() - 1),
               request.transform.batch > 1 ? ", with the batch; give that --shape" : "; give that --shape");
    }
    const Index elements = product_of(half);
    if (elements == file.n) return;
    const std::size_t axis = problem.half_axis();
    const Index others = elements / half[axis];
    refuse("half a spectrum of ", shape_text(problem.shape), " has ", elements, " elements, but ", file.path, " holds ",
           file.n,
           file.n % others != 0 || file.n == 0
               ? std::string("; give the --shape of the real numbers that it was made from")
               : ", which is that of " + both_before(with_length(half, axis, file.n / others), axis) +
                     "; give that --shape");
}

}  // namespace

std::vector<Index> half_spectrum_shape(Problem problem)
{
    problem.data = Data::real;
    return problem.output_shape();
}

std::vector<Index> shape_before_half(const RunRequest& request, const DataFile& file)
{
    if (request.transform.names_a_shape()) {
        const std::vector<Index> shape = shape_of(request.transform);
        require_same(request, real_problem(request, shape), file);
        return shape;
    }
    std::vector<Index> shape = shape_without_batch(request, file);
    const Problem problem = real_problem(request, shape);
    Index& length = shape[problem.half_axis() - (problem.shape.size() - shape.size())];
    length = even_length(length);
    return shape;
}

}  // namespace bspfft::tools
