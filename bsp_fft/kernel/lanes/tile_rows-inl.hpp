// Rows of tiles to and from other arrays. Included once for every instruction set: no include guard.

/// Rows that a small transform works on, in L1.
template <size_t Lanes, class T>
struct Staged {
    alignas(64) T rows[longest_small * 2 * Lanes];
    HWY_INLINE TileRows<Lanes, T> all() { return {rows, 2 * Lanes}; }
};

/// The rows first, first + step, ... of an array with neighbouring lanes, count of them, and as many of a tile.
template <bool ToTile, size_t Lanes, class D, class T, class Memory>
HWY_INLINE void move_rows(D d, const TileArray<Memory>& array, Index first, Index step, Index count,
                          TileRows<Lanes, T> tile)
{
    if (has_special_rows(array)) return move_special_rows<ToTile, Lanes>(d, array, first, step, count, tile);
    const Index* const rows = array.rows + first;
    const auto reals = static_cast<size_t>(2 * array.width);
    RowAhead next(first, step, count);
    if (array.width < static_cast<Index>(Lanes) || array.wraps())
        return move_rows_in_pieces<ToTile, Lanes>(d, array, rows, step, count, next, tile);
    for (Index j = 0; j < count; ++j, next.advance()) {
        if (ToTile && next.exists()) prefetch_lines<to_second_cache>(array.first + array.rows[next.row()], reals);
        move_row<ToTile, Lanes>(d, array, array.first + rows[j * step], tile.row(static_cast<size_t>(j)));
    }
}

/// The rows of a block.
template <bool ToTile, size_t Lanes, class T, class Memory>
HWY_INLINE void move_plain_block(const TileArray<Memory>& array, const LaneBlock<T>& block)
{
    const auto width = static_cast<size_t>(array.width);
    move_block<ToTile>(block, array.first, array.lanes, width);
    for (Index i = 0; ToTile && i < block.count; ++i) {
        for (size_t lane = width; lane < Lanes; ++lane) block.tile[i][lane] = block.tile[i][Lanes + lane] = 0;
    }
}

/// All rows; place_of(row) is called for one after the other.
template <bool ToTile, size_t Lanes, bool Special, class D, class T, class Memory, class PlaceOf>
HWY_NOINLINE void move_tile(D d, const TileTask<T>& task, const TileArray<Memory>& array, PlaceOf place_of)
{
    LaneBlock<T> block(array.swap, Lanes);
    for (Index begin = 0; begin < task.rows; begin += block.count) {
        block.rows = array.rows + begin;
        block.count = rows_of_block<Special>(array, begin, task.rows);
        for (Index i = 0; i < block.count; ++i)
            block.tile[i] = task.cache + place_of(begin + i) * 2 * static_cast<Index>(Lanes);
        if (Special && (array.real || begin >= array.mirrored_from || is_missing(array, begin))) {
            move_special_block<ToTile, Lanes>(d, array, block);
        } else {
            move_plain_block<ToTile, Lanes>(array, block);
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
        const size_t step = work.column_step > 0 ? static_cast<size_t>(work.column_step) : 2 * count;
        pack_group(rows, lanes, count, width, to, step);
        to += 2 * count * width;
    }
}
