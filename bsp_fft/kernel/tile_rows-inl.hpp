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
            store_interleaved(d, Complex<D>{hn::LoadU(d, row + re + lane), hn::LoadU(d, row + im + lane)}, to + 2 * lane);
    }
}

// Squares of numbers are transposed in blocks of 16 bytes, which every instruction set has.

/// Column b of the rows goes to to + b * stride; rows[i] has the reals of row i.
HWY_INLINE void transpose_square(const double* const (&rows)[2], double* const (&to)[2])
{
    const hn::FixedTag<double, 2> d;
    const auto a = hn::LoadU(d, rows[0]), b = hn::LoadU(d, rows[1]);
    hn::StoreU(hn::InterleaveLower(d, a, b), d, to[0]);
    hn::StoreU(hn::InterleaveUpper(d, a, b), d, to[1]);
}

HWY_INLINE void transpose_square(const float* const (&rows)[4], float* const (&to)[4])
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

/// So many successive rows are one block of a lane's memory that a square holds.
template <class T>
constexpr Index rows_a_square = static_cast<Index>(square<T> / 2);

template <class T>
HWY_INLINE bool are_together(const Index* rows, Index row, Index count)
{
    if (row + rows_a_square<T> > count) return false;
    for (Index i = 1; i < rows_a_square<T>; ++i) {
        if (rows[row + i] - rows[row] != 2 * i) return false;
    }
    return true;
}

/// Rows are done in blocks of a cache line of each lane, because lanes may be a power of two apart.
constexpr Index rows_a_line_of(size_t bytes) { return static_cast<Index>(64 / (2 * bytes)); }

/// All rows of a source whose lanes are anywhere; the walk knows their places.
template <size_t Lanes, class T, class Walk>
HWY_INLINE void gather_tile(const TileTask<T>& task, const TileSource<T>& in, Walk walk)
{
    constexpr Index block = rows_a_line_of(sizeof(T));
    constexpr size_t S = square<T>;
    const auto width = static_cast<size_t>(in.width);
    const size_t re = in.swap ? Lanes : 0, im = in.swap ? 0 : Lanes;
    T* tile[block];
    for (Index begin = 0; begin < task.rows; begin += block) {
        const Index end = begin + block < task.rows ? begin + block : task.rows;
        for (Index row = begin; row < end; ++row, walk.next())
            tile[row - begin] = task.cache + walk.place() * 2 * static_cast<Index>(Lanes);
        const auto tile_row = [&](Index row) HWY_ATTR { return tile[row - begin]; };
        size_t lane = 0;
        for (; lane + S <= width; lane += S) {
            for (Index row = begin; row < end;) {
                if (!are_together<T>(in.rows, row, end)) {
                    for (size_t i = 0; i < S; ++i) {
                        const T* const from = in.first + in.rows[row] + in.lanes[lane + i];
                        tile_row(row)[re + lane + i] = from[0];
                        tile_row(row)[im + lane + i] = from[1];
                    }
                    ++row;
                    continue;
                }
                const T* from[S];
                T* to[S];
                for (size_t i = 0; i < S; ++i) from[i] = in.first + in.rows[row] + in.lanes[lane + i];
                for (size_t i = 0; i < S / 2; ++i) {
                    T* const at = tile_row(row + static_cast<Index>(i)) + lane;
                    to[2 * i] = at + re;
                    to[2 * i + 1] = at + im;
                }
                transpose_square(from, to);
                row += rows_a_square<T>;
            }
        }
        for (; lane < Lanes; ++lane) {
            for (Index row = begin; row < end; ++row) {
                const T* const from = lane < width ? in.first + in.rows[row] + in.lanes[lane] : nullptr;
                tile_row(row)[re + lane] = from ? from[0] : 0;
                tile_row(row)[im + lane] = from ? from[1] : 0;
            }
        }
    }
}

/// All results to a target whose lanes are anywhere.
template <size_t Lanes, class T>
HWY_INLINE void scatter_tile(const TileTask<T>& task, const TileTarget<T>& out)
{
    constexpr Index block = rows_a_line_of(sizeof(T));
    constexpr size_t S = square<T>;
    const auto width = static_cast<size_t>(out.width);
    const size_t re = out.swap ? Lanes : 0, im = out.swap ? 0 : Lanes;
    const auto tile_row = [&](Index k) HWY_ATTR {
        return task.cache + task.position[k] * 2 * static_cast<Index>(Lanes);
    };
    for (Index begin = 0; begin < task.rows; begin += block) {
        const Index end = begin + block < task.rows ? begin + block : task.rows;
        size_t lane = 0;
        for (; lane + S <= width; lane += S) {
            for (Index row = begin; row < end;) {
                if (!are_together<T>(out.rows, row, end)) {
                    for (size_t i = 0; i < S; ++i) {
                        T* const to = out.first + out.rows[row] + out.lanes[lane + i];
                        to[0] = tile_row(row)[re + lane + i];
                        to[1] = tile_row(row)[im + lane + i];
                    }
                    ++row;
                    continue;
                }
                const T* from[S];
                T* to[S];
                for (size_t i = 0; i < S; ++i) to[i] = out.first + out.rows[row] + out.lanes[lane + i];
                for (size_t i = 0; i < S / 2; ++i) {
                    const T* const at = tile_row(row + static_cast<Index>(i)) + lane;
                    from[2 * i] = at + re;
                    from[2 * i + 1] = at + im;
                }
                transpose_square(from, to);
                row += rows_a_square<T>;
            }
        }
        for (; lane < width; ++lane) {
            for (Index row = begin; row < end; ++row) {
                T* const to = out.first + out.rows[row] + out.lanes[lane];
                to[0] = tile_row(row)[re + lane];
                to[1] = tile_row(row)[im + lane];
            }
        }
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
        transpose(rows, 0, count, width, to);
        transpose(rows, lanes, count, width, to + count);
        to += 2 * count * width;
    }
}

template <class T>
HWY_NOINLINE void pack_rows(const PackTask<T>& work)
{
    const auto lanes = static_cast<size_t>(work.lanes), width = static_cast<size_t>(work.width);
    for (Index i = 0; i < work.rows; ++i) {
        const T* const row = work.cache + work.positions[i] * 2 * work.lanes;
        T* const to = work.to + static_cast<size_t>(i) * 2 * width;
        for (size_t lane = 0; lane < width; ++lane) to[lane] = row[lane];
        for (size_t lane = 0; lane < width; ++lane) to[width + lane] = row[lanes + lane];
    }
}
