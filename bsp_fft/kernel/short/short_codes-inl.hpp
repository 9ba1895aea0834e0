// The code of each stage of short transforms. Included once for every instruction set: no include guard.

/// The code of a stage; null where there is none: of a first stage whose results do not fill vectors.
template <class D, size_t R>
ShortStage<hn::TFromD<D>> stage_of(ShortKind kind)
{
    using T = hn::TFromD<D>;
    if (kind == ShortKind::only) return only_stage<T, R>;
    if (kind == ShortKind::columns) return column_stage<D, R>;
    if constexpr (R > 1) {
        if (kind == ShortKind::lines) return line_stage<D, R>;
    }
    if constexpr (is_stage_radix(R) || R == longest_radix) {
        if (kind == ShortKind::last) return last_stage<D, R>;
    }
    if constexpr (is_stage_radix(R)) {
        if (kind == ShortKind::middle) return middle_stage<D, R>;
        if constexpr (R % hn::MaxLanes(D()) == 0) return first_stage<D, R>;
    }
    return nullptr;
}

/// The lengths that have both stages in registers, or nearly.
template <class D>
ShortStage<hn::TFromD<D>> both_stages_of(Index n)
{
    constexpr size_t V = hn::MaxLanes(D());
    if constexpr (V <= 4) {
        if (n == 16) return both_stages<D, 4, 4>;
        if (n == 32) return both_stages<D, 8, 4>;
        if (n == 64 && V == 4) return both_stages<D, 8, 8>;
    }
    return nullptr;
}

template <class D, size_t... R>
ShortStage<hn::TFromD<D>> stage_of(ShortKind kind, Index radix, std::index_sequence<R...>)
{
    if (kind == ShortKind::both) return both_stages_of<D>(radix);
    ShortStage<hn::TFromD<D>> stage = nullptr;
    ((radix == static_cast<Index>(R + 1) ? void(stage = stage_of<D, R + 1>(kind)) : void()), ...);
    return stage;
}

/// With vectors of at most `lanes` lanes.
template <class T, size_t Lanes>
ShortCode<T> code_of(ShortKind kind, Index radix, Index most)
{
    using D = hn::CappedTag<T, Lanes>;
    constexpr size_t V = hn::MaxLanes(D());
    constexpr size_t fewer = V > 4 ? 4 : V > 2 && sizeof(T) > 4 ? 2 : 1;
    if constexpr (V > 1) {
        if (most < static_cast<Index>(V)) return code_of<T, fewer>(kind, radix, most);
    }
    return {stage_of<D>(kind, radix, std::make_index_sequence<longest_radix>()), static_cast<Index>(V)};
}
