#include "bsp_fft/kernel/lanes_simd.hpp"

#include <type_traits>

// Vectors whose length the compiler does not know cannot be members of a Complex.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)

// On plain x86-64 Highway 1.0.3 has EMU128, vectors as arrays, but before GCC 12.3 it uses HWY_SCALAR instead,
// whose vectors of one lane lack the shuffles used here. The reason is a wrong product of integers (GCC bug
// 106322); this code has none.
#define HWY_BROKEN_EMU128 0

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bsp_fft/kernel/lanes_simd.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace bspfft::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#include "bsp_fft/kernel/butterflies-inl.hpp"

constexpr size_t most_rows = 64;  // of a small transform

// Rows of the user's matrix are a power of two apart and map to the same cache sets: a line that is not used
// completely at once is evicted. They are read and written row by row, a whole cache line at a time, and buffered in
// L1 in between.
//
// L1 and L2 have space for a few such rows only, so rows are prefetched into them just before they are used. They
// are prefetched into the last-level cache one small transform earlier.
constexpr size_t rows_ahead = 6, rows_ahead_to_write = 3;

template <size_t Lanes, class T>
struct Staged {
    alignas(64) T rows[most_rows * 2 * Lanes];
    HWY_INLINE T* row(size_t j) { return rows + j * 2 * Lanes; }
    HWY_INLINE StridedRows<Lanes, T> all() { return {rows, 2 * Lanes}; }
};

constexpr int to_read = 0, to_write = 1, to_last_cache = 1, to_first_cache = 3;  // GCC's numbers

template <int Use = to_read, int Cache = to_first_cache, class T>
HWY_INLINE void prefetch_lines(const T* from, size_t count)
{
    for (size_t at = 0; at < count; at += 64 / sizeof(T)) __builtin_prefetch(from + at, Use, Cache);
}

/// The rows first, first + step, ... of the tile in the cache buffer.
template <size_t Lanes, class T>
HWY_INLINE StridedRows<Lanes, T> tile_rows(const ColumnTask<T>& task, Index first, Index step)
{
    return {task.cache + task.places.of(first) * 2 * static_cast<Index>(Lanes),
            static_cast<size_t>(task.places.of(step)) * 2 * Lanes};
}

/// One small transform of a pass that is not the last.
template <size_t Lanes, class D, class T, class In>
HWY_INLINE void transform_and_weigh(D d, const PassTask<T>& pass, Index b, In in, StridedRows<Lanes, T> out)
{
    transform_small<Lanes>(d, static_cast<size_t>(pass.radix), pass.inner, in, out,
                           TimesTwiddles<T>{pass.twiddles + b * pass.radix * 2});
}

/// The passes after the first; last(q, rows) does the last pass over block q.
template <size_t Lanes, class D, class T, class Last>
HWY_INLINE void later_passes(D d, const ColumnTask<T>& task, Last last)
{
    for (Index i = 1; i < task.pass_count; ++i) {
        const PassTask<T>& pass = task.passes[i];
        const Index span = task.passes[i - 1].step;
        for (Index q = 0; q < task.length / span; ++q) {
            if (i + 1 == task.pass_count) {
                const StridedRows<Lanes, T> next = tile_rows<Lanes>(task, (q + 1) * span, 1);
                if ((q + 1) * span < task.length)
                    prefetch_lines(next.first, static_cast<size_t>(span) * 2 * Lanes);
                last(q, tile_rows<Lanes>(task, q * span, 1));
                continue;
            }
            for (Index b = 0; b < pass.step; ++b) {
                const StridedRows<Lanes, T> rows = tile_rows<Lanes>(task, q * span + b, pass.step);
                transform_and_weigh<Lanes>(d, pass, b, rows, rows);
            }
        }
    }
}

/// Calls use(rows) with the rows b, b + step, ... of the user's matrix, which the first pass reads.
template <size_t Lanes, class D, class T, class Use>
HWY_INLINE void read_user_rows(D d, const ColumnTask<T>& task, UserTile<const T> x, Index b, Use use)
{
    const PassTask<T>& pass = task.passes[0];
    const T* const from = x.first + b * x.stride;
    const auto step = static_cast<size_t>(pass.step * x.stride);
    if constexpr (Lanes * sizeof(T) == 64) {
        if (x.near) {
            if (task.swap) return use(InterleavedRows<true, const T>{from, step});
            return use(InterleavedRows<false, const T>{from, step});
        }
    }
    Staged<Lanes, T> staged;
    const size_t re = task.swap ? Lanes : 0, im = task.swap ? 0 : Lanes;
    const InterleavedRows<false, const T> rows{from, step};
    const auto radix = static_cast<size_t>(pass.radix);
    const bool more = b + 1 < pass.step;
    for (size_t j = 0; j < radix; ++j) {
        if (j + rows_ahead < radix) {
            prefetch_lines(from + (j + rows_ahead) * step, 2 * Lanes);
        } else if (more) {
            prefetch_lines(from + x.stride + (j + rows_ahead - radix) * step, 2 * Lanes);
        }
        if (more) prefetch_lines<to_read, to_last_cache>(from + x.stride + j * step, 2 * Lanes);
        for (size_t lane = 0; lane < Lanes; lane += hn::Lanes(d)) {
            const Complex<D> value = rows.load_row(d, j, lane);
            hn::StoreU(value.re, d, staged.row(j) + re + lane);
            hn::StoreU(value.im, d, staged.row(j) + im + lane);
        }
    }
    use(StridedRows<Lanes, const T>{staged.rows, 2 * Lanes});
}

template <size_t Lanes, class D, class T>
HWY_NOINLINE void columns_in_lanes(D d, const ColumnsIn<T>& work)
{
    const ColumnTask<T>& task = work.task;
    const auto last = [&](Index q, auto in) HWY_ATTR {
        const PassTask<T>& pass = task.passes[task.pass_count - 1];
        const TimesTwiddleProducts<Lanes, T> twiddles{work.by_prefix + q * 2 * static_cast<Index>(Lanes),
                                               work.by_digit};
        transform_small<Lanes>(d, static_cast<size_t>(pass.radix), pass.inner, in,
                               tile_rows<Lanes>(task, q * pass.radix, 1), twiddles);
    };
    const PassTask<T>& pass = task.passes[0];
    for (Index b = 0; b < pass.step; ++b) {
        read_user_rows<Lanes>(d, task, work.x, b, [&](auto in) HWY_ATTR {
            if (task.pass_count == 1) return last(0, in);
            transform_and_weigh<Lanes>(d, pass, b, in, tile_rows<Lanes>(task, b, pass.step));
        });
    }
    later_passes<Lanes>(d, task, last);
}

/// The last pass over block q of the rows: into the user's matrix.
template <size_t Lanes, class D, class T, class In>
HWY_INLINE void write_user_rows(D d, const RowsOut<T>& work, Index q, In in)
{
    const PassTask<T>& pass = work.task.passes[work.task.pass_count - 1];
    const auto radix = static_cast<size_t>(pass.radix);
    T* const to = work.y.first + work.prefix[q] * work.y.stride;
    const auto step = static_cast<size_t>(work.task.length / pass.radix * work.y.stride);
    if constexpr (Lanes * sizeof(T) == 64) {
        if (work.y.near) {
            if (work.task.swap)
                return transform_small<Lanes>(d, radix, pass.inner, in, InterleavedRows<true, T>{to, step},
                                              Plain());
            return transform_small<Lanes>(d, radix, pass.inner, in, InterleavedRows<false, T>{to, step},
                                          Plain());
        }
    }
    for (size_t k = 0; k < radix; ++k) prefetch_lines<to_write, to_last_cache>(to + k * step, 2 * Lanes);
    Staged<Lanes, T> results;
    transform_small<Lanes>(d, radix, pass.inner, in, results.all(), Plain());
    const size_t re = work.task.swap ? Lanes : 0, im = work.task.swap ? 0 : Lanes;
    const InterleavedRows<false, T> rows{to, step};
    for (size_t k = 0; k < radix; ++k) {
        if (k + rows_ahead_to_write < radix)
            prefetch_lines<to_write>(to + (k + rows_ahead_to_write) * step, 2 * Lanes);
        for (size_t lane = 0; lane < Lanes; lane += hn::Lanes(d)) {
            rows.store_row(d, k, lane,
                           Complex<D>{hn::LoadU(d, results.row(k) + re + lane),
                                      hn::LoadU(d, results.row(k) + im + lane)});
        }
    }
}

template <size_t Lanes, class D, class T>
HWY_NOINLINE void rows_out_lanes(D d, const RowsOut<T>& work)
{
    const ColumnTask<T>& task = work.task;
    const auto landed_row = [&](Index j2) {
        const Index q = j2 & ((Index{1} << work.p_bits) - 1), c = j2 >> work.p_bits;
        const Index lane = c & (static_cast<Index>(Lanes) - 1);
        return work.landed + 2 * ((q * work.column_blocks + (c >> work.lane_bits)) * work.packet_stride +
                                  lane * static_cast<Index>(Lanes));
    };
    const auto last = [&](Index q, auto in) HWY_ATTR { write_user_rows<Lanes>(d, work, q, in); };
    const PassTask<T>& pass = task.passes[0];
    for (Index b = 0; b < pass.step; ++b) {
        const T* pointers[most_rows];
        for (Index j = 0; j < pass.radix; ++j) {
            pointers[j] = landed_row(b + j * pass.step);
            if (b + 1 < pass.step) prefetch_lines(landed_row(b + 1 + j * pass.step), 2 * Lanes);
        }
        const ScatteredRows<Lanes, T> in{pointers};
        if (task.pass_count == 1) {
            last(0, in);
        } else {
            transform_and_weigh<Lanes>(d, pass, b, in, tile_rows<Lanes>(task, b, pass.step));
        }
    }
    later_passes<Lanes>(d, task, last);
}

// One tile: element (i, b) of the rows at `row[i]` to (b, i). In blocks of 16 bytes, which every instruction
// set has.
HWY_INLINE void transpose_block(const double* a, const double* b, double* to, size_t to_stride)
{
    const hn::FixedTag<double, 2> d;
    const auto va = hn::LoadU(d, a), vb = hn::LoadU(d, b);
    hn::StoreU(hn::InterleaveLower(d, va, vb), d, to);
    hn::StoreU(hn::InterleaveUpper(d, va, vb), d, to + to_stride);
}

template <class T>
HWY_INLINE void transpose_scalar(const T* const* row, size_t offset, size_t lanes, T* to)
{
    for (size_t b = 0; b < lanes; ++b) {
        for (size_t i = 0; i < lanes; ++i) to[b * 2 * lanes + i] = row[i][offset + b];
    }
}

HWY_INLINE void transpose(const float* const* row, size_t offset, size_t lanes, float* to)
{
    if (lanes < 4) return transpose_scalar(row, offset, lanes, to);
    const hn::FixedTag<float, 4> d;
    const hn::FixedTag<double, 2> dd;
    const size_t stride = 2 * lanes;
    for (size_t i = 0; i < lanes; i += 4) {
        for (size_t b = 0; b < lanes; b += 4) {
            const auto r0 = hn::LoadU(d, row[i] + offset + b), r1 = hn::LoadU(d, row[i + 1] + offset + b);
            const auto r2 = hn::LoadU(d, row[i + 2] + offset + b), r3 = hn::LoadU(d, row[i + 3] + offset + b);
            const auto low01 = hn::BitCast(dd, hn::InterleaveLower(d, r0, r1)),
                       high01 = hn::BitCast(dd, hn::InterleaveUpper(d, r0, r1));
            const auto low23 = hn::BitCast(dd, hn::InterleaveLower(d, r2, r3)),
                       high23 = hn::BitCast(dd, hn::InterleaveUpper(d, r2, r3));
            float* const out = to + b * stride + i;
            hn::StoreU(hn::BitCast(d, hn::InterleaveLower(dd, low01, low23)), d, out);
            hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(dd, low01, low23)), d, out + stride);
            hn::StoreU(hn::BitCast(d, hn::InterleaveLower(dd, high01, high23)), d, out + 2 * stride);
            hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(dd, high01, high23)), d, out + 3 * stride);
        }
    }
}

HWY_INLINE void transpose(const double* const* row, size_t offset, size_t lanes, double* to)
{
    if (lanes < 2) return transpose_scalar(row, offset, lanes, to);
    const size_t stride = 2 * lanes;
    for (size_t i = 0; i < lanes; i += 2) {
        for (size_t b = 0; b < lanes; b += 2)
            transpose_block(row[i] + offset + b, row[i + 1] + offset + b, to + b * stride + i, stride);
    }
}

template <class T>
HWY_NOINLINE void pack_tiles(const PackTask<T>& work)
{
    constexpr size_t most_lanes = 64 / sizeof(T);
    const auto lanes = static_cast<size_t>(work.lanes);
    const Index* position = work.position;
    T* to = work.packet;
    for (Index tile = 0; tile < work.count; ++tile) {
        const T* row[most_lanes];
        for (size_t i = 0; i < lanes; ++i, position += work.step)
            row[i] = work.cache + static_cast<size_t>(*position) * 2 * lanes;
        transpose(row, 0, lanes, to);
        transpose(row, lanes, lanes, to + lanes);
        to += 2 * lanes * lanes;
    }
}

// Tiles are as wide as a cache line; short transforms, and very long ones, have narrower ones.
template <class T, class Function>
HWY_INLINE void with_lanes(Index lanes, Function function)
{
    constexpr size_t widest = 64 / sizeof(T);
    if (lanes == static_cast<Index>(widest)) {
        function(std::integral_constant<size_t, widest>(), hn::CappedTag<T, widest>());
    } else if (lanes == 4) {
        function(std::integral_constant<size_t, 4>(), hn::CappedTag<T, 4>());
    } else {
        function(std::integral_constant<size_t, 1>(), hn::CappedTag<T, 1>());
    }
}

template <class T>
HWY_INLINE void columns_in_any(const ColumnsIn<T>& work)
{
    with_lanes<T>(work.task.lanes,
                  [&](auto lanes, auto d) { columns_in_lanes<decltype(lanes)::value>(d, work); });
}
template <class T>
HWY_INLINE void rows_out_any(const RowsOut<T>& work)
{
    with_lanes<T>(work.task.lanes,
                  [&](auto lanes, auto d) { rows_out_lanes<decltype(lanes)::value>(d, work); });
}

void columns_in_float(const ColumnsIn<float>& work) { columns_in_any(work); }
void columns_in_double(const ColumnsIn<double>& work) { columns_in_any(work); }
void rows_out_float(const RowsOut<float>& work) { rows_out_any(work); }
void rows_out_double(const RowsOut<double>& work) { rows_out_any(work); }
void pack_float(const PackTask<float>& work) { pack_tiles(work); }
void pack_double(const PackTask<double>& work) { pack_tiles(work); }

}  // namespace HWY_NAMESPACE
}  // namespace bspfft::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"

namespace bspfft::simd {

HWY_EXPORT(columns_in_float);
HWY_EXPORT(columns_in_double);
HWY_EXPORT(rows_out_float);
HWY_EXPORT(rows_out_double);
HWY_EXPORT(pack_float);
HWY_EXPORT(pack_double);

void columns_in(const ColumnsIn<float>& work) { HWY_DYNAMIC_DISPATCH(columns_in_float)(work); }
void columns_in(const ColumnsIn<double>& work) { HWY_DYNAMIC_DISPATCH(columns_in_double)(work); }
void rows_out(const RowsOut<float>& work) { HWY_DYNAMIC_DISPATCH(rows_out_float)(work); }
void rows_out(const RowsOut<double>& work) { HWY_DYNAMIC_DISPATCH(rows_out_double)(work); }
void pack(const PackTask<float>& work) { HWY_DYNAMIC_DISPATCH(pack_float)(work); }
void pack(const PackTask<double>& work) { HWY_DYNAMIC_DISPATCH(pack_double)(work); }

std::string target()
{
    // Dispatch takes the best of the supported ones that were generated: the first of the list.
    return targets().front();
}

std::vector<std::string> targets()
{
    std::vector<std::string> names;
    for (const auto target : hwy::SupportedAndGeneratedTargets()) names.emplace_back(hwy::TargetName(target));
    return names;
}

void force_target(const std::string& name)
{
    hwy::SetSupportedTargetsForTest(0);  // all of the machine's
    std::string list;
    for (const auto candidate : hwy::SupportedAndGeneratedTargets()) {
        if (name == "auto" || name == hwy::TargetName(candidate)) {
            if (name != "auto") hwy::SetSupportedTargetsForTest(candidate);
            hwy::GetChosenTarget().Update(hwy::SupportedTargets());
            return;
        }
        list += std::string(list.empty() ? "" : ", ") + hwy::TargetName(candidate);
    }
    throw Error(Status::not_available,
                text("the instruction set ", name, " is not available; this machine and build have ", list));
}

}  // namespace bspfft::simd

#endif
