// Small transforms on vectors of split complex numbers. Included once for every instruction set: no include
// guard.
//
// Each is written in an order that keeps few numbers at a time: what it needs is loaded when it is needed, by load(j),
// and results leave at once, by store(k, value); but all is loaded before the first is stored.

#include "bsp_fft/kernel/vectors/vectors-inl.hpp"

/// a becomes a + b, b becomes a - b; with Turn -i b instead of b.
template <bool Turn, class D>
HWY_INLINE void butterfly(Complex<D>& a, Complex<D>& b)
{
    const Complex<D> x = a, y = b;
    a = Turn ? minus_i(x, y) : x + y;
    b = Turn ? plus_i(x, y) : x - y;
}

/// The same with c b instead of b.
template <bool Turn, class D>
HWY_INLINE void scaled_butterfly(Complex<D>& a, Complex<D>& b, hn::Vec<D> c)
{
    const Complex<D> x = a, y = b;
    if constexpr (Turn) {
        a = {hn::MulAdd(c, y.im, x.re), hn::NegMulAdd(c, y.re, x.im)};
        b = {hn::NegMulAdd(c, y.im, x.re), hn::MulAdd(c, y.re, x.im)};
    } else {
        a = {hn::MulAdd(c, y.re, x.re), hn::MulAdd(c, y.im, x.im)};
        b = {hn::NegMulAdd(c, y.re, x.re), hn::NegMulAdd(c, y.im, x.im)};
    }
}

/// Elements 0, step, 2 step and 3 step, from `first` on.
template <size_t Step, class D, class Load>
HWY_INLINE void transform_four(D, size_t first, const Load& load, Complex<D> (&a)[4])
{
    a[0] = load(first);
    a[1] = load(first + 2 * Step);
    butterfly<false>(a[0], a[1]);
    a[2] = load(first + Step);
    a[3] = load(first + 3 * Step);
    butterfly<false>(a[2], a[3]);
    butterfly<false>(a[0], a[2]);
    butterfly<true>(a[1], a[3]);
}

/// b times w_8, up to the factor sqrt(1/2)
template <class D>
HWY_INLINE Complex<D> eighth(Complex<D> b)
{
    return {hn::Add(b.re, b.im), hn::Sub(b.im, b.re)};
}

template <class D, class Load, class Store>
HWY_INLINE void transform_eight(D d, const Load& load, const Store& store)
{
    const auto half_root = hn::Set(d, static_cast<hn::TFromD<D>>(0.70710678118654752440));
    Complex<D> even[4], odd[4];
    transform_four<2>(d, 0, load, even);
    transform_four<2>(d, 1, load, odd);
    butterfly<false>(even[0], odd[0]);
    store(0, even[0]);
    store(4, odd[0]);
    butterfly<true>(even[2], odd[2]);
    store(2, even[2]);
    store(6, odd[2]);
    odd[1] = eighth(odd[1]);
    scaled_butterfly<false>(even[1], odd[1], half_root);
    store(1, even[1]);
    store(5, odd[1]);
    odd[3] = eighth(odd[3]);
    scaled_butterfly<true>(even[3], odd[3], half_root);
    store(3, even[3]);
    store(7, odd[3]);
}

template <class D>
HWY_INLINE void transform_three(D d, Complex<D>& a, Complex<D>& b, Complex<D>& c)
{
    using T = hn::TFromD<D>;
    butterfly<false>(b, c);
    const auto half = hn::Set(d, static_cast<T>(0.5));
    const Complex<D> middle{hn::NegMulAdd(half, b.re, a.re), hn::NegMulAdd(half, b.im, a.im)};
    a = a + b;
    b = middle;
    scaled_butterfly<true>(b, c, hn::Set(d, static_cast<T>(0.86602540378443864676)));
}

/// cos and sin of 2 pi j / R, j <= R/2.
template <size_t R>
inline constexpr double half_circle[2][R / 2 + 1] = {};
template <>
inline constexpr double half_circle<5>[2][3] = {{1, 0.30901699437494742410, -0.80901699437494742410},
                                                {0, 0.95105651629515357212, 0.58778525229247312917}};
template <>
inline constexpr double half_circle<7>[2][4] = {
    {1, 0.623489801858733530525, -0.222520933956314404289, -0.900968867902419126236},
    {0, 0.781831482468029808708, 0.974927912181823607018, 0.433883739117558120476}};
template <>
inline constexpr double half_circle<11>[2][6] = {
    {1, 0.841253532831181168862, 0.415415013001886425529, -0.142314838273285140444, -0.654860733945285064057,
     -0.95949297361449738989},
    {0, 0.540640817455597582108, 0.909631995354518371412, 0.989821441880932732376, 0.755749574354258283774,
     0.281732556841429697711}};
template <>
inline constexpr double half_circle<13>[2][7] = {
    {1, 0.8854560256532098959, 0.568064746731155802512, 0.120536680255323053349, -0.35460488704253562597,
     -0.748510748171101098635, -0.970941817426052027157},
    {0, 0.464723172043768545656, 0.82298386589365639458, 0.992708874098053992801, 0.93501624268541482344,
     0.663122658240795202377, 0.239315664287557767149}};

/// The same for any j.
template <size_t R>
constexpr double cosine(size_t j)
{
    return half_circle<R>[0][j % R <= R / 2 ? j % R : R - j % R];
}
template <size_t R>
constexpr double sine(size_t j)
{
    return j % R <= R / 2 ? half_circle<R>[1][j % R] : -half_circle<R>[1][R - j % R];
}

/// Results k and R - k from sums and differences of the elements j and R - j.
template <size_t K, class D, size_t Half, class Store>
HWY_INLINE void odd_results(D d, Complex<D> first, const Complex<D> (&sum)[Half], const Complex<D> (&difference)[Half],
                            const Store& store)
{
    using T = hn::TFromD<D>;
    constexpr size_t R = 2 * Half + 1;
    static_assert(R == 5 || R == 7 || R == 11 || R == 13);
    Complex<D> even = times_plus(hn::Set(d, static_cast<T>(cosine<R>(K))), sum[0], first);
    const auto s = hn::Set(d, static_cast<T>(sine<R>(K)));
    Complex<D> odd{hn::Mul(s, difference[0].re), hn::Mul(s, difference[0].im)};
    HWY_UNROLL(8)
    for (size_t j = 2; j <= Half; ++j) {
        even = times_plus(hn::Set(d, static_cast<T>(cosine<R>(j * K))), sum[j - 1], even);
        odd = times_plus(hn::Set(d, static_cast<T>(sine<R>(j * K))), difference[j - 1], odd);
    }
    store(K, minus_i(even, odd));
    store(R - K, plus_i(even, odd));
}

template <class D, class Load, class Store, size_t... K>
HWY_INLINE void transform_odd(D d, const Load& load, const Store& store, std::index_sequence<K...>)
{
    constexpr size_t Half = sizeof...(K), R = 2 * Half + 1;
    Complex<D> sum[Half], difference[Half];
    ((sum[K] = load(K + 1), difference[K] = load(R - 1 - K), butterfly<false>(sum[K], difference[K])), ...);
    const Complex<D> first = load(0);
    Complex<D> total = first;
    ((total = total + sum[K]), ...);
    store(0, total);
    (odd_results<K + 1>(d, first, sum, difference, store), ...);
}

template <class D>
HWY_INLINE Complex<D> times_constant(D d, Complex<D> a, double re, double im)
{
    using T = hn::TFromD<D>;
    return times(a, hn::Set(d, static_cast<T>(re)), hn::Set(d, static_cast<T>(im)));
}

template <class D, class Load, class Store>
HWY_INLINE void transform_nine(D d, const Load& load, const Store& store)
{
    Complex<D> a[3][3];
    for (size_t j = 0; j < 3; ++j) {
        for (size_t i = 0; i < 3; ++i) a[j][i] = load(j + 3 * i);
        transform_three(d, a[j][0], a[j][1], a[j][2]);
    }
    constexpr double c1 = 0.76604444311897803520, s1 = 0.64278760968653932632;
    constexpr double c2 = 0.17364817766693034885, s2 = 0.98480775301220805937;
    constexpr double c4 = -0.93969262078590838405, s4 = 0.34202014332566873304;
    a[1][1] = times_constant(d, a[1][1], c1, -s1);
    a[1][2] = times_constant(d, a[1][2], c2, -s2);
    a[2][1] = times_constant(d, a[2][1], c2, -s2);
    a[2][2] = times_constant(d, a[2][2], c4, -s4);
    for (size_t k = 0; k < 3; ++k) {
        transform_three(d, a[0][k], a[1][k], a[2][k]);
        for (size_t i = 0; i < 3; ++i) store(k + 3 * i, a[i][k]);
    }
}

/// The transform of Length elements.
template <size_t Length, class D, class Load, class Store>
HWY_INLINE void transform_through(D d, const Load& load, const Store& store)
{
    if constexpr (Length == 1) {
        store(0, load(0));
    } else if constexpr (Length == 2) {
        Complex<D> a = load(0), b = load(1);
        butterfly<false>(a, b);
        store(0, a);
        store(1, b);
    } else if constexpr (Length == 3) {
        Complex<D> a = load(0), b = load(1), c = load(2);
        transform_three(d, a, b, c);
        store(0, a);
        store(1, b);
        store(2, c);
    } else if constexpr (Length == 4) {
        Complex<D> a[4];
        transform_four<1>(d, 0, load, a);
        for (size_t k = 0; k < 4; ++k) store(k, a[k]);
    } else if constexpr (Length == 8) {
        transform_eight(d, load, store);
    } else if constexpr (Length == 9) {
        transform_nine(d, load, store);
    } else {
        transform_odd(d, load, store, std::make_index_sequence<Length / 2>());
    }
}

template <class D>
struct FromArray {
    const Complex<D>* a;
    HWY_INLINE Complex<D> operator()(size_t j) const { return a[j]; }
};
template <class D>
struct ToArray {
    Complex<D>* a;
    HWY_INLINE void operator()(size_t k, Complex<D> value) const { a[k] = value; }
};

template <size_t Length, class D>
HWY_INLINE void transform(D d, Complex<D> (&a)[Length])
{
    transform_through<Length>(d, FromArray<D>{a}, ToArray<D>{a});
}
