// The rows that small transforms work on, and what their results are multiplied by. Included once for every instruction
// set: no include guard.

// The rows of a small transform. A row is Lanes numbers wide: all real parts, then all imaginary parts, or interleaved
// as in the user's array. Rows that are not at_equal_distances are best used once, all their lanes in turn: their
// addresses are looked up, and each may be in a page of its own. What some<Count>(from, distance) returns are the rows
// from, from + distance, ..., Count of them, looked up once for all lanes.

/// Split rows at equal distances.
template <size_t Lanes, class T>
struct TileRows {
    static constexpr bool at_equal_distances = true, in_tile = true;
    T* first;
    size_t step;
    template <class D>
    HWY_INLINE Complex<D> load_row(D d, size_t row, size_t lane) const
    {
        return load(d, first + row * step + lane, Lanes);
    }
    template <class D>
    HWY_INLINE void store_row(D d, size_t row, size_t lane, Complex<D> value) const
    {
        store(d, value, first + row * step + lane, Lanes);
    }
    HWY_INLINE T* row(size_t j) const { return first + j * step; }
    template <size_t Count>
    HWY_INLINE TileRows some(size_t from, size_t distance) const
    {
        return {first + from * step, distance * step};
    }
};

/// Split rows anywhere. For the inverse, the imaginary parts come first.
template <size_t Lanes, class T>
struct SplitRows {
    static constexpr bool at_equal_distances = false, in_tile = false;
    const T* re;
    const T* im;
    const Index* rows;
    size_t step;

    template <size_t Count>
    struct Some {
        const T* re[Count];
        Index im;  ///< from there to the imaginary parts
        template <class D>
        HWY_INLINE Complex<D> load_row(D d, size_t row, size_t lane) const
        {
            return {hn::LoadU(d, re[row] + lane), hn::LoadU(d, re[row] + im + lane)};
        }
    };
    template <size_t Count>
    HWY_INLINE Some<Count> some(size_t from, size_t distance) const
    {
        Some<Count> result;
        for (size_t j = 0; j < Count; ++j) result.re[j] = re + rows[(from + j * distance) * step];
        result.im = im - re;
        return result;
    }
};

/// The user's rows, anywhere; for the inverse real and imaginary parts are exchanged.
template <bool Swap, class T>
struct UserRows {
    static constexpr bool at_equal_distances = false, in_tile = false;
    T* first;
    const Index* rows;
    size_t step;

    template <size_t Count>
    struct Some {
        T* at[Count];
        template <class D>
        HWY_INLINE Complex<D> load_row(D d, size_t row, size_t lane) const
        {
            const Complex<D> value = load_interleaved(d, at[row] + 2 * lane);
            return Swap ? Complex<D>{value.im, value.re} : value;
        }
        template <class D>
        HWY_INLINE void store_row(D d, size_t row, size_t lane, Complex<D> value) const
        {
            store_interleaved(d, Swap ? Complex<D>{value.im, value.re} : value, at[row] + 2 * lane);
        }
    };
    template <size_t Count>
    HWY_INLINE Some<Count> some(size_t from, size_t distance) const
    {
        Some<Count> result;
        for (size_t j = 0; j < Count; ++j) result.at[j] = first + rows[(from + j * distance) * step];
        return result;
    }
};

/// Transforms at equal distances whose rows follow one another in memory: a complex number is 16 bytes, and vectors of
/// 16 or 32 bytes are made of the numbers of two or four transforms.
template <class D>
constexpr bool can_gather = sizeof(hn::TFromD<D>) == 8 && (hn::MaxLanes(D()) == 2 || hn::MaxLanes(D()) == 4);

template <bool Swap, class T>
struct GatheredRows {
    static constexpr bool at_equal_distances = false, in_tile = false;
    T* first;
    Index lane_step;
    size_t step = 1;
    template <size_t Count>
    HWY_INLINE GatheredRows some(size_t from, size_t distance) const
    {
        return {first + 2 * from * step, lane_step, distance * step};
    }
    HWY_INLINE T* at(size_t row, size_t lane) const
    {
        return first + 2 * row * step + static_cast<Index>(lane) * lane_step;
    }
    template <class D>
    HWY_INLINE Complex<D> load_row(D d, size_t row, size_t lane) const
    {
        const hn::FixedTag<std::remove_const_t<T>, 2> pair;
        const auto number = [&](size_t i) HWY_ATTR { return hn::LoadU(pair, at(row, lane + i)); };
        Complex<D> value;
        if constexpr (hn::MaxLanes(D()) == 2) {
            const auto a = number(0), b = number(1);
            value = {hn::InterleaveLower(d, a, b), hn::InterleaveUpper(d, a, b)};
        } else {
            const auto even = hn::Combine(d, number(2), number(0)), odd = hn::Combine(d, number(3), number(1));
            value = {hn::InterleaveLower(d, even, odd), hn::InterleaveUpper(d, even, odd)};
        }
        return Swap ? Complex<D>{value.im, value.re} : value;
    }
    template <class D>
    HWY_INLINE void store_row(D d, size_t row, size_t lane, Complex<D> value) const
    {
        const hn::FixedTag<T, 2> pair;
        const auto re = Swap ? value.im : value.re, im = Swap ? value.re : value.im;
        const auto even = hn::InterleaveLower(d, re, im), odd = hn::InterleaveUpper(d, re, im);
        if constexpr (hn::MaxLanes(D()) == 2) {
            hn::StoreU(even, pair, at(row, lane));
            hn::StoreU(odd, pair, at(row, lane + 1));
        } else {
            hn::StoreU(hn::LowerHalf(pair, even), pair, at(row, lane));
            hn::StoreU(hn::LowerHalf(pair, odd), pair, at(row, lane + 1));
            hn::StoreU(hn::UpperHalf(pair, even), pair, at(row, lane + 2));
            hn::StoreU(hn::UpperHalf(pair, odd), pair, at(row, lane + 3));
        }
    }
};

// What results are multiplied by. Twiddles are in the order in which results are computed: PassTask::slot_of.

/// One twiddle for all lanes: complex, interleaved.
template <class T>
struct Broadcast {
    const T* twiddles;
    template <class D>
    HWY_INLINE Complex<D> operator()(D d, size_t i, size_t, Complex<D> value) const
    {
        const Pair<D> w = load_pair(d, twiddles + 2 * i);
        return times(value, w.first, w.second);
    }
};

/// A product of two twiddles, different for every lane: one for all results, one by result; split rows.
template <size_t Lanes, class T>
struct Products {
    const T* common;
    const T* by_result;
    template <class D>
    HWY_INLINE Complex<D> operator()(D d, size_t i, size_t lane, Complex<D> value) const
    {
        const Complex<D> b = load(d, by_result + i * 2 * Lanes + lane, Lanes);
        const Complex<D> w = times(load(d, common + lane, Lanes), b.re, b.im);
        return times(value, w.re, w.im);
    }
};

/// A factor for each result and lane; split rows. Real and imaginary parts are exchanged afterwards, for the inverse.
template <size_t Lanes, class T>
struct TurningFactors {
    const T* factors;
    template <class D>
    HWY_INLINE Complex<D> operator()(D d, size_t i, size_t lane, Complex<D> value) const
    {
        const Complex<D> f = load(d, factors + i * 2 * Lanes + lane, Lanes);
        const Complex<D> product = times(value, f.re, f.im);
        return {product.im, product.re};
    }
};

template <class T>
struct Scaled {
    T scale;
    template <class D>
    HWY_INLINE Complex<D> operator()(D d, size_t, size_t, Complex<D> value) const
    {
        if (scale == 1) return value;
        const auto s = hn::Set(d, scale);
        return {hn::Mul(value.re, s), hn::Mul(value.im, s)};
    }
};
