#include "bsp_fft/kernel/cut_simd.hpp"

// Vectors whose length the compiler does not know cannot be members of a Complex.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bsp_fft/kernel/cut_simd.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace bspfft::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#include "bsp_fft/kernel/butterflies-inl.hpp"

constexpr size_t most_rows = 64;  // of a small transform

// The way in and out of a tile is row by row, a whole line of memory at a time: rows of the user's matrix are
// far apart, at distances of a power of two, and a line that is not used up at once is lost. In between they
// stand in a buffer that stays in L1.
template <class T>
struct Staged {
    HWY_ALIGN T rows[most_rows * 2 * 64 / sizeof(T)];
};

/// The rows first, first + step, ... of the tile in the cache buffer.
template <class T>
HWY_INLINE void tile_rows(const ColumnTask<T>& task, size_t first, size_t step, size_t count, T** rows)
{
    for (size_t j = 0; j < count; ++j)
        rows[j] = task.cache + padded(static_cast<Index>(first + j * step)) * 2 * task.lanes;
}

/// All passes over a tile. read_row(row, to) brings a row into the tile, prefetch_row(row) asks for it early;
/// last(q, radix, inner, in) carries out the last pass over block q, from these rows.
template <class D, class T, class ReadRow, class PrefetchRow, class Last>
HWY_INLINE void run_passes(D d, const ColumnTask<T>& task, ReadRow read_row, PrefetchRow prefetch_row,
                           Last last)
{
    const auto lanes = static_cast<size_t>(task.lanes);
    const auto length = static_cast<size_t>(task.length);
    const auto passes = static_cast<size_t>(task.pass_count);
    Staged<T> staged;
    T* staged_rows[most_rows];
    for (size_t j = 0; j < most_rows; ++j) staged_rows[j] = staged.rows + j * 2 * lanes;
    size_t span = length;  // of the transforms that are still to be done
    for (size_t i = 0; i < passes; ++i) {
        const PassTask<T>& pass = task.passes[i];
        const auto radix = static_cast<size_t>(pass.radix);
        const size_t step = span / radix;
        for (size_t q = 0; q < length / span; ++q) {
            for (size_t b = 0; b < step; ++b) {
                T* rows[most_rows];
                tile_rows(task, q * span + b, step, radix, rows);
                if (i == 0) {
                    for (size_t j = 0; j < radix; ++j) {
                        read_row(b + j * step, staged_rows[j]);
                        if (b + 1 < step) prefetch_row(b + 1 + j * step);
                    }
                }
                T* const* const in = i == 0 ? staged_rows : rows;
                if (i + 1 == passes) {
                    last(q, radix, pass.inner, in);
                } else {
                    transform_small(d, radix, pass.inner, Rows<T>{in, rows, lanes},
                                    Weighted<T>{pass.weights + b * radix * 2});
                }
            }
        }
        span = step;
    }
}

template <class T>
HWY_INLINE void prefetch_lines(const T* from, size_t count)
{
    for (size_t at = 0; at < count; at += 64 / sizeof(T)) __builtin_prefetch(from + at);
}

template <class D, class T>
HWY_NOINLINE void columns_in_lanes(D d, const ColumnsIn<T>& work)
{
    const ColumnTask<T>& task = work.task;
    const auto lanes = static_cast<size_t>(task.lanes);
    const auto stride = static_cast<size_t>(work.stride);
    const size_t re = task.swap ? lanes : 0, im = task.swap ? 0 : lanes;
    const auto read_row = [&](size_t row, T* to) HWY_ATTR {
        const T* const from = work.x + row * stride;
        for (size_t lane = 0; lane < lanes; lane += hn::Lanes(d)) {
            Complex<D> value;
            hn::LoadInterleaved2(d, from + 2 * lane, value.re, value.im);
            hn::StoreU(value.re, d, to + re + lane);
            hn::StoreU(value.im, d, to + im + lane);
        }
    };
    const auto prefetch_row = [&](size_t row) HWY_ATTR { prefetch_lines(work.x + row * stride, 2 * lanes); };
    const auto last = [&](size_t q, size_t radix, const T* inner, T* const* in) HWY_ATTR {
        T* rows[most_rows];
        tile_rows(task, q * radix, 1, radix, rows);
        const DoublyWeighted<T> weights{work.by_prefix + q * 2 * lanes, work.by_digit, lanes};
        transform_small(d, radix, inner, Rows<T>{in, rows, lanes}, weights);
    };
    run_passes(d, task, read_row, prefetch_row, last);
}

// In blocks of 16 bytes. (Highway's StoreInterleaved2 in this place keeps GCC 12 for AArch64 compiling for
// ever.)
template <class T>
HWY_INLINE void interleave(const T* re, const T* im, size_t lanes, T* to)
{
    constexpr size_t width = 16 / sizeof(T);
    const hn::FixedTag<T, width> d;
    if (lanes < width) {
        for (size_t lane = 0; lane < lanes; ++lane) {
            to[2 * lane] = re[lane];
            to[2 * lane + 1] = im[lane];
        }
        return;
    }
    for (size_t lane = 0; lane < lanes; lane += width) {
        const auto r = hn::LoadU(d, re + lane), i = hn::LoadU(d, im + lane);
        hn::StoreU(hn::InterleaveLower(d, r, i), d, to + 2 * lane);
        hn::StoreU(hn::InterleaveUpper(d, r, i), d, to + 2 * lane + width);
    }
}

template <class D, class T>
HWY_NOINLINE void rows_out_lanes(D d, const RowsOut<T>& work)
{
    const ColumnTask<T>& task = work.task;
    const auto lanes = static_cast<size_t>(task.lanes);
    const auto stride = static_cast<size_t>(work.stride);
    const size_t re = task.swap ? lanes : 0, im = task.swap ? 0 : lanes;
    Staged<T> results;
    T* result_rows[most_rows];
    for (size_t k = 0; k < most_rows; ++k) result_rows[k] = results.rows + k * 2 * lanes;
    const auto middle_row = [&](size_t row) {
        return work.middle + static_cast<size_t>(work.row_offset[row]);
    };
    const auto read_row = [&](size_t row, T* to) HWY_ATTR {
        const T* const from = middle_row(row);
        for (size_t at = 0; at < 2 * lanes; at += hn::Lanes(d))
            hn::StoreU(hn::LoadU(d, from + at), d, to + at);
    };
    const auto prefetch_row = [&](size_t row) HWY_ATTR { prefetch_lines(middle_row(row), 2 * lanes); };
    const auto last = [&](size_t q, size_t radix, const T* inner, T* const* in) HWY_ATTR {
        transform_small(d, radix, inner, Rows<T>{in, result_rows, lanes}, Plain());
        const size_t blocks = static_cast<size_t>(task.length) / radix;
        for (size_t k = 0; k < radix; ++k) {
            T* const to = work.y + (static_cast<size_t>(work.prefix[q]) + blocks * k) * stride;
            interleave(result_rows[k] + re, result_rows[k] + im, lanes, to);
        }
    };
    run_passes(d, task, read_row, prefetch_row, last);
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

// Tiles are as wide as a cache line; short transforms have narrower ones.
template <class T, class Work, class Function>
HWY_INLINE void with_lanes(Index lanes, const Work& work, Function function)
{
    if (lanes == 64 / static_cast<Index>(sizeof(T))) {
        function(hn::CappedTag<T, 64 / sizeof(T)>(), work);
    } else if (lanes == 4) {
        function(hn::CappedTag<T, 4>(), work);
    } else {
        function(hn::CappedTag<T, 1>(), work);
    }
}

void columns_in_float(const ColumnsIn<float>& work)
{
    with_lanes<float>(work.task.lanes, work, [](auto d, const auto& w) { columns_in_lanes(d, w); });
}
void columns_in_double(const ColumnsIn<double>& work)
{
    with_lanes<double>(work.task.lanes, work, [](auto d, const auto& w) { columns_in_lanes(d, w); });
}
void rows_out_float(const RowsOut<float>& work)
{
    with_lanes<float>(work.task.lanes, work, [](auto d, const auto& w) { rows_out_lanes(d, w); });
}
void rows_out_double(const RowsOut<double>& work)
{
    with_lanes<double>(work.task.lanes, work, [](auto d, const auto& w) { rows_out_lanes(d, w); });
}
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
    hwy::SetSupportedTargetsForTest(0);  // all that the machine has
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
                text("the instruction set ", name, " is not here; this machine and build have ", list));
}

}  // namespace bspfft::simd

#endif
