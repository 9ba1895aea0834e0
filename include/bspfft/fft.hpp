// bspfft for C++ programs that know nothing of BSP: y = bspfft::fft(x), from any thread.
//
// Threads, plans and what may be called at once are as in fft.h, on which this stands. Failures throw bspfft::Error.
// Natural order on both sides. Of libbspfft only, whose processes are threads.
#pragma once

#include <algorithm>
#include <complex>
#include <concepts>
#include <ranges>
#include <span>
#include <type_traits>
#include <vector>

#include "bspfft/error.hpp"
#include "bspfft/fft.h"
#include "bspfft/options.hpp"

namespace bspfft {

/// An array of the caller's, of up to sixteen axes: where it begins, its lengths, and how far apart neighbours along
/// each axis are, in elements; without strides row by row. Made from spans, vectors and whatever is like std::mdspan.
template <class T>
struct ArrayView {
    T* data = nullptr;
    std::vector<Index> shape = {};
    std::vector<Index> strides = {};

    /// An array in memory; without strides row by row.
    ArrayView(T* begin, std::vector<Index> lengths, std::vector<Index> steps = {})
        : data(begin), shape(std::move(lengths)), strides(std::move(steps))
    {}
    /// Anything contiguous, as one axis.
    template <std::ranges::contiguous_range Range>
        requires std::convertible_to<decltype(std::ranges::data(std::declval<Range&>())), T*>
    ArrayView(Range&& range)  // NOLINT: a conversion on purpose
        : data(std::ranges::data(range)), shape{static_cast<Index>(std::ranges::size(range))}
    {}
    /// Anything with rank(), extent(l), stride(l) and data_handle().
    template <class View>
        requires requires(const View& view) {
            { view.data_handle() } -> std::convertible_to<T*>;
            view.extent(0);
            view.stride(0);
        }
    ArrayView(const View& view) : data(view.data_handle())  // NOLINT: likewise
    {
        for (std::size_t l = 0; l < static_cast<std::size_t>(View::rank()); ++l) {
            shape.push_back(static_cast<Index>(view.extent(l)));
            strides.push_back(static_cast<Index>(view.stride(l)));
        }
    }
};

/// What a call may be told.
struct CallOptions {
    std::vector<Index> axes = {};  ///< to be transformed, of real data the last is halved; none: all, in their order
    Normalisation normalisation = Normalisation::inverse;
    int threads = 0;  ///< 0: as set_threads says
    bool reproducible = false;  ///< the same bits with any number of threads; false: as set_reproducible says
};

namespace calls_detail {

template <class T>
struct NumberOf {
    using Real = T;
    static constexpr bool is_complex = false;
};
template <class T>
struct NumberOf<std::complex<T>> {
    using Real = T;
    static constexpr bool is_complex = true;
};
template <class T>
using RealOfNumber = typename NumberOf<std::remove_cv_t<T>>::Real;

template <class T>
concept Real = std::same_as<T, float> || std::same_as<T, double>;
template <class T>
concept Number = Real<RealOfNumber<T>>;

/// The element type of anything contiguous that has numbers.
template <class Range>
using ElementOf = std::remove_cv_t<std::ranges::range_value_t<Range>>;
template <class Range>
concept Numbers = std::ranges::contiguous_range<Range> && std::ranges::sized_range<Range> && Number<ElementOf<Range>>;
template <class Range>
concept Reals = Numbers<Range> && Real<ElementOf<Range>>;
template <class Range>
concept Complexes = Numbers<Range> && !Real<ElementOf<Range>>;

inline void check(int status)
{
    if (status != BSPFFT_OK) throw Error(static_cast<Status>(status), bspfft_message());
}

inline void require(bool condition, const char* message)
{
    if (!condition) throw Error(Status::invalid_argument, message);
}

/// Throws Error(invalid_argument) if a request has no room for that many axes: the library says so.
inline void require_axes(std::size_t count)
{
    bspfft_request request{};
    request.size = sizeof request;
    request.dimensions = static_cast<std::int32_t>(count);
    if (count > BSPFFT_MOST_AXES) check(bspfft_call(&request, &request, &request));
}

/// The order of the axes in a request: those that stay first, then those to transform, as they are named.
inline std::vector<Index> order_of(std::size_t count, const std::vector<Index>& axes)
{
    std::vector<Index> order;
    for (std::size_t l = 0; l < count; ++l) {
        const bool named = axes.empty() || std::ranges::count(axes, static_cast<Index>(l)) > 0;
        if (!named) order.push_back(static_cast<Index>(l));
    }
    const std::size_t stay = order.size();
    for (std::size_t l = 0; axes.empty() && l < count; ++l) order.push_back(static_cast<Index>(l));
    order.insert(order.end(), axes.begin(), axes.end());
    require(order.size() == count, "axes are named twice, or do not exist; name each axis of the array once at most");
    require(stay < count || count == 0, "no axis is to be transformed");
    return order;
}

template <class T>
std::vector<Index> strides_of(const ArrayView<T>& view)
{
    if (!view.strides.empty()) return view.strides;
    std::vector<Index> strides(view.shape.size());
    Index stride = 1;
    for (std::size_t l = strides.size(); l-- > 0;) {
        strides[l] = stride;
        stride *= view.shape[l];
    }
    return strides;
}

/// A transform from one view to another; `whole` has the lengths, which of real data are those of the reals.
template <class In, class Out>
void transform(const ArrayView<In>& in, const ArrayView<Out>& out, const std::vector<Index>& whole, Direction direction,
               const CallOptions& options)
{
    const std::size_t count = whole.size();
    require_axes(count);
    require(in.shape.size() == count && out.shape.size() == count, "both arrays must have the same number of axes");
    const std::vector<Index> order = order_of(count, options.axes), from = strides_of(in), to = strides_of(out);
    constexpr bool real = !NumberOf<std::remove_cv_t<In>>::is_complex || !NumberOf<std::remove_cv_t<Out>>::is_complex;
    bspfft_request request{};
    request.size = sizeof request;
    request.precision = std::same_as<RealOfNumber<Out>, float> ? BSPFFT_FLOAT : BSPFFT_DOUBLE;
    request.data = real ? BSPFFT_REAL : BSPFFT_COMPLEX;
    request.direction = direction == Direction::forward ? BSPFFT_FORWARD : BSPFFT_INVERSE;
    request.dimensions = static_cast<std::int32_t>(count);
    request.threads = options.threads;
    request.reproducible = options.reproducible ? 1 : 0;
    const std::size_t stay = count - (options.axes.empty() ? count : options.axes.size());
    Index length = 1;
    for (std::size_t l = 0; l < count; ++l) {
        const auto axis = static_cast<std::size_t>(order[l]);
        const Index half = real && l + 1 == count ? whole[axis] / 2 + 1 : whole[axis];
        require(in.shape[axis] == (NumberOf<std::remove_cv_t<In>>::is_complex ? half : whole[axis]) &&
                    out.shape[axis] == (NumberOf<std::remove_cv_t<Out>>::is_complex ? half : whole[axis]),
                "the arrays must have the same lengths; of half a spectrum the last axis that is transformed has "
                "n/2 + 1 elements");
        require(whole[axis] > 0, "an axis has no elements; the shortest has one");
        request.length[l] = whole[axis];
        request.stride_in[l] = from[axis];
        request.stride_out[l] = to[axis];
        request.kind[l] = l < stay ? BSPFFT_UNTOUCHED : BSPFFT_FOURIER;
        if (l >= stay) length *= whole[axis];
    }
    request.scale = normalisation_factor(options.normalisation, direction, length);
    check(bspfft_call(&request, in.data, out.data));
}

template <class In, class Out>
void cosines(std::span<const In> in, std::span<Out> out, int kind, double scale)
{
    require(in.size() == out.size(), "both arrays must have the same length");
    bspfft_request request{};
    request.size = sizeof request;
    request.precision = std::same_as<Out, float> ? BSPFFT_FLOAT : BSPFFT_DOUBLE;
    request.data = BSPFFT_REAL;
    request.dimensions = 1;
    request.length[0] = static_cast<std::int64_t>(in.size());
    request.kind[0] = kind;
    request.scale = scale;
    check(bspfft_call(&request, in.data(), out.data()));
}

}  // namespace calls_detail

/// As the functions of C of these names, with bspfft_ before them.
inline void set_threads(int threads) { calls_detail::check(bspfft_set_threads(threads)); }
inline void set_reproducible(bool on) { calls_detail::check(bspfft_set_reproducible(on ? 1 : 0)); }
inline void set_kept_limit(Index bytes) { calls_detail::check(bspfft_set_kept_limit(bytes)); }
inline int threads() { return bspfft_threads(); }
inline int most_threads() { return bspfft_most_threads(); }
inline Index kept_limit() { return bspfft_kept_limit(); }
inline Index kept_bytes() { return bspfft_kept_bytes(); }
inline void release() { bspfft_release(); }

/// Arrays of any number of axes, from in to out, which may be the same: forward, y_k = sum over j of
/// x_j exp(-2 pi i j k / n) along every axis; and back, divided by the number of elements.
template <calls_detail::Real T>
void fftn(const ArrayView<const std::complex<T>>& in, const ArrayView<std::complex<T>>& out,
          const CallOptions& options = {})
{
    calls_detail::transform(in, out, in.shape, Direction::forward, options);
}
template <calls_detail::Real T>
void ifftn(const ArrayView<const std::complex<T>>& in, const ArrayView<std::complex<T>>& out,
           const CallOptions& options = {})
{
    calls_detail::transform(in, out, in.shape, Direction::inverse, options);
}
/// From reals to half of their spectrum: n/2 + 1 elements of the last axis that is transformed; and back.
template <calls_detail::Real T>
void rfftn(const ArrayView<const T>& in, const ArrayView<std::complex<T>>& out, const CallOptions& options = {})
{
    calls_detail::transform(in, out, in.shape, Direction::forward, options);
}
template <calls_detail::Real T>
void irfftn(const ArrayView<const std::complex<T>>& in, const ArrayView<T>& out, const CallOptions& options = {})
{
    calls_detail::transform(in, out, out.shape, Direction::inverse, options);
}

/// Vectors: the spectrum of complex or of real numbers, all of it.
template <calls_detail::Numbers Range>
auto fft(const Range& x, const CallOptions& options = {})
{
    using Complex = std::complex<calls_detail::RealOfNumber<calls_detail::ElementOf<Range>>>;
    if constexpr (calls_detail::Complexes<Range>) {
        std::vector<Complex> y(std::ranges::size(x));
        fftn(ArrayView<const Complex>(x), ArrayView<Complex>(y), options);
        return y;
    } else {
        std::vector<Complex> y(std::ranges::begin(x), std::ranges::end(x));
        fftn(ArrayView<const Complex>(y), ArrayView<Complex>(y), options);
        return y;
    }
}
template <calls_detail::Complexes Range>
auto ifft(const Range& y, const CallOptions& options = {})
{
    using Complex = calls_detail::ElementOf<Range>;
    std::vector<Complex> x(std::ranges::size(y));
    ifftn(ArrayView<const Complex>(y), ArrayView<Complex>(x), options);
    return x;
}
/// Half of the spectrum of n real numbers, n/2 + 1 of it; and back to n of them, which is not the length of y.
template <calls_detail::Reals Range>
auto rfft(const Range& x, const CallOptions& options = {})
{
    using Real = calls_detail::ElementOf<Range>;
    std::vector<std::complex<Real>> y(std::ranges::size(x) / 2 + 1);
    rfftn(ArrayView<const Real>(x), ArrayView<std::complex<Real>>(y), options);
    return y;
}
template <calls_detail::Complexes Range>
auto irfft(const Range& y, Index n, const CallOptions& options = {})
{
    using Complex = calls_detail::ElementOf<Range>;
    calls_detail::require(n > 0, "a vector has at least one element");
    std::vector<typename Complex::value_type> x(static_cast<std::size_t>(n));
    irfftn(ArrayView<const Complex>(y), ArrayView<typename Complex::value_type>(x), options);
    return x;
}

/// The cosine transform II of real numbers, 2 sum x_j cos(pi (2j+1) k/2n); and the one that undoes it.
template <calls_detail::Reals Range>
auto dct(const Range& x)
{
    using Real = calls_detail::ElementOf<Range>;
    std::vector<Real> y(std::ranges::size(x));
    calls_detail::cosines(std::span<const Real>(x), std::span<Real>(y), BSPFFT_DCT_2, 1);
    return y;
}
template <calls_detail::Reals Range>
auto idct(const Range& y)
{
    using Real = calls_detail::ElementOf<Range>;
    std::vector<Real> x(std::ranges::size(y));
    calls_detail::require(!x.empty(), "a vector has at least one element");
    calls_detail::cosines(std::span<const Real>(y), std::span<Real>(x), BSPFFT_DCT_3,
                          0.5 / static_cast<double>(x.size()));
    return x;
}

/// The sums over i of kernel_i x_(j-i): of n and m real numbers, n + m - 1.
template <calls_detail::Reals Range, calls_detail::Reals Kernel>
    requires std::same_as<calls_detail::ElementOf<Range>, calls_detail::ElementOf<Kernel>>
auto convolve(const Range& x, const Kernel& kernel)
{
    using Real = calls_detail::ElementOf<Range>;
    const auto n = static_cast<std::int64_t>(std::ranges::size(x));
    const auto m = static_cast<std::int64_t>(std::ranges::size(kernel));
    calls_detail::require(n > 0 && m > 0, "a convolution has at least one number on either side");
    std::vector<Real> y(static_cast<std::size_t>(n + m - 1));
    if constexpr (std::same_as<Real, float>) {
        calls_detail::check(bspfft_convolvef(n, std::ranges::data(x), m, std::ranges::data(kernel), y.data()));
    } else {
        calls_detail::check(bspfft_convolve(n, std::ranges::data(x), m, std::ranges::data(kernel), y.data()));
    }
    return y;
}

}  // namespace bspfft
