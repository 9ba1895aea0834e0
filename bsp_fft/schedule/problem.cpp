#include <algorithm>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/powers.hpp"
#include "bsp_fft/schedule/shape_text.hpp"
#include "bspfft/error.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

namespace {

constexpr std::size_t most_axes = 8;

void require_shape(const std::vector<Index>& shape)
{
    if (shape.empty() || shape.size() > most_axes) {
        throw Error(Status::invalid_argument,
                    text("the shape ", shape_text(shape), " has ", shape.size(), " axes; it may have 1 to ",
                         most_axes));
    }
    Index n = 1;
    for (std::size_t l = 0; l < shape.size(); ++l) {
        if (shape[l] < 1) {
            throw Error(Status::invalid_argument,
                        text("axis ", l, " of the shape ", shape_text(shape), " has the length ", shape[l],
                             "; the shortest is 1"));
        }
        if (shape[l] > longest_transform / n) {
            throw Error(Status::invalid_argument,
                        text("the shape ", shape_text(shape), " is too large: its flops and bytes would not fit in 64 ",
                             "bits; the most elements are 2^", log2_exact(longest_transform)));
        }
        n *= shape[l];
    }
}

std::vector<bool> transformed_axes(std::size_t count, const std::vector<Index>& axes)
{
    std::vector<bool> transformed(count, axes.empty());
    for (const Index axis : axes) {
        if (axis < 0 || axis >= static_cast<Index>(count)) {
            throw Error(Status::invalid_argument,
                        text("there is no axis ", axis, " to transform; the array has the axes 0 to ", count - 1));
        }
        if (transformed[static_cast<std::size_t>(axis)])
            throw Error(Status::invalid_argument, text("axis ", axis, " is named twice; name each axis once"));
        transformed[static_cast<std::size_t>(axis)] = true;
    }
    return transformed;
}

}  // namespace

Index Problem::n() const { return product_of(shape); }

Index Problem::transform() const
{
    Index length = 1;
    for (std::size_t l = 0; l < shape.size(); ++l) length *= transformed[l] ? shape[l] : 1;
    return length;
}

std::size_t Problem::half_axis() const
{
    std::size_t axis = shape.size() - 1;
    while (axis > 0 && !transformed[axis]) --axis;
    return axis;
}

namespace {

std::vector<Index> half_of(const Problem& problem)
{
    std::vector<Index> shape = problem.shape;
    Index& length = shape[problem.half_axis()];
    length = length / 2 + 1;
    return shape;
}

}  // namespace

std::vector<Index> Problem::input_shape() const { return data == Data::half_spectrum ? half_of(*this) : shape; }
std::vector<Index> Problem::output_shape() const { return data == Data::real ? half_of(*this) : shape; }

Problem problem_of(const std::vector<Index>& shape, const PlanOptions& options)
{
    require_shape(shape);
    Problem problem{shape, transformed_axes(shape.size(), options.axes), options.data};
    if (options.batch == 1) return problem;
    if (options.batch < 1)
        throw Error(Status::invalid_argument, text("a batch of ", options.batch, " arrays; the smallest is 1"));
    if (options.batch > longest_transform / problem.n()) {
        throw Error(Status::invalid_argument,
                    text("a batch of ", options.batch, " arrays of ", shape_text(shape),
                         " is too large: the most elements are 2^", log2_exact(longest_transform)));
    }
    problem.shape.insert(problem.shape.begin(), options.batch);
    problem.transformed.insert(problem.transformed.begin(), false);
    return problem;
}

}  // namespace bspfft
