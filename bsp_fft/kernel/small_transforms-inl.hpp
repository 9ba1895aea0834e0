// Small transforms down the rows of a tile, for all its lanes. Included once for every instruction set: no include
// guard.
//
// Functions have one radix as a template parameter, and what the rows are; everything else is known at run time, so
// that there are not too many of them to compile.

// The rows of a small transform. A row is Lanes numbers wide: all real parts, then all imaginary parts, or interleaved
// as in the user's array. Rows that are far_apart are each in a separate page.

/// Split rows at equal distances.
template <size_t Lanes, class T>
struct TileRows {
    static constexpr bool far_apart = false, in_tile = true, swap = false;
    T* first;
    size_t step;
    template <class D>
    HWY_INLINE Complex<D> load_row(D d, size_t row, size_t lane) const
    {
        return load(d, first + row * step + lane, Lanes);
    }
    template <class D>
    HWY_INLINE void store_row(D d, size_t row, size_t lane, Complex<D> value) const
    {
        store(d, value, first + row * step + lane, Lanes);
    }
    HWY_INLINE T* row(size_t j) const { return first + j * step; }
};

/// Split rows anywhere.
template <size_t Lanes, class T>
struct SplitRows {
    static constexpr bool far_apart = true, in_tile = false;
    const T* first;
    const Index* rows;
    size_t step;
    bool swap;
    template <class D>
    HWY_INLINE Complex<D> load_row(D d, size_t row, size_t lane) const
    {
        return load(d, first + rows[row * step] + lane, Lanes);
    }
};

/// The user's rows, anywhere.
template <class T>
struct UserRows {
    static constexpr bool far_apart = false, in_tile = false;
    T* first;
    const Index* rows;
    size_t step;
    bool swap;
    template <class D>
    HWY_INLINE Complex<D> load_row(D d, size_t row, size_t lane) const
    {
        return load_interleaved(d, first + rows[row * step] + 2 * lane);
    }
    template <class D>
    HWY_INLINE void store_row(D d, size_t row, size_t lane, Complex<D> value) const
    {
        store_interleaved(d, value, first + rows[row * step] + 2 * lane);
    }
};

/// For the inverse real and imaginary parts are exchanged: all at once, so that it costs one branch.
template <class Rows, class D, size_t N>
HWY_INLINE void exchange_parts(const Rows& rows, Complex<D> (&a)[N])
{
    if (!rows.swap) return;
    for (size_t i = 0; i < N; ++i) a[i] = Complex<D>{a[i].im, a[i].re};
}

/// What results are multiplied by. A broadcast is one twiddle for all lanes: complex, interleaved, by result. A product
/// is of two twiddles, different for every lane: one for all results, one by result; split rows.
template <size_t Lanes, class T>
struct Weights {
    const T* broadcast = nullptr;
    const T* common = nullptr;
    const T* by_result = nullptr;
    T scale = 1;

    /// Results first, first + step, ...
    template <class D, size_t N>
    HWY_INLINE void multiply(D d, size_t first, size_t step, size_t lane, Complex<D> (&a)[N]) const
    {
        if (broadcast) {
            const T* w = broadcast + 2 * first;
            for (size_t i = 0; i < N; ++i)
                a[i] = times(a[i], hn::Set(d, w[2 * i * step]), hn::Set(d, w[2 * i * step + 1]));
        } else if (common) {
            const Complex<D> c = load(d, common + lane, Lanes);
            for (size_t i = 0; i < N; ++i) {
                const Complex<D> b = load(d, by_result + (first + i * step) * 2 * Lanes + lane, Lanes);
                const Complex<D> w = times(c, b.re, b.im);
                a[i] = times(a[i], w.re, w.im);
            }
        } else if (scale != 1) {
            const auto s = hn::Set(d, scale);
            for (size_t i = 0; i < N; ++i) a[i] = Complex<D>{hn::Mul(a[i].re, s), hn::Mul(a[i].im, s)};
        }
    }
};

// All twiddles are loaded before the first store: the compiler cannot know that they do not overlap.

template <size_t Lanes, size_t Length, class D, class T, class In, class Out>
HWY_NOINLINE void transform_in_registers(D d, In in, Out out, const Weights<Lanes, T>& weights)
{
    HWY_UNROLL(1)
    for (size_t lane = 0; lane < Lanes; lane += hn::Lanes(d)) {
        Complex<D> a[Length];
        for (size_t j = 0; j < Length; ++j) a[j] = in.load_row(d, j, lane);
        exchange_parts(in, a);
        transform(d, a);
        weights.multiply(d, 0, 1, lane, a);
        exchange_parts(out, a);
        for (size_t k = 0; k < Length; ++k) out.store_row(d, k, lane, a[k]);
    }
}

/// A buffer in L1 between the two halves of a small transform, for some vectors of its lanes.
template <class T>
struct Between {
    T* buffer;
    size_t lane;   ///< the first
    size_t lanes;  ///< of the buffer
};

/// First-point transforms of the rows j, j + second, ...; inner[(j * First + k) * 2] are the twiddles w^(j k).
template <size_t First, class D, class T, class In>
HWY_NOINLINE void first_half(D d, size_t second, const T* HWY_RESTRICT inner, In in, Between<T> between)
{
    HWY_UNROLL(1)
    for (size_t j = 0; j < second; ++j) {
        const T* const w = inner + j * First * 2;
        HWY_UNROLL(1)
        for (size_t lane = 0; lane < between.lanes; lane += hn::Lanes(d)) {
            Complex<D> a[First];
            for (size_t i = 0; i < First; ++i) a[i] = in.load_row(d, i * second + j, between.lane + lane);
            exchange_parts(in, a);
            transform(d, a);
            for (size_t k = 1; k < First; ++k) a[k] = times(a[k], hn::Set(d, w[2 * k]), hn::Set(d, w[2 * k + 1]));
            T* const to = between.buffer + j * 2 * between.lanes + lane;
            for (size_t k = 0; k < First; ++k)
                store(d, a[k], to + k * second * 2 * between.lanes, between.lanes);
        }
    }
}

template <size_t Lanes, size_t Second, class D, class T, class Out>
HWY_NOINLINE void second_half(D d, size_t first, Between<T> between, Out out, const Weights<Lanes, T>& weights)
{
    HWY_UNROLL(1)
    for (size_t k = 0; k < first; ++k) {
        HWY_UNROLL(1)
        for (size_t lane = 0; lane < between.lanes; lane += hn::Lanes(d)) {
            const T* const from = between.buffer + k * Second * 2 * between.lanes + lane;
            Complex<D> b[Second];
            for (size_t j = 0; j < Second; ++j) b[j] = load(d, from + j * 2 * between.lanes, between.lanes);
            transform(d, b);
            weights.multiply(d, k, first, between.lane + lane, b);
            exchange_parts(out, b);
            for (size_t i = 0; i < Second; ++i) out.store_row(d, k + first * i, between.lane + lane, b[i]);
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

template <size_t Lanes, class D, class T, class In, class Out>
HWY_NOINLINE void transform_in_two(D d, const PassTask<T>& pass, In in, Out out, const Weights<Lanes, T>& weights)
{
    // Rows that are far apart are read once, all their lanes in turn: their pages may be more than the TLB holds.
    // Otherwise one vector of lanes goes through both halves at once, in a shorter buffer.
    constexpr size_t together = In::far_apart ? Lanes : hn::MaxLanes(D());
    alignas(64) T buffer[longest_half * longest_half * 2 * together];
    const auto first = static_cast<size_t>(pass.first), second = static_cast<size_t>(pass.second);
    for (size_t lane = 0; lane < Lanes; lane += together) {
        const Between<T> between{buffer, lane, together};
        with_half(pass.first, [&](auto radix) HWY_ATTR {
            first_half<decltype(radix)::value>(d, second, pass.inner, in, between);
        });
        with_half(pass.second, [&](auto radix) HWY_ATTR {
            second_half<Lanes, decltype(radix)::value>(d, first, between, out, weights);
        });
    }
}

/// Results k, ..., k + Count - 1 of a generic transform, and those that pair with them, from sums and differences.
template <size_t Lanes, size_t Count, class D, class T>
HWY_INLINE void generic_results(D d, size_t radix, size_t k, const T* table, const T* pairs, Complex<D> first,
                                TileRows<Lanes, T> out, size_t lane, const Weights<Lanes, T>& weights)
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
        Complex<D> low[1] = {even[i] + odd[i]}, high[1] = {even[i] - odd[i]};
        weights.multiply(d, k + i, 1, lane, low);
        weights.multiply(d, radix - k - i, 1, lane, high);
        out.store_row(d, k + i, lane, low[0]);
        out.store_row(d, radix - k - i, lane, high[0]);
    }
}

/// Any odd length, by its definition: results k and radix - k from sums and differences of the rows j and radix - j.
template <size_t Lanes, class D, class T>
HWY_NOINLINE void transform_generic(D d, const PassTask<T>& pass, TileRows<Lanes, T> in, TileRows<Lanes, T> out,
                                    const Weights<Lanes, T>& weights)
{
    const size_t width = hn::Lanes(d);
    const auto radix = static_cast<size_t>(pass.radix), half = radix / 2;
    alignas(64) T pairs[2 * longest_generic * hn::MaxLanes(D())];
    for (size_t lane = 0; lane < Lanes; lane += width) {
        const Complex<D> first = in.load_row(d, 0, lane);
        Complex<D> total[1] = {first};
        for (size_t j = 1; j <= half; ++j) {
            const Complex<D> a = in.load_row(d, j, lane), b = in.load_row(d, radix - j, lane);
            const Complex<D> sum = a + b;
            total[0] = total[0] + sum;
            T* const to = pairs + (j - 1) * 4 * width;
            store(d, sum, to, width);
            store(d, turned(a - b), to + 2 * width, width);
        }
        weights.multiply(d, 0, 1, lane, total);
        out.store_row(d, 0, lane, total[0]);
        size_t k = 1;
        for (; k + 3 <= half; k += 4)
            generic_results<Lanes, 4>(d, radix, k, pass.inner, pairs, first, out, lane, weights);
        for (; k <= half; ++k) generic_results<Lanes, 1>(d, radix, k, pass.inner, pairs, first, out, lane, weights);
    }
}

/// Every kind but chirps. A butterfly in registers has its rows in the tile on one side at least, a generic one on both:
/// the caller sees to that.
template <size_t Lanes, class D, class T, class In, class Out>
HWY_INLINE void transform_small(D d, const PassTask<T>& pass, In in, Out out, const Weights<Lanes, T>& weights)
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
