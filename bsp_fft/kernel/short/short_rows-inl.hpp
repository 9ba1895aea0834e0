// Stages of short transforms: the lanes of a vector are neighbours in the one vector that is transformed. Included once
// for every instruction set: no include guard.

/// Exchanges bit `Bit` of the number of a vector with the same bit of the number of a lane: blocks of 16 bytes, or
/// halves of vectors.
template <size_t Bit, class D>
HWY_INLINE void exchange_bit(D d, hn::Vec<D>& a, hn::Vec<D>& b)
{
    const hn::Vec<D> low = a;
    if constexpr (2 * Bit == hn::MaxLanes(D())) {
        a = hn::ConcatLowerLower(d, b, low);
        b = hn::ConcatUpperUpper(d, b, low);
    } else {
        a = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(b), low);
        b = hn::OddEvenBlocks(b, hn::SwapAdjacentBlocks(low));
    }
}

template <size_t Bit, class D, size_t... I>
HWY_INLINE void exchange_bits(D d, hn::Vec<D> (&a)[sizeof...(I)], std::index_sequence<I...>)
{
    const auto one = [&](auto i) {
        if constexpr ((i & Bit) == 0) exchange_bit<Bit>(d, a[i], a[i + Bit]);
    };
    (one(std::integral_constant<size_t, I>()), ...);
}

/// A square: vector i has lane i of all.
template <class D, size_t V>
HWY_INLINE void transpose(D d, hn::Vec<D> (&a)[V])
{
    static_assert(V == hn::MaxLanes(D()));
    constexpr auto all = std::make_index_sequence<V>();
    constexpr size_t block = square<hn::TFromD<D>>;
    if constexpr (V > 1) {
        for (size_t i = 0; i < V; i += block) transpose_squares(d, a + i);
    }
    if constexpr (V >= 2 * block) exchange_bits<block>(d, a, all);
    if constexpr (V >= 4 * block) exchange_bits<2 * block>(d, a, all);
}

/// The square of results k and of groups that begin with First and Group.
template <size_t First, size_t Group, class D, size_t R, size_t S, size_t... I>
HWY_INLINE void transpose_results(D d, const Complex<D> (&a)[R], Complex<D> (&b)[S], std::index_sequence<I...>)
{
    hn::Vec<D> re[sizeof...(I)] = {a[First + I].re...}, im[sizeof...(I)] = {a[First + I].im...};
    transpose(d, re);
    transpose(d, im);
    ((b[Group + I] = Complex<D>(re[I], im[I])), ...);
}

/// Results k from First on, of neighbouring groups.
template <size_t First, class D, size_t R, size_t... I>
HWY_INLINE void store_square(D d, const Complex<D> (&a)[R], hn::TFromD<D>* to, std::index_sequence<I...>)
{
    Complex<D> square[sizeof...(I)];
    transpose_results<First, 0>(d, a, square, std::index_sequence<I...>());
    (store(d, square[I], to + 2 * (I * R + First), sizeof...(I)), ...);
}

template <class D, size_t R, size_t... I>
HWY_INLINE void store_squares(D d, const Complex<D> (&a)[R], hn::TFromD<D>* to, std::index_sequence<I...>)
{
    constexpr size_t V = hn::MaxLanes(D());
    (store_square<I * V>(d, a, to, std::make_index_sequence<V>()), ...);
}

template <class D>
HWY_INLINE Complex<D> exchanged(Complex<D> a)
{
    return {a.im, a.re};
}

template <class D, size_t R>
HWY_INLINE void load_column(D d, const hn::TFromD<D>* from, Index step, bool swap, Complex<D> (&a)[R])
{
    HWY_UNROLL(16)
    for (size_t j = 0; j < R; ++j, from += step) a[j] = load_interleaved(d, from);
    if (swap) {
        HWY_UNROLL(16)
        for (size_t j = 0; j < R; ++j) a[j] = exchanged(a[j]);
    }
}

/// Split vectors, as they are between stages.
template <class D, size_t R>
HWY_INLINE void load_vectors(D d, const hn::TFromD<D>* from, Index step, Complex<D> (&a)[R])
{
    HWY_UNROLL(16)
    for (size_t j = 0; j < R; ++j, from += step) a[j] = load(d, from, hn::MaxLanes(D()));
}

template <class D, size_t R>
HWY_INLINE void scale_column(D d, Complex<D> (&a)[R], hn::TFromD<D> by)
{
    if (by == 1) return;
    const auto scale = hn::Set(d, by);
    HWY_UNROLL(16)
    for (size_t k = 0; k < R; ++k) a[k] = {hn::Mul(a[k].re, scale), hn::Mul(a[k].im, scale)};
}

template <class D, size_t R>
HWY_INLINE void store_column(D d, Complex<D> (&a)[R], hn::TFromD<D>* to, Index step,
                             const ShortRun<hn::TFromD<D>>& run)
{
    scale_column(d, a, run.scale);
    if (run.swap) {
        HWY_UNROLL(16)
        for (size_t k = 0; k < R; ++k, to += step) store_interleaved(d, exchanged(a[k]), to);
    } else {
        HWY_UNROLL(16)
        for (size_t k = 0; k < R; ++k, to += step) store_interleaved(d, a[k], to);
    }
}

template <class D, size_t R>
HWY_INLINE void multiply_vectors(D d, const hn::TFromD<D>* twiddles, Complex<D> (&a)[R])
{
    constexpr size_t V = hn::MaxLanes(D());
    HWY_UNROLL(16)
    for (size_t k = 1; k < R; ++k) {
        const Complex<D> w = load(d, twiddles + (k - 1) * 2 * V, V);
        a[k] = times(a[k], w.re, w.im);
    }
}

template <class T, size_t R>
void only_stage(const ShortTask<T>&, const T* in, T* out, bool swap, T scale)
{
    const ShortRun<T> run{in, out, swap, scale};
    using D = hn::CappedTag<T, 1>;
    const D d;
    Complex<D> a[R];
    load_column(d, run.in, 2, run.swap, a);
    transform_short(d, a);
    store_column(d, a, run.out, 2, run);
}

// The first stage of vector G of the groups.
template <size_t G, class D, size_t S, size_t... K>
HWY_INLINE void first_of_two(D d, const ShortTask<hn::TFromD<D>>& task, const ShortRun<hn::TFromD<D>>& run,
                             Complex<D> (&b)[sizeof...(K)][S], std::index_sequence<K...>)
{
    constexpr size_t V = hn::MaxLanes(D()), R = V * sizeof...(K);
    Complex<D> a[R];
    load_column(d, run.in + 2 * G * V, static_cast<Index>(2 * S), run.swap, a);
    transform_short(d, a);
    multiply_vectors(d, task.twiddles + G * (R - 1) * 2 * V, a);
    (transpose_results<K * V, G * V>(d, a, b[K], std::make_index_sequence<V>()), ...);
}

template <class D, size_t... G, size_t... K>
HWY_INLINE void two_stages(D d, const ShortTask<hn::TFromD<D>>& task, const ShortRun<hn::TFromD<D>>& run,
                           std::index_sequence<G...>, std::index_sequence<K...> all)
{
    constexpr size_t V = hn::MaxLanes(D()), R = V * sizeof...(K), S = V * sizeof...(G);
    Complex<D> b[sizeof...(K)][S];
    (first_of_two<G>(d, task, run, b, all), ...);
    (transform_short(d, b[K]), ...);
    (store_column(d, b[K], run.out + 2 * K * V, static_cast<Index>(2 * R), run), ...);
}

/// A first stage of radix R and a last one of radix S, in registers.
template <class D, size_t R, size_t S>
void both_stages(const ShortTask<hn::TFromD<D>>& task, const hn::TFromD<D>* in, hn::TFromD<D>* out, bool swap,
                 hn::TFromD<D> scale)
{
    const ShortRun<hn::TFromD<D>> run{in, out, swap, scale};
    constexpr size_t V = hn::MaxLanes(D());
    two_stages(D(), task, run, std::make_index_sequence<S / V>(), std::make_index_sequence<R / V>());
}

template <class D, size_t R>
void first_stage(const ShortTask<hn::TFromD<D>>& task, const hn::TFromD<D>* in, hn::TFromD<D>* out, bool swap,
                 hn::TFromD<D> scale)
{
    const ShortRun<hn::TFromD<D>> run{in, out, swap, scale};
    const D d;
    constexpr size_t V = hn::MaxLanes(D());
    constexpr auto lanes = static_cast<Index>(V);
    const auto* twiddles = task.twiddles;
    const auto* from = run.in;
    auto* to = run.out;
    for (Index chunks = task.groups / task.chunk; chunks > 0; --chunks) {
        for (Index g = 0; g < task.chunk; g = next_vector(g, task.chunk, lanes)) {
            Complex<D> a[R];
            load_column(d, from + 2 * g, 2 * task.groups, run.swap, a);
            transform_short(d, a);
            multiply_vectors(d, twiddles, a);
            twiddles += (R - 1) * 2 * V;
            store_squares(d, a, to + 2 * g * static_cast<Index>(R), std::make_index_sequence<R / V>());
        }
        from += 2 * task.chunk;
        to += 2 * task.chunk * static_cast<Index>(R) + task.padding_out;
    }
}

template <class D, size_t R>
void middle_stage(const ShortTask<hn::TFromD<D>>& task, const hn::TFromD<D>* in, hn::TFromD<D>* out, bool swap,
                  hn::TFromD<D> scale)
{
    const ShortRun<hn::TFromD<D>> run{in, out, swap, scale};
    const D d;
    constexpr size_t V = hn::MaxLanes(D());
    const Index width = 2 * task.width, step = width * task.groups + task.padding_in;
    Index left = task.chunk;
    const auto* twiddles = task.twiddles;
    const auto* from = run.in;
    auto* to = run.out;
    for (Index g = 0; g < task.groups; ++g) {
        const auto* const end = from + width;
        for (; from != end; from += 2 * V, to += 2 * V) {
            Complex<D> a[R];
            load_vectors(d, from, step, a);
            transform_short(d, a);
            auto* y = to;
            store(d, a[0], y, V);
            HWY_UNROLL(16)
            for (size_t k = 1; k < R; ++k) {
                y += width;
                store(d, times_pair(d, a[k], twiddles + 2 * (k - 1)), y, V);
            }
        }
        twiddles += 2 * (R - 1);
        to += static_cast<Index>(R - 1) * width;
        if (--left == 0) {
            left = task.chunk;
            to += task.padding_out;
        }
    }
}

template <class D, size_t R>
void last_stage(const ShortTask<hn::TFromD<D>>& task, const hn::TFromD<D>* in, hn::TFromD<D>* out, bool swap,
                hn::TFromD<D> scale)
{
    const ShortRun<hn::TFromD<D>> run{in, out, swap, scale};
    const D d;
    constexpr size_t V = hn::MaxLanes(D());
    const Index width = 2 * task.width, step = width + task.padding_in;
    const auto* from = run.in;
    const auto* const end = from + width;
    for (auto* to = run.out; from != end; from += 2 * V, to += 2 * V) {
        Complex<D> a[R];
        load_vectors(d, from, step, a);
        transform_short(d, a);
        store_column(d, a, to, width, run);
    }
}
