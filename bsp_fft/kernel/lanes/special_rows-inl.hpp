// Rows of real numbers, rows that are mirrored, and rows that do not exist, to and from the rows of a tile; code of its
// own, so that it does not slow down others. Included once for every instruction set: no include guard.

// Reals of a row with neighbouring lanes, and where they begin.
template <class Array>
HWY_INLINE size_t reals_of_row(const Array& array)
{
    return static_cast<size_t>(array.real ? array.width : 2 * array.width);
}
template <class Array>
HWY_INLINE bool is_missing(const Array& array, Index row)
{
    return array.gaps && array.rows[row] == missing_row;
}
template <class Array>
HWY_INLINE auto begin_of_row(const Array& array, Index row)
{
    if (is_missing(array, row)) return array.first;
    const Index back = row < array.mirrored_from || array.mirrored_lanes ? 0 : 2 * (array.width - 1);
    return array.first + array.rows[row] - back;
}

template <class Array>
HWY_INLINE bool has_special_rows(const Array& array)
{
    return array.real || array.mirrored_from < no_rows || array.gaps;
}

/// The first lanes of a row.
template <bool ToTile, class D, class T, class Memory>
HWY_NOINLINE void move_first(D d, T* lanes, Memory* memory, size_t count)
{
    size_t lane = 0;
    for (; lane + hn::Lanes(d) <= count; lane += hn::Lanes(d)) move_vector<ToTile>(d, lanes + lane, memory + lane);
    for (; lane < count; ++lane) move_number<ToTile>(lanes[lane], memory[lane]);
}

/// Neighbouring real columns.
template <bool ToTile, size_t Lanes, class D, class T, class Memory>
HWY_INLINE void move_real_row(D d, const TileArray<Memory>& array, Memory* memory, T* row)
{
    T* const re = array.swap ? row + Lanes : row;
    T* const im = array.swap ? row : row + Lanes;
    const auto width = static_cast<size_t>(array.width);
    if (width < 2 * Lanes) {
        if constexpr (ToTile) clear_row<Lanes>(row);
        move_first<ToTile>(d, re, memory, width < Lanes ? width : Lanes);
        if (width > Lanes) move_first<ToTile>(d, im, memory + Lanes, width - Lanes);
        return;
    }
    for (size_t lane = 0; lane < Lanes; lane += hn::Lanes(d)) {
        move_vector<ToTile>(d, re + lane, memory + lane);
        move_vector<ToTile>(d, im + lane, memory + Lanes + lane);
    }
}

/// A mirrored row.
template <bool ToTile, size_t Lanes, class D, class T, class Memory>
HWY_INLINE void move_mirrored_row(D d, const TileArray<Memory>& array, Memory* memory, T* row)
{
    T* const re = array.swap ? row + Lanes : row;
    T* const im = array.swap ? row : row + Lanes;
    const auto width = static_cast<size_t>(array.width);
    if (width < Lanes || array.mirrored_lanes) {
        const LanesDownwards<Lanes> downwards;
        const Index* const lanes = array.mirrored_lanes ? array.mirrored_lanes : downwards.lanes;
        if constexpr (ToTile) clear_row<Lanes>(row);
        for (size_t lane = 0; lane < width; ++lane) {
            Memory* const number = memory + lanes[lane];
            move_number<ToTile>(re[lane], number[0]);
            if constexpr (ToTile) {
                im[lane] = -number[1];
            } else {
                number[1] = -im[lane];
            }
        }
        return;
    }
    const size_t step = hn::Lanes(d);
    for (size_t lane = 0; lane < Lanes; lane += step) {
        Memory* const numbers = memory - 2 * (lane + step - 1);
        if constexpr (ToTile) {
            const Complex<D> value = load_interleaved(d, numbers);
            hn::StoreU(hn::Reverse(d, value.re), d, re + lane);
            hn::StoreU(hn::Neg(hn::Reverse(d, value.im)), d, im + lane);
        } else {
            const auto real = hn::Reverse(d, hn::LoadU(d, re + lane));
            const auto imaginary = hn::Reverse(d, hn::LoadU(d, im + lane));
            store_interleaved(d, Complex<D>{real, hn::Neg(imaginary)}, numbers);
        }
    }
}

/// As move_rows, of rows some of which are mirrored or do not exist, or all of them real.
template <bool ToTile, size_t Lanes, class D, class T, class Memory>
HWY_NOINLINE void move_special_rows(D d, const TileArray<Memory>& array, Index first, Index step, Index count,
                                    TileRows<Lanes, T> tile)
{
    const size_t reals = reals_of_row(array);
    RowAhead next(first, step, count);
    for (Index j = 0; j < count; ++j, next.advance()) {
        if (ToTile && next.exists()) prefetch_lines<to_second_cache>(begin_of_row(array, next.row()), reals);
        const Index row = first + j * step;
        T* const at = tile.row(static_cast<size_t>(j));
        if (is_missing(array, row)) {
            if constexpr (ToTile) clear_row<Lanes>(at);
        } else if (array.real) {
            move_real_row<ToTile, Lanes>(d, array, array.first + array.rows[row], at);
        } else if (row >= array.mirrored_from) {
            move_mirrored_row<ToTile, Lanes>(d, array, array.first + array.rows[row], at);
        } else {
            move_row<ToTile, Lanes>(d, array, array.first + array.rows[row], at);
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

/// A block of real columns, of mirrored rows, or of rows that do not exist, of an array whose lanes are anywhere. In a
/// tile that is written, mirrored rows are conjugated where they are.
template <bool ToTile, size_t Lanes, class D, class T, class Memory>
HWY_NOINLINE void move_special_block(D d, const TileArray<Memory>& array, const LaneBlock<T>& block)
{
    const auto width = static_cast<size_t>(array.width);
    const bool missing = array.gaps && block.rows[0] == missing_row;
    const bool narrow = width < (array.real ? 2 * Lanes : Lanes);
    for (Index i = 0; ToTile && (missing || narrow) && i < block.count; ++i) clear_row<Lanes>(block.tile[i]);
    if (missing) return;
    if (array.real) return move_real_block<ToTile, Lanes>(block, array.first, array.lanes, width);
    const LanesDownwards<Lanes> downwards;
    if constexpr (!ToTile) conjugate_block<Lanes>(d, block);
    move_block<ToTile>(block, array.first, array.mirrored_lanes ? array.mirrored_lanes : downwards.lanes, width);
    if constexpr (ToTile) conjugate_block<Lanes>(d, block);
}
