#include "bsp_fft/schedule/program.hpp"

#include <algorithm>
#include <optional>

#include "bsp_fft/base/integers.hpp"

namespace bspfft {

namespace {

// Nothing if there are more than can be counted.
std::optional<Index> elements_of(const std::vector<Index>& shape)
{
    Index n = 1;
    for (const Index length : shape) {
        if (length > longest_transform / n) return std::nullopt;
        n *= length;
    }
    return n;
}

// With its longest axis shortened, and to a power of two if it was one.
std::string nearest(std::vector<Index> shape)
{
    Index& longest = *std::max_element(shape.begin(), shape.end());
    const bool power = is_power_of_two(longest);
    longest = 1;
    const std::optional<Index> others = elements_of(shape);
    if (!others) return "take shorter axes";
    longest = longest_transform / *others;
    if (power) longest = power_of_two_below(longest);
    return text("the nearest is ", shape_text(shape));
}

[[noreturn]] void refuse(const std::string& what, const std::string& nearest)
{
    throw refusal(what, " is too large: its flops and bytes would not fit in 64 bits; the most elements are 2^",
                  log2_exact(longest_transform), ", ", nearest);
}

void require_shape(const std::vector<Index>& shape)
{
    require_axes(std::ssize(shape));
    for (std::size_t l = 0; l < shape.size(); ++l) {
        if (shape[l] < 1)
            throw refusal("axis ", l, " of the shape ", shape_text(shape), " has the length ", shape[l],
                          "; the shortest is 1");
    }
    require_countable(shape);
}

std::vector<bool> transformed_axes(std::size_t count, const std::vector<Index>& axes)
{
    std::vector<bool> transformed(count, axes.empty());
    for (const Index axis : axes) {
        if (axis < 0 || axis >= static_cast<Index>(count))
            throw refusal("there is no axis ", axis, " to transform; the array has the axes 0 to ", count - 1);
        if (transformed[static_cast<std::size_t>(axis)])
            throw refusal("axis ", axis, " is named twice; name each axis once");
        transformed[static_cast<std::size_t>(axis)] = true;
    }
    return transformed;
}

// The modes or the extent of each axis, 0 where all elements exist; nothing if they do everywhere.
std::vector<Index> kept_counts(const Problem& problem, std::vector<Index> counts, const char* name)
{
    const std::size_t axes = problem.shape.size();
    if (counts.empty()) return {};
    if (counts.size() != axes)
        throw refusal("the ", name, " ", shape_text(counts), " has ", counts.size(), " axes, the array has ", axes,
                      "; give one number an axis, 0 for all");
    for (std::size_t l = 0; l < axes; ++l) {
        const Index n = problem.shape[l];
        if (counts[l] < 0 || counts[l] > n)
            throw refusal("axis ", l, " cannot have the ", name, " ", counts[l], ", its length is ", n, "; take 1 to ",
                          n, ", or 0 for all");
        if (counts[l] == n) counts[l] = 0;
        if (counts[l] > 0 && !problem.transformed[l])
            throw refusal("axis ", l, " is not transformed and has the ", name, " ", counts[l],
                          "; take 0 for it: all elements");
    }
    const bool some = std::any_of(counts.begin(), counts.end(), [](Index count) { return count > 0; });
    return some ? counts : std::vector<Index>{};
}

// The shape of the array, or of its spectrum.
std::vector<Index> shape_of(const Problem& problem, bool spectrum)
{
    std::vector<Index> shape = problem.shape;
    for (std::size_t l = 0; l < shape.size(); ++l) {
        const Kept kept = spectrum ? kept_of_spectrum(problem, l) : kept_of_array(problem, l);
        const bool half = spectrum && problem.data != Data::complex && l == problem.half_axis();
        shape[l] = !kept.all() ? kept.count() : half ? shape[l] / 2 + 1 : shape[l];
    }
    return shape;
}

}  // namespace

void require_axes(Index count, Index least)
{
    if (count >= least && count <= most_axes) return;
    throw refusal("an array of ", count, " axes; there may be ", least, " to ", most_axes);
}

void require_countable(const std::vector<Index>& shape, Index batch)
{
    const std::optional<Index> n = elements_of(shape);
    if (!n) refuse("the shape " + shape_text(shape), nearest(shape));
    if (batch > longest_transform / *n)
        refuse(text("a batch of ", batch, " arrays of ", shape_text(shape)),
               text("the largest batch is ", longest_transform / *n));
}

std::vector<Index> transformed_axes(const Problem& problem)
{
    std::vector<Index> axes;
    for (std::size_t l = 0; l < problem.shape.size(); ++l) {
        if (problem.transformed[l]) axes.push_back(static_cast<Index>(l));
    }
    return axes;
}

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

std::vector<Index> Problem::input_shape() const { return shape_of(*this, data == Data::half_spectrum || back); }
std::vector<Index> Problem::output_shape() const { return shape_of(*this, data != Data::half_spectrum && !back); }

Problem problem_of(const std::vector<Index>& shape, const PlanOptions& options)
{
    require_shape(shape);
    Problem problem{shape, transformed_axes(shape.size(), options.axes), options.data};
    problem.modes = kept_counts(problem, options.modes, "number of modes");
    problem.extent = kept_counts(problem, options.extent, "extent");
    if (options.batch == 1) return problem;
    if (options.batch < 1) throw refusal("a batch of ", options.batch, " arrays; the smallest is 1");
    require_countable(shape, options.batch);
    problem.shape.insert(problem.shape.begin(), options.batch);
    problem.transformed.insert(problem.transformed.begin(), false);
    if (!problem.modes.empty()) problem.modes.insert(problem.modes.begin(), 0);
    if (!problem.extent.empty()) problem.extent.insert(problem.extent.begin(), 0);
    return problem;
}

}  // namespace bspfft
