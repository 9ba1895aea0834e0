// Small transforms down the rows of a tile, for all its lanes. Included once for every instruction set: no include
// guard.
//
// Functions have one radix as a template parameter, and what the rows are; everything else is known at run time, so
// that there are not too many of them to compile.

// Where there are 32 registers, all of a butterfly is in them, and operations are best done many of a kind at a time:
// they do not wait for one another then. With 16, what can wait is loaded late, and results leave at once; but prime
// lengths have all their numbers at a time anyway.
#if HWY_ARCH_X86 && HWY_TARGET > HWY_AVX3
constexpr bool has_few_registers = true;
#else
constexpr bool has_few_registers = false;
#endif

template <class D, class Store>
struct Weighed {
    const Store& store;
    HWY_INLINE void operator()(size_t k, Complex<D> value) const { store(k, store.weigh(k, value)); }
};

/// A transform whose results are weighed, store.weigh(k, value), before they are stored.
template <size_t Length, class D, class Load, class Store>
HWY_INLINE void transform_weighed(D d, const Load& load, const Store& store)
{
    if constexpr (has_few_registers && (Length == 8 || Length == 9)) {
        transform_through<Length>(d, load, Weighed<D, Store>{store});
    } else {
        Complex<D> a[Length];
        for (size_t j = 0; j < Length; ++j) a[j] = load(j);
        transform(d, a);
        for (size_t k = 0; k < Length; ++k) a[k] = store.weigh(k, a[k]);
        for (size_t k = 0; k < Length; ++k) store(k, a[k]);
    }
}

/// Rows, for one vector of lanes, as a small transform loads and stores them.
template <class D, class In>
struct FromRows {
    D d;
    In in;
    size_t lane;
    HWY_INLINE Complex<D> operator()(size_t j) const { return in.load_row(d, j, lane); }
};

/// Results times weights, which are in the order of their computation, from `slot` on.
template <class D, class Out, class Weights>
struct ToRows {
    D d;
    Out out;
    Weights weights;
    size_t slot;
    size_t lane;
    HWY_INLINE Complex<D> weigh(size_t k, Complex<D> value) const { return weights(d, slot + k, lane, value); }
    HWY_INLINE void operator()(size_t k, Complex<D> value) const { out.store_row(d, k, lane, value); }
};

template <size_t Lanes, size_t Length, class D, class In, class Out, class Weights>
HWY_NOINLINE void transform_in_registers(D d, In in, Out out, Weights weights)
{
    const auto from = in.template some<Length>(0, 1);
    const auto to = out.template some<Length>(0, 1);
    using From = FromRows<D, std::decay_t<decltype(from)>>;
    using To = ToRows<D, std::decay_t<decltype(to)>, Weights>;
    HWY_UNROLL(1)
    for (size_t lane = 0; lane < Lanes; lane += hn::Lanes(d))
        transform_weighed<Length>(d, From{d, from, lane}, To{d, to, weights, 0, lane});
}

// Between the two halves of a small transform is a buffer in L1: for each vector of lanes all rows. Distances in it are
// known to the compiler.
template <class D>
constexpr size_t buffer_row = 2 * hn::MaxLanes(D());
template <class D>
constexpr size_t buffer_column = longest_half * buffer_row<D>;
template <class D>
constexpr size_t buffer_reals = longest_half * buffer_column<D>;

template <class D, size_t Step>
struct FromBuffer {
    D d;
    const hn::TFromD<D>* from;
    HWY_INLINE Complex<D> operator()(size_t j) const { return load(d, from + j * Step, hn::Lanes(d)); }
};
/// Turned: with twiddles for each result but the first.
template <class D, size_t Step, bool Turned>
struct ToBuffer {
    D d;
    hn::TFromD<D>* to;
    const hn::TFromD<D>* twiddles;
    HWY_INLINE Complex<D> weigh(size_t k, Complex<D> value) const
    {
        if (!Turned || k == 0) return value;
        const Pair<D> w = load_pair(d, twiddles + 2 * (k - 1));
        return times(value, w.first, w.second);
    }
    HWY_INLINE void operator()(size_t k, Complex<D> value) const { store(d, value, to + k * Step, hn::Lanes(d)); }
};

/// The same pointer, but the compiler does not know it: what is loaded from there is not kept in registers from one
/// vector of lanes to the next, where it would take those that a transform needs.
template <class T>
HWY_INLINE const T* loaded_again(const T* table)
{
#if defined(__GNUC__)
    asm("" : "+r"(table));
#endif
    return table;
}

/// The First-point transform of the rows j, j + second, ..., for Count vectors of lanes.
template <size_t First, size_t Count, bool Turned, class D, class T, class In>
HWY_INLINE void first_point(D d, size_t j, size_t second, const T* HWY_RESTRICT twiddles, In in, size_t lane,
                            T* HWY_RESTRICT buffer)
{
    const auto from = in.template some<First>(j, second);
    using From = FromRows<D, std::decay_t<decltype(from)>>;
    using To = ToBuffer<D, buffer_column<D>, Turned>;
    HWY_UNROLL(1)
    for (size_t i = 0; i < Count; ++i)
        transform_weighed<First>(d, From{d, from, lane + i * hn::Lanes(d)},
                                 To{d, buffer + i * buffer_reals<D>, loaded_again(twiddles)});
}

/// All of them, j < second. The twiddles w^(j k), j > 0 and k > 0, are at inner[((j - 1) * (First - 1) + k - 1) * 2];
/// null: there are none.
template <size_t First, size_t Count, class D, class T, class In>
HWY_NOINLINE void first_half(D d, size_t second, const T* HWY_RESTRICT inner, In in, size_t lane,
                             T* HWY_RESTRICT buffer)
{
    const size_t plain = inner ? 1 : second;
    HWY_UNROLL(1)
    for (size_t j = 0; j < plain; ++j, buffer += buffer_row<D>)
        first_point<First, Count, false>(d, j, second, inner, in, lane, buffer);
    HWY_UNROLL(1)
    for (size_t j = plain; j < second; ++j, inner += 2 * (First - 1), buffer += buffer_row<D>)
        first_point<First, Count, true>(d, j, second, inner, in, lane, buffer);
}

/// Second-point transforms.
template <size_t Second, size_t Count, class D, class T, class Out, class Weights>
HWY_NOINLINE void second_half(D d, size_t first, const T* HWY_RESTRICT buffer, Out out, size_t lane, Weights weights)
{
    HWY_UNROLL(1)
    for (size_t k = 0; k < first; ++k, buffer += buffer_column<D>) {
        const auto to = out.template some<Second>(k, first);
        using To = ToRows<D, std::decay_t<decltype(to)>, Weights>;
        HWY_UNROLL(1)
        for (size_t i = 0; i < Count; ++i)
            transform_weighed<Second>(d, FromBuffer<D, buffer_row<D>>{d, buffer + i * buffer_reals<D>},
                                  To{d, to, weights, k * Second, lane + i * hn::Lanes(d)});
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
    // In a tile two vectors of lanes go through both halves at once, one while results of the other are waited for; all
    // of them would need a longer buffer.
    constexpr size_t all = Lanes / hn::MaxLanes(D());
    constexpr size_t count = In::at_equal_distances && Out::at_equal_distances && all > 2 ? 2 : all;
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
            const Pair<D> cosine_sine = load_pair(d, w + i * half * 2);
            even[i] = times_plus(cosine_sine.first, sum, even[i]);
            odd[i] = times_plus(cosine_sine.second, difference, odd[i]);
        }
    }
    for (size_t i = 0; i < Count; ++i) {
        const Complex<D> low = weights(d, k + i, lane, minus_i(even[i], odd[i]));
        const Complex<D> high = weights(d, radix - k - i, lane, plus_i(even[i], odd[i]));
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
            store(d, a - b, to + 2 * width, width);
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
        with_half(pass.radix, [&](auto radix) HWY_ATTR {
            transform_in_registers<Lanes, decltype(radix)::value>(d, in, out, weights);
        });
    }
}
