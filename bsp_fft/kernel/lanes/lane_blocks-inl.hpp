// Lanes that are anywhere in memory, to and from the rows of a tile: squares of numbers are transposed. Included once
// for every instruction set: no include guard.

template <class T>
using Widest = hn::CappedTag<T, 64 / sizeof(T)>;

/// A vector of blocks of 16 bytes: at `offset` of the rows 0, square, 2 square, ...
template <class D, class T>
HWY_INLINE hn::Vec<D> load_blocks(D d, const T* const* rows, Index offset)
{
    if constexpr (hn::MaxLanes(D()) == square<T>) {
        return hn::LoadU(d, rows[0] + offset);
    } else {
        const hn::Half<D> half;
        return hn::Combine(d, load_blocks(half, rows + hn::MaxLanes(half), offset), load_blocks(half, rows, offset));
    }
}
template <class D, class T>
HWY_INLINE void store_blocks(D d, hn::Vec<D> v, T* const* rows, Index offset)
{
    if constexpr (hn::MaxLanes(D()) == square<T>) {
        hn::StoreU(v, d, rows[0] + offset);
    } else {
        const hn::Half<D> half;
        store_blocks(half, hn::LowerHalf(half, v), rows, offset);
        store_blocks(half, hn::UpperHalf(half, v), rows + hn::MaxLanes(half), offset);
    }
}

/// At `offset` of as many rows as a vector has lanes: column b of them goes to to[b].
template <class D, class T>
HWY_INLINE void transpose_to_columns(D d, const T* const* rows, Index offset, T* const* to)
{
    hn::Vec<D> v[square<T>];
    for (size_t i = 0; i < square<T>; ++i) v[i] = load_blocks(d, rows + i, offset);
    transpose_squares(d, v);
    for (size_t b = 0; b < square<T>; ++b) hn::StoreU(v[b], d, to[b]);
}
/// And back.
template <class D, class T>
HWY_INLINE void transpose_to_rows(D d, const T* const* columns, T* const* rows, Index offset)
{
    hn::Vec<D> v[square<T>];
    for (size_t b = 0; b < square<T>; ++b) v[b] = hn::LoadU(d, columns[b]);
    transpose_squares(d, v);
    for (size_t i = 0; i < square<T>; ++i) store_blocks(d, v[i], rows + i, offset);
}

/// Column b of the rows at rows[i] goes to to[b].
template <class T>
HWY_INLINE void transpose_square(const T* const* rows, T* const* to)
{
    transpose_to_columns(hn::FixedTag<T, square<T>>(), rows, 0, to);
}

// Lanes that are anywhere, for instance one transform after the other in memory. A few lanes are done at a time, down
// many rows, so that memory is read and written in order; the rows of the tile stay in L1 meanwhile.
constexpr Index rows_a_block = 64;

template <class T>
struct LaneBlock {
    HWY_INLINE LaneBlock(bool swap, size_t lanes) : re(swap ? lanes : 0), im(swap ? 0 : lanes) {}

    const Index* rows;
    Index count;
    T* tile[rows_a_block];  ///< rows of the tile
    size_t re;              ///< where in them the real parts are
    size_t im;

    /// The rows of a lane follow one another.
    HWY_INLINE bool is_contiguous(Index reals_a_row = 2) const
    {
        for (Index i = 1; i < count; ++i) {
            if (rows[i] - rows[0] != reals_a_row * i) return false;
        }
        return true;
    }
};

/// The rows of as many lanes as a vector has, transposed. In memory a row of a square is a lane's.
template <bool ToTile, class D, class T, class Memory>
HWY_INLINE Index move_squares(D d, const LaneBlock<T>& block, Memory* const* lanes, size_t lane)
{
    constexpr Index step = static_cast<Index>(square<T>) / 2;
    Index row = 0;
    for (; row + step <= block.count; row += step) {
        T* tile[square<T>];
        for (Index i = 0; i < step; ++i) {
            tile[2 * i] = block.tile[row + i] + block.re + lane;
            tile[2 * i + 1] = block.tile[row + i] + block.im + lane;
        }
        if constexpr (ToTile) {
            transpose_to_columns(d, lanes, 2 * row, tile);
        } else {
            transpose_to_rows(d, tile, lanes, 2 * row);
        }
    }
    return row;
}

template <bool ToTile, class T, class Memory>
HWY_INLINE void move_lane(const LaneBlock<T>& block, Memory* lane_memory, Index first_row, size_t lane)
{
    for (Index row = first_row; row < block.count; ++row) {
        Memory* const memory = lane_memory + block.rows[row];
        move_number<ToTile>(block.tile[row][block.re + lane], memory[0]);
        move_number<ToTile>(block.tile[row][block.im + lane], memory[1]);
    }
}

/// All lanes below the width, from `lane` on: as many at a time as a vector has, the rest in shorter vectors.
template <bool ToTile, class D, class T, class Memory>
HWY_INLINE void move_lanes(D d, const LaneBlock<T>& block, bool contiguous, Memory* first, const Index* lanes,
                           size_t width, size_t lane)
{
    constexpr size_t some = hn::MaxLanes(D());
    for (; lane + some <= width; lane += some) {
        Index done = 0;
        if (contiguous) {
            Memory* memory[some];
            for (size_t i = 0; i < some; ++i) memory[i] = first + lanes[lane + i] + block.rows[0];
            done = move_squares<ToTile>(d, block, memory, lane);
        }
        for (size_t i = 0; i < some; ++i) move_lane<ToTile>(block, first + lanes[lane + i], done, lane + i);
    }
    if constexpr (some > square<T>) {
        move_lanes<ToTile>(hn::Half<D>(), block, contiguous, first, lanes, width, lane);
    } else {
        for (; lane < width; ++lane) move_lane<ToTile>(block, first + lanes[lane], 0, lane);
    }
}

template <bool ToTile, class T, class Memory>
HWY_INLINE void move_block(const LaneBlock<T>& block, Memory* first, const Index* lanes, size_t width)
{
    move_lanes<ToTile>(Widest<T>(), block, block.is_contiguous(), first, lanes, width, 0);
}

/// Some real columns, whose first is at `offset` in the rows of the tile.
template <bool ToTile, class T, class Memory>
HWY_INLINE void move_columns(const LaneBlock<T>& block, Memory* first, const Index* columns, size_t width,
                             size_t offset)
{
    constexpr size_t S = square<T>;
    const bool contiguous = block.is_contiguous(1);
    for (size_t column = 0; column < width; column += S) {
        const size_t some = column + S <= width ? S : width - column;
        Index row = 0;
        for (; contiguous && some == S && row + static_cast<Index>(S) <= block.count; row += static_cast<Index>(S)) {
            Memory* memory[S];
            T* tile[S];
            for (size_t i = 0; i < S; ++i) {
                memory[i] = first + columns[column + i] + block.rows[0] + row;
                tile[i] = block.tile[row + static_cast<Index>(i)] + offset + column;
            }
            if constexpr (ToTile) {
                transpose_square(memory, tile);
            } else {
                transpose_square(tile, memory);
            }
        }
        for (; row < block.count; ++row) {
            for (size_t i = column; i < column + some; ++i)
                move_number<ToTile>(block.tile[row][offset + i], first[columns[i] + block.rows[row]]);
        }
    }
}

/// All real columns below the width.
template <bool ToTile, size_t Lanes, class T, class Memory>
HWY_INLINE void move_real_block(const LaneBlock<T>& block, Memory* first, const Index* columns, size_t width)
{
    move_columns<ToTile>(block, first, columns, width < Lanes ? width : Lanes, block.re);
    if (width > Lanes) move_columns<ToTile>(block, first, columns + Lanes, width - Lanes, block.im);
}

/// The imaginary parts of a block's rows change their signs.
template <size_t Lanes, class D, class T>
HWY_INLINE void conjugate_block(D d, const LaneBlock<T>& block)
{
    for (Index i = 0; i < block.count; ++i) {
        T* const im = block.tile[i] + block.im;
        for (size_t lane = 0; lane < Lanes; lane += hn::Lanes(d))
            hn::StoreU(hn::Neg(hn::LoadU(d, im + lane)), d, im + lane);
    }
}

/// The lanes of mirrored rows, if nothing else is said about them.
template <size_t Lanes>
struct LanesDownwards {
    Index lanes[Lanes];
    HWY_INLINE LanesDownwards()
    {
        for (size_t lane = 0; lane < Lanes; ++lane) lanes[lane] = -2 * static_cast<Index>(lane);
    }
};

/// Element (i, b) of the rows at `rows[i]` to (b, i), where the rows of the result are `stride` apart.
template <class T>
HWY_INLINE void transpose(const T* const* rows, size_t offset, size_t count, size_t width, T* to, size_t stride)
{
    constexpr size_t S = square<T>;
    const size_t whole_rows = count / S * S, whole_width = width / S * S;
    for (size_t i = 0; i < whole_rows; i += S) {
        for (size_t b = 0; b < whole_width; b += S) {
            const T* from[S];
            T* out[S];
            for (size_t j = 0; j < S; ++j) from[j] = rows[i + j] + offset + b;
            for (size_t j = 0; j < S; ++j) out[j] = to + (b + j) * stride + i;
            transpose_square(from, out);
        }
    }
    for (size_t i = 0; i < count; ++i) {
        for (size_t b = i < whole_rows ? whole_width : 0; b < width; ++b) to[b * stride + i] = rows[i][offset + b];
    }
}

/// A whole group of rows of the widest tile, read line by line.
template <class T>
HWY_INLINE void pack_whole_group(const T* const* rows, T* to, size_t stride)
{
    constexpr size_t lanes = 64 / sizeof(T), S = square<T>;
    const Widest<T> d;
    for (size_t b = 0; b < 2 * lanes; b += S) {
        // columns of real parts, and beside them those of imaginary parts
        T* const column = to + b % lanes * stride + b / lanes * lanes;
        for (size_t i = 0; i < lanes; i += hn::Lanes(d)) {
            T* columns[S];
            for (size_t j = 0; j < S; ++j) columns[j] = column + j * stride + i;
            transpose_to_columns(d, rows + i, static_cast<Index>(b), columns);
        }
    }
}

/// Packs a group of up to `lanes` rows of the tile, transposed: columns of real parts, then imaginary parts, which are
/// `stride` apart.
template <class T>
HWY_INLINE void pack_group(const T* const* rows, size_t lanes, size_t count, size_t width, T* to, size_t stride)
{
    constexpr size_t most_lanes = 64 / sizeof(T);
    if (count == most_lanes && width == most_lanes) return pack_whole_group(rows, to, stride);
    transpose(rows, 0, count, width, to, stride);
    transpose(rows, lanes, count, width, to + count, stride);
}
