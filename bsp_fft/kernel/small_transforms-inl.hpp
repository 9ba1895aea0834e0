// Small transforms down the rows of a tile, for all its lanes. Included once for every instruction set: no include
// guard.
//
// Functions have one radix as a template parameter, and what the rows are; everything else is known at run time, so
// that there are not too many of them to compile.

// All twiddles are loaded before the first store: the compiler cannot know that they do not overlap.

template <size_t Lanes, size_t Length, class D, class In, class Out, class Weights>
HWY_NOINLINE void transform_in_registers(D d, In in, Out out, Weights weights)
{
    HWY_UNROLL(1)
    for (size_t lane = 0; lane < Lanes; lane += hn::Lanes(d)) {
        Complex<D> a[Length];
        for (size_t j = 0; j < Length; ++j) a[j] = in.load_row(d, j, lane);
        transform(d, a);
        for (size_t k = 0; k < Length; ++k) a[k] = weights(d, k, lane, a[k]);
        for (size_t k = 0; k < Length; ++k) out.store_row(d, k, lane, a[k]);
    }
}

// Between the two halves of a small transform is a buffer in L1: for each vector of lanes all rows. Distances in it are
// known to the compiler.
template <class D>
constexpr size_t buffer_row = 2 * hn::MaxLanes(D());
template <class D>
constexpr size_t buffer_column = longest_half * buffer_row<D>;
template <class D>
constexpr size_t buffer_reals = longest_half * buffer_column<D>;

/// First-point transforms of the rows j, j + second, ..., for Count vectors of lanes. The twiddles w^(j k) are at
/// inner[(j * First + k) * 2].
template <size_t First, size_t Count, class D, class T, class In>
HWY_NOINLINE void first_half(D d, size_t second, const T* HWY_RESTRICT inner, In in, size_t lane,
                             T* HWY_RESTRICT buffer)
{
    HWY_UNROLL(1)
    for (size_t j = 0; j < second; ++j, inner += First * 2, buffer += buffer_row<D>) {
        HWY_UNROLL(1)
        for (size_t i = 0; i < Count; ++i) {
            Complex<D> a[First];
            for (size_t k = 0; k < First; ++k) a[k] = in.load_row(d, k * second + j, lane + i * hn::Lanes(d));
            transform(d, a);
            for (size_t k = 1; k < First; ++k)
                a[k] = times(a[k], hn::Set(d, inner[2 * k]), hn::Set(d, inner[2 * k + 1]));
            T* const to = buffer + i * buffer_reals<D>;
            for (size_t k = 0; k < First; ++k) store(d, a[k], to + k * buffer_column<D>, hn::Lanes(d));
        }
    }
}

/// Second-point transforms.
template <size_t Second, size_t Count, class D, class T, class Out, class Weights>
HWY_NOINLINE void second_half(D d, size_t first, const T* HWY_RESTRICT buffer, Out out, size_t lane, Weights weights)
{
    HWY_UNROLL(1)
    for (size_t k = 0; k < first; ++k, buffer += buffer_column<D>) {
        HWY_UNROLL(1)
        for (size_t i = 0; i < Count; ++i) {
            const T* const from = buffer + i * buffer_reals<D>;
            const size_t at = lane + i * hn::Lanes(d);
            Complex<D> b[Second];
            for (size_t j = 0; j < Second; ++j) b[j] = load(d, from + j * buffer_row<D>, hn::Lanes(d));
            transform(d, b);
            for (size_t j = 0; j < Second; ++j) b[j] = weights(d, k * Second + j, at, b[j]);
            for (size_t j = 0; j < Second; ++j) out.store_row(d, k + first * j, at, b[j]);
        }
    }
}

template <class Function>
HWY_INLINE void with_half(Index radix, Function function)
{
    switch (radix) {
    case 2: return function(std::integral_constant<size_t, 2>());
    case 3: return function(std::integral_constant<size_t, 3>());
    case 4: return function(std::integral_constant<size_t, 4>());
    case 5: return function(std::integral_constant<size_t, 5>());
    case 7: return function(std::integral_constant<size_t, 7>());
    case 8: return function(std::integral_constant<size_t, 8>());
    default: return function(std::integral_constant<size_t, 9>());
    }
}

template <size_t Lanes, class D, class T, class In, class Out, class Weights>
HWY_NOINLINE void transform_in_two(D d, const PassTask<T>& pass, In in, Out out, Weights weights)
{
    // In a tile one vector of lanes goes through both halves at once, in a shorter buffer.
    constexpr bool one = In::at_equal_distances && Out::at_equal_distances;
    constexpr size_t count = one ? 1 : Lanes / hn::MaxLanes(D());
    alignas(64) T buffer[count * buffer_reals<D>];
    const auto first = static_cast<size_t>(pass.first), second = static_cast<size_t>(pass.second);
    for (size_t lane = 0; lane < Lanes; lane += count * hn::Lanes(d)) {
        with_half(pass.first, [&](auto radix) HWY_ATTR {
            first_half<decltype(radix)::value, count>(d, second, pass.inner, in, lane, buffer);
        });
        with_half(pass.second, [&](auto radix) HWY_ATTR {
            second_half<decltype(radix)::value, count>(d, first, buffer, out, lane, weights);
        });
    }
}

/// Results k, ..., k + Count - 1 of a generic transform, and those that pair with them, from sums and differences.
template <size_t Lanes, size_t Count, class D, class T, class Weights>
HWY_INLINE void generic_results(D d, size_t radix, size_t k, const T* table, const T* pairs, Complex<D> first,
                                TileRows<Lanes, T> out, size_t lane, Weights weights)
{
    const size_t half = radix / 2, width = hn::Lanes(d);
    Complex<D> even[Count], odd[Count];
    for (size_t i = 0; i < Count; ++i) even[i] = first;
    for (size_t i = 0; i < Count; ++i) odd[i] = Complex<D>{hn::Zero(d), hn::Zero(d)};
    const T* w = table + (k - 1) * half * 2;
    HWY_UNROLL(1)
    for (size_t j = 0; j < half; ++j, w += 2) {
        const T* const from = pairs + j * 4 * width;
        const Complex<D> sum = load(d, from, width), difference = load(d, from + 2 * width, width);
        for (size_t i = 0; i < Count; ++i) {
            even[i] = times_plus(hn::Set(d, w[i * half * 2]), sum, even[i]);
            odd[i] = times_plus(hn::Set(d, w[i * half * 2 + 1]), difference, odd[i]);
        }
    }
    for (size_t i = 0; i < Count; ++i) {
        const Complex<D> low = weights(d, k + i, lane, even[i] + odd[i]);
        const Complex<D> high = weights(d, radix - k - i, lane, even[i] - odd[i]);
        out.store_row(d, k + i, lane, low);
        out.store_row(d, radix - k - i, lane, high);
    }
}

/// Any odd length, by its definition: results k and radix - k from sums and differences of the rows j and radix - j.
template <size_t Lanes, class D, class T, class Weights>
HWY_NOINLINE void transform_generic(D d, const PassTask<T>& pass, TileRows<Lanes, T> in, TileRows<Lanes, T> out,
                                    Weights weights)
{
    const size_t width = hn::Lanes(d);
    const auto radix = static_cast<size_t>(pass.radix), half = radix / 2;
    alignas(64) T pairs[2 * longest_generic * hn::MaxLanes(D())];
    for (size_t lane = 0; lane < Lanes; lane += width) {
        const Complex<D> first = in.load_row(d, 0, lane);
        Complex<D> total = first;
        for (size_t j = 1; j <= half; ++j) {
            const Complex<D> a = in.load_row(d, j, lane), b = in.load_row(d, radix - j, lane);
            const Complex<D> sum = a + b;
            total = total + sum;
            T* const to = pairs + (j - 1) * 4 * width;
            store(d, sum, to, width);
            store(d, turned(a - b), to + 2 * width, width);
        }
        out.store_row(d, 0, lane, weights(d, 0, lane, total));
        size_t k = 1;
        for (; k + 3 <= half; k += 4)
            generic_results<Lanes, 4>(d, radix, k, pass.inner, pairs, first, out, lane, weights);
        for (; k <= half; ++k) generic_results<Lanes, 1>(d, radix, k, pass.inner, pairs, first, out, lane, weights);
    }
}

/// Every kind but chirps. A butterfly in registers has its rows in the tile on one side at least, a generic one on
/// both: the caller sees to that.
template <size_t Lanes, class D, class T, class In, class Out, class Weights>
HWY_INLINE void transform_small(D d, const PassTask<T>& pass, In in, Out out, Weights weights)
{
    if (pass.kind == SmallKind::two) return transform_in_two<Lanes>(d, pass, in, out, weights);
    if constexpr (In::in_tile && Out::in_tile) {
        if (pass.kind == SmallKind::generic) return transform_generic<Lanes>(d, pass, in, out, weights);
        if (pass.radix == 1) return transform_in_registers<Lanes, 1>(d, in, out, weights);
    }
    if constexpr (In::in_tile || Out::in_tile) {
        switch (pass.radix) {
        case 2: return transform_in_registers<Lanes, 2>(d, in, out, weights);
        case 3: return transform_in_registers<Lanes, 3>(d, in, out, weights);
        case 4: return transform_in_registers<Lanes, 4>(d, in, out, weights);
        case 5: return transform_in_registers<Lanes, 5>(d, in, out, weights);
        case 7: return transform_in_registers<Lanes, 7>(d, in, out, weights);
        case 8: return transform_in_registers<Lanes, 8>(d, in, out, weights);
        case 9: return transform_in_registers<Lanes, 9>(d, in, out, weights);
        case 11: return transform_in_registers<Lanes, 11>(d, in, out, weights);
        default: return transform_in_registers<Lanes, 13>(d, in, out, weights);
        }
    }
}
