// Vectors of split complex numbers, and how they are loaded and stored. Included once for every instruction set: no
// include guard.
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

/// a x + b, by parts
template <class D>
HWY_INLINE Complex<D> times_plus(hn::Vec<D> a, Complex<D> x, Complex<D> b)
{
    return {hn::MulAdd(a, x.re, b.re), hn::MulAdd(a, x.im, b.im)};
}

/// a - i b and a + i b
template <class D>
HWY_INLINE Complex<D> minus_i(Complex<D> a, Complex<D> b)
{
    return {hn::Add(a.re, b.im), hn::Sub(a.im, b.re)};
}
template <class D>
HWY_INLINE Complex<D> plus_i(Complex<D> a, Complex<D> b)
{
    return {hn::Sub(a.re, b.im), hn::Add(a.im, b.re)};
}

/// Two numbers of a table, each for all lanes.
template <class D>
struct Pair {
    hn::Vec<D> first;
    hn::Vec<D> second;
};

template <class D>
HWY_INLINE Pair<D> load_pair(D d, const hn::TFromD<D>* at)
{
#if HWY_TARGET == HWY_NEON && HWY_ARCH_ARM_A64
    // An instruction can multiply by an element of a vector; to broadcast it first would occupy a vector unit.
    if constexpr (hn::MaxLanes(D()) * sizeof(hn::TFromD<D>) == 16) {
        using V = hn::Vec<D>;
        if constexpr (sizeof(hn::TFromD<D>) == 8) {
            const float64x2_t both = vld1q_f64(at);
            return {V(vdupq_laneq_f64(both, 0)), V(vdupq_laneq_f64(both, 1))};
        } else {
            const float32x2_t both = vld1_f32(at);
            return {V(vdupq_lane_f32(both, 0)), V(vdupq_lane_f32(both, 1))};
        }
    }
#endif
    return {hn::Set(d, at[0]), hn::Set(d, at[1])};
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

/// Complex numbers as in the user's array, in two vectors: real and imaginary parts alternate.
template <class D>
HWY_INLINE Complex<D> deinterleaved(D d, hn::Vec<D> low, hn::Vec<D> high)
{
    if constexpr (hn::MaxLanes(D()) == 1) {
        return {low, high};
    } else {
        return {hn::ConcatEven(d, high, low), hn::ConcatOdd(d, high, low)};
    }
}
template <class D>
HWY_INLINE Complex<D> load_interleaved(D d, const hn::TFromD<D>* from)
{
    return deinterleaved(d, hn::LoadU(d, from), hn::LoadU(d, from + hn::Lanes(d)));
}

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
// Two permutations of two vectors each; Highway's StoreInterleaved2 takes six shuffles.
HWY_INLINE Pair<hn::FixedTag<double, 8>> interleaved_512(__m512d re, __m512d im)
{
    using V = hn::Vec<hn::FixedTag<double, 8>>;
    const __m512i low = _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11);
    const __m512i high = _mm512_setr_epi64(4, 12, 5, 13, 6, 14, 7, 15);
    return {V{_mm512_permutex2var_pd(re, low, im)}, V{_mm512_permutex2var_pd(re, high, im)}};
}
HWY_INLINE Pair<hn::FixedTag<float, 16>> interleaved_512(__m512 re, __m512 im)
{
    using V = hn::Vec<hn::FixedTag<float, 16>>;
    const __m512i low = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const __m512i high = _mm512_setr_epi32(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    return {V{_mm512_permutex2var_ps(re, low, im)}, V{_mm512_permutex2var_ps(re, high, im)}};
}
#endif

/// And back. Highway's StoreInterleaved2 can keep GCC 12 for AArch64 compiling endlessly.
template <class D>
HWY_INLINE Pair<D> interleaved(D d, Complex<D> value)
{
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
    if constexpr (hn::MaxLanes(D()) * sizeof(hn::TFromD<D>) == 64)
        return interleaved_512(value.re.raw, value.im.raw);
#endif
    if constexpr (hn::MaxLanes(D()) == 1) {
        return {value.re, value.im};
    } else {
        const auto low = hn::InterleaveLower(d, value.re, value.im), high = hn::InterleaveUpper(d, value.re, value.im);
        if constexpr (hn::MaxLanes(D()) * sizeof(hn::TFromD<D>) <= 16) {
            return {low, high};
        } else {  // of blocks of 16 bytes
            return {hn::ConcatLowerLower(d, high, low), hn::ConcatUpperUpper(d, high, low)};
        }
    }
}

template <class D>
HWY_INLINE void store_interleaved(D d, Complex<D> value, hn::TFromD<D>* to)
{
    const Pair<D> both = interleaved(d, value);
    hn::StoreU(both.first, d, to);
    hn::StoreU(both.second, d, to + hn::MaxLanes(D()));
}

// Squares of numbers are transposed in blocks of 16 bytes, which every instruction set has; wider vectors are several
// squares side by side.
template <class T>
constexpr size_t square = 16 / sizeof(T);

template <class D>
HWY_INLINE void transpose_squares(D d, hn::Vec<D>* v)
{
    const auto low01 = hn::InterleaveLower(d, v[0], v[1]), high01 = hn::InterleaveUpper(d, v[0], v[1]);
    if constexpr (square<hn::TFromD<D>> == 2) {
        v[0] = low01;
        v[1] = high01;
    } else {
        const auto low23 = hn::InterleaveLower(d, v[2], v[3]), high23 = hn::InterleaveUpper(d, v[2], v[3]);
        const hn::Repartition<double, D> pairs;
        const auto interleave = [&](auto a, auto b, hn::Vec<D>& lower, hn::Vec<D>& upper) HWY_ATTR {
            lower = hn::BitCast(d, hn::InterleaveLower(pairs, hn::BitCast(pairs, a), hn::BitCast(pairs, b)));
            upper = hn::BitCast(d, hn::InterleaveUpper(pairs, hn::BitCast(pairs, a), hn::BitCast(pairs, b)));
        };
        interleave(low01, low23, v[0], v[1]);
        interleave(high01, high23, v[2], v[3]);
    }
}
