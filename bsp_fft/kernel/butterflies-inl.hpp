// Small transforms on vectors of split complex numbers. Included once for every instruction set: no include
// guard.
//
// A Complex here is two vectors; every lane is an element of another transform, so that nothing is ever
// shuffled.

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

/// A transform of length First * Second: First-point ones, weights, Second-point ones; in between in a buffer
/// that stays in L1. read(j) gives element j, write(k, value) takes result k. inner[(j * First + k) * 2] are
/// the weights w^(j k).
template <size_t First, size_t Second, class D, class Read, class Write>
HWY_INLINE void transform_in_two(D d, const hn::TFromD<D>* HWY_RESTRICT inner, Read read, Write write)
{
    using T = hn::TFromD<D>;
    const size_t width = hn::Lanes(d);
    HWY_ALIGN T between[First * Second * 2 * hn::MaxLanes(d)];
    for (size_t j = 0; j < Second; ++j) {
        Complex<D> a[First];
        for (size_t i = 0; i < First; ++i) a[i] = read(i * Second + j);
        transform(d, a);
        for (size_t k = 0; k < First; ++k) {
            const T* const w = inner + (j * First + k) * 2;
            const Complex<D> value =
                j == 0 || k == 0 ? a[k] : times(a[k], hn::Set(d, w[0]), hn::Set(d, w[1]));
            store(d, value, between + (k * Second + j) * 2 * width, width);
        }
    }
    for (size_t k = 0; k < First; ++k) {
        Complex<D> b[Second];
        for (size_t j = 0; j < Second; ++j) b[j] = load(d, between + (k * Second + j) * 2 * width, width);
        transform(d, b);
        for (size_t i = 0; i < Second; ++i) write(k + First * i, b[i]);
    }
}

template <size_t Length, class D, class Read, class Write>
HWY_INLINE void transform_in_registers(D d, Read read, Write write)
{
    Complex<D> a[Length];
    for (size_t j = 0; j < Length; ++j) a[j] = read(j);
    transform(d, a);
    for (size_t k = 0; k < Length; ++k) write(k, a[k]);
}

template <class D, class Read, class Write>
HWY_INLINE void transform_small(D d, size_t radix, const hn::TFromD<D>* inner, Read read, Write write)
{
    switch (radix) {
    case 1:
        return transform_in_registers<1>(d, read, write);
    case 2:
        return transform_in_registers<2>(d, read, write);
    case 4:
        return transform_in_registers<4>(d, read, write);
    case 8:
        return transform_in_registers<8>(d, read, write);
    case 16:
        return transform_in_two<4, 4>(d, inner, read, write);
    case 32:
        return transform_in_two<8, 4>(d, inner, read, write);
    default:
        return transform_in_two<8, 8>(d, inner, read, write);
    }
}
