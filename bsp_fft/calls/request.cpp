#include "bsp_fft/calls/request.hpp"

#include <bsplib_team.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "bsp_fft/base/environment.hpp"
#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/refusal.hpp"

namespace bspfft::calls {

namespace {

template <class... Parts>
[[noreturn]] void refuse(const Parts&... parts)
{
    throw refusal("the request ", parts...);
}

void require_choice(const char* member, std::int32_t value, std::int32_t last)
{
    if (value < 0 || value > last) refuse("has the ", member, " ", value, "; there are 0 to ", last);
}

/// The axis that half a spectrum has half of; -1 without one.
int half_axis_of(const bspfft_request& request)
{
    if (request.data != BSPFFT_REAL) return -1;
    for (int l = request.dimensions; l-- > 0;) {
        if (request.kind[l] == BSPFFT_FOURIER) return l;
    }
    return -1;
}

std::vector<Index> strides_of(const bspfft_request& request, const std::int64_t* given, int half_axis)
{
    const std::int64_t* const end = given + request.dimensions;
    if (std::any_of(given, end, [](std::int64_t stride) { return stride != 0; })) return {given, end};
    std::vector<Index> lengths(request.length, request.length + request.dimensions);
    if (half_axis >= 0) lengths[static_cast<std::size_t>(half_axis)] = request.length[half_axis] / 2 + 1;
    return row_by_row(lengths);
}

void check_kinds(const bspfft_request& request)
{
    bool fourier = false, trigonometric = false;
    for (int l = 0; l < request.dimensions; ++l) {
        const std::int32_t kind = request.kind[l];
        if (kind < BSPFFT_UNTOUCHED || kind > BSPFFT_DST_4)
            refuse("has the kind ", kind, " on axis ", l, "; there are ", +BSPFFT_UNTOUCHED, " to ", +BSPFFT_DST_4);
        fourier = fourier || kind == BSPFFT_FOURIER;
        trigonometric = trigonometric || kind > BSPFFT_FOURIER;
        if (kind == BSPFFT_DCT_1 && request.length[l] < 2)
            refuse("has a DCT-I of length ", request.length[l], " on axis ", l, "; the shortest is 2");
    }
    if (fourier && trigonometric)
        refuse("has cosines or sines on one axis and the Fourier transform on another; make it two calls");
    if (trigonometric && request.data != BSPFFT_REAL)
        refuse("has cosines or sines of complex numbers; they are of real ones: set data to BSPFFT_REAL");
    // Fourier transforms along no axis would make complex numbers, cosines and sines along none would leave reals
    if (request.data == BSPFFT_REAL && !fourier && !trigonometric)
        refuse("is of real numbers, along no axis; set the kind of one, of length 1 if none shall change, or data to ",
               "BSPFFT_COMPLEX");
}

// Places are computed in 64 bits, and as bytes.
void require_reach(const bspfft_request& request, const std::int64_t* strides)
{
    constexpr Index farthest = Index{1} << 58;
    Index reach = 0;
    for (int l = 0; l < request.dimensions; ++l) {
        const Index most = (farthest - reach) / request.length[l];
        if (strides[l] > most || strides[l] < -most)
            refuse("has the stride ", strides[l], " on axis ", l, ", whose elements would reach over 2^58; the ",
                   "largest is ", most);
        reach += request.length[l] * std::abs(strides[l]);
    }
}

void check(const bspfft_request& request)
{
    require_choice("precision", request.precision, BSPFFT_FLOAT);
    require_choice("data", request.data, BSPFFT_REAL);
    require_choice("direction", request.direction, BSPFFT_INVERSE);
    if (request.threads < 0 || request.threads > most_threads())
        refuse("has ", request.threads, " threads; there may be 1 to ", most_threads(), ", or 0 for the default");
    for (int l = 0; l < request.dimensions; ++l) {
        if (request.length[l] < 1) refuse("has the length ", request.length[l], " on axis ", l, "; the shortest is 1");
    }
    require_countable({request.length, request.length + request.dimensions});
    require_reach(request, request.stride_in);
    require_reach(request, request.stride_out);
    check_kinds(request);
}

// Two axes that stay, one behind the other in memory on both sides, are one. The first is the slower.
bool are_one(const Axis& slow, const Axis& fast)
{
    return !slow.transformed() && !fast.transformed() && slow.in == fast.length * fast.in &&
           slow.out == fast.length * fast.out;
}

}  // namespace

Index most_threads() { return bspfft::most_threads(static_cast<Index>(bsplib_cores())); }

std::vector<Axis> simplest(const std::vector<Axis>& axes)
{
    std::vector<Axis> result;
    for (const Axis& axis : axes) {
        const bool changes = axis.length > 1 || axis.kind > BSPFFT_FOURIER;
        if (!changes) continue;
        if (!result.empty() && are_one(result.back(), axis)) {
            result.back() = {result.back().length * axis.length, axis.in, axis.out, axis.kind};
        } else {
            result.push_back(axis);
        }
    }
    const auto transformed = [](const Axis& axis) { return axis.transformed(); };
    if (std::none_of(result.begin(), result.end(), transformed)) result.push_back({1, 1, 1, BSPFFT_FOURIER});
    return result;
}

bspfft_request normalised(const bspfft_request* given)
{
    if (!given) throw refusal("the request is NULL");
    const auto size = static_cast<std::int64_t>(sizeof(bspfft_request));
    if (given->size < size) refuse("has the size ", given->size, "; set it to sizeof(bspfft_request), which is ", size);
    // of a later version: members that are not known here must be 0
    const auto* const bytes = reinterpret_cast<const char*>(given);
    if (std::any_of(bytes + size, bytes + given->size, [](char byte) { return byte != 0; }))
        refuse("asks for something that a later version has; this one is ", BSPFFT_VERSION);
    require_axes(given->dimensions, 0);
    bspfft_request request = *given;
    request.size = size;
    for (int l = request.dimensions; l < BSPFFT_MOST_AXES; ++l)
        request.length[l] = request.stride_in[l] = request.stride_out[l] = request.kind[l] = 0;
    if (request.scale == 0) request.scale = 1;
    for (const auto& [name, value] : {std::pair{"reproducible", given->reproducible}, {"sparing", given->sparing}}) {
        if (value < 0 || value > 1) refuse("has ", value, " for ", name, "; it is 1, or 0 for the default");
    }
    request.reproducible = given->reproducible != 0 || reproducible() ? 1 : 0;
    return request;
}

// The numbers that differ most; equality looks at all.
std::size_t CallHash::operator()(const CallKey& key) const
{
    const bspfft_request& request = key.request;
    std::uint64_t hash = static_cast<std::uint64_t>(request.dimensions) * 16 +
                         static_cast<std::uint64_t>(request.precision * 8 + request.data * 4 + request.direction * 2 +
                                                    (key.in_place ? 1 : 0));
    for (int l = 0; l < request.dimensions; ++l) {
        const auto of = [](std::int64_t number) { return static_cast<std::uint64_t>(number); };
        const std::uint64_t number = of(request.length[l]) * 31 + of(request.stride_in[l]) * 7 +
                                     of(request.stride_out[l]) * 3 + of(request.kind[l]);
        hash = (hash ^ number) * 0x9E3779B97F4A7C15U;
    }
    return static_cast<std::size_t>(hash ^ hash >> 32);
}

Request translated(const bspfft_request& given, bool in_place)
{
    check(given);
    Request request;
    request.single = given.precision == BSPFFT_FLOAT;
    request.orthogonal = given.orthogonal != 0;
    request.scale = given.scale;
    request.in_place = in_place;
    request.threads = given.threads;
    request.reproducible = given.reproducible != 0;
    request.sparing = given.sparing != 0;
    const bool real = given.data == BSPFFT_REAL, is_inverse = given.direction == BSPFFT_INVERSE;
    request.trigonometric =
        std::any_of(given.kind, given.kind + given.dimensions, [](std::int32_t kind) { return kind > BSPFFT_FOURIER; });
    request.direction = is_inverse && !request.trigonometric ? Direction::inverse : Direction::forward;
    request.data = !real ? Data::complex : is_inverse ? Data::half_spectrum : Data::real;
    const int half = half_axis_of(given);
    const std::vector<Index> in = strides_of(given, given.stride_in, is_inverse ? half : -1);
    const std::vector<Index> out = strides_of(given, given.stride_out, is_inverse ? -1 : half);
    std::vector<Axis> axes;
    for (std::size_t l = 0; l < in.size(); ++l) axes.push_back({given.length[l], in[l], out[l], given.kind[l]});
    request.axes = simplest(axes);
    // where the halved axis has one element, no other is halved
    if (half >= 0 && given.length[half] == 1) request.axes.push_back({1, 1, 1, BSPFFT_FOURIER});
    return request;
}

std::vector<Index> Request::of_axes(Index Axis::* number) const
{
    std::vector<Index> numbers;
    for (const Axis& axis : axes) numbers.push_back(axis.*number);
    return numbers;
}

std::vector<Trigonometric> Request::kinds() const
{
    std::vector<Trigonometric> result;
    for (const Axis& axis : axes) {
        if (axis.kind > BSPFFT_FOURIER) result.push_back(static_cast<Trigonometric>(axis.kind - BSPFFT_DCT_1));
    }
    return result;
}

Problem Request::problem() const
{
    Problem problem{shape(), {}, data};
    for (const Axis& axis : axes) problem.transformed.push_back(axis.transformed());
    return problem;
}

Index Request::elements() const { return product_of(shape()); }

bool Request::keeps_places() const
{
    const auto halved = std::find_if(axes.rbegin(), axes.rend(), [](const Axis& axis) { return axis.transformed(); });
    for (const Axis& axis : axes) {
        const Index real = data == Data::half_spectrum ? axis.out : axis.in;
        const Index other = data == Data::half_spectrum ? axis.in : axis.out;
        const bool same = data == Data::complex || trigonometric ? real == other
                          : &axis == &*halved                    ? real == 1 && other == 1
                                                                 : real == 2 * other && std::abs(other) > 1;
        if (!same) return false;
    }
    return true;
}

}  // namespace bspfft::calls
