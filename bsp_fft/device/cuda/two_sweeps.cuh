// The two sweeps themselves: what a block reads, in which order, and where its results go.
#pragma once

#include "two_sweeps_kernel.cuh"

namespace bspfft::device {

/// Columns of the array: row j, unit u is in[j * 2 groups + u]. Results times twiddles and the scale go to `middle`.
template<class T, int G>
__global__ void __launch_bounds__(sweep_threads, 1) column_sweep(const uint4* in, void* middle, SweepShape shape)
{
    extern __shared__ __align__(128) unsigned char bytes[];
    using Number = NumberOf<T>;
    Sweep<T, G> sweep(*reinterpret_cast<SweepMemory<T, G>*>(bytes));
    auto& memory = sweep.memory;
    const unsigned unit = sweep.lane % 2, stride = 2 * shape.groups;
    const unsigned row = sweep.rank + G * (sweep.warp + 16 * (sweep.lane / 2));
    const uint4* from = in + std::size_t(row) * stride + unit;
    uint4* slot = memory.next + sweep.thread;
    const auto prefetch = [&](unsigned group) {
#pragma unroll
        for (int i = 0; i < 16; ++i) copy_async(slot + i * sweep_threads, from + std::size_t(i) * 256 * G * stride + 2 * group);
    };
    const unsigned k = sweep.thread_frequency(), last = column_points * G * shape.other_length - 1;
    const double n = double(column_points * G) * shape.other_length;
    const std::size_t to_row = (std::size_t(k / Number::columns) * shape.other_length * Number::columns) + k % Number::columns;
    unsigned turn = 0;
    unsigned group = blockIdx.x / G;
    const unsigned groups_at_once = gridDim.x / G;
    if (group < shape.groups) prefetch(group);
    for (; group < shape.groups; group += groups_at_once, turn ^= 1) {
        if (sweep.thread < 32) {
            const unsigned step = sweep.frequency(sweep.thread / 2);
            const unsigned j = Number::columns * group + sweep.thread % 2 * (Number::columns / 2);
            Point<T> w = unit_roots(j * step & last, step, n, typename Number::real());
            const auto scale = static_cast<typename Number::real>(shape.scale);
            memory.steps[turn][sweep.thread] = {w.re * scale, w.im * scale};
        }
        Point<T> x[16];
        wait_for_copies();
#pragma unroll
        for (int i = 0; i < 16; ++i) {
            from_unit(slot[i * sweep_threads], x[i]);
            x[i] = swapped_if(shape.swapped, x[i]);
        }
        if (group + groups_at_once < shape.groups) prefetch(group + groups_at_once);
        sweep.transform(x);
        const unsigned j = Number::columns * group + unit * (Number::columns / 2);
        const Point<T> base = unit_roots(j * k & last, k, n, typename Number::real());
        const std::size_t place = to_row + std::size_t(middle_place(j, shape.other_blocks_log, Number::columns_log)) * Number::columns;
#pragma unroll
        for (int i = 0; i < 16; ++i)
            to_middle(middle, place + std::size_t(sweep.frequency(i)) * shape.other_length,
                      x[i] * (base * memory.steps[turn][2 * i + unit]));
    }
    if constexpr (G > 1) sync_cluster();
}

/// Rows of the middle array, which lie one group after the other; frequency k, unit u goes to out[k * 2 groups + u].
template<class T, int G>
__global__ void __launch_bounds__(sweep_threads, 1) row_sweep(const uint4* middle, uint4* out, SweepShape shape)
{
    extern __shared__ __align__(128) unsigned char bytes[];
    using Number = NumberOf<T>;
    Sweep<T, G> sweep(*reinterpret_cast<SweepMemory<T, G>*>(bytes));
    auto& memory = sweep.memory;
    constexpr int blocks_log = G == 1 ? 0 : G == 2 ? 1 : 2;
    const unsigned unit = sweep.lane % 2, stride = 2 * shape.groups;
    const unsigned j = sweep.rank + G * (sweep.warp + 16 * (sweep.lane / 2));
    const uint4* from = middle + 2 * middle_place(j, blocks_log, Number::columns_log) + unit;
    uint4* slot = memory.next + sweep.thread;
    const auto prefetch = [&](unsigned group) {
        const uint4* first = from + std::size_t(group) * (2 * column_points * G);
#pragma unroll
        for (int i = 0; i < 16; ++i) copy_async(slot + i * sweep_threads, first + i * 512 * G);
    };
    uint4* to = out + std::size_t(sweep.thread_frequency()) * stride + unit;
    unsigned group = blockIdx.x / G;
    const unsigned groups_at_once = gridDim.x / G;
    if (group < shape.groups) prefetch(group);
    for (; group < shape.groups; group += groups_at_once) {
        Point<T> x[16];
        wait_for_copies();
#pragma unroll
        for (int i = 0; i < 16; ++i) from_unit(slot[i * sweep_threads], x[i]);
        if (group + groups_at_once < shape.groups) prefetch(group + groups_at_once);
        sweep.transform(x);
#pragma unroll
        for (int i = 0; i < 16; ++i)
            to_unit(to + std::size_t(sweep.frequency(i)) * stride + 2 * group, swapped_if(shape.swapped, x[i]));
    }
    if constexpr (G > 1) sync_cluster();
}

}  // namespace bspfft::device
