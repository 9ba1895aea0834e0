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

/// a x + b and b - a x, by parts
template <class D>
HWY_INLINE Complex<D> times_plus(hn::Vec<D> a, Complex<D> x, Complex<D> b)
{
    return {hn::MulAdd(a, x.re, b.re), hn::MulAdd(a, x.im, b.im)};
}
template <class D>
HWY_INLINE Complex<D> times_minus(hn::Vec<D> a, Complex<D> x, Complex<D> b)
{
    return {hn::NegMulAdd(a, x.re, b.re), hn::NegMulAdd(a, x.im, b.im)};
}

template <class D>
HWY_INLINE void transform(D d, Complex<D> (&a)[3])
{
    using T = hn::TFromD<D>;
    const auto half = hn::Set(d, static_cast<T>(0.5)), sine = hn::Set(d, static_cast<T>(0.86602540378443864676));
    const Complex<D> sum = a[1] + a[2], difference = turned(a[1] - a[2]);
    const Complex<D> middle = times_minus(half, sum, a[0]);
    a[0] = a[0] + sum;
    a[1] = times_plus(sine, difference, middle);
    a[2] = times_minus(sine, difference, middle);
}

/// cos and sin of 2 pi j / R, j < R.
template <size_t R>
struct Circle;
template <>
struct Circle<5> {
    static constexpr double cosine[] = {1, 0.30901699437494742410, -0.80901699437494742410, -0.80901699437494742410,
                                        0.30901699437494742410};
    static constexpr double sine[] = {0, 0.95105651629515357212, 0.58778525229247312917, -0.58778525229247312917,
                                      -0.95105651629515357212};
};
template <>
struct Circle<7> {
    static constexpr double cosine[] = {
        1, 0.623489801858733530525, -0.222520933956314404289, -0.900968867902419126236, -0.900968867902419126236,
        -0.222520933956314404289, 0.623489801858733530525};
    static constexpr double sine[] = {
        0, 0.781831482468029808708, 0.974927912181823607018, 0.433883739117558120476, -0.433883739117558120476,
        -0.974927912181823607018, -0.781831482468029808708};
};
template <>
struct Circle<11> {
    static constexpr double cosine[] = {
        1, 0.841253532831181168862, 0.415415013001886425529, -0.142314838273285140444, -0.654860733945285064057,
        -0.95949297361449738989, -0.95949297361449738989, -0.654860733945285064057, -0.142314838273285140444,
        0.415415013001886425529, 0.841253532831181168862};
    static constexpr double sine[] = {
        0, 0.540640817455597582108, 0.909631995354518371412, 0.989821441880932732376, 0.755749574354258283774,
        0.281732556841429697711, -0.281732556841429697711, -0.755749574354258283774, -0.989821441880932732376,
        -0.909631995354518371412, -0.540640817455597582108};
};
template <>
struct Circle<13> {
    static constexpr double cosine[] = {
        1, 0.8854560256532098959, 0.568064746731155802512, 0.120536680255323053349, -0.35460488704253562597,
        -0.748510748171101098635, -0.970941817426052027157, -0.970941817426052027157, -0.748510748171101098635,
        -0.35460488704253562597, 0.120536680255323053349, 0.568064746731155802512, 0.8854560256532098959};
    static constexpr double sine[] = {
        0, 0.464723172043768545656, 0.82298386589365639458, 0.992708874098053992801, 0.93501624268541482344,
        0.663122658240795202377, 0.239315664287557767149, -0.239315664287557767149, -0.663122658240795202377,
        -0.93501624268541482344, -0.992708874098053992801, -0.82298386589365639458, -0.464723172043768545656};
};

/// Results k and R - k from sums and differences of the elements j and R - j.
template <size_t K, class D, size_t Half>
HWY_INLINE void odd_results(D d, Complex<D> first, const Complex<D> (&sum)[Half], const Complex<D> (&difference)[Half],
                            Complex<D>& low, Complex<D>& high)
{
    using T = hn::TFromD<D>;
    constexpr size_t R = 2 * Half + 1;
    using C = Circle<R>;
    Complex<D> even = times_plus(hn::Set(d, static_cast<T>(C::cosine[K % R])), sum[0], first);
    const auto s = hn::Set(d, static_cast<T>(C::sine[K % R]));
    Complex<D> odd{hn::Mul(s, difference[0].re), hn::Mul(s, difference[0].im)};
    HWY_UNROLL(8)
    for (size_t j = 2; j <= Half; ++j) {
        even = times_plus(hn::Set(d, static_cast<T>(C::cosine[j * K % R])), sum[j - 1], even);
        odd = times_plus(hn::Set(d, static_cast<T>(C::sine[j * K % R])), difference[j - 1], odd);
    }
    low = even + odd;
    high = even - odd;
}

template <class D, size_t R, size_t... K>
HWY_INLINE void transform_odd(D d, Complex<D> (&a)[R], std::index_sequence<K...>)
{
    constexpr size_t Half = R / 2;
    Complex<D> sum[Half], difference[Half];
    ((sum[K] = a[K + 1] + a[R - 1 - K], difference[K] = turned(a[K + 1] - a[R - 1 - K])), ...);
    const Complex<D> first = a[0];
    ((a[0] = a[0] + sum[K]), ...);
    (odd_results<K + 1>(d, first, sum, difference, a[K + 1], a[R - 1 - K]), ...);
}

template <class D>
HWY_INLINE void transform(D d, Complex<D> (&a)[5])
{
    transform_odd(d, a, std::make_index_sequence<2>());
}
template <class D>
HWY_INLINE void transform(D d, Complex<D> (&a)[7])
{
    transform_odd(d, a, std::make_index_sequence<3>());
}
template <class D>
HWY_INLINE void transform(D d, Complex<D> (&a)[11])
{
    transform_odd(d, a, std::make_index_sequence<5>());
}
template <class D>
HWY_INLINE void transform(D d, Complex<D> (&a)[13])
{
    transform_odd(d, a, std::make_index_sequence<6>());
}

template <class D>
HWY_INLINE Complex<D> times_constant(D d, Complex<D> a, double re, double im)
{
    using T = hn::TFromD<D>;
    return times(a, hn::Set(d, static_cast<T>(re)), hn::Set(d, static_cast<T>(im)));
}

template <class D>
HWY_INLINE void transform(D d, Complex<D> (&a)[9])
{
    Complex<D> b[3][3] = {{a[0], a[3], a[6]}, {a[1], a[4], a[7]}, {a[2], a[5], a[8]}};
    transform(d, b[0]);
    transform(d, b[1]);
    transform(d, b[2]);
    constexpr double c1 = 0.76604444311897803520, s1 = 0.64278760968653932632;
    constexpr double c2 = 0.17364817766693034885, s2 = 0.98480775301220805937;
    constexpr double c4 = -0.93969262078590838405, s4 = 0.34202014332566873304;
    b[1][1] = times_constant(d, b[1][1], c1, -s1);
    b[1][2] = times_constant(d, b[1][2], c2, -s2);
    b[2][1] = times_constant(d, b[2][1], c2, -s2);
    b[2][2] = times_constant(d, b[2][2], c4, -s4);
    for (size_t k = 0; k < 3; ++k) {
        Complex<D> c[3] = {b[0][k], b[1][k], b[2][k]};
        transform(d, c);
        a[k] = c[0];
        a[k + 3] = c[1];
        a[k + 6] = c[2];
    }
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

/// Complex numbers as in the user's array: real and imaginary parts alternate.
template <class D>
HWY_INLINE Complex<D> load_interleaved(D d, const hn::TFromD<D>* from)
{
    if constexpr (hn::MaxLanes(D()) == 1) {
        return load(d, from, 1);
    } else {
        const auto low = hn::LoadU(d, from), high = hn::LoadU(d, from + hn::Lanes(d));
        return {hn::ConcatEven(d, high, low), hn::ConcatOdd(d, high, low)};
    }
}

template <class D>
HWY_INLINE void store_interleaved(D d, Complex<D> value, hn::TFromD<D>* to)
{
    if constexpr (hn::MaxLanes(D()) == 1) {
        store(d, value, to, 1);
    } else if constexpr (hn::MaxLanes(D()) * sizeof(hn::TFromD<D>) == 16) {
        // Highway's StoreInterleaved2 here can keep GCC 12 for AArch64 compiling endlessly.
        hn::StoreU(hn::InterleaveLower(d, value.re, value.im), d, to);
        hn::StoreU(hn::InterleaveUpper(d, value.re, value.im), d, to + hn::Lanes(d));
    } else {
        hn::StoreInterleaved2(value.re, value.im, d, to);
    }
}
