// Rows of tiles to and from other arrays. Included once for every instruction set: no include guard.

// Rows of the user's matrix are often a power of two apart and map to the same cache sets: a line that is not used
// completely at once is evicted. They are read and written row by row, a whole cache line at a time, and buffered in
// L1 in between.
//
// L1 and L2 have space for a few such rows only, so rows are prefetched into them just before they are used. They
// are prefetched into the last-level cache one small transform earlier.
constexpr size_t rows_ahead = 6, rows_ahead_to_write = 3;

constexpr int to_read = 0, to_write = 1, to_last_cache = 1, to_first_cache = 3;  // GCC's numbers

template <int Use = to_read, int Cache = to_first_cache, class T>
HWY_INLINE void prefetch_lines(const T* from, size_t count)
{
    for (size_t at = 0; at < count; at += 64 / sizeof(T)) __builtin_prefetch(from + at, Use, Cache);
}

/// Rows that a small transform works on, in L1.
template <size_t Lanes, class T>
struct Staged {
    alignas(64) T rows[longest_small * 2 * Lanes];
    HWY_INLINE TileRows<Lanes, T> all() { return {rows, 2 * Lanes}; }
};

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
    const Index back = row < array.mirrored_from || array.mirrored_lanes ? 0 : 2 * (array.width - 1);
    return array.first + array.rows[row] - back;
}

/// Neighbouring lanes of a row into a split row; those beyond the width become zeros.
template <size_t Lanes, class T>
HWY_INLINE void read_narrow_row(const T* from, size_t width, bool split, T* re, T* im)
{
    const size_t step = split ? 1 : 2, imaginary = split ? width : 1;
    for (size_t lane = 0; lane < Lanes; ++lane) {
        re[lane] = lane < width ? from[lane * step] : 0;
        im[lane] = lane < width ? from[lane * step + imaginary] : 0;
    }
}

/// Neighbouring real columns.
template <size_t Lanes, class D, class T>
HWY_INLINE void read_real_row(D d, const T* from, size_t width, T* re, T* im)
{
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

template <size_t Lanes, class D, class T>
HWY_INLINE void read_row(D d, const TileSource<T>& in, const T* from, T* to)
{
    T* const re = in.swap ? to + Lanes : to;
    T* const im = in.swap ? to : to + Lanes;
    if (in.real) return read_real_row<Lanes>(d, from, static_cast<size_t>(in.width), re, im);
    if (in.width < static_cast<Index>(Lanes))
        return read_narrow_row<Lanes>(from, static_cast<size_t>(in.width), in.split, re, im);
    for (size_t lane = 0; lane < Lanes; lane += hn::Lanes(d)) {
        const Complex<D> value = in.split ? load(d, from + lane, Lanes) : load_interleaved(d, from + 2 * lane);
        hn::StoreU(value.re, d, re + lane);
        hn::StoreU(value.im, d, im + lane);
    }
}

/// Rows b, b + step, ... of a source with neighbouring lanes, count of them.
template <size_t Lanes, class D, class T>
HWY_INLINE void read_rows(D d, const TileSource<T>& in, Index b, Index step, Index count, TileRows<Lanes, T> to)
{
    const size_t reals = reals_of_row(in);
    const bool more = b + 1 < step;
    constexpr auto ahead = static_cast<Index>(rows_ahead);
    for (Index j = 0; j < count; ++j) {
        if (j + ahead < count) {
            prefetch_lines(begin_of_row(in, b + (j + ahead) * step), reals);
        } else if (more && j + ahead - count < count) {
            prefetch_lines(begin_of_row(in, b + 1 + (j + ahead - count) * step), reals);
        }
        if (more) prefetch_lines<to_read, to_last_cache>(begin_of_row(in, b + 1 + j * step), reals);
        const Index row = b + j * step;
        T* const at = to.row(static_cast<size_t>(j));
        if (row >= in.mirrored_from) {
            read_mirrored_row<Lanes>(d, in, in.first + in.rows[row], at);
        } else {
            read_row<Lanes>(d, in, in.first + in.rows[row], at);
        }
    }
}

/// A split row to neighbouring lanes.
template <size_t Lanes, class D, class T>
HWY_INLINE void write_row(D d, const T* re, const T* im, size_t width, T* to)
{
    if (width < Lanes) {
        for (size_t lane = 0; lane < width; ++lane) {
            to[2 * lane] = re[lane];
            to[2 * lane + 1] = im[lane];
        }
        return;
    }
    for (size_t lane = 0; lane < Lanes; lane += hn::Lanes(d))
        store_interleaved(d, Complex<D>{hn::LoadU(d, re + lane), hn::LoadU(d, im + lane)}, to + 2 * lane);
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

/// Split rows to the rows first, first + step, ... of a target with neighbouring lanes, count of them.
template <size_t Lanes, class D, class T>
HWY_INLINE void write_rows(D d, TileRows<Lanes, T> from, const TileTarget<T>& out, Index first, Index step, Index count)
{
    const size_t reals = reals_of_row(out);
    const auto width = static_cast<size_t>(out.width);
    constexpr auto ahead = static_cast<Index>(rows_ahead_to_write);
    for (Index k = 0; k < count; ++k) {
        if (k + ahead < count) prefetch_lines<to_write>(begin_of_row(out, first + (k + ahead) * step), reals);
        const Index row = first + k * step;
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

/// The rows of a block from a source; either none or all of them are mirrored.
template <size_t Lanes, class D, class T>
HWY_INLINE void gather_block(D d, const TileSource<T>& in, bool mirrored, const LaneBlock<T>& block)
{
    const auto width = static_cast<size_t>(in.width);
    if (in.real) {
        move_real_block<true, Lanes>(block, in.first, in.lanes, width);
        for (Index i = 0; i < block.count; ++i) {
            for (size_t c = width; c < 2 * Lanes; ++c)
                block.tile[i][c < Lanes ? block.re + c : block.im + c - Lanes] = 0;
        }
        return;
    }
    const LanesDownwards<Lanes> downwards;
    const Index* const mirrored_lanes = in.mirrored_lanes ? in.mirrored_lanes : downwards.lanes;
    move_block<true>(block, in.first, mirrored ? mirrored_lanes : in.lanes, width);
    for (Index i = 0; i < block.count; ++i) {
        for (size_t lane = width; lane < Lanes; ++lane) block.tile[i][lane] = block.tile[i][Lanes + lane] = 0;
    }
    if (mirrored) conjugate_block<Lanes>(d, block);
}

/// Rows from `begin` on that are a block: all of them mirrored, or none.
template <class Array>
HWY_INLINE Index rows_of_block(const Array& array, Index begin, Index rows)
{
    Index end = begin + rows_a_block < rows ? begin + rows_a_block : rows;
    if (begin < array.mirrored_from && array.mirrored_from < end) end = array.mirrored_from;
    return end - begin;
}

/// All rows of a source; the walk knows their places.
template <size_t Lanes, class D, class T, class Walk>
HWY_NOINLINE void gather_tile(D d, const TileTask<T>& task, const TileSource<T>& in, Walk walk)
{
    LaneBlock<T> block;
    block.re = in.swap ? Lanes : 0;
    block.im = in.swap ? 0 : Lanes;
    for (Index begin = 0; begin < task.rows; begin += block.count) {
        block.rows = in.rows + begin;
        block.count = rows_of_block(in, begin, task.rows);
        for (Index i = 0; i < block.count; ++i, walk.next())
            block.tile[i] = task.cache + walk.place() * 2 * static_cast<Index>(Lanes);
        gather_block<Lanes>(d, in, begin >= in.mirrored_from, block);
    }
}

/// A block's rows to a target. Mirrored ones are conjugated where they are.
template <size_t Lanes, class D, class T>
HWY_INLINE void scatter_block(D d, const LaneBlock<T>& block, const TileTarget<T>& out, bool mirrored)
{
    const auto width = static_cast<size_t>(out.width);
    if (out.real) return move_real_block<false, Lanes>(block, out.first, out.lanes, width);
    if (!mirrored) return move_block<false>(block, out.first, out.lanes, width);
    conjugate_block<Lanes>(d, block);
    const LanesDownwards<Lanes> downwards;
    move_block<false>(block, out.first, out.mirrored_lanes ? out.mirrored_lanes : downwards.lanes, width);
}

/// All results to a target.
template <size_t Lanes, class D, class T>
HWY_NOINLINE void scatter_tile(D d, const TileTask<T>& task, const TileTarget<T>& out)
{
    LaneBlock<T> block;
    block.re = out.swap ? Lanes : 0;
    block.im = out.swap ? 0 : Lanes;
    for (Index begin = 0; begin < task.rows; begin += block.count) {
        block.rows = out.rows + begin;
        block.count = rows_of_block(out, begin, task.rows);
        for (Index i = 0; i < block.count; ++i)
            block.tile[i] = task.cache + task.position[begin + i] * 2 * static_cast<Index>(Lanes);
        scatter_block<Lanes>(d, block, out, begin >= out.mirrored_from);
    }
}

template <class T>
HWY_NOINLINE void pack_transposed(const PackTask<T>& work)
{
    constexpr size_t most_lanes = 64 / sizeof(T);
    const auto lanes = static_cast<size_t>(work.lanes), width = static_cast<size_t>(work.width);
    T* to = work.to;
    for (Index begin = 0; begin < work.rows; begin += work.lanes) {
        const auto rest = static_cast<size_t>(work.rows - begin);
        const size_t count = rest < lanes ? rest : lanes;
        const T* rows[most_lanes];
        for (size_t i = 0; i < count; ++i)
            rows[i] = work.cache + work.positions[static_cast<size_t>(begin) + i] * 2 * work.lanes;
        pack_group(rows, lanes, count, width, to);
        to += 2 * count * width;
    }
}
