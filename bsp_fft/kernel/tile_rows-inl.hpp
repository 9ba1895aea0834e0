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

template <size_t Lanes, class D, class T>
HWY_INLINE void read_row(D d, const TileSource<T>& in, const T* from, T* to)
{
    T* const re = in.swap ? to + Lanes : to;
    T* const im = in.swap ? to : to + Lanes;
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
    const Index* const rows = in.rows + b;
    const auto reals = static_cast<size_t>(2 * in.width);
    const bool more = b + 1 < step;
    constexpr auto ahead = static_cast<Index>(rows_ahead);
    for (Index j = 0; j < count; ++j) {
        if (j + ahead < count) {
            prefetch_lines(in.first + rows[(j + ahead) * step], reals);
        } else if (more && j + ahead - count < count) {
            prefetch_lines(in.first + rows[1 + (j + ahead - count) * step], reals);
        }
        if (more) prefetch_lines<to_read, to_last_cache>(in.first + rows[1 + j * step], reals);
        read_row<Lanes>(d, in, in.first + rows[j * step], to.row(static_cast<size_t>(j)));
    }
}

/// Split rows to the rows first, first + step, ... of a target with neighbouring lanes, count of them.
template <size_t Lanes, class D, class T>
HWY_INLINE void write_rows(D d, TileRows<Lanes, T> from, const TileTarget<T>& out, Index first, Index step, Index count)
{
    const Index* const rows = out.rows + first;
    const auto width = static_cast<size_t>(out.width);
    const size_t re = out.swap ? Lanes : 0, im = out.swap ? 0 : Lanes;
    constexpr auto ahead = static_cast<Index>(rows_ahead_to_write);
    for (Index k = 0; k < count; ++k) {
        if (k + ahead < count) prefetch_lines<to_write>(out.first + rows[(k + ahead) * step], 2 * width);
        T* const to = out.first + rows[k * step];
        const T* const row = from.row(static_cast<size_t>(k));
        if (width < Lanes) {
            for (size_t lane = 0; lane < width; ++lane) {
                to[2 * lane] = row[re + lane];
                to[2 * lane + 1] = row[im + lane];
            }
            continue;
        }
        for (size_t lane = 0; lane < Lanes; lane += hn::Lanes(d))
            store_interleaved(d, Complex<D>{hn::LoadU(d, row + re + lane), hn::LoadU(d, row + im + lane)},
                              to + 2 * lane);
    }
}

// Squares of numbers are transposed in blocks of 16 bytes, which every instruction set has.

/// Column b of the rows at rows[i] goes to to[b].
HWY_INLINE void transpose_square(const double* const* rows, double* const* to)
{
    const hn::FixedTag<double, 2> d;
    const auto a = hn::LoadU(d, rows[0]), b = hn::LoadU(d, rows[1]);
    hn::StoreU(hn::InterleaveLower(d, a, b), d, to[0]);
    hn::StoreU(hn::InterleaveUpper(d, a, b), d, to[1]);
}

HWY_INLINE void transpose_square(const float* const* rows, float* const* to)
{
    const hn::FixedTag<float, 4> d;
    const hn::FixedTag<double, 2> dd;
    const auto r0 = hn::LoadU(d, rows[0]), r1 = hn::LoadU(d, rows[1]);
    const auto r2 = hn::LoadU(d, rows[2]), r3 = hn::LoadU(d, rows[3]);
    const auto low01 = hn::BitCast(dd, hn::InterleaveLower(d, r0, r1)),
               high01 = hn::BitCast(dd, hn::InterleaveUpper(d, r0, r1));
    const auto low23 = hn::BitCast(dd, hn::InterleaveLower(d, r2, r3)),
               high23 = hn::BitCast(dd, hn::InterleaveUpper(d, r2, r3));
    hn::StoreU(hn::BitCast(d, hn::InterleaveLower(dd, low01, low23)), d, to[0]);
    hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(dd, low01, low23)), d, to[1]);
    hn::StoreU(hn::BitCast(d, hn::InterleaveLower(dd, high01, high23)), d, to[2]);
    hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(dd, high01, high23)), d, to[3]);
}

template <class T>
constexpr size_t square = 16 / sizeof(T);

// Lanes that are anywhere, for instance one transform after the other in memory. A few lanes are done at a time, down
// many rows, so that memory is read and written in order; the rows of the tile stay in L1 meanwhile.
constexpr Index rows_a_block = 64;

template <class T>
struct LaneBlock {
    const Index* rows;
    Index count;
    T* tile[rows_a_block];  ///< rows of the tile
    size_t re;              ///< where in them the real parts are
    size_t im;

    /// The rows of a lane follow one another.
    HWY_INLINE bool is_contiguous() const
    {
        for (Index i = 1; i < count; ++i) {
            if (rows[i] - rows[0] != 2 * i) return false;
        }
        return true;
    }
};

/// The rows of a few lanes: squares of numbers, transposed. In memory a row of a square is a lane's.
template <bool ToTile, class T, class Memory>
HWY_INLINE Index move_squares(const LaneBlock<T>& block, Memory* const (&lanes)[square<T>], size_t lane)
{
    constexpr Index step = static_cast<Index>(square<T>) / 2;
    Index row = 0;
    for (; row + step <= block.count; row += step) {
        Memory* memory[square<T>];
        T* tile[square<T>];
        for (size_t i = 0; i < square<T>; ++i) memory[i] = lanes[i] + 2 * row;
        for (Index i = 0; i < step; ++i) {
            tile[2 * i] = block.tile[row + i] + block.re + lane;
            tile[2 * i + 1] = block.tile[row + i] + block.im + lane;
        }
        if constexpr (ToTile) {
            transpose_square(memory, tile);
        } else {
            transpose_square(tile, memory);
        }
    }
    return row;
}

template <bool ToTile, class T, class Memory>
HWY_INLINE void move_lane(const LaneBlock<T>& block, Memory* lane_memory, Index first_row, size_t lane)
{
    for (Index row = first_row; row < block.count; ++row) {
        Memory* const memory = lane_memory + block.rows[row];
        T* const re = block.tile[row] + block.re + lane;
        T* const im = block.tile[row] + block.im + lane;
        if constexpr (ToTile) {
            *re = memory[0];
            *im = memory[1];
        } else {
            memory[0] = *re;
            memory[1] = *im;
        }
    }
}

/// All lanes below the width.
template <bool ToTile, class T, class Memory>
HWY_INLINE void move_block(const LaneBlock<T>& block, Memory* first, const Index* lanes, size_t width)
{
    const bool contiguous = block.is_contiguous();
    size_t lane = 0;
    for (; lane + square<T> <= width; lane += square<T>) {
        Index done = 0;
        if (contiguous) {
            Memory* memory[square<T>];
            for (size_t i = 0; i < square<T>; ++i) memory[i] = first + lanes[lane + i] + block.rows[0];
            done = move_squares<ToTile>(block, memory, lane);
        }
        for (size_t i = 0; i < square<T>; ++i) move_lane<ToTile>(block, first + lanes[lane + i], done, lane + i);
    }
    for (; lane < width; ++lane) move_lane<ToTile>(block, first + lanes[lane], 0, lane);
}

/// All rows of a source; the walk knows their places.
template <size_t Lanes, class T, class Walk>
HWY_NOINLINE void gather_tile(const TileTask<T>& task, const TileSource<T>& in, Walk walk)
{
    LaneBlock<T> block;
    block.re = in.swap ? Lanes : 0;
    block.im = in.swap ? 0 : Lanes;
    const auto width = static_cast<size_t>(in.width);
    for (Index begin = 0; begin < task.rows; begin += rows_a_block) {
        block.rows = in.rows + begin;
        block.count = begin + rows_a_block < task.rows ? rows_a_block : task.rows - begin;
        for (Index i = 0; i < block.count; ++i, walk.next())
            block.tile[i] = task.cache + walk.place() * 2 * static_cast<Index>(Lanes);
        move_block<true>(block, in.first, in.lanes, width);
        for (Index i = 0; i < block.count; ++i) {
            for (size_t lane = width; lane < Lanes; ++lane) block.tile[i][lane] = block.tile[i][Lanes + lane] = 0;
        }
    }
}

/// All results to a target.
template <size_t Lanes, class T>
HWY_NOINLINE void scatter_tile(const TileTask<T>& task, const TileTarget<T>& out)
{
    LaneBlock<T> block;
    block.re = out.swap ? Lanes : 0;
    block.im = out.swap ? 0 : Lanes;
    for (Index begin = 0; begin < task.rows; begin += rows_a_block) {
        block.rows = out.rows + begin;
        block.count = begin + rows_a_block < task.rows ? rows_a_block : task.rows - begin;
        for (Index i = 0; i < block.count; ++i)
            block.tile[i] = task.cache + task.position[begin + i] * 2 * static_cast<Index>(Lanes);
        move_block<false>(block, out.first, out.lanes, static_cast<size_t>(out.width));
    }
}

/// Element (i, b) of the rows at `rows[i]` to (b, i), where a row b of the result has 2 * count reals.
template <class T>
HWY_INLINE void transpose(const T* const* rows, size_t offset, size_t count, size_t width, T* to)
{
    constexpr size_t S = square<T>;
    const size_t whole_rows = count / S * S, whole_width = width / S * S, stride = 2 * count;
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
        if (count == most_lanes && width == most_lanes) {
            // sizes that the compiler knows
            transpose(rows, 0, most_lanes, most_lanes, to);
            transpose(rows, most_lanes, most_lanes, most_lanes, to + most_lanes);
        } else {
            transpose(rows, 0, count, width, to);
            transpose(rows, lanes, count, width, to + count);
        }
        to += 2 * count * width;
    }
}
