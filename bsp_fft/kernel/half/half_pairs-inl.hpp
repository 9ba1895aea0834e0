// Neighbours in a real vector are one complex number: their transform is separated, or joined. Included once for every
// instruction set: no include guard.

template <class D>
HWY_INLINE Complex<D> load_backwards(D d, const hn::TFromD<D>* from)
{
    const Complex<D> a = load_interleaved(d, from);
    return {hn::Reverse(d, a.re), hn::Reverse(d, a.im)};
}

/// From pair k on, as many as there are whole vectors; the result is the pair after them.
template <class D, class T>
HWY_INLINE Index convert_pairs(D d, Index k, const HalfPairs<T>& work)
{
    constexpr auto V = static_cast<Index>(hn::MaxLanes(D()));
    const auto factor = hn::Set(d, work.factor);
    for (; k + V <= (work.m + 1) / 2; k += V) {
        const Index mirrored = work.m - k - V + 1;
        const Complex<D> a = load_interleaved(d, work.from + 2 * k), b = load_backwards(d, work.from + 2 * mirrored);
        const Complex<D> sum{hn::Add(a.re, b.re), hn::Sub(a.im, b.im)};
        const Complex<D> difference{hn::Sub(a.re, b.re), hn::Add(a.im, b.im)};
        const Complex<D> turned =
            times(difference, hn::LoadU(d, work.weights_re + k), hn::LoadU(d, work.weights_im + k));
        const Complex<D> y{hn::MulAdd(factor, sum.re, turned.re), hn::MulAdd(factor, sum.im, turned.im)};
        const Complex<D> z{hn::MulSub(factor, sum.re, turned.re), hn::NegMulAdd(factor, sum.im, turned.im)};
        store_interleaved(d, y, work.to + 2 * k);
        store_interleaved(d, Complex<D>{hn::Reverse(d, z.re), hn::Reverse(d, z.im)}, work.to + 2 * mirrored);
    }
    return k;
}

template <size_t Lanes, class T>
HWY_INLINE void convert_half(const HalfPairs<T>& work)
{
    using All = hn::CappedTag<T, Lanes>;
    constexpr size_t fewer = hn::MaxLanes(All()) < 4 ? 1 : hn::MaxLanes(All()) / 2;
    const Index m = work.m;
    // sums of two real numbers, and differences: of Z_0, or of Y_0 and Y_m
    const T even = work.from[0], odd = work.back ? work.from[2 * m] : work.from[1];
    Index k = convert_pairs(All(), 1, work);
    k = convert_pairs(hn::CappedTag<T, fewer>(), k, work);
    convert_pairs(hn::CappedTag<T, 1>(), k, work);
    if (m % 2 == 0) {
        const T re = work.from[m], im = work.from[m + 1];
        work.to[m] = 2 * work.factor * re;
        work.to[m + 1] = -2 * work.factor * im;
    }
    work.to[0] = even + odd;
    work.to[work.back ? 1 : 2 * m] = even - odd;
    if (!work.back) work.to[1] = work.to[2 * m + 1] = 0;
}
