#include "bsp_fft/c/handle.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <numeric>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/refusal.hpp"
#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/schedule/program.hpp"

namespace bspfft::c {

namespace {

static_assert(BSPFFT_MOST_AXES == most_axes);

template <class... Words>
[[noreturn]] void refuse(const Words&... words)
{
    throw refusal(words...);
}

// The choice with this number, in the order of the C enumeration.
template <class Choice, std::size_t size>
Choice choose(const char* name, int number, const std::array<Choice, size>& choices)
{
    if (number < 0 || static_cast<std::size_t>(number) >= size)
        refuse(name, " is ", number, "; it must be 0 to ", size - 1);
    return choices[static_cast<std::size_t>(number)];
}

// A caller of a later version may have more members; they must not ask for anything.
bspfft_shape copy_of(const bspfft_shape* shape)
{
    if (!shape) refuse("the shape is NULL");
    bspfft_shape copy{};
    if (shape->size < static_cast<std::int64_t>(sizeof copy))
        refuse("size of the shape is ", shape->size, "; set it to sizeof(bspfft_shape) = ", sizeof copy);
    const auto* const bytes = reinterpret_cast<const char*>(shape);
    if (std::any_of(bytes + sizeof copy, bytes + shape->size, [](char byte) { return byte != 0; }))
        refuse("the shape has members, set to other than 0, that this version of the library does not know");
    std::memcpy(&copy, shape, sizeof copy);
    require_axes(copy.dimensions);
    return copy;
}

// The first `count` numbers; a number after them is a mistake.
template <class Number, std::size_t capacity>
std::vector<Index> first_of(const char* name, const Number (&numbers)[capacity], std::size_t count)
{
    for (std::size_t l = count; l < capacity; ++l) {
        if (numbers[l] != 0) refuse(name, "[", l, "] is ", numbers[l], ", and there are ", count, " axes; set it to 0");
    }
    return {numbers, numbers + count};
}

bool all_zero(const std::vector<Index>& numbers)
{
    return std::all_of(numbers.begin(), numbers.end(), [](Index number) { return number == 0; });
}

// Without the axis of a batch of one array, which C++ does not have; empty if it is left to be chosen.
std::vector<Index> grid_of(const char* name, const std::int64_t (&numbers)[BSPFFT_MOST_AXES + 1],
                           const bspfft_shape& shape, Index p)
{
    const auto count = static_cast<std::size_t>(shape.dimensions + (shape.batch > 0 ? 1 : 0));
    std::vector<Index> grid = first_of(name, numbers, count);
    if (all_zero(grid)) return {};
    Index product = 1;
    for (std::size_t l = 0; l < count; ++l) {
        if (grid[l] < 1)
            refuse(name, "[", l, "] is ", grid[l], "; give processes for each of the ", count, " axes, or for none");
        if (grid[l] > p / product) refuse(name, " has more than p = ", p, " processes; their product must be p");
        product *= grid[l];
    }
    if (product != p) refuse(name, " has ", product, " processes; their product must be p = ", p);
    if (shape.batch != 1) return grid;
    if (grid[0] != 1) refuse(name, "[0] is ", grid[0], " along a batch of one array; set it to 1");
    grid.erase(grid.begin());
    return grid;
}

// The axes that are transformed, empty for all, and the kinds of cosines and sines along them.
void set_kinds(const bspfft_shape& shape, Request& request)
{
    const auto count = static_cast<std::size_t>(shape.dimensions);
    const std::vector<Index> kinds = first_of("kind", shape.kind, count);
    std::vector<Index> axes;
    for (std::size_t l = 0; l < count; ++l) {
        if (kinds[l] < BSPFFT_UNTOUCHED || kinds[l] > BSPFFT_DST_4)
            refuse("kind[", l, "] is ", kinds[l], "; it must be ", +BSPFFT_UNTOUCHED, " to ", +BSPFFT_DST_4);
        if (kinds[l] == BSPFFT_UNTOUCHED) continue;
        axes.push_back(static_cast<Index>(l));
        if (kinds[l] != BSPFFT_FOURIER) request.kinds.push_back(static_cast<Trigonometric>(kinds[l] - BSPFFT_DCT_1));
    }
    if (axes.empty()) refuse("kind is BSPFFT_UNTOUCHED for every axis; leave at least one to be transformed");
    if (!request.kinds.empty() && request.kinds.size() != axes.size())
        refuse("kind has cosines or sines along some axes, and Fourier transforms along others; use one or the other");
    if (axes.size() != count) request.options.axes = axes;
}

std::optional<Layout> layout_of(const char* name, int number, const std::vector<Index>& shape, std::vector<Index> grid,
                                Index p)
{
    using Kind = std::optional<AxisLayout>;  // none: the algorithm's own
    const Kind kind = choose(name, number, std::array<Kind, 3>{Kind(), AxisLayout::block(), AxisLayout::cyclic()});
    if (!kind) return {};
    if (grid.empty()) {
        grid.assign(shape.size(), 1);
        grid.front() = p;
    }
    return Layout::grid(shape, grid, std::vector<AxisLayout>(shape.size(), *kind));
}

// The same owners, stored in this order and with this leading dimension. The batch stays the slowest.
Layout stored(const Layout& layout, bool fortran, Index leading, std::size_t dimensions)
{
    std::vector<Index> order(layout.shape().size());
    std::iota(order.begin(), order.end(), Index{0});
    if (fortran) std::reverse(order.end() - static_cast<std::ptrdiff_t>(dimensions), order.end());
    const Layout ordered = layout.with_axes_in_memory(order);
    return leading == 0 ? ordered : ordered.with_leading_dimension(leading);
}

// Where the algorithm's own layouts are to be stored in another order, it is asked for them first.
void store(const bspfft_shape& shape, Index p, Index bytes_per_real, Request& request)
{
    const bool fortran = choose("order", shape.order, std::array{false, true});
    if (shape.leading < 0) refuse("leading is ", shape.leading, "; it must be 0 or more");
    if (!fortran && shape.leading == 0) return;
    PlanOptions& options = request.options;
    const Schedule own =
        schedule_for(request.shape, p, resolved(options, request.shape, p, bytes_per_real), bytes_per_real);
    options.input = stored(own.input(), fortran, shape.leading, request.shape.size());
    options.output = stored(own.output(), fortran, shape.leading, request.shape.size());
}

// A request with options of C, NULL for none.
Request translated(const bspfft_options* options)
{
    Request request;
    if (!options) return request;
    request.single = choose("precision", options->precision, std::array{false, true});
    PlanOptions& result = request.options;
    result.normalisation = choose(
        "normalisation", options->normalisation,
        std::array{Normalisation::inverse, Normalisation::none, Normalisation::symmetric, Normalisation::forward});
    result.algorithm = choose("algorithm", options->algorithm,
                              std::array{Algorithm::automatic, Algorithm::textbook, Algorithm::fast, Algorithm::pencils,
                                         Algorithm::bluestein});
    result.kernel = choose("kernel", options->kernel,
                           std::array{Kernel::automatic, Kernel::radix2, Kernel::fftw, Kernel::simd, Kernel::cuda});
    result.exchange =
        choose("exchange", options->exchange, std::array{Exchange::automatic, Exchange::put, Exchange::hpput});
    result.reproducible = choose("reproducible", options->reproducible, std::array{false, true});
    result.memory = choose("memory", options->memory, std::array{Memory::host, Memory::device});
    if (options->device_window < 0) refuse("device_window is ", options->device_window, " bytes; it must be 0 or more");
    result.device_window = options->device_window;
    result.stream = options->stream;
    if (options->cut != 0) result.cut = {options->cut};
    return request;
}

// What excludes each other.
void require_possible(const bspfft_shape& shape, Data data, const Request& request)
{
    if (!request.kinds.empty()) {
        if (data != Data::real) refuse("cosines and sines need real numbers; set data of the shape to BSPFFT_REAL");
        if (request.is_operator)
            refuse("an operator has Fourier transforms; set kind of the shape to BSPFFT_FOURIER or BSPFFT_UNTOUCHED");
        if (shape.order != BSPFFT_ORDER_C || shape.leading != 0)
            refuse("a cosine or sine transform has the last axis fastest, without gaps; set order and leading of the "
                   "shape to 0");
    }
    if (request.is_operator && (request.options.input || request.options.output))
        refuse("an operator has a layout of its own, which bspfft_input_index says; set layout_in, layout_out, order "
               "and leading of the shape to 0");
}

}  // namespace

Request translated(Index n, const bspfft_options* options)
{
    Request request = translated(options);
    request.shape = {n};
    return request;
}

Request translated(const bspfft_shape* given, const bspfft_options* options, Index p)
{
    const bspfft_shape shape = copy_of(given);
    const auto dimensions = static_cast<std::size_t>(shape.dimensions);
    Request request = translated(options);
    request.shape = first_of("length", shape.length, dimensions);
    request.batch_of_one = shape.batch == 1;
    PlanOptions& result = request.options;
    const Data data = choose("data", shape.data, std::array{Data::complex, Data::real});
    request.is_operator = choose("is_operator", shape.is_operator, std::array{false, true});
    if (options && options->cut != 0)
        refuse("cut of the options is ", options->cut, "; for a shape, set the shape's cut instead");
    set_kinds(shape, request);
    // the plan of cosines and sines says of the transforms inside what their data is
    if (request.kinds.empty()) result.data = data;
    if (shape.batch != 0) result.batch = shape.batch;
    result.grid = grid_of("grid", shape.grid, shape, p);
    result.cut = first_of("cut", shape.cut, dimensions);
    if (all_zero(result.cut)) result.cut.clear();
    result.keep_input = choose("keep_input", shape.keep_input, std::array{false, true});
    result.transposed_out = choose("transposed_out", shape.transposed_out, std::array{false, true});

    const Problem problem = problem_of(request.shape, result);
    const std::vector<Index> grid_in = grid_of("grid_in", shape.grid_in, shape, p);
    const std::vector<Index> grid_out = grid_of("grid_out", shape.grid_out, shape, p);
    const auto or_grid = [&](const std::vector<Index>& grid) { return grid.empty() ? result.grid : grid; };
    result.input = layout_of("layout_in", shape.layout_in, problem.input_shape(), or_grid(grid_in), p);
    result.output = layout_of("layout_out", shape.layout_out, problem.output_shape(), or_grid(grid_out), p);
    store(shape, p, request.single ? sizeof(float) : sizeof(double), request);
    require_possible(shape, data, request);
    return request;
}

Direction translated_direction(int direction)
{
    return choose("direction", direction, std::array{Direction::forward, Direction::inverse});
}

}  // namespace bspfft::c
