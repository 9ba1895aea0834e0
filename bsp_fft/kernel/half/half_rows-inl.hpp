// Two real columns are one lane: their transforms are separated, or joined. Included once for every instruction set: no
// include guard.
//
// With Z the transform of the lane, the first column's is (Z[k] + conj Z[-k]) / 2, the second's
// (Z[k] - conj Z[-k]) / 2i.

/// Twice the transform of one of the two columns, times weights, at one result.
template <size_t Lanes, size_t Part, class D, class T, class Weights>
HWY_INLINE void separate(D d, const T* cache, const HalfResult& result, Weights weights, T* to)
{
    for (size_t lane = 0; lane < Lanes; lane += hn::Lanes(d)) {
        const Complex<D> z = load(d, cache + result.place + lane, Lanes);
        const Complex<D> m = load(d, cache + result.mirror + lane, Lanes);
        const Complex<D> separated = Part == 0 ? Complex<D>{hn::Add(z.re, m.re), hn::Sub(z.im, m.im)}
                                               : Complex<D>{hn::Add(z.im, m.im), hn::Sub(m.re, z.re)};
        store(d, weights(d, 0, lane, separated), to + lane, Lanes);
    }
}

/// Half rows, times their twiddles, a group at a time through L1.
template <size_t Lanes, size_t Part, class D, class T>
HWY_NOINLINE void pack_half(D d, const HalfSplit<T>& work)
{
    constexpr auto group = static_cast<Index>(Lanes);
    constexpr size_t most_lanes = 64 / sizeof(T);  // the compiler does not know that there are no more rows
    alignas(64) T buffer[most_lanes * 2 * most_lanes];
    const T* rows[most_lanes];
    for (size_t i = 0; i < most_lanes; ++i) rows[i] = buffer + i * 2 * Lanes;
    T* to = work.to;
    for (Index begin = 0; begin < work.count; begin += group) {
        const Index count = begin + group < work.count ? group : work.count - begin;
        T* row = buffer;
        HWY_UNROLL(1)
        for (Index i = 0; i < count; ++i, row += 2 * Lanes) {
            const HalfResult& result = work.results[work.half_rows[begin + i]];
            const Products<Lanes, T> twiddles{work.by_prefix + result.prefix, work.by_digit + result.digit};
            separate<Lanes, Part>(d, work.cache, result, twiddles, row);
        }
        pack_group(rows, Lanes, static_cast<size_t>(count), static_cast<size_t>(work.width), to,
                   2 * static_cast<size_t>(count));
        to += 2 * count * work.width;
    }
}

/// Half rows to an array, a block of them at a time through L1.
template <size_t Lanes, size_t Part, class D, class T>
HWY_NOINLINE void write_half(D d, const HalfSplit<T>& work)
{
    const TileTarget<T>& out = *work.out;
    const Scaled<T> scaled{out.scale / 2};
    alignas(64) T buffer[static_cast<size_t>(rows_a_block) * 2 * Lanes];
    const TileRows<Lanes, T> rows{buffer, 2 * Lanes};
    LaneBlock<T> block(out.swap, Lanes);
    for (Index i = 0; i < rows_a_block; ++i) block.tile[i] = rows.row(static_cast<size_t>(i));
    for (Index begin = 0; begin < work.count; begin += block.count) {
        block.rows = out.rows + begin;
        block.count = begin + rows_a_block < work.count ? rows_a_block : work.count - begin;
        for (Index i = 0; i < block.count; ++i)
            separate<Lanes, Part>(d, work.cache, work.results[begin + i], scaled, block.tile[i]);
        if (out.lanes) {
            move_block<false>(block, out.first, out.lanes, static_cast<size_t>(out.width));
        } else {
            move_rows<false, Lanes>(d, out, begin, 1, block.count, rows);
        }
    }
}

template <size_t Lanes, class D, class T>
HWY_INLINE void split_half(D d, const HalfSplit<T>& work)
{
    if (work.to) return work.part == 0 ? pack_half<Lanes, 0>(d, work) : pack_half<Lanes, 1>(d, work);
    work.part == 0 ? write_half<Lanes, 0>(d, work) : write_half<Lanes, 1>(d, work);
}

/// The half rows of one part, a block of them: split rows, either those of the source itself, or in L1.
template <size_t Lanes, class T>
struct HalfBlock {
    const T* rows[rows_a_block];
    alignas(64) T buffer[static_cast<size_t>(rows_a_block) * 2 * Lanes];

    HWY_INLINE T* buffered(Index i) { return buffer + static_cast<size_t>(i) * 2 * Lanes; }

    HWY_INLINE void clear()
    {
        for (T& value : buffer) value = 0;
        for (Index i = 0; i < rows_a_block; ++i) rows[i] = buffered(i);
    }

    template <class D>
    HWY_INLINE void read(D d, const TileSource<T>& in, Index begin, Index count)
    {
        if (in.split && !in.swap && in.width == static_cast<Index>(Lanes) && !in.gaps) {
            for (Index i = 0; i < count; ++i) rows[i] = in.first + in.rows[begin + i];
            return;
        }
        for (Index i = 0; i < count; ++i) rows[i] = buffered(i);
        if (in.lanes) {
            LaneBlock<T> block(in.swap, Lanes);
            block.rows = in.rows + begin;
            block.count = count;
            for (Index i = 0; i < count; ++i) block.tile[i] = buffered(i);
            return move_plain_block<true, Lanes>(in, block);
        }
        const TileRows<Lanes, T> tile{buffer, 2 * Lanes};
        if (in.gaps) return move_special_rows<true, Lanes>(d, in, begin, 1, count, tile);
        constexpr auto ahead = static_cast<Index>(rows_ahead);
        for (Index i = 0; i < count; ++i) {
            if (i + ahead < count)
                prefetch_lines<to_second_cache>(in.first + in.rows[begin + i + ahead], reals_of_row(in));
            move_row<true, Lanes>(d, in, in.first + in.rows[begin + i], buffered(i));
        }
    }
};

/// Sources hold exchanged parts, s = i conj X, and so does the tile: Y = i conj Z. Here the second column is the lane's
/// real part: then the transform of Y has the first column as its real part, and nothing need be exchanged. So for
/// Z = X1 + i X0 it is Y[k] = s1 - i s0, Y[-k] = i conj(s0) - conj(s1).
template <class D>
struct JoinedRows {
    Complex<D> at;
    Complex<D> mirror;
    HWY_INLINE JoinedRows(Complex<D> s0, Complex<D> s1)
        : at(hn::Add(s1.re, s0.im), hn::Sub(s1.im, s0.re)), mirror(hn::Sub(s0.im, s1.re), hn::Add(s0.re, s1.im))
    {}
    /// Half of each; later the other half of a pair is added.
    HWY_INLINE void halve(D d)
    {
        const Scaled<hn::TFromD<D>> half{hn::TFromD<D>(0.5)};
        at = half(d, 0, 0, at);
        mirror = half(d, 0, 0, mirror);
    }
};

template <size_t Lanes, class D, class T>
HWY_INLINE void join_row(D d, HalfMerge merge, JoinedRows<D> rows, T* at, T* mirror)
{
    if (merge != HalfMerge::both) {
        rows.halve(d);
        if (merge == HalfMerge::alone) rows.at = rows.mirror = rows.at + rows.mirror;
        if (merge == HalfMerge::second) {
            rows.at = rows.at + load(d, at, Lanes);
            rows.mirror = rows.mirror + load(d, mirror, Lanes);
        }
    }
    store(d, rows.at, at, Lanes);
    store(d, rows.mirror, mirror, Lanes);
}

template <size_t Lanes, class D, class T>
HWY_NOINLINE void join_half(D d, const HalfJoin<T>& work)
{
    HalfBlock<Lanes, T> blocks[2];
    if (!work.second) blocks[1].clear();
    constexpr auto ahead = static_cast<Index>(rows_ahead);
    for (Index begin = 0; begin < work.count; begin += rows_a_block) {
        const Index count = begin + rows_a_block < work.count ? rows_a_block : work.count - begin;
        blocks[0].read(d, *work.first, begin, count);
        if (work.second) blocks[1].read(d, *work.second, begin, count);
        HWY_UNROLL(1)
        for (Index i = 0; i < count; ++i) {
            for (const auto& block : blocks) {
                if (i + ahead < count) prefetch_lines<to_second_cache>(block.rows[i + ahead], 2 * Lanes);
            }
            const HalfInput& input = work.inputs[begin + i];
            T* const at = work.cache + input.place;
            T* const mirror = work.cache + input.mirror;
            for (size_t lane = 0; lane < Lanes; lane += hn::Lanes(d)) {
                const JoinedRows<D> rows(load(d, blocks[0].rows[i] + lane, Lanes),
                                         load(d, blocks[1].rows[i] + lane, Lanes));
                join_row<Lanes>(d, input.merge, rows, at + lane, mirror + lane);
            }
        }
    }
}
