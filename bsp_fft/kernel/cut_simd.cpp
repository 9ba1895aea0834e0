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

/// All passes over a tile, for the lanes of one vector after another. read(row, lane) and write(block, digit,
/// lane, value) are the way in and the way out: the first pass reads and the last one writes outside of the
/// cache buffer.
template <class D, class T, class Read, class Write>
HWY_INLINE void run_passes(D d, const ColumnTask<T>& task, Read read, Write write)
{
    const auto lanes = static_cast<size_t>(task.lanes);
    const auto length = static_cast<size_t>(task.length);
    const auto last = static_cast<size_t>(task.pass_count) - 1;
    size_t span = length;  // of the transforms that are still to be done
    for (size_t i = 0; i <= last; ++i) {
        const PassTask<T>& pass = task.passes[i];
        const auto radix = static_cast<size_t>(pass.radix);
        const size_t step = span / radix;
        for (size_t q = 0; q < length / span; ++q) {
            for (size_t b = 0; b < step; ++b) {
                const size_t first = q * span + b;
                const T* HWY_RESTRICT const weights = pass.weights + b * radix * 2;
                for (size_t lane = 0; lane < lanes; lane += hn::Lanes(d)) {
                    T* const rows = task.cache + first * 2 * lanes + lane;
                    const auto read_cache = [&](size_t j) {
                        return load(d, rows + j * step * 2 * lanes, lanes);
                    };
                    const auto write_cache = [&](size_t k, Complex<D> value) {
                        value = times(value, hn::Set(d, weights[2 * k]), hn::Set(d, weights[2 * k + 1]));
                        store(d, value, rows + k * step * 2 * lanes, lanes);
                    };
                    const auto read_first = [&](size_t j) { return read(first + j * step, lane); };
                    const auto write_last = [&](size_t k, Complex<D> value) { write(q, k, lane, value); };
                    if (i == 0 && i == last) {
                        transform_small(d, radix, pass.inner, read_first, write_last);
                    } else if (i == 0) {
                        transform_small(d, radix, pass.inner, read_first, write_cache);
                    } else if (i == last) {
                        transform_small(d, radix, pass.inner, read_cache, write_last);
                    } else {
                        transform_small(d, radix, pass.inner, read_cache, write_cache);
                    }
                }
            }
        }
        span = step;
    }
}

template <class D, class T>
HWY_NOINLINE void columns_in_lanes(D d, const ColumnsIn<T>& work)
{
    const ColumnTask<T>& task = work.task;
    const auto lanes = static_cast<size_t>(task.lanes);
    const auto radix = static_cast<size_t>(task.passes[task.pass_count - 1].radix);
    const auto read = [&](size_t row, size_t lane) {
        Complex<D> value;
        const T* const from = work.x + row * static_cast<size_t>(work.stride) + 2 * lane;
        if (task.swap) {
            hn::LoadInterleaved2(d, from, value.im, value.re);
        } else {
            hn::LoadInterleaved2(d, from, value.re, value.im);
        }
        return value;
    };
    const auto write = [&](size_t q, size_t k, size_t lane, Complex<D> value) {
        const Complex<D> by_prefix = load(d, work.by_prefix + q * 2 * lanes + lane, lanes);
        const Complex<D> by_digit = load(d, work.by_digit + k * 2 * lanes + lane, lanes);
        const Complex<D> w = times(by_prefix, by_digit.re, by_digit.im);
        store(d, times(value, w.re, w.im), task.cache + (q * radix + k) * 2 * lanes + lane, lanes);
    };
    run_passes(d, task, read, write);
}

template <class D, class T>
HWY_NOINLINE void rows_out_lanes(D d, const RowsOut<T>& work)
{
    const ColumnTask<T>& task = work.task;
    const auto lanes = static_cast<size_t>(task.lanes);
    const auto radix = static_cast<size_t>(task.passes[task.pass_count - 1].radix);
    const size_t blocks = static_cast<size_t>(task.length) / radix;
    const auto read = [&](size_t row, size_t lane) {
        return load(d, work.middle + static_cast<size_t>(work.row_offset[row]) + lane, lanes);
    };
    const auto write = [&](size_t q, size_t k, size_t lane, Complex<D> value) {
        T* const to = work.y +
                      (static_cast<size_t>(work.prefix[q]) + blocks * k) * static_cast<size_t>(work.stride) +
                      2 * lane;
        if (task.swap) {
            hn::StoreInterleaved2(value.im, value.re, d, to);
        } else {
            hn::StoreInterleaved2(value.re, value.im, d, to);
        }
    };
    run_passes(d, task, read, write);
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
    } else if (lanes >= 4) {
        function(hn::CappedTag<T, 4>(), work);
    } else if (lanes == 2) {
        function(hn::CappedTag<T, 2>(), work);
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
