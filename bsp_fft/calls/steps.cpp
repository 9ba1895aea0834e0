#include "bsp_fft/calls/steps.hpp"

#include <algorithm>

namespace bspfft::calls {

namespace {

/// One axis of the request; lengths of the others are those of the side that is complex.
Step step_of(const Request& whole, std::size_t axis, std::size_t half, const std::vector<Index>& in,
             const std::vector<Index>& out, Place from, Place to)
{
    Request request = whole;
    const bool real = axis == half;
    request.data = real || whole.trigonometric ? whole.data : Data::complex;
    request.scale = 1;
    request.in_place = from == to;
    for (std::size_t l = 0; l < request.axes.size(); ++l) {
        const Index length = whole.axes[l].length;
        const int kind = l == axis ? whole.axes[l].kind : BSPFFT_UNTOUCHED;
        request.axes[l] = {l == half && !real ? length / 2 + 1 : length, in[l], out[l], kind};
    }
    request.axes = simplest(request.axes);
    return {std::move(request), from, to};
}

}  // namespace

std::vector<Step> steps_by_axes(const Request& request)
{
    const std::vector<Index> axes = request.transformed();
    const bool is_inverse = request.data == Data::half_spectrum;
    const std::size_t none = request.axes.size();
    const bool is_halved = request.data != Data::complex && !request.trigonometric;
    const std::size_t half = is_halved ? static_cast<std::size_t>(axes.back()) : none;
    const SharedArrays strides = request.strides();
    const Place between = !is_inverse ? Place::output : request.in_place ? Place::input : Place::buffer;
    std::vector<Index> half_lengths = request.shape();
    if (half < none) half_lengths[half] = half_lengths[half] / 2 + 1;
    const std::vector<Index> between_strides = !is_inverse        ? strides.out
                                               : request.in_place ? strides.in
                                                                  : row_by_row(half_lengths);
    std::vector<std::size_t> order(axes.rbegin(), axes.rend());
    if (is_inverse) std::rotate(order.begin(), order.begin() + 1, order.end());
    std::vector<Step> steps;
    for (const std::size_t axis : order) {
        const bool first = steps.empty(), last = axis == order.back();
        steps.push_back(step_of(request, axis, half, first ? strides.in : between_strides,
                                last ? strides.out : between_strides, first ? Place::input : between,
                                last ? Place::output : between));
    }
    steps.back().request.scale = request.scale;
    return steps;
}

}  // namespace bspfft::calls
