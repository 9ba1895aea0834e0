// Small transforms on vectors of split complex numbers. Included once for every instruction set: no include
// guard.
//
// A Complex here is two vectors; every lane is an element of another transform, so that no shuffles are
// needed.

template <class D>
struct Complex {
    // Written out, because the compiler's own would not be compiled for this instruction set.
    HWY_INLINE Complex() {}
    HWY_INLINE Complex(hn::Vec<D> real, hn::Vec<D> imaginary) : re(real), im(imaginary) {}

    hn::Vec<D> re;
    hn::Vec<D> im;
};

template <class D>
HWY_INLINE Complex<D> operator+(Complex<D> a, Complex<D> b)
{
    return {hn::Add(a.re, b.re), hn::Add(a.im, b.im)};
}

template <class D>
HWY_INLINE Complex<D> operator-(Complex<D> a, Complex<D> b)
{
    return {hn::Sub(a.re, b.re), hn::Sub(a.im, b.im)};
}

template <class D>
HWY_INLINE Complex<D> times(Complex<D> a, hn::Vec<D> wr, hn::Vec<D> wi)
{
    return {hn::NegMulAdd(a.im, wi, hn::Mul(a.re, wr)), hn::MulAdd(a.im, wr, hn::Mul(a.re, wi))};
}

/// a * (-i)
template <class D>
HWY_INLINE Complex<D> turned(Complex<D> a)
{
    return {a.im, hn::Neg(a.re)};
}

template <class D>
HWY_INLINE void transform(D, Complex<D> (&a)[1])
{
    (void)a;
}

template <class D>
HWY_INLINE void transform(D, Complex<D> (&a)[2])
{
    const Complex<D> sum = a[0] + a[1];
    a[1] = a[0] - a[1];
    a[0] = sum;
}

template <class D>
HWY_INLINE void transform(D, Complex<D> (&a)[4])
{
    const Complex<D> s02 = a[0] + a[2], d02 = a[0] - a[2];
    const Complex<D> s13 = a[1] + a[3], d13 = turned(a[1] - a[3]);
    a[0] = s02 + s13;
    a[1] = d02 + d13;
    a[2] = s02 - s13;
    a[3] = d02 - d13;
}

/// a * w_8 and a * w_8^3, up to the factor sqrt(1/2): (1 - i) a and (-1 - i) a
template <class D>
HWY_INLINE Complex<D> eighth(Complex<D> a)
{
    return {hn::Add(a.re, a.im), hn::Sub(a.im, a.re)};
}
template <class D>
HWY_INLINE Complex<D> three_eighths(Complex<D> a)
{
    return {hn::Sub(a.im, a.re), hn::Neg(hn::Add(a.re, a.im))};
}

template <class D>
HWY_INLINE void transform(D d, Complex<D> (&a)[8])
{
    using T = hn::TFromD<D>;
    const auto half_root = hn::Set(d, static_cast<T>(0.70710678118654752440));
    Complex<D> even[4] = {a[0] + a[4], a[1] + a[5], a[2] + a[6], a[3] + a[7]};
    Complex<D> odd[4] = {a[0] - a[4], a[1] - a[5], a[2] - a[6], a[3] - a[7]};
    transform(d, even);
    // odd_j * w_8^j, then a transform of four; the factors sqrt(1/2) go into its last additions
    const Complex<D> o2 = turned(odd[2]);
    const Complex<D> s02 = odd[0] + o2, d02 = odd[0] - o2;
    const Complex<D> o1 = eighth(odd[1]), o3 = three_eighths(odd[3]);
    const Complex<D> s13 = o1 + o3, d13 = turned(o1 - o3);
    const auto plus = [&](Complex<D> x, Complex<D> y) {
        return Complex<D>{hn::MulAdd(half_root, y.re, x.re), hn::MulAdd(half_root, y.im, x.im)};
    };
    const auto minus = [&](Complex<D> x, Complex<D> y) {
        return Complex<D>{hn::NegMulAdd(half_root, y.re, x.re), hn::NegMulAdd(half_root, y.im, x.im)};
    };
    a[0] = even[0];
    a[2] = even[1];
    a[4] = even[2];
    a[6] = even[3];
    a[1] = plus(s02, s13);
    a[3] = plus(d02, d13);
    a[5] = minus(s02, s13);
    a[7] = minus(d02, d13);
}

template <class D>
HWY_INLINE Complex<D> load(D d, const hn::TFromD<D>* row, size_t lanes)
{
    return {hn::LoadU(d, row), hn::LoadU(d, row + lanes)};
}

template <class D>
HWY_INLINE void store(D d, Complex<D> value, hn::TFromD<D>* row, size_t lanes)
{
    hn::StoreU(value.re, d, row);
    hn::StoreU(value.im, d, row + lanes);
}

// The rows of a small transform. A row is Lanes numbers wide: all real parts, then all imaginary parts, or
// interleaved as in the user's array. Rows that are far_apart are each in a separate page.

/// Split rows at equal distances.
template <size_t Lanes, class T>
struct StridedRows {
    static constexpr bool far_apart = false;
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
};

/// Split rows anywhere.
template <size_t Lanes, class T>
struct ScatteredRows {
    static constexpr bool far_apart = true;
    const T* const* rows;
    template <class D>
    HWY_INLINE Complex<D> load_row(D d, size_t row, size_t lane) const
    {
        return load(d, rows[row] + lane, Lanes);
    }
};

/// The user's rows, at equal distances; for the inverse real and imaginary parts are exchanged.
template <bool Swap, class T>
struct InterleavedRows {
    static constexpr bool far_apart = false;
    T* first;
    size_t step;
    template <class D>
    HWY_INLINE Complex<D> load_row(D d, size_t row, size_t lane) const
    {
        const T* const from = first + row * step + 2 * lane;
        Complex<D> value;
        if constexpr (hn::MaxLanes(D()) == 1) {
            value = load(d, from, 1);
        } else {
            const auto low = hn::LoadU(d, from), high = hn::LoadU(d, from + hn::Lanes(d));
            value = {hn::ConcatEven(d, high, low), hn::ConcatOdd(d, high, low)};
        }
        return Swap ? Complex<D>{value.im, value.re} : value;
    }
    template <class D>
    HWY_INLINE void store_row(D d, size_t row, size_t lane, Complex<D> value) const
    {
        T* const to = first + row * step + 2 * lane;
        const auto even = Swap ? value.im : value.re, odd = Swap ? value.re : value.im;
        if constexpr (hn::MaxLanes(D()) == 1) {
            store(d, Complex<D>{even, odd}, to, 1);
        } else if constexpr (hn::MaxLanes(D()) * sizeof(T) == 16) {
            // Highway's StoreInterleaved2 here can keep GCC 12 for AArch64 compiling endlessly.
            hn::StoreU(hn::InterleaveLower(d, even, odd), d, to);
            hn::StoreU(hn::InterleaveUpper(d, even, odd), d, to + hn::Lanes(d));
        } else {
            hn::StoreInterleaved2(even, odd, d, to);
        }
    }
};

/// Results without twiddles.
struct Plain {
    template <class D>
    HWY_INLINE Complex<D> operator()(D, size_t, size_t, Complex<D> value) const
    {
        return value;
    }
};

/// Results times one twiddle for all lanes: complex, interleaved, by result.
template <class T>
struct TimesTwiddles {
    const T* twiddles;
    template <class D>
    HWY_INLINE Complex<D> operator()(D d, size_t k, size_t, Complex<D> value) const
    {
        return times(value, hn::Set(d, twiddles[2 * k]), hn::Set(d, twiddles[2 * k + 1]));
    }
};

/// Results times a product of two twiddles, different for every lane: one for all results, one by result; split
/// rows.
template <size_t Lanes, class T>
struct TimesTwiddleProducts {
    const T* common;
    const T* by_result;
    template <class D>
    HWY_INLINE Complex<D> operator()(D d, size_t k, size_t lane, Complex<D> value) const
    {
        const Complex<D> b = load(d, by_result + k * 2 * Lanes + lane, Lanes);
        const Complex<D> w = times(load(d, common + lane, Lanes), b.re, b.im);
        return times(value, w.re, w.im);
    }
};

/// A transform of length First * Second down all lanes: First-point ones, twiddles, Second-point ones, with
/// a buffer between them that stays in L1. inner[(j * First + k) * 2] are the twiddles w^(j k).
///
/// All twiddles are loaded before the first store: the compiler cannot know that they do not overlap.
template <size_t Lanes, size_t First, size_t Second, class D, class T, class In, class Out, class Twiddle>
HWY_NOINLINE void transform_in_two(D d, const T* HWY_RESTRICT inner, In in, Out out, Twiddle twiddle)
{
    const size_t width = hn::Lanes(d);
    // Rows that are far apart are read once, all their lanes in turn: their pages may be more than the TLB holds.
    // Otherwise one vector of lanes goes through both halves at once, in a shorter buffer.
    constexpr size_t together = In::far_apart ? Lanes : hn::MaxLanes(D());
    alignas(64) T between[First * Second * 2 * together];
    for (size_t part = 0; part < Lanes; part += together) {
        HWY_UNROLL(1)
        for (size_t j = 0; j < Second; ++j) {
            const T* const w = inner + j * First * 2;
            HWY_UNROLL(1)
            for (size_t lane = 0; lane < together; lane += width) {
                Complex<D> a[First];
                for (size_t i = 0; i < First; ++i) a[i] = in.load_row(d, i * Second + j, part + lane);
                transform(d, a);
                for (size_t k = 1; k < First; ++k)
                    a[k] = times(a[k], hn::Set(d, w[2 * k]), hn::Set(d, w[2 * k + 1]));
                T* const to = between + j * 2 * together + lane;
                for (size_t k = 0; k < First; ++k) store(d, a[k], to + k * Second * 2 * together, together);
            }
        }
        HWY_UNROLL(1)
        for (size_t k = 0; k < First; ++k) {
            HWY_UNROLL(1)
            for (size_t lane = 0; lane < together; lane += width) {
                const T* const from = between + k * Second * 2 * together + lane;
                Complex<D> b[Second];
                for (size_t j = 0; j < Second; ++j) b[j] = load(d, from + j * 2 * together, together);
                transform(d, b);
                for (size_t i = 0; i < Second; ++i) b[i] = twiddle(d, k + First * i, part + lane, b[i]);
                for (size_t i = 0; i < Second; ++i) out.store_row(d, k + First * i, part + lane, b[i]);
            }
        }
    }
}

template <size_t Lanes, size_t Length, class D, class In, class Out, class Twiddle>
HWY_NOINLINE void transform_in_registers(D d, In in, Out out, Twiddle twiddle)
{
    for (size_t lane = 0; lane < Lanes; lane += hn::Lanes(d)) {
        Complex<D> a[Length];
        for (size_t j = 0; j < Length; ++j) a[j] = in.load_row(d, j, lane);
        transform(d, a);
        for (size_t k = 0; k < Length; ++k) a[k] = twiddle(d, k, lane, a[k]);
        for (size_t k = 0; k < Length; ++k) out.store_row(d, k, lane, a[k]);
    }
}

/// Tiles of full width come from lengths of at least 8, which are never cut into smaller radices; narrow ones
/// from any.
template <size_t Lanes, class D, class T, class In, class Out, class Twiddle>
HWY_INLINE void transform_small(D d, size_t radix, const T* inner, In in, Out out, Twiddle twiddle)
{
    switch (radix) {
    case 8:
        return transform_in_registers<Lanes, 8>(d, in, out, twiddle);
    case 16:
        return transform_in_two<Lanes, 4, 4>(d, inner, in, out, twiddle);
    case 32:
        return transform_in_two<Lanes, 8, 4>(d, inner, in, out, twiddle);
    case 64:
        return transform_in_two<Lanes, 8, 8>(d, inner, in, out, twiddle);
    default:
        break;
    }
    if constexpr (Lanes <= 4) {
        if (radix == 4) return transform_in_registers<Lanes, 4>(d, in, out, twiddle);
        if (radix == 2) return transform_in_registers<Lanes, 2>(d, in, out, twiddle);
        transform_in_registers<Lanes, 1>(d, in, out, twiddle);
    }
}
