// The butterflies of short transforms, every length up to 16, and their twiddles. Included once for every instruction
// set: no include guard.

/// R = A B without a common factor: no twiddles in between  [Good 1958].
template <size_t A, size_t B, size_t J, class D, size_t... I>
HWY_INLINE void gather_coprime(const Complex<D> (&a)[A * B], Complex<D> (&column)[A], std::index_sequence<I...>)
{
    ((column[I] = a[(B * I + A * J) % (A * B)]), ...);
}

// The number with these remainders.
template <size_t A, size_t B>
constexpr size_t with_remainders(size_t by_a, size_t by_b)
{
    size_t k = by_a;
    while (k % B != by_b) k += A;
    return k;
}

template <size_t A, size_t B, size_t K, class D, size_t... J>
HWY_INLINE void coprime_row(D d, const Complex<D> (&columns)[B][A], Complex<D> (&a)[A * B], std::index_sequence<J...>)
{
    Complex<D> row[B];
    ((row[J] = columns[J][K]), ...);
    transform(d, row);
    ((a[with_remainders<A, B>(K, J)] = row[J]), ...);
}

template <size_t A, size_t B, class D, size_t... I, size_t... J>
HWY_INLINE void transform_coprime(D d, Complex<D> (&a)[A * B], std::index_sequence<I...> as,
                                  std::index_sequence<J...> bs)
{
    Complex<D> columns[B][A];
    (gather_coprime<A, B, J>(a, columns[J], as), ...);
    (transform(d, columns[J]), ...);
    (coprime_row<A, B, I>(d, columns, a, bs), ...);
}

/// a * w_4; a * w_8^3, up to the factor sqrt(1/2), as eighth()
template <class D>
HWY_INLINE Complex<D> turned(Complex<D> a)
{
    return {a.im, hn::Neg(a.re)};
}
template <class D>
HWY_INLINE Complex<D> three_eighths(Complex<D> a)
{
    return {hn::Sub(a.im, a.re), hn::Neg(hn::Add(a.re, a.im))};
}

/// a * sqrt(1/2)
template <class D>
HWY_INLINE Complex<D> halved(D d, Complex<D> a)
{
    const auto half_root = hn::Set(d, static_cast<hn::TFromD<D>>(0.70710678118654752440));
    return {hn::Mul(a.re, half_root), hn::Mul(a.im, half_root)};
}

template <class D>
HWY_INLINE void transform_sixteen(D d, Complex<D> (&a)[16])
{
    constexpr double c = 0.92387953251128675613, s = 0.38268343236508977173;
    Complex<D> b0[4] = {a[0], a[4], a[8], a[12]}, b1[4] = {a[1], a[5], a[9], a[13]};
    Complex<D> b2[4] = {a[2], a[6], a[10], a[14]}, b3[4] = {a[3], a[7], a[11], a[15]};
    transform(d, b0);
    transform(d, b1);
    transform(d, b2);
    transform(d, b3);
    Complex<D> c0[4] = {b0[0], b1[0], b2[0], b3[0]};
    transform(d, c0);
    Complex<D> c1[4] = {b0[1], times_constant(d, b1[1], c, -s), halved(d, eighth(b2[1])),
                        times_constant(d, b3[1], s, -c)};
    transform(d, c1);
    Complex<D> c2[4] = {b0[2], halved(d, eighth(b1[2])), turned(b2[2]), halved(d, three_eighths(b3[2]))};
    transform(d, c2);
    Complex<D> c3[4] = {b0[3], times_constant(d, b1[3], s, -c), halved(d, three_eighths(b2[3])),
                        times_constant(d, b3[3], -c, s)};
    transform(d, c3);
    for (size_t k = 0; k < 4; ++k) {
        a[4 * k] = c0[k];
        a[4 * k + 1] = c1[k];
        a[4 * k + 2] = c2[k];
        a[4 * k + 3] = c3[k];
    }
}

template <class D, size_t R>
HWY_INLINE void transform_short(D d, Complex<D> (&a)[R])
{
    constexpr size_t A = R % 3 == 0 ? 3 : 2;
    if constexpr (R == 16) {
        transform_sixteen(d, a);
    } else if constexpr (R == 6 || R == 10 || R == 12 || R == 14 || R == 15) {
        transform_coprime<A, R / A>(d, a, std::make_index_sequence<A>(), std::make_index_sequence<R / A>());
    } else {
        transform(d, a);
    }
}

/// a times w[0] + i w[1]
template <class D>
HWY_INLINE Complex<D> times_pair(D d, Complex<D> a, const hn::TFromD<D>* w)
{
    return times(a, hn::Set(d, w[0]), hn::Set(d, w[1]));
}

#if HWY_TARGET == HWY_NEON
// Both numbers by one load, as elements of a register.
using TwoDoubles = hn::Simd<double, 2, 0>;
using FourFloats = hn::Simd<float, 4, 0>;

HWY_INLINE Complex<TwoDoubles> times_pair(TwoDoubles, Complex<TwoDoubles> a, const double* pair)
{
    const float64x2_t w = vld1q_f64(pair);
    const float64x2_t re = vmulq_laneq_f64(a.re.raw, w, 0), im = vmulq_laneq_f64(a.re.raw, w, 1);
    return {hn::Vec<TwoDoubles>(vfmsq_laneq_f64(re, a.im.raw, w, 1)),
            hn::Vec<TwoDoubles>(vfmaq_laneq_f64(im, a.im.raw, w, 0))};
}

HWY_INLINE Complex<FourFloats> times_pair(FourFloats, Complex<FourFloats> a, const float* pair)
{
    const float32x2_t w = vld1_f32(pair);
    const float32x4_t re = vmulq_lane_f32(a.re.raw, w, 0), im = vmulq_lane_f32(a.re.raw, w, 1);
    return {hn::Vec<FourFloats>(vfmsq_lane_f32(re, a.im.raw, w, 1)),
            hn::Vec<FourFloats>(vfmaq_lane_f32(im, a.im.raw, w, 0))};
}
#endif
