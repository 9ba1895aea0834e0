// Rows of tiles to and from other arrays. Included once for every instruction set: no include guard.

/// Rows that a small transform works on, in L1.
template <size_t Lanes, class T>
struct Staged {
    alignas(64) T rows[longest_small * 2 * Lanes];
    HWY_INLINE TileRows<Lanes, T> all() { return {rows, 2 * Lanes}; }
};

/// Rows b, b + step, ... of a source with neighbouring lanes, count of them.
template <size_t Lanes, class D, class T>
HWY_INLINE void read_rows(D d, const TileSource<T>& in, Index b, Index step, Index count, TileRows<Lanes, T> to)
{
    if (has_special_rows(in)) return read_special_rows<Lanes>(d, in, b, step, count, to);
    const Index* const rows = in.rows + b;
    const auto reals = static_cast<size_t>(2 * in.width);
    RowAhead next(b, step, count);
    for (Index j = 0; j < count; ++j, next.advance()) {
        if (next.exists()) prefetch_lines<to_second_cache>(in.first + in.rows[next.row()], reals);
        read_row<Lanes>(d, in, in.first + rows[j * step], to.row(static_cast<size_t>(j)));
    }
}

/// Split rows to the rows first, first + step, ... of a target with neighbouring lanes, count of them.
template <size_t Lanes, class D, class T>
HWY_INLINE void write_rows(D d, TileRows<Lanes, T> from, const TileTarget<T>& out, Index first, Index step, Index count)
{
    if (has_special_rows(out)) return write_special_rows<Lanes>(d, from, out, first, step, count);
    const Index* const rows = out.rows + first;
    const auto width = static_cast<size_t>(out.width);
    const size_t re = out.swap ? Lanes : 0, im = out.swap ? 0 : Lanes;
    for (Index k = 0; k < count; ++k) {
        const T* const row = from.row(static_cast<size_t>(k));
        write_row<Lanes>(d, row + re, row + im, width, out.first + rows[k * step]);
    }
}

/// The rows of a block from a source.
template <size_t Lanes, class T>
HWY_INLINE void gather_block(const TileSource<T>& in, const LaneBlock<T>& block)
{
    const auto width = static_cast<size_t>(in.width);
    move_block<true>(block, in.first, in.lanes, width);
    for (Index i = 0; i < block.count; ++i) {
        for (size_t lane = width; lane < Lanes; ++lane) block.tile[i][lane] = block.tile[i][Lanes + lane] = 0;
    }
}

/// All rows of a source; the walk knows their places.
template <size_t Lanes, bool Special, class D, class T, class Walk>
HWY_NOINLINE void gather_tile(D d, const TileTask<T>& task, const TileSource<T>& in, Walk walk)
{
    LaneBlock<T> block;
    block.re = in.swap ? Lanes : 0;
    block.im = in.swap ? 0 : Lanes;
    for (Index begin = 0; begin < task.rows; begin += block.count) {
        block.rows = in.rows + begin;
        block.count = rows_of_block<Special>(in, begin, task.rows);
        for (Index i = 0; i < block.count; ++i, walk.next())
            block.tile[i] = task.cache + walk.place() * 2 * static_cast<Index>(Lanes);
        if (Special && (in.real || begin >= in.mirrored_from || is_missing(in, begin))) {
            gather_special_block<Lanes>(d, in, block);
        } else {
            gather_block<Lanes>(in, block);
        }
    }
}

/// All results to a target.
template <size_t Lanes, bool Special, class D, class T>
HWY_NOINLINE void scatter_tile(D d, const TileTask<T>& task, const TileTarget<T>& out)
{
    LaneBlock<T> block;
    block.re = out.swap ? Lanes : 0;
    block.im = out.swap ? 0 : Lanes;
    for (Index begin = 0; begin < task.rows; begin += block.count) {
        block.rows = out.rows + begin;
        block.count = rows_of_block<Special>(out, begin, task.rows);
        for (Index i = 0; i < block.count; ++i)
            block.tile[i] = task.cache + task.position[begin + i] * 2 * static_cast<Index>(Lanes);
        if (Special && (out.real || begin >= out.mirrored_from || is_missing(out, begin))) {
            scatter_special_block<Lanes>(d, block, out);
        } else {
            move_block<false>(block, out.first, out.lanes, static_cast<size_t>(out.width));
        }
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
