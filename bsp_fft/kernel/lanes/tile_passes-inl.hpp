// Passes over a tile in the cache buffer. Included once for every instruction set: no include guard.

/// Walks through the rows of some digits in order, and knows their places.
template <class T>
class Walk {
public:
    HWY_INLINE Walk(const TileTask<T>& task, Index begin, Index end) : passes_(task.passes), begin_(begin), end_(end)
    {
        for (Index i = begin; i < end; ++i) digits_[i] = 0;
    }
    HWY_INLINE Index place() const { return place_; }
    HWY_INLINE void next()
    {
        for (Index i = end_; i-- > begin_;) {
            place_ += passes_[i].place;
            if (++digits_[i] < passes_[i].radix) return;
            place_ -= passes_[i].radix * passes_[i].place;
            digits_[i] = 0;
        }
    }

private:
    static constexpr size_t most_digits = 64;  // an Index has no more factors
    const PassTask<T>* passes_;
    Index begin_;
    Index end_;
    Index place_ = 0;
    Index digits_[most_digits];
};

/// Rows of the tile in the cache buffer.
template <size_t Lanes, class T>
HWY_INLINE TileRows<Lanes, T> tile_rows(T* cache, Index place, Index step)
{
    return {cache + place * 2 * static_cast<Index>(Lanes), static_cast<size_t>(step) * 2 * Lanes};
}

template <size_t Lanes, class D, class T>
HWY_NOINLINE void pass_in_tile(D d, const TileTask<T>& task, Index i);

/// Bluestein's transform (ChirpTask). The input may be the second scratch tile, the output the first.
template <size_t Lanes, class D, class T, class Weights>
HWY_NOINLINE void transform_chirp(D d, const TileTask<T>& tile, const ChirpTask<T>& chirp, TileRows<Lanes, T> in,
                                  TileRows<Lanes, T> out, Weights weights)
{
    TileTask<T> task = chirp.task;
    const auto at = [&](const Index* places, Index row) HWY_ATTR {
        return task.cache + places[row] * 2 * static_cast<Index>(Lanes);
    };
    const auto each_lane = [&](auto use) HWY_ATTR {
        for (size_t lane = 0; lane < Lanes; lane += hn::Lanes(d)) use(lane);
    };
    const auto times_entry = [&](Complex<D> value, const T* table, Index row) HWY_ATTR {
        return times(value, hn::Set(d, table[2 * row]), hn::Set(d, table[2 * row + 1]));
    };
    task.cache = tile.scratch[0];
    for (Index j = 0; j < task.rows; ++j) {
        each_lane([&](size_t lane) HWY_ATTR {
            const Complex<D> value =
                j < chirp.length ? times_entry(in.load_row(d, static_cast<size_t>(j), lane), chirp.chirp, j)
                                 : Complex<D>{hn::Zero(d), hn::Zero(d)};
            store(d, value, at(chirp.natural, j) + lane, Lanes);
        });
    }
    for (Index i = 0; i < task.pass_count; ++i) pass_in_tile<Lanes>(d, task, i);
    // the inverse transform: real and imaginary parts are exchanged before and after
    T* const second = tile.scratch[1];
    for (Index k = 0; k < task.rows; ++k) {
        each_lane([&](size_t lane) HWY_ATTR {
            const Complex<D> value = times_entry(load(d, at(chirp.task.position, k) + lane, Lanes), chirp.spectrum, k);
            store(d, Complex<D>{value.im, value.re},
                  second + chirp.natural[k] * 2 * static_cast<Index>(Lanes) + lane, Lanes);
        });
    }
    task.cache = second;
    for (Index i = 0; i < task.pass_count; ++i) pass_in_tile<Lanes>(d, task, i);
    for (Index k = 0; k < chirp.length; ++k) {
        each_lane([&](size_t lane) HWY_ATTR {
            const Complex<D> value = load(d, at(chirp.task.position, k) + lane, Lanes);
            const Complex<D> result = times_entry(Complex<D>{value.im, value.re}, chirp.chirp, k);
            const auto row = static_cast<size_t>(k);
            out.store_row(d, row, lane, weights(d, row, lane, result));
        });
    }
}

template <size_t Lanes, class D, class T, class In, class Out, class Weights>
HWY_INLINE void transform_rows(D d, const TileTask<T>& task, const PassTask<T>& pass, In in, Out out, Weights weights)
{
    if constexpr (In::in_tile && Out::in_tile) {
        if (pass.kind == SmallKind::chirp)
            return transform_chirp<Lanes>(d, task, *pass.chirp, in, out, weights);
    }
    transform_small<Lanes>(d, pass, in, out, weights);
}

/// A small transform of a pass that is not the last, with the twiddles after it, if any.
template <size_t Lanes, class D, class T, class In>
HWY_INLINE void transform_and_weigh(D d, const TileTask<T>& task, const PassTask<T>& pass, const T* twiddles, In in,
                                    TileRows<Lanes, T> out)
{
    if (twiddles) return transform_rows<Lanes>(d, task, pass, in, out, Broadcast<T>{twiddles});
    transform_rows<Lanes>(d, task, pass, in, out, Scaled<T>{1});
}

/// The twiddles of successive small transforms of one pass.
template <class T>
class PassTwiddles {
public:
    HWY_INLINE explicit PassTwiddles(const PassTask<T>& pass) : pass_(pass), twiddles_(pass.twiddles) {}
    HWY_INLINE const T* get() const { return twiddles_; }
    HWY_INLINE void next()
    {
        if (!twiddles_ || ++repeated_ < pass_.repeats) return;
        repeated_ = 0;
        twiddles_ += 2 * pass_.radix;
    }

private:
    const PassTask<T>& pass_;
    const T* twiddles_;
    Index repeated_ = 0;
};

/// All small transforms of pass i, in place.
template <size_t Lanes, class D, class T>
HWY_NOINLINE void pass_in_tile(D d, const TileTask<T>& task, Index i)
{
    const PassTask<T>& pass = task.passes[i];
    Walk<T> outer(task, 0, i);
    for (Index q = 0; q < task.rows / (pass.radix * pass.step); ++q, outer.next()) {
        PassTwiddles<T> twiddles(pass);
        Walk<T> inner(task, i + 1, task.pass_count);
        for (Index b = 0; b < pass.step; ++b, inner.next(), twiddles.next()) {
            const TileRows<Lanes, T> rows = tile_rows<Lanes>(task.cache, outer.place() + inner.place(), pass.place);
            transform_and_weigh<Lanes>(d, task, pass, twiddles.get(), rows, rows);
        }
    }
}
