// The two sweeps themselves: what a block reads, in which order, and where its results go.
#pragma once

#include "two_sweeps_kernel.cuh"

namespace bspfft::cuda {

/// Columns of the array: `array` has the axes column, b, c, a, g. Results times twiddles and the scale go to `middle`.
template<class T, int C>
__global__ void __launch_bounds__(sweep_threads, 1)
    column_sweep(const __grid_constant__ CUtensorMap array, void* middle, SweepShape shape)
{
#if __CUDA_ARCH__ >= 900
    extern __shared__ __align__(128) unsigned char bytes[];
    using Number = NumberOf<T>;
    using real = typename Number::real;
    constexpr unsigned columns = Number::columns, each = columns / units;
    Sweep<T, C, false> sweep(*reinterpret_cast<SweepMemory<T>*>(bytes));
    auto& memory = sweep.memory;
    const unsigned unit = sweep.lane % units, k = sweep.thread_frequency();
    const unsigned last = block_points * C * shape.other_length - 1;
    const double step_of_root = -2.0 / (double(block_points * C) * shape.other_length);
    const std::size_t to_row = std::size_t(k / columns) * shape.other_length * columns + k % columns;
    const real sign = static_cast<real>(shape.sign);
    const auto load = [&](unsigned group) {
        sweep.fetch(&array, {int(2 * units * group), 0, int(sweep.warp), 0, int(sweep.g)});
    };
    const auto make_steps = [&](unsigned group, unsigned turn) {
        if (sweep.thread >= 16 * units) return;
        const unsigned step = sweep.frequency(sweep.thread / units);
        const unsigned j = columns * group + sweep.thread % units * each;
        const Point<T> w = unit_roots(j * step, step, last, step_of_root, real());
        const real scale = static_cast<real>(shape.scale);
        memory.steps[turn][sweep.thread] = {w.re * scale, w.im * scale};
    };
    make_steps(blockIdx.x / C, 0);
    sweep.run(shape, load, [&](Point<T>* x, unsigned group, unsigned next, unsigned turn) {
#pragma unroll
        for (int i = 0; i < 16; ++i) x[i] = with_sign(x[i], sign);
        const unsigned j = columns * group + unit * each;
        Point<T> base;
        const auto prepare = [&] {
            base = unit_roots(j * k, k, last, step_of_root, real());
            make_steps(next, turn ^ 1);
        };
        const std::size_t place = to_row + std::size_t(middle_place(j, shape.other_blocks_log)) * columns;
        sweep.transform(x, turn, prepare, [&](int i, Point<T> value) {
            to_middle(middle, place + std::size_t(sweep.frequency(i)) * shape.other_length,
                      value * (base * memory.steps[turn][units * i + unit]));
        });
    });
#endif
}

/// Rows of the middle array, which lie one group after the other: `array` has the axes (unit, pair, b), other bits
/// below, (a, group). Frequency k, unit u goes to out[k * 4 groups + u].
template<class T, int C>
__global__ void __launch_bounds__(sweep_threads, 1)
    row_sweep(const __grid_constant__ CUtensorMap array, uint4* out, SweepShape shape)
{
#if __CUDA_ARCH__ >= 900
    extern __shared__ __align__(128) unsigned char bytes[];
    Sweep<T, C, true> sweep(*reinterpret_cast<SweepMemory<T>*>(bytes));
    const auto sign = static_cast<typename NumberOf<T>::real>(shape.sign);
    const unsigned stride = units * shape.groups, below = sweep.g + C * (sweep.warp / sweep.together);
    uint4* to = out + std::size_t(sweep.thread_frequency()) * stride + sweep.lane % units;
    const auto load = [&](unsigned group) { sweep.fetch(&array, {0, int(below), int(16 * group), 0, 0}); };
    sweep.run(shape, load, [&](Point<T>* x, unsigned group, unsigned, unsigned turn) {
        const auto nothing = [] {};
        sweep.transform(x, turn, nothing, [&](int i, Point<T> value) {
            to_unit(to + std::size_t(sweep.frequency(i)) * stride + units * group, with_sign(value, sign));
        });
    });
#endif
}

}  // namespace bspfft::cuda
