// Many short lines side by side, each in a lane of its own: one stage transforms them. Included once for every
// instruction set: no include guard.

/// Columns from c on, as many as there are whole vectors; the result is the column after them.
template <class D, size_t R>
HWY_INLINE Index transform_columns(D d, Index c, const ShortTask<hn::TFromD<D>>& task,
                                   const ShortRun<hn::TFromD<D>>& run)
{
    constexpr auto V = static_cast<Index>(hn::MaxLanes(D()));
    for (; c + V <= task.width; c += V) {
        Complex<D> a[R];
        load_column(d, run.in + 2 * c, task.padding_in, run.swap, a);
        transform_short(d, a);
        store_column(d, a, run.out + 2 * c, task.padding_out, run);
    }
    return c;
}

template <class D, size_t R>
void column_stage(const ShortTask<hn::TFromD<D>>& task, const hn::TFromD<D>* in, hn::TFromD<D>* out, bool swap,
                  hn::TFromD<D> scale)
{
    const ShortRun<hn::TFromD<D>> run{in, out, swap, scale};
    using T = hn::TFromD<D>;
    const Index c = transform_columns<D, R>(D(), 0, task, run);
    if constexpr (hn::MaxLanes(D()) > 1) transform_columns<hn::CappedTag<T, 1>, R>({}, c, task, run);
}

/// A line of R neighbours for each lane, in blocks of 16 bytes: of an odd number of floats the last two overlap.
template <class D, size_t R>
HWY_INLINE void load_lines(D d, const hn::TFromD<D>* const* lines, bool swap, Complex<D> (&a)[R])
{
    constexpr size_t block = square<hn::TFromD<D>>, numbers = block / 2;
    HWY_UNROLL(16)
    for (size_t j = 0; j < R; j += numbers) {
        const size_t first = j + numbers <= R ? j : R - numbers;
        hn::Vec<D> v[block];
        for (size_t i = 0; i < block; ++i) v[i] = load_blocks(d, lines + i, static_cast<Index>(2 * first));
        transpose_squares(d, v);
        for (size_t i = 0; i < numbers; ++i) a[first + i] = {v[2 * i], v[2 * i + 1]};
    }
    if (swap) {
        HWY_UNROLL(16)
        for (size_t j = 0; j < R; ++j) a[j] = exchanged(a[j]);
    }
}
template <class D, size_t R>
HWY_INLINE void store_lines(D d, Complex<D> (&a)[R], hn::TFromD<D>* const* lines, bool swap)
{
    constexpr size_t block = square<hn::TFromD<D>>, numbers = block / 2;
    if (swap) {
        HWY_UNROLL(16)
        for (size_t k = 0; k < R; ++k) a[k] = exchanged(a[k]);
    }
    HWY_UNROLL(16)
    for (size_t k = 0; k < R; k += numbers) {
        const size_t first = k + numbers <= R ? k : R - numbers;
        hn::Vec<D> v[block];
        for (size_t i = 0; i < numbers; ++i) {
            v[2 * i] = a[first + i].re;
            v[2 * i + 1] = a[first + i].im;
        }
        transpose_squares(d, v);
        for (size_t i = 0; i < block; ++i) store_blocks(d, v[i], lines + i, static_cast<Index>(2 * first));
    }
}

/// As many lines from c on as a vector has lanes.
template <class D, size_t R>
HWY_INLINE void transform_lines(D d, Index c, const ShortTask<hn::TFromD<D>>& task,
                                const ShortRun<hn::TFromD<D>>& run)
{
    constexpr size_t V = hn::MaxLanes(D());
    const hn::TFromD<D>* from[V];
    hn::TFromD<D>* to[V];
    for (size_t i = 0; i < V; ++i) {
        from[i] = run.in + (c + static_cast<Index>(i)) * task.padding_in;
        to[i] = run.out + (c + static_cast<Index>(i)) * task.padding_out;
    }
    Complex<D> a[R];
    load_lines(d, from, run.swap, a);
    transform_short(d, a);
    scale_column(d, a, run.scale);
    store_lines(d, a, to, run.swap);
}

template <class D, size_t R>
void line_stage(const ShortTask<hn::TFromD<D>>& task, const hn::TFromD<D>* in, hn::TFromD<D>* out, bool swap,
                hn::TFromD<D> scale)
{
    using T = hn::TFromD<D>;
    constexpr auto V = static_cast<Index>(hn::MaxLanes(D()));
    const ShortRun<T> run{in, out, swap, scale};
    Index c = 0;
    if constexpr (hn::MaxLanes(D()) >= square<T>) {
        for (; c + V <= task.width; c += V) transform_lines<D, R>(D(), c, task, run);
        // some once more, unless they are not there any more
        if (c < task.width && task.width >= V && in != out) {
            transform_lines<D, R>(D(), task.width - V, task, run);
            return;
        }
    }
    for (; c < task.width; ++c)
        only_stage<T, R>(task, in + c * task.padding_in, out + c * task.padding_out, swap, scale);
}
