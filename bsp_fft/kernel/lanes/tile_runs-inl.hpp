// All passes over a tile: the first reads, the last writes. Included once for every instruction set: no include guard.

// The rows of a small transform at this distance do not compete for the sets of a cache of 64 KiB.
template <class T>
HWY_INLINE bool are_near(const Index* rows, Index step, Index radix)
{
    if (radix == 1) return true;
    const Index distance = rows[step] < rows[0] ? rows[0] - rows[step] : rows[step] - rows[0];
    return radix * distance * static_cast<Index>(sizeof(T)) <= Index{64} << 10;
}

// A row of the user's memory goes through one vector, so that its lines are used completely at once wherever they are.
template <size_t Lanes, class D>
constexpr bool has_whole_rows = hn::MaxLanes(D()) == Lanes;

/// Calls use(rows) with the rows b, b + step, ... of the source, which the first pass reads.
template <size_t Lanes, class D, class T, class Use>
HWY_INLINE void with_source_rows(D d, const TileTask<T>& task, const TileSource<T>& in, bool near, Index b, Use use)
{
    const PassTask<T>& pass = task.passes[0];
    const auto step = static_cast<size_t>(pass.step);
    const auto lanes = static_cast<Index>(Lanes);
    const bool direct = in.width == (in.real ? 2 * lanes : lanes) && !in.wraps() && !in.gaps &&
                        b + (pass.radix - 1) * pass.step < in.mirrored_from &&
                        (pass.kind == SmallKind::two || (pass.kind == SmallKind::registers && task.pass_count > 1));
    if constexpr (Lanes > 1) {
        if (direct && near && (in.split || in.real)) {
            if (in.split && b + 1 < pass.step) {
                for (Index j = 0; j < pass.radix; ++j)
                    prefetch_lines(in.first + in.rows[b + 1 + j * pass.step], 2 * Lanes);
            }
            return use(SplitRows<Lanes, T>{in.first + (in.swap ? lanes : 0), in.first + (in.swap ? 0 : lanes),
                                           in.rows + b, step});
        }
    }
    if constexpr (Lanes * sizeof(T) == 64) {
        // more rows than registers would wait for memory
        const bool few = has_whole_rows<Lanes, D> && pass.kind == SmallKind::registers;
        if (direct && (near || few) && !in.split && !in.real) {
            for (Index j = 0; !near && b + 1 < pass.step && j < pass.radix; ++j)
                prefetch_lines<to_second_cache>(in.first + in.rows[b + 1 + j * pass.step], 2 * Lanes);
            if (in.swap) return use(UserRows<true, const T>{in.first, in.rows + b, step});
            return use(UserRows<false, const T>{in.first, in.rows + b, step});
        }
    }
    if (pass.kind == SmallKind::chirp) {
        const TileRows<Lanes, T> rows = tile_rows<Lanes>(task.scratch[1], 0, 1);
        move_rows<true, Lanes>(d, in, b, pass.step, pass.radix, rows);
        return use(rows);
    }
    Staged<Lanes, T> staged;
    move_rows<true, Lanes>(d, in, b, pass.step, pass.radix, staged.all());
    use(staged.all());
}

/// Rows of a target of real columns that are like those of a tile, at equal distances.
template <class T>
HWY_INLINE bool is_split(const TileTarget<T>& target, Index reals, Index first, Index step, Index count)
{
    if (!target.real || target.swap || target.width != reals || target.gaps) return false;
    const Index* const rows = target.rows + first;
    for (Index k = 2; k < count; ++k) {
        if (rows[k * step] - rows[(k - 1) * step] != rows[step] - rows[0]) return false;
    }
    return true;
}

/// The last pass over block q: into the target.
template <size_t Lanes, class D, class T, class In>
HWY_INLINE void write_block(D d, const TileTask<T>& task, const TileTarget<T>& target, bool near, Index q, In in)
{
    const PassTask<T>& pass = task.passes[task.pass_count - 1];
    const Scaled<T> weights{target.scale};
    const Index first = task.prefix[q], step = task.digit_step;
    if constexpr (Lanes * sizeof(T) == 64) {
        const bool direct = target.width == static_cast<Index>(Lanes) && !target.wraps() && !target.real &&
                            !target.gaps && !target.streams &&
                            first + (pass.radix - 1) * step < target.mirrored_from &&
                            (pass.kind == SmallKind::two || (pass.kind == SmallKind::registers && In::in_tile));
        if (direct && (near || has_whole_rows<Lanes, D>) && pass.radix > 1) {
            const Index* const rows = target.rows + first;
            const auto distance = static_cast<size_t>(step);
            if ((q + 1) * pass.radix < task.rows) {
                // rows are written a vector at a time: stores would wait for lines of the next block
                const Index* const next = target.rows + task.prefix[q + 1];
                for (Index k = 0; k < pass.radix; ++k)
                    prefetch_lines<to_second_cache, 1>(target.first + next[k * step], 2 * Lanes);
            }
            if (target.swap)
                return transform_small<Lanes>(d, pass, in, UserRows<true, T>{target.first, rows, distance}, weights);
            return transform_small<Lanes>(d, pass, in, UserRows<false, T>{target.first, rows, distance}, weights);
        }
    }
    if (near && is_split(target, 2 * static_cast<Index>(Lanes), first, step, pass.radix)) {
        const Index distance = pass.radix > 1 ? target.rows[first + step] - target.rows[first] : 0;
        const TileRows<Lanes, T> rows{target.first + target.rows[first], static_cast<size_t>(distance)};
        return transform_rows<Lanes>(d, task, pass, in, rows, weights);
    }
    const auto write = [&](TileRows<Lanes, T> results) HWY_ATTR {
        transform_rows<Lanes>(d, task, pass, in, results, weights);
        move_rows<false, Lanes>(d, target, first, step, pass.radix, results);
    };
    if (pass.kind == SmallKind::chirp) return write(tile_rows<Lanes>(task.scratch[0], 0, 1));
    Staged<Lanes, T> staged;
    write(staged.all());
}

/// Short transforms, at equal distances, whose rows follow one another in memory: through registers, without the tile.
/// False if they are not such.
template <size_t Lanes, class D, class T>
HWY_INLINE bool run_gathered(D d, const TileWork<T>& work)
{
    if constexpr (Lanes * sizeof(T) == 64 && can_gather<D>) {
        const PassTask<T>& pass = work.task.passes[0];
        if (work.task.pass_count > 1 || pass.kind != SmallKind::two || !work.in.lanes || !work.out) return false;
        const TileSource<T>& in = work.in;
        const TileTarget<T>& out = *work.out;
        if (in.real || out.real || in.gaps || out.gaps) return false;
        if (in.mirrored_from < work.task.rows || out.mirrored_from < work.task.rows) return false;
        if (!out.lanes || in.width < static_cast<Index>(Lanes) || in.swap != out.swap) return false;
        if (in.row_step != 2 || out.row_step != 2 || in.lane_step == 0 || out.lane_step == 0) return false;
        const auto with = [&](auto swap) HWY_ATTR {
            constexpr bool value = decltype(swap)::value;
            const GatheredRows<value, const T> from{in.first, in.lane_step};
            const GatheredRows<value, T> to{out.first, out.lane_step};
            transform_in_two<Lanes>(d, pass, from, to, Scaled<T>{out.scale});
        };
        in.swap ? with(std::true_type()) : with(std::false_type());
        return true;
    }
    return false;
}

/// The last pass over block q, times factors, and at once the first pass of the inverse over the same rows, in L1.
template <size_t Lanes, class D, class T>
HWY_INLINE void turn_block(D d, const TileWork<T>& work, Index q, TileRows<Lanes, T> in, TileRows<Lanes, T> out)
{
    const TileTask<T>& task = work.task;
    const Index last = task.pass_count - 1;
    const PassTask<T>& pass = task.passes[last];
    const TurningFactors<Lanes, T> factors{work.factors + q * pass.radix * 2 * static_cast<Index>(Lanes)};
    transform_rows<Lanes>(d, task, pass, in, out, factors);
    if (!work.back) return;
    if (last == 0) {
        const Products<Lanes, T> twiddles{work.back->by_prefix, work.back->by_digit};
        return transform_rows<Lanes>(d, task, pass, out, out, twiddles);
    }
    const Index digit = q % task.passes[last - 1].radix;
    transform_and_weigh<Lanes>(d, task, pass, work.back->twiddles[last] + digit * 2 * pass.radix, out, out);
}

/// The other passes of the inverse.
template <size_t Lanes, class D, class T>
HWY_NOINLINE void passes_back(D d, const TileWork<T>& work)
{
    const TileTask<T>& task = work.task;
    for (Index i = task.pass_count - 2; i >= 0; --i) {
        const PassTask<T>& pass = task.passes[i];
        Walk<T> outer(task, 0, i);
        for (Index q = 0; q < task.rows / (pass.radix * pass.step); ++q, outer.next()) {
            const Index digit = i > 0 ? q % task.passes[i - 1].radix : 0;
            const T* twiddles = i > 0 ? work.back->twiddles[i] + digit * pass.step * 2 * pass.radix : nullptr;
            Walk<T> inner(task, i + 1, task.pass_count);
            for (Index b = 0; b < pass.step; ++b, inner.next()) {
                const TileRows<Lanes, T> rows =
                    tile_rows<Lanes>(task.cache, outer.place() + inner.place(), pass.place);
                if (i > 0) {
                    transform_and_weigh<Lanes>(d, task, pass, twiddles + b * 2 * pass.radix, rows, rows);
                    continue;
                }
                const Products<Lanes, T> products{work.back->by_prefix + b * 2 * static_cast<Index>(Lanes),
                                                  work.back->by_digit};
                transform_rows<Lanes>(d, task, pass, rows, rows, products);
            }
        }
    }
}

/// Reads, transforms, writes. Sources and targets whose lanes are anywhere are copied to and from the tile as a whole.
template <size_t Lanes, class D, class T>
HWY_INLINE void run_tile(D d, const TileWork<T>& work)
{
    if (run_gathered<Lanes>(d, work)) return;
    const TileTask<T>& task = work.task;
    const Index last_pass = task.pass_count - 1;
    const PassTask<T>& front = task.passes[0];
    const PassTask<T>& back = task.passes[last_pass];
    const TileTarget<T>* const target = work.out && !work.out->lanes ? work.out : nullptr;
    const bool near_in = !work.in_cache && !work.in.lanes && !work.in.gaps &&
                         are_near<T>(work.in.rows, front.step, front.radix);
    const bool near_out = target && !target->gaps && are_near<T>(target->rows, task.digit_step, back.radix);
    const auto last = [&](Index q, Index place, auto in) HWY_ATTR {
        if (target) return write_block<Lanes>(d, task, *target, near_out, q, in);
        const TileRows<Lanes, T> out = tile_rows<Lanes>(task.cache, place, back.place);
        constexpr auto reals = 2 * static_cast<Index>(Lanes);
        if constexpr (decltype(in)::in_tile) {
            if (work.factors) return turn_block<Lanes>(d, work, q, in, out);
        }
        if (work.by_prefix) {
            const Products<Lanes, T> products{work.by_prefix + q * reals, work.by_digit};
            if constexpr (decltype(in)::in_tile) {
                return transform_rows<Lanes>(d, task, back, in, out, products);
            } else {  // with_source_rows: of a single pass, only halves are read directly
                return transform_in_two<Lanes>(d, back, in, out, products);
            }
        }
        transform_rows<Lanes>(d, task, back, in, out, Scaled<T>{work.out ? work.out->scale : 1});
    };

    if (last_pass == 0 && work.factors && !work.in.lanes) {
        // factors are for rows of the tile
        const TileRows<Lanes, T> rows = tile_rows<Lanes>(task.cache, 0, front.place);
        move_rows<true, Lanes>(d, work.in, 0, front.step, front.radix, rows);
        last(0, 0, rows);
    } else if (work.in_cache || work.in.lanes) {
        Walk<T> walk(task, 0, task.pass_count);
        const auto next_place = [&walk](Index) HWY_ATTR {
            const Index place = walk.place();
            walk.next();
            return place;
        };
        if (!work.in_cache && !has_special_rows(work.in)) move_tile<true, Lanes, false>(d, task, work.in, next_place);
        if (!work.in_cache && has_special_rows(work.in)) move_tile<true, Lanes, true>(d, task, work.in, next_place);
        if (last_pass > 0) {
            pass_in_tile<Lanes>(d, task, 0);
        } else {
            last(0, 0, tile_rows<Lanes>(task.cache, 0, back.place));
        }
    } else {
        PassTwiddles<T> twiddles(front);
        Walk<T> inner(task, 1, task.pass_count);
        for (Index b = 0; b < front.step; ++b, inner.next(), twiddles.next()) {
            with_source_rows<Lanes>(d, task, work.in, near_in, b, [&](auto in) HWY_ATTR {
                if (last_pass == 0) return last(0, 0, in);
                transform_and_weigh<Lanes>(d, task, front, twiddles.get(), in,
                                           tile_rows<Lanes>(task.cache, inner.place(), front.place));
            });
        }
    }

    for (Index i = 1; i < last_pass; ++i) pass_in_tile<Lanes>(d, task, i);
    if (last_pass > 0) {
        Walk<T> outer(task, 0, last_pass);
        for (Index q = 0; q < task.rows / back.radix; ++q) {
            const TileRows<Lanes, T> rows = tile_rows<Lanes>(task.cache, outer.place(), back.place);
            const Index place = outer.place();
            outer.next();
            if ((q + 1) * back.radix < task.rows)
                prefetch_lines(tile_rows<Lanes>(task.cache, outer.place(), 1).first,
                               static_cast<size_t>(back.radix) * 2 * Lanes);
            last(q, place, rows);
        }
    }
    if (work.back) return passes_back<Lanes>(d, work);
    if (work.out && work.out->streams) hwy::FlushStream();  // before others are told of it
    if (!work.out || !work.out->lanes) return;
    const auto place_of = [&task](Index row) HWY_ATTR { return task.position[row]; };
    if (has_special_rows(*work.out)) return move_tile<false, Lanes, true>(d, task, *work.out, place_of);
    move_tile<false, Lanes, false>(d, task, *work.out, place_of);
}
