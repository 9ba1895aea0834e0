#include <algorithm>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/schedule/axis_cuts.hpp"
#include "bsp_fft/schedule/shape_text.hpp"
#include "bsp_fft/schedule/size_limit.hpp"
#include "bspfft/error.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

namespace {

void require_shape(const std::vector<Index>& shape)
{
    require_axes(std::ssize(shape));
    for (std::size_t l = 0; l < shape.size(); ++l) {
        if (shape[l] < 1) {
            throw Error(Status::invalid_argument,
                        text("axis ", l, " of the shape ", shape_text(shape), " has the length ", shape[l],
                             "; the shortest is 1"));
        }
    }
    require_countable(shape);
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

// The modes or the extent of each axis, 0 where all elements exist; nothing if they do everywhere.
std::vector<Index> kept_counts(const Problem& problem, std::vector<Index> counts, const char* name)
{
    const std::size_t axes = problem.shape.size();
    if (counts.empty()) return {};
    if (counts.size() != axes) {
        throw Error(Status::invalid_argument,
                    text("the ", name, " ", shape_text(counts), " has ", counts.size(), " axes, the array has ", axes,
                         "; give one number an axis, 0 for all"));
    }
    for (std::size_t l = 0; l < axes; ++l) {
        const Index n = problem.shape[l];
        if (counts[l] < 0 || counts[l] > n) {
            throw Error(Status::invalid_argument,
                        text("axis ", l, " cannot have the ", name, " ", counts[l], ", its length is ", n,
                             "; take 1 to ", n, ", or 0 for all"));
        }
        if (counts[l] == n) counts[l] = 0;
        if (counts[l] > 0 && !problem.transformed[l]) {
            throw Error(Status::invalid_argument,
                        text("axis ", l, " is not transformed and has the ", name, " ", counts[l],
                             "; take 0 for it: all elements"));
        }
    }
    const bool some = std::any_of(counts.begin(), counts.end(), [](Index count) { return count > 0; });
    return some ? counts : std::vector<Index>{};
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

bool Problem::is_partial() const
{
    const auto some = [](Index count) { return count > 0; };
    return std::any_of(modes.begin(), modes.end(), some) || std::any_of(extent.begin(), extent.end(), some);
}

Kept kept_of_array(const Problem& problem, std::size_t axis)
{
    return problem.extent.empty() ? Kept{} : Kept{problem.extent[axis], 0};
}

Kept kept_of_spectrum(const Problem& problem, std::size_t axis)
{
    const Index m = problem.modes.empty() ? 0 : problem.modes[axis];
    if (m == 0) return {};
    if (problem.data != Data::complex && axis == problem.half_axis()) return {m / 2 + 1, 0};
    return {m - m / 2, m / 2};
}

namespace {

std::vector<Index> array_shape(const Problem& problem)
{
    std::vector<Index> shape = problem.shape;
    for (std::size_t l = 0; l < shape.size(); ++l) {
        const Kept kept = kept_of_array(problem, l);
        if (!kept.all()) shape[l] = kept.count();
    }
    return shape;
}

std::vector<Index> spectrum_shape(const Problem& problem)
{
    std::vector<Index> shape = problem.shape;
    for (std::size_t l = 0; l < shape.size(); ++l) {
        const Kept kept = kept_of_spectrum(problem, l);
        if (!kept.all()) {
            shape[l] = kept.count();
        } else if (problem.data != Data::complex && l == problem.half_axis()) {
            shape[l] = shape[l] / 2 + 1;
        }
    }
    return shape;
}

}  // namespace

std::vector<Index> Problem::input_shape() const
{
    return data == Data::half_spectrum || back ? spectrum_shape(*this) : array_shape(*this);
}

std::vector<Index> Problem::output_shape() const
{
    return data == Data::half_spectrum || back ? array_shape(*this) : spectrum_shape(*this);
}

Problem problem_of(const std::vector<Index>& shape, const PlanOptions& options)
{
    require_shape(shape);
    Problem problem{shape, transformed_axes(shape.size(), options.axes), options.data};
    problem.modes = kept_counts(problem, options.modes, "number of modes");
    problem.extent = kept_counts(problem, options.extent, "extent");
    if (options.batch == 1) return problem;
    if (options.batch < 1)
        throw Error(Status::invalid_argument, text("a batch of ", options.batch, " arrays; the smallest is 1"));
    require_countable(shape, options.batch);
    problem.shape.insert(problem.shape.begin(), options.batch);
    problem.transformed.insert(problem.transformed.begin(), false);
    if (!problem.modes.empty()) problem.modes.insert(problem.modes.begin(), 0);
    if (!problem.extent.empty()) problem.extent.insert(problem.extent.begin(), 0);
    return problem;
}

}  // namespace bspfft
