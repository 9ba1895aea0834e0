#include "tools/commands/transform.hpp"

#include <algorithm>

#include "tools/terminal/options.hpp"
#include "tools/terminal/refusal.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

const std::map<std::string, NamedLayout> named_layouts{
    {"own", NamedLayout::own},         {"block", NamedLayout::block},   {"cyclic", NamedLayout::cyclic},
    {"zig-zag", NamedLayout::zig_zag}, {"folded", NamedLayout::folded},
};

const std::map<std::string, Index> trigonometric_types{{"1", 1}, {"2", 2}, {"3", 3}, {"4", 4}};

namespace {

// "2x2x1": a number for each axis; zeros stand for what is chosen, where that is possible.
std::vector<Index> numbers_of(const char* option, const std::string& words, Index least)
{
    std::vector<Index> numbers;
    for (const std::string& word : split(words, 'x')) {
        const bool digits = !word.empty() && word.find_first_not_of("0123456789^") == std::string::npos;
        const Index number = digits ? parse_length(word) : -1;
        if (number < least)
            refuse(option, " ", words, " has ", word.empty() ? "nothing" : word, " for an axis; give numbers from ",
                   least, " on with x between them, such as 2x2x1");
        numbers.push_back(number);
    }
    return numbers;
}

// Where the batch is an axis, it may be left out of a grid.
std::vector<Index> grid_of(const std::string& words, const std::vector<Index>& shape, Index batch)
{
    if (words.empty()) return {};
    std::vector<Index> grid = numbers_of("--grid", words, 1);
    if (batch > 1 && grid.size() == shape.size()) grid.insert(grid.begin(), 1);
    return grid;
}

AxisLayout axis_layout(NamedLayout name)
{
    switch (name) {
    case NamedLayout::own:
    case NamedLayout::block:
        break;
    case NamedLayout::cyclic:
        return AxisLayout::cyclic();
    case NamedLayout::zig_zag:
        return AxisLayout::zig_zag();
    case NamedLayout::folded:
        return AxisLayout::folded();
    }
    return AxisLayout::block();
}

std::optional<Layout> layout_named(NamedLayout name, const std::vector<Index>& shape, std::vector<Index> grid, Index p)
{
    if (name == NamedLayout::own) return {};
    if (grid.empty()) {
        grid.assign(shape.size(), 1);
        grid.front() = p;
    }
    return Layout::grid(shape, grid, std::vector<AxisLayout>(shape.size(), axis_layout(name)));
}

std::optional<Trigonometric> trigonometric_of(const TransformWords& words)
{
    if (!words.is_trigonometric()) return {};
    const Index type = words.dct != 0 ? words.dct : words.dst;
    const Index first = static_cast<Index>(words.dct != 0 ? Trigonometric::dct1 : Trigonometric::dst1);
    return static_cast<Trigonometric>(first + type - 1);
}

}  // namespace

void add_trigonometric_options(Options& options, TransformWords& words)
{
    options.group("Array");
    options.choice("--dct", words.dct, trigonometric_types, "a cosine transform of real numbers instead, of this type")
        .excludes({"--real"});
    options.choice("--dst", words.dst, trigonometric_types, "a sine transform of real numbers instead, of this type")
        .excludes({"--real", "--dct"});
}

void add_operation_options(Options& options, TransformWords& words)
{
    add_trigonometric_options(options, words);
    options.flag("--convolve", words.convolve, "a cyclic convolution with a fixed kernel instead")
        .excludes({"--dct", "--dst"});
}

const char* operation_option(const TransformWords& words)
{
    return words.convolve ? "--convolve" : words.dct != 0 ? "--dct" : "--dst";
}

std::string operation_name(const TransformWords& words)
{
    if (words.convolve) return "convolution";
    return words.is_trigonometric() ? trigonometric_name(*trigonometric_of(words)) : "";
}

void add_shape_options(Options& options, TransformWords& words)
{
    options.group("Array");
    options.length("--n", words.n, "length of one axis: a number or a power, such as 1000 or 2^20");
    options.text("--shape", words.shape, "NxNxN", "lengths of 1 to 16 axes, such as 256x256x256; the last runs fastest")
        .excludes({"--n"});
    options.list("--axes", words.axes, "L,L,...", "axes to transform, from 0 on").standard("all");
    options.positive("--batch", words.batch, "K", "arrays one after the other: an axis before the shape's");
    options.flag("--real", words.real, "the numbers are real, and the last axis becomes half a spectrum, 0 .. n/2");
}

void add_algorithm_options(Options& options, TransformWords& words, PlanOptions& plan)
{
    options.group("Algorithm");
    options.choice("--algorithm", plan.algorithm, algorithms,
                   "fast moves once; pencils: blocks, axis by axis; bluestein: any n; textbook is PSC 3.4");
    options.text("--grid", words.grid, "PxPxP", "processes along each axis, the batch's first; their product is p")
        .standard("chosen");
    options.text("--cut", words.cut, "KxKxK", "for fast: its first length of each axis, 0 for one that is chosen")
        .standard("near the square root");
    options.choice("--layout-in", words.layout_in, named_layouts,
                   "layout of the input; one that is not the algorithm's own costs one more move");
    options.choice("--layout-out", words.layout_out, named_layouts, "layout of the output");
    options.flag("--transposed-out", plan.transposed_out,
                 "for pencils: leave the output where it ends, which saves a move");
    options.flag("--reproducible", plan.reproducible, "the same bits over any number of processes, at some cost");
}

void add_kernel_options(Options& options, PlanOptions& plan)
{
    options.group("Algorithm");
    options.choice("--kernel", plan.kernel, kernels, "kernel for the local transforms");
    options.choice("--memory", plan.memory, memories, "for the kernel cuda: where the arrays are");
    options
        .positive("--device-window", plan.device_window, "BYTES",
                  "for the kernel cuda: the most memory there for a process, such as 2^34; what is larger passes twice")
        .standard("all");
}

void require_effect(const TransformWords& words, const PlanOptions& plan, Algorithm algorithm)
{
    const auto require = [&](bool has_effect, const char* option, const char* whose) {
        if (!has_effect)
            refuse(option, " has no effect on the algorithm ", algorithm_name(algorithm), "; leave it out, or take ",
                   "--algorithm ", whose);
    };
    if (plan.transposed_out && !words.is_fourier())
        refuse("--transposed-out is for Fourier transforms; leave it out, or ", operation_option(words));
    const bool is_fast = algorithm == Algorithm::fast, is_pencils = algorithm == Algorithm::pencils;
    require(words.cut.empty() || is_fast || algorithm == Algorithm::bluestein, "--cut", "fast");
    require(words.grid.empty() || is_fast || is_pencils, "--grid", "fast");
    require(!plan.transposed_out || is_pencils, "--transposed-out", "pencils");
}

PlanOptions Transform::options_for(Index p) const
{
    PlanOptions complete = options;
    const Problem all = problem();
    complete.input = layout_named(layout_in, all.input_shape(), options.grid, p);
    complete.output = layout_named(layout_out, all.output_shape(), options.grid, p);
    return complete;
}

std::vector<Index> shape_of(const TransformWords& words)
{
    if (!words.shape.empty()) return read_shape(words.shape);
    if (words.n.empty()) refuse("no length; give --n, such as --n 2^20, or --shape, such as --shape 256x256");
    return {parse_length(words.n)};
}

Transform transform_of(const std::vector<Index>& shape, const TransformWords& words, const PlanOptions& options)
{
    Transform transform{shape, options, words.layout_in, words.layout_out};
    if (words.real) transform.options.data = Data::real;
    transform.trigonometric = trigonometric_of(words);
    transform.convolves = words.convolve;
    transform.options.axes = words.axes;
    transform.options.batch = words.batch;
    transform.options.grid = grid_of(words.grid, shape, words.batch);
    if (!words.cut.empty()) transform.options.cut = numbers_of("--cut", words.cut, 0);
    transform.problem();  // refuses an invalid shape
    return transform;
}

Transform transform_of(const TransformWords& words, const PlanOptions& options)
{
    return transform_of(shape_of(words), words, options);
}

Transform with_axes_reversed(const Transform& transform)
{
    const Problem problem = transform.problem();
    Transform reversed = transform;
    reversed.shape.assign(problem.shape.rbegin(), problem.shape.rend());
    reversed.options.axes.clear();
    for (std::size_t l = 0; l < problem.shape.size(); ++l) {
        if (problem.transformed[problem.shape.size() - 1 - l]) reversed.options.axes.push_back(static_cast<Index>(l));
    }
    std::vector<Index>& cut = reversed.options.cut;
    if (!cut.empty()) cut.insert(cut.begin(), problem.shape.size() - transform.shape.size(), 0);
    std::reverse(cut.begin(), cut.end());
    std::reverse(reversed.options.grid.begin(), reversed.options.grid.end());
    reversed.options.batch = 1;
    return reversed;
}

}  // namespace bspfft::tools
