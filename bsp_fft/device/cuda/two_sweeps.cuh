// The two sweeps themselves: what a block reads, in which order, and where its results go.
#pragma once

#include "two_sweeps_kernel.cuh"

namespace bspfft::cuda {

/// Columns of the array: `array` has the axes column, b, c, a, g. Results times twiddles and the scale go to `middle`.
template<class T, int G, int P>
__global__ void __launch_bounds__(sweep_threads, 1)
    column_sweep(const __grid_constant__ CUtensorMap array, void* middle, SweepShape shape)
{
#if __CUDA_ARCH__ >= 900
    extern __shared__ __align__(128) unsigned char bytes[];
    using Number = NumberOf<T>;
    using real = typename Number::real;
    constexpr unsigned columns = Number::columns;
    Sweep<T, G, P, false> sweep(*reinterpret_cast<SweepMemory<T>*>(bytes));
    auto& memory = sweep.memory;
    const unsigned unit = sweep.lane % 2, k = sweep.thread_frequency();
    const unsigned last = column_points * G * shape.other_length - 1;
    const double n = double(column_points * G) * shape.other_length;
    const std::size_t to_row = std::size_t(k / columns) * shape.other_length * columns + k % columns;
    const auto load = [&](unsigned set) {
        sweep.fetch(&array, {int(4 * P * set), 0, int(sweep.warp), int(16 / P * sweep.p), int(sweep.g)});
    };
    sweep.run(shape, load, [&](Point<T>* x, unsigned set, unsigned turn) {
        const unsigned group = P * set + sweep.p;
        if (sweep.thread < 32) {
            const unsigned step = sweep.frequency(sweep.thread / 2);
            const unsigned j = columns * group + sweep.thread % 2 * (columns / 2);
            const Point<T> w = unit_roots(j * step & last, step, n, real());
            const real scale = static_cast<real>(shape.scale);
            memory.steps[turn][sweep.thread] = {w.re * scale, w.im * scale};
        }
#pragma unroll
        for (int i = 0; i < 16; ++i) x[i] = swapped_if(shape.swapped, x[i]);
        sweep.transform(x, turn);
        const unsigned j = columns * group + unit * (columns / 2);
        const Point<T> base = unit_roots(j * k & last, k, n, real());
        const std::size_t place =
            to_row + std::size_t(middle_place(j, shape.other_blocks_log, Number::columns_log)) * columns;
#pragma unroll
        for (int i = 0; i < 16; ++i)
            to_middle(middle, place + std::size_t(sweep.frequency(i)) * shape.other_length,
                      x[i] * (base * memory.steps[turn][2 * i + unit]));
    });
#endif
}

/// Rows of the middle array, which lie one group after the other: `array` has the axes unit, lowest bits, b, other
/// bits below, a and group; with G = 1 the first three are one. Frequency k, unit u goes to out[k * 2 groups + u].
template<class T, int G>
__global__ void __launch_bounds__(sweep_threads, 1)
    row_sweep(const __grid_constant__ CUtensorMap array, uint4* out, SweepShape shape)
{
#if __CUDA_ARCH__ >= 900
    extern __shared__ __align__(128) unsigned char bytes[];
    constexpr unsigned kept = NumberOf<T>::columns;
    Sweep<T, G, 1, true> sweep(*reinterpret_cast<SweepMemory<T>*>(bytes));
    const unsigned stride = 2 * shape.groups, below = sweep.g + G * sweep.warp;
    uint4* to = out + std::size_t(sweep.thread_frequency()) * stride + sweep.lane % 2;
    const auto load = [&](unsigned group) {
        const int rows = int(16 * group);
        if constexpr (G == 1)
            sweep.fetch(&array, {0, int(below / kept), rows, 0, 0});
        else
            sweep.fetch(&array, {0, int(below % kept), 0, int(below / kept), rows});
    };
    sweep.run(shape, load, [&](Point<T>* x, unsigned group, unsigned turn) {
        sweep.transform(x, turn);
#pragma unroll
        for (int i = 0; i < 16; ++i)
            to_unit(to + std::size_t(sweep.frequency(i)) * stride + 2 * group, swapped_if(shape.swapped, x[i]));
    });
#endif
}

}  // namespace bspfft::cuda
