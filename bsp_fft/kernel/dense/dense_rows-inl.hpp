// Dense transforms: the lanes of a vector are neighbouring results. Included once for every instruction set: no include
// guard.

/// Results k up to k + B vectors, of C columns of inputs.
template <size_t B, size_t C, class D>
HWY_INLINE void multiply_block(D d, DenseMatrix<hn::TFromD<D>> matrix, Index k, const hn::TFromD<D> (*in)[dense_room],
                               hn::TFromD<D> (*out)[dense_room])
{
    constexpr size_t V = hn::MaxLanes(D());
    hn::Vec<D> sums[C * B];
    const auto* column = matrix.columns + k;
    for (size_t c = 0; c < C; ++c) {
        for (size_t b = 0; b < B; ++b) sums[c * B + b] = hn::Mul(hn::Set(d, in[c][0]), hn::LoadU(d, column + b * V));
    }
    for (Index j = 1; j < matrix.size; ++j) {
        column += matrix.padded;
        hn::Vec<D> x[C];
        for (size_t c = 0; c < C; ++c) x[c] = hn::Set(d, in[c][j]);
        for (size_t b = 0; b < B; ++b) {
            const auto factors = hn::LoadU(d, column + b * V);
            for (size_t c = 0; c < C; ++c) sums[c * B + b] = hn::MulAdd(x[c], factors, sums[c * B + b]);
        }
    }
    for (size_t c = 0; c < C; ++c) {
        for (size_t b = 0; b < B; ++b) hn::StoreU(sums[c * B + b], d, out[c] + k + b * V);
    }
}

template <size_t C, class D>
HWY_INLINE void multiply_dense(D d, DenseMatrix<hn::TFromD<D>> matrix, const hn::TFromD<D> (*in)[dense_room],
                               hn::TFromD<D> (*out)[dense_room])
{
    constexpr auto V = static_cast<Index>(hn::MaxLanes(D()));
    constexpr Index most = 8 / static_cast<Index>(C);
    Index k = 0;
    for (; k + most * V <= matrix.padded; k += most * V) multiply_block<most, C>(d, matrix, k, in, out);
    if constexpr (most > 4) {
        if (k + 4 * V <= matrix.padded) {
            multiply_block<4, C>(d, matrix, k, in, out);
            k += 4 * V;
        }
    }
    if (k + 2 * V <= matrix.padded) {
        multiply_block<2, C>(d, matrix, k, in, out);
        k += 2 * V;
    }
    if (k < matrix.padded) multiply_block<1, C>(d, matrix, k, in, out);
}

template <class T>
HWY_INLINE void fold(const DenseSide& side, Index evens, Index odds, const T* x, T* even, T* odd)
{
    const T *first = x + side.even, *mirror = x + side.odd;
    for (Index j = 0; j < odds; ++j, first += side.even_step, mirror += side.odd_step) {
        even[j] = *first + *mirror;
        odd[j] = *first - *mirror;
    }
    for (Index j = odds; j < evens; ++j) even[j] = x[side.alone[j - odds]];
}

template <class T>
HWY_INLINE void unfold(const DenseSide& side, Index evens, Index odds, const T* even, const T* odd, T* y)
{
    T *first = y + side.even, *mirror = y + side.odd;
    for (Index k = 0; k < odds; ++k, first += side.even_step, mirror += side.odd_step) {
        *first = even[k] + odd[k];
        *mirror = even[k] - odd[k];
    }
    for (Index k = odds; k < evens; ++k) y[side.alone[k - odds]] = even[k];
}

template <class D>
void dense_reals(const DenseTask<hn::TFromD<D>>& task, const hn::TFromD<D>* in, hn::TFromD<D>* out)
{
    using T = hn::TFromD<D>;
    const Index evens = task.even.size, odds = task.odd.size;
    const DenseSide &from = task.from, &to = task.to;
    T even[1][dense_room], odd[1][dense_room], even_out[1][dense_room], odd_out[1][dense_room];
    if (from.folded) {
        fold(from, evens, odds, in, even[0], odd[0]);
    } else {
        for (Index j = 0; j < evens; ++j) even[0][j] = in[from.even + j * from.even_step];
        for (Index j = 0; j < odds; ++j) odd[0][j] = in[from.odd + j * from.odd_step];
    }
    multiply_dense<1>(D(), task.even, even, even_out);
    if (odds > 0) multiply_dense<1>(D(), task.odd, odd, odd_out);
    if (to.folded) return unfold(to, evens, odds, even_out[0], odd_out[0], out);
    for (Index k = 0; k < evens; ++k) out[to.even + k * to.even_step] = even_out[0][k];
    for (Index k = 0; k < odds; ++k) out[to.odd + k * to.odd_step] = odd_out[0][k];
    for (Index k = 0; k < to.zeros; ++k) out[to.alone[k]] = 0;
}

/// B vectors of results, of N inputs.
template <size_t N, size_t B, class D>
HWY_INLINE void multiply_few(D d, const hn::TFromD<D>* x, const hn::TFromD<D>* columns, hn::TFromD<D>* y)
{
    constexpr size_t V = hn::MaxLanes(D());
    hn::Vec<D> sums[B];
    HWY_UNROLL(8)
    for (size_t b = 0; b < B; ++b) sums[b] = hn::Mul(hn::Set(d, x[0]), hn::LoadU(d, columns + b * V));
    HWY_UNROLL(8)
    for (size_t j = 1; j < N; ++j) {
        HWY_UNROLL(8)
        for (size_t b = 0; b < B; ++b)
            sums[b] = hn::MulAdd(hn::Set(d, x[j]), hn::LoadU(d, columns + (j * B + b) * V), sums[b]);
    }
    HWY_UNROLL(8)
    for (size_t b = 0; b < B; ++b) hn::StoreU(sums[b], d, y + b * V);
}

/// The same for few numbers, one side folded, in registers.
template <class D, size_t E, size_t O, bool FoldsInput>
void dense_few(const DenseTask<hn::TFromD<D>>& task, const hn::TFromD<D>* in, hn::TFromD<D>* out)
{
    using T = hn::TFromD<D>;
    constexpr size_t V = hn::MaxLanes(D()), VE = (E + V - 1) / V, VO = (O + V - 1) / V;
    const D d;
    const DenseSide &from = task.from, &to = task.to;
    T even[E], odd[O + 1], even_out[VE * V], odd_out[VO * V + 1];
    if constexpr (FoldsInput) {
        fold(from, E, O, in, even, odd);
    } else {
        for (size_t j = 0; j < E; ++j) even[j] = in[from.even + static_cast<Index>(j) * from.even_step];
        for (size_t j = 0; j < O; ++j) odd[j] = in[from.odd + static_cast<Index>(j) * from.odd_step];
    }
    multiply_few<E, VE>(d, even, task.even.columns, even_out);
    if constexpr (O > 0) multiply_few<O, VO>(d, odd, task.odd.columns, odd_out);
    if constexpr (!FoldsInput) {
        unfold(to, E, O, even_out, odd_out, out);
    } else {
        for (size_t k = 0; k < E; ++k) out[to.even + static_cast<Index>(k) * to.even_step] = even_out[k];
        for (size_t k = 0; k < O; ++k) out[to.odd + static_cast<Index>(k) * to.odd_step] = odd_out[k];
        for (Index k = 0; k < to.zeros; ++k) out[to.alone[k]] = 0;
    }
}

// The sines of the real parts belong to the imaginary ones, and those of the imaginary parts to the real ones.
template <class D>
void dense_complex(const DenseTask<hn::TFromD<D>>& task, const hn::TFromD<D>* in, hn::TFromD<D>* out)
{
    using T = hn::TFromD<D>;
    const Index evens = task.even.size, odds = task.odd.size;
    T even[2][dense_room], odd[2][dense_room], even_out[2][dense_room], odd_out[2][dense_room];
    const DenseSide& from = task.from;
    const DenseSide negative{true, from.odd, from.odd_step, from.even, from.even_step, {from.alone[0], from.alone[1]}};
    fold(negative, evens, odds, in, even[0], odd[1]);
    fold(from, evens, odds, in + 1, even[1], odd[0]);
    multiply_dense<2>(D(), task.even, even, even_out);
    if (odds > 0) multiply_dense<2>(D(), task.odd, odd, odd_out);
    unfold(task.to, evens, odds, even_out[0], odd_out[0], out);
    unfold(task.to, evens, odds, even_out[1], odd_out[1], out + 1);
}

/// The code for n numbers, where they are few; otherwise null. Each has a mirror but for one of an odd n; or, where Two
/// are alone, but for the first and the middle one.
template <class D, bool FoldsInput, bool Two, size_t... I>
auto few_of(Index n, std::index_sequence<I...>)
{
    using T = hn::TFromD<D>;
    void (*run)(const DenseTask<T>&, const T*, T*) = nullptr;
    constexpr size_t step = Two ? 2 : 1;
    const auto look_at = [&](auto i) {
        constexpr size_t length = 2 + step * i, odds = Two ? length / 2 - 1 : length / 2;
        if (n == static_cast<Index>(length)) run = dense_few<D, length - odds, odds, FoldsInput>;
    };
    (look_at(std::integral_constant<size_t, I>()), ...);
    return run;
}

template <class D, bool FoldsInput>
auto few_of(Index evens, Index odds)
{
    constexpr size_t most = 16, most_with_two = most_real_dense;
    if (evens - odds == 2)
        return few_of<D, FoldsInput, true>(evens + odds, std::make_index_sequence<most_with_two / 2>());
    const Index n = evens - odds < 2 ? evens + odds : 0;
    return few_of<D, FoldsInput, false>(n, std::make_index_sequence<most - 1>());
}

template <class D>
DenseCode<hn::TFromD<D>> dense_code_of(const DenseShape& shape)
{
    constexpr auto lanes = static_cast<Index>(hn::MaxLanes(D()));
    if (shape.complex) return {dense_complex<D>, lanes};
    const auto few = shape.folds_input    ? few_of<D, true>(shape.evens, shape.odds)
                     : shape.folds_output ? few_of<D, false>(shape.evens, shape.odds)
                                          : nullptr;
    return {few ? few : dense_reals<D>, lanes};
}
