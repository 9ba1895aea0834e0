// Rows of real numbers, rows that are mirrored, and rows that do not exist, to and from the rows of a tile; code of its
// own, so that it does not slow down others. Included once for every instruction set: no include guard.

// Reals of a row with neighbouring lanes, and where they begin.
template <class T>
HWY_INLINE size_t reals_of_row(const TileSource<T>& in)
{
    return static_cast<size_t>(in.real ? in.width : 2 * in.width);
}
template <class T>
HWY_INLINE size_t reals_of_row(const TileTarget<T>& out)
{
    return static_cast<size_t>(out.real ? out.width : 2 * out.width);
}
template <class Array>
HWY_INLINE auto begin_of_row(const Array& array, Index row)
{
    if (array.gaps && array.rows[row] == missing_row) return array.first;
    const Index back = row < array.mirrored_from || array.mirrored_lanes ? 0 : 2 * (array.width - 1);
    return array.first + array.rows[row] - back;
}

template <class Array>
HWY_INLINE bool has_special_rows(const Array& array)
{
    return array.real || array.mirrored_from < no_rows || array.gaps;
}

template <class Array>
HWY_INLINE bool is_missing(const Array& array, Index row)
{
    return array.gaps && array.rows[row] == missing_row;
}

template <size_t Lanes, class T>
HWY_INLINE void clear_row(T* row)
{
    for (size_t i = 0; i < 2 * Lanes; ++i) row[i] = 0;
}

/// Neighbouring real columns.
template <size_t Lanes, class D, class T>
HWY_INLINE void read_real_row(D d, const TileSource<T>& in, const T* from, T* to)
{
    T* const re = in.swap ? to + Lanes : to;
    T* const im = in.swap ? to : to + Lanes;
    const auto width = static_cast<size_t>(in.width);
    if (width < 2 * Lanes) {
        for (size_t lane = 0; lane < Lanes; ++lane) {
            re[lane] = lane < width ? from[lane] : 0;
            im[lane] = Lanes + lane < width ? from[Lanes + lane] : 0;
        }
        return;
    }
    for (size_t lane = 0; lane < Lanes; lane += hn::Lanes(d)) {
        hn::StoreU(hn::LoadU(d, from + lane), d, re + lane);
        hn::StoreU(hn::LoadU(d, from + Lanes + lane), d, im + lane);
    }
}

/// A mirrored row.
template <size_t Lanes, class D, class T>
HWY_INLINE void read_mirrored_row(D d, const TileSource<T>& in, const T* from, T* to)
{
    T* const re = in.swap ? to + Lanes : to;
    T* const im = in.swap ? to : to + Lanes;
    const auto width = static_cast<size_t>(in.width);
    if (width < Lanes || in.mirrored_lanes) {
        const LanesDownwards<Lanes> downwards;
        const Index* const lanes = in.mirrored_lanes ? in.mirrored_lanes : downwards.lanes;
        for (size_t lane = 0; lane < Lanes; ++lane) {
            re[lane] = lane < width ? from[lanes[lane]] : 0;
            im[lane] = lane < width ? -from[lanes[lane] + 1] : 0;
        }
        return;
    }
    const size_t step = hn::Lanes(d);
    const T* const begin = from - 2 * (Lanes - 1);
    for (size_t lane = 0; lane < Lanes; lane += step) {
        const Complex<D> value = load_interleaved(d, begin + 2 * (Lanes - step - lane));
        hn::StoreU(hn::Reverse(d, value.re), d, re + lane);
        hn::StoreU(hn::Neg(hn::Reverse(d, value.im)), d, im + lane);
    }
}

/// As read_rows, of rows some of which are mirrored or do not exist, or all of them real.
template <size_t Lanes, class D, class T>
HWY_NOINLINE void read_special_rows(D d, const TileSource<T>& in, Index b, Index step, Index count,
                                    TileRows<Lanes, T> to)
{
    const size_t reals = reals_of_row(in);
    RowAhead next(b, step, count);
    for (Index j = 0; j < count; ++j, next.advance()) {
        if (next.exists()) prefetch_lines<to_second_cache>(begin_of_row(in, next.row()), reals);
        const Index row = b + j * step;
        T* const at = to.row(static_cast<size_t>(j));
        if (is_missing(in, row)) {
            clear_row<Lanes>(at);
        } else if (in.real) {
            read_real_row<Lanes>(d, in, in.first + in.rows[row], at);
        } else if (row >= in.mirrored_from) {
            read_mirrored_row<Lanes>(d, in, in.first + in.rows[row], at);
        } else {
            read_row<Lanes>(d, in, in.first + in.rows[row], at);
        }
    }
}

/// To neighbouring real columns.
template <size_t Lanes, class D, class T>
HWY_INLINE void write_real_row(D d, const T* re, const T* im, size_t width, T* to)
{
    if (width < 2 * Lanes) {
        for (size_t lane = 0; lane < width; ++lane) to[lane] = lane < Lanes ? re[lane] : im[lane - Lanes];
        return;
    }
    for (size_t lane = 0; lane < Lanes; lane += hn::Lanes(d)) {
        hn::StoreU(hn::LoadU(d, re + lane), d, to + lane);
        hn::StoreU(hn::LoadU(d, im + lane), d, to + Lanes + lane);
    }
}

template <size_t Lanes, class D, class T>
HWY_INLINE void write_mirrored_row(D d, const T* re, const T* im, size_t width, const Index* lanes, T* to)
{
    if (width < Lanes || lanes) {
        const LanesDownwards<Lanes> downwards;
        if (!lanes) lanes = downwards.lanes;
        for (size_t lane = 0; lane < width; ++lane) {
            to[lanes[lane]] = re[lane];
            to[lanes[lane] + 1] = -im[lane];
        }
        return;
    }
    const size_t step = hn::Lanes(d);
    T* const begin = to - 2 * (Lanes - 1);
    for (size_t lane = 0; lane < Lanes; lane += step) {
        const auto reversed = hn::Reverse(d, hn::LoadU(d, re + lane)), of_im = hn::Reverse(d, hn::LoadU(d, im + lane));
        store_interleaved(d, Complex<D>{reversed, hn::Neg(of_im)}, begin + 2 * (Lanes - step - lane));
    }
}

/// As write_rows.
template <size_t Lanes, class D, class T>
HWY_NOINLINE void write_special_rows(D d, TileRows<Lanes, T> from, const TileTarget<T>& out, Index first, Index step,
                                     Index count)
{
    const auto width = static_cast<size_t>(out.width);
    for (Index k = 0; k < count; ++k) {
        const Index row = first + k * step;
        if (is_missing(out, row)) continue;
        T* const to = out.first + out.rows[row];
        const T* const re = from.row(static_cast<size_t>(k)) + (out.swap ? Lanes : 0);
        const T* const im = from.row(static_cast<size_t>(k)) + (out.swap ? 0 : Lanes);
        if (row >= out.mirrored_from) {
            write_mirrored_row<Lanes>(d, re, im, width, out.mirrored_lanes, to);
        } else if (out.real) {
            write_real_row<Lanes>(d, re, im, width, to);
        } else {
            write_row<Lanes>(d, re, im, width, to);
        }
    }
}

/// Rows from `begin` on that are a block: all of them mirrored, or none; and all of them exist, or none.
template <bool Special, class Array>
HWY_INLINE Index rows_of_block(const Array& array, Index begin, Index rows)
{
    Index end = begin + rows_a_block < rows ? begin + rows_a_block : rows;
    if (Special && begin < array.mirrored_from && array.mirrored_from < end) end = array.mirrored_from;
    for (Index row = begin + 1; Special && array.gaps && row < end; ++row) {
        if (is_missing(array, row) != is_missing(array, begin)) end = row;
    }
    return end - begin;
}

/// A block of real columns, of mirrored rows, or of rows that do not exist, from a source whose lanes are anywhere.
template <size_t Lanes, class D, class T>
HWY_NOINLINE void gather_special_block(D d, const TileSource<T>& in, const LaneBlock<T>& block)
{
    const auto width = static_cast<size_t>(in.width);
    const bool missing = in.gaps && block.rows[0] == missing_row;
    const bool narrow = width < (in.real ? 2 * Lanes : Lanes);
    for (Index i = 0; (missing || narrow) && i < block.count; ++i) clear_row<Lanes>(block.tile[i]);
    if (missing) return;
    if (in.real) return move_real_block<true, Lanes>(block, in.first, in.lanes, width);
    const LanesDownwards<Lanes> downwards;
    move_block<true>(block, in.first, in.mirrored_lanes ? in.mirrored_lanes : downwards.lanes, width);
    conjugate_block<Lanes>(d, block);
}

/// To a target. Mirrored rows are conjugated where they are.
template <size_t Lanes, class D, class T>
HWY_NOINLINE void scatter_special_block(D d, const LaneBlock<T>& block, const TileTarget<T>& out)
{
    if (out.gaps && block.rows[0] == missing_row) return;
    const auto width = static_cast<size_t>(out.width);
    if (out.real) return move_real_block<false, Lanes>(block, out.first, out.lanes, width);
    conjugate_block<Lanes>(d, block);
    const LanesDownwards<Lanes> downwards;
    move_block<false>(block, out.first, out.mirrored_lanes ? out.mirrored_lanes : downwards.lanes, width);
}
