// Single rows of tiles from and to other arrays. Included once for every instruction set: no include guard.

// Rows of the user's matrix are often a power of two apart and map to the same cache sets: a line that is not used
// completely at once is evicted. They are read and written row by row, a whole cache line at a time, and buffered in
// L1 in between.
//
// L1 has space for a few such rows only, so rows from memory are prefetched into L2. Rows that are written are not
// prefetched: whole lines need not be read.
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

template <int Cache = to_first_cache, class T>
HWY_INLINE void prefetch_lines(const T* from, size_t count)
{
    for (size_t at = 0; at < count; at += 64 / sizeof(T)) __builtin_prefetch(from + at, 0, Cache);
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
