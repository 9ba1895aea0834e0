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

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2
constexpr bool has_masks = true;
#else
constexpr bool has_masks = false;  // Highway would read and write what is masked out
#endif

/// Which elements of the vectors of a row are at their places in memory, and which are `wraps_by` further; the others
/// do not exist.
template <class D, size_t Vectors>
struct RowPieces {
    using T = hn::TFromD<D>;
    static constexpr auto V = static_cast<Index>(hn::MaxLanes(D()));

    HWY_INLINE RowPieces(D d, Index at, Index end, Index by) : wraps_at(at), exist(end), wraps_by(by)
    {
        if constexpr (has_masks) {
            for (size_t i = 0; i < Vectors; ++i) {
                before[i] = first_lanes(d, at - static_cast<Index>(i) * V);
                after[i] = hn::AndNot(before[i], first_lanes(d, end - static_cast<Index>(i) * V));
            }
        }
    }
    static HWY_INLINE hn::Mask<D> first_lanes(D d, Index count)
    {
        return hn::FirstN(d, static_cast<size_t>(count < 0 ? 0 : count > V ? V : count));
    }

    HWY_INLINE hn::Vec<D> load(D d, const T* row, size_t i) const
    {
        const Index at = static_cast<Index>(i) * V;
        if (at + V <= wraps_at) return hn::LoadU(d, row + at);
        if (at >= wraps_at && at + V <= exist) return hn::LoadU(d, row + wraps_by + at);
        if constexpr (has_masks) {
            return hn::Or(hn::MaskedLoad(before[i], d, row + at), hn::MaskedLoad(after[i], d, row + wraps_by + at));
        } else {
            alignas(16) T numbers[V] = {};
            for (Index j = at; j < at + V && j < exist; ++j) numbers[j - at] = row[j < wraps_at ? j : j + wraps_by];
            return hn::LoadU(d, numbers);
        }
    }
    HWY_INLINE void store(D d, hn::Vec<D> value, T* row, size_t i) const
    {
        const Index at = static_cast<Index>(i) * V;
        if (at + V <= wraps_at) return hn::StoreU(value, d, row + at);
        if (at >= wraps_at && at + V <= exist) return hn::StoreU(value, d, row + wraps_by + at);
        if constexpr (has_masks) {
            hn::BlendedStore(value, before[i], d, row + at);
            hn::BlendedStore(value, after[i], d, row + wraps_by + at);
        } else {
            alignas(16) T numbers[V];
            hn::StoreU(value, d, numbers);
            for (Index j = at; j < at + V && j < exist; ++j) row[j < wraps_at ? j : j + wraps_by] = numbers[j - at];
        }
    }

    Index wraps_at;
    Index exist;
    Index wraps_by;
    hn::Mask<D> before[Vectors];
    hn::Mask<D> after[Vectors];
};

/// A row of neighbouring lanes of which some do not exist, or which wraps.
template <size_t Lanes, class D, class T>
HWY_INLINE void load_pieces(D d, const RowPieces<D, 2 * Lanes / hn::MaxLanes(D())>& vectors, const T* memory, T* re,
                            T* im)
{
    constexpr size_t V = hn::MaxLanes(D());
    for (size_t i = 0; i < Lanes / V; ++i) {
        const Complex<D> value =
            deinterleaved(d, vectors.load(d, memory, 2 * i), vectors.load(d, memory, 2 * i + 1));
        hn::StoreU(value.re, d, re + i * V);
        hn::StoreU(value.im, d, im + i * V);
    }
}
template <size_t Lanes, class D, class T>
HWY_INLINE void store_pieces(D d, const RowPieces<D, 2 * Lanes / hn::MaxLanes(D())>& vectors, T* memory,
                             const T* re, const T* im)
{
    constexpr size_t V = hn::MaxLanes(D());
    for (size_t i = 0; i < Lanes / V; ++i) {
        const Pair<D> both = interleaved(d, Complex<D>{hn::LoadU(d, re + i * V), hn::LoadU(d, im + i * V)});
        vectors.store(d, both.first, memory, 2 * i);
        vectors.store(d, both.second, memory, 2 * i + 1);
    }
}

template <class Memory>
HWY_INLINE void prefetch_row(const TileArray<Memory>& array, Index number)
{
    const Memory* const row = array.first + array.rows[number];
    const Index before = array.wraps() ? array.wraps_at : array.width, after = array.width - before;
    prefetch_lines<to_second_cache>(row, static_cast<size_t>(2 * before));
    if (after > 0) prefetch_lines<to_second_cache>(row + 2 * before + array.wraps_by, static_cast<size_t>(2 * after));
}

/// Such rows, of which those that come later are prefetched.
template <bool ToTile, size_t Lanes, class D, class T, class Memory>
HWY_NOINLINE void move_rows_in_pieces(D d, const TileArray<Memory>& array, const Index* rows, Index step, Index count,
                                      RowAhead next, TileRows<Lanes, T> tile)
{
    constexpr size_t V = hn::MaxLanes(D());
    const Index width = array.width, wraps_at = array.wraps() ? array.wraps_at : width;
    const size_t re = array.swap ? Lanes : 0, im = array.swap ? 0 : Lanes;
    if (ToTile && array.split) {
        const RowPieces<D, Lanes / V> vectors(d, width, width, 0);
        for (Index j = 0; j < count; ++j, next.advance()) {
            T* const row = tile.row(static_cast<size_t>(j));
            if (next.exists()) prefetch_row(array, next.row());
            for (size_t i = 0; i < Lanes / V; ++i) {
                hn::StoreU(vectors.load(d, array.first + rows[j * step], i), d, row + re + i * V);
                hn::StoreU(vectors.load(d, array.first + rows[j * step] + width, i), d, row + im + i * V);
            }
        }
        return;
    }
    const RowPieces<D, 2 * Lanes / V> vectors(d, 2 * wraps_at, 2 * width, array.wraps_by);
    for (Index j = 0; j < count; ++j, next.advance()) {
        T* const row = tile.row(static_cast<size_t>(j));
        if constexpr (ToTile) {
            if (next.exists()) prefetch_row(array, next.row());
            load_pieces<Lanes>(d, vectors, array.first + rows[j * step], row + re, row + im);
        } else {
            store_pieces<Lanes>(d, vectors, array.first + rows[j * step], row + re, row + im);
        }
    }
}

/// Neighbouring lanes of a row, and a row of the tile, where those beyond the width become zeros.
template <bool ToTile, size_t Lanes, class D, class T, class Memory>
HWY_INLINE void move_row(D d, const TileArray<Memory>& array, Memory* memory, T* row)
{
    T* const re = array.swap ? row + Lanes : row;
    T* const im = array.swap ? row : row + Lanes;
    if (array.width < static_cast<Index>(Lanes) || array.wraps()) {
        const Index place = memory - array.first;
        const TileRows<Lanes, T> alone{row, 0};
        return move_rows_in_pieces<ToTile, Lanes>(d, array, &place, 1, 1, RowAhead(0, 0, 1), alone);
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
