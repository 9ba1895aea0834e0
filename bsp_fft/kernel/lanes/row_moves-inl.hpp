// Single rows of tiles from and to other arrays. Included once for every instruction set: no include guard.

// Rows of the user's matrix are often a power of two apart and map to the same cache sets: a line that is not used
// completely at once is evicted. They are read and written row by row, a whole cache line at a time, and buffered in
// L1 in between.
//
// L1 has space for a few such rows only, so rows from memory are prefetched into L2. Rows that are written as a whole
// are not prefetched: whole lines need not be read.
constexpr size_t rows_ahead = 16;

/// Goes ahead of rows that are read in the order b, b + step, ..., count of them, and then b + 1, ...
class RowAhead {
public:
    HWY_INLINE RowAhead(Index b, Index step, Index count)
        : b_(b + static_cast<Index>(rows_ahead) / count),
          j_(static_cast<Index>(rows_ahead) % count),
          step_(step),
          count_(count)
    {}
    HWY_INLINE bool exists() const { return b_ < step_; }
    HWY_INLINE Index row() const { return b_ + j_ * step_; }
    HWY_INLINE void advance()
    {
        if (++j_ < count_) return;
        j_ = 0;
        ++b_;
    }

private:
    Index b_;
    Index j_;
    Index step_;
    Index count_;
};

constexpr int to_second_cache = 2, to_first_cache = 3;  // GCC's numbers

template <int Cache = to_first_cache, int Writes = 0, class T>
HWY_INLINE void prefetch_lines(const T* from, size_t count)
{
    for (size_t at = 0; at < count; at += 64 / sizeof(T)) __builtin_prefetch(from + at, Writes, Cache);
}

/// A number, or a vector of them, from memory to the tile, or from the tile to memory.
template <bool ToTile, class T, class Memory>
HWY_INLINE void move_number(T& tile, Memory& memory)
{
    if constexpr (ToTile) {
        tile = memory;
    } else {
        memory = tile;
    }
}
template <bool ToTile, class D, class T, class Memory>
HWY_INLINE void move_vector(D d, T* tile, Memory* memory)
{
    if constexpr (ToTile) {
        hn::StoreU(hn::LoadU(d, memory), d, tile);
    } else {
        hn::StoreU(hn::LoadU(d, tile), d, memory);
    }
}

template <size_t Lanes, class T>
HWY_INLINE void clear_row(T* row)
{
    for (size_t i = 0; i < 2 * Lanes; ++i) row[i] = 0;
}

/// A row of the tile to whole cache lines, which are not read first.
template <size_t Lanes, class D, class T>
HWY_INLINE void stream_row(D d, const T* re, const T* im, T* memory)
{
    alignas(64) T line[2 * Lanes];
    for (size_t lane = 0; lane < Lanes; lane += hn::Lanes(d))
        store_interleaved(d, Complex<D>{hn::LoadU(d, re + lane), hn::LoadU(d, im + lane)}, line + 2 * lane);
    for (size_t i = 0; i < 2 * Lanes; i += hn::Lanes(d)) hn::Stream(hn::Load(d, line + i), d, memory + i);
}

/// Neighbouring lanes of a row, and a row of the tile, where those beyond the width become zeros.
template <bool ToTile, size_t Lanes, class D, class T, class Memory>
HWY_INLINE void move_row(D d, const TileArray<Memory>& array, Memory* memory, T* row)
{
    T* const re = array.swap ? row + Lanes : row;
    T* const im = array.swap ? row : row + Lanes;
    if (array.width < static_cast<Index>(Lanes)) {
        const auto width = static_cast<size_t>(array.width);
        const size_t step = array.split ? 1 : 2, imaginary = array.split ? width : 1;
        if constexpr (ToTile) clear_row<Lanes>(row);
        for (size_t lane = 0; lane < width; ++lane) {
            move_number<ToTile>(re[lane], memory[lane * step]);
            move_number<ToTile>(im[lane], memory[lane * step + imaginary]);
        }
        return;
    }
    if constexpr (!ToTile) {
        if (array.streams) return stream_row<Lanes>(d, re, im, memory);
    }
    for (size_t lane = 0; lane < Lanes; lane += hn::Lanes(d)) {
        if constexpr (ToTile) {
            const Complex<D> value =
                array.split ? load(d, memory + lane, Lanes) : load_interleaved(d, memory + 2 * lane);
            hn::StoreU(value.re, d, re + lane);
            hn::StoreU(value.im, d, im + lane);
        } else {
            store_interleaved(d, Complex<D>{hn::LoadU(d, re + lane), hn::LoadU(d, im + lane)}, memory + 2 * lane);
        }
    }
}
