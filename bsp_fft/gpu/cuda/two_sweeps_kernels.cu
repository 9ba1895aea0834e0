// The two sweeps themselves: what a block reads, in which order, and where its results go. Of one type
// (BSPFFT_SWEEP_TYPE), in clusters of BSPFFT_SWEEP_BLOCKS blocks, compiled once for each.
#include <cuda.h>

#include <algorithm>

#include "two_sweeps_kernel.cuh"

namespace bspfft::cuda {

/// Columns of the array: `array` has the axes column, b, c, a, g. Results times twiddles and the scale go to `middle`.
template<class T, int C, Form form>
__global__ void __launch_bounds__(sweep_threads, 1)
    column_sweep(const __grid_constant__ CUtensorMap array, void* middle, SweepShape shape)
{
#if __CUDA_ARCH__ >= 900
    extern __shared__ __align__(128) unsigned char bytes[];
    using Number = NumberOf<T>;
    using real = typename Number::real;
    constexpr unsigned columns = Number::columns, each = columns / units;
    constexpr bool is_cube = form == Form::cube, has_twiddles = form != Form::matrix;
    Sweep<T, C, false, form> sweep(*reinterpret_cast<SweepMemory<T>*>(bytes));
    auto& memory = sweep.memory;
    const unsigned unit = sweep.lane % units, k = sweep.thread_frequency();
    const unsigned last = is_cube ? 255 : block_points * C * shape.other_length - 1;
    const double step_of_root = is_cube ? -2.0 / 256 : -2.0 / (double(block_points * C) * shape.other_length);
    const auto roots_of = [&](unsigned column, unsigned frequency) {
        return is_cube ? unit_roots((column >> 8) * frequency_of_16(frequency), 0, last, step_of_root, real())
                       : unit_roots(column * frequency, frequency, last, step_of_root, real());
    };
    const std::size_t to_row = std::size_t(k / columns) * shape.other_length * columns + k % columns;
    const real sign = static_cast<real>(shape.sign), scale = static_cast<real>(shape.scale);
    const auto load = [&](unsigned group) {
        sweep.fetch(&array, {int(2 * units * group), 0, int(sweep.warp), 0, int(sweep.g)});
    };
    const auto make_steps = [&](unsigned group, unsigned turn) {
        if (sweep.thread >= 16 * units) return;
        const unsigned step = sweep.frequency(sweep.thread / units);
        const unsigned j = columns * group + sweep.thread % units * each;
        const Point<T> w = roots_of(j, step);
        memory.steps[turn][sweep.thread] = {w.re * scale, w.im * scale};
    };
    if constexpr (has_twiddles) make_steps(blockIdx.x / C, 0);
    sweep.run(shape, load, [&](Point<T>* x, unsigned group, unsigned next, unsigned turn) {
#pragma unroll
        for (int i = 0; i < 16; ++i) x[i] = with_sign(x[i], sign);
        const unsigned j = columns * group + unit * each;
        Point<T> base;
        const auto prepare = [&] {
            if constexpr (has_twiddles) {
                base = roots_of(j, k);
                make_steps(next, turn ^ 1);
            }
        };
        const std::size_t place = to_row + std::size_t(middle_place<form>(j, shape.other_blocks_log)) * columns;
        sweep.transform(x, turn, prepare, [&](int i, Point<T> value) {
            if constexpr (has_twiddles) {
                value = value * (base * memory.steps[turn][units * i + unit]);
            } else {
                value = {value.re * scale, value.im * scale};
            }
            to_middle(middle, place + std::size_t(sweep.frequency(i)) * shape.other_length, value);
        });
    });
#endif
}

/// Where a cube has frequency k of a row, and a row whose frequency is k.
__device__ constexpr unsigned place_in_cube(unsigned k) { return frequency256(k) + frequency_of_16(k) * 16 * 256; }
__device__ constexpr unsigned row_of_cube(unsigned k) { return frequency256(k) * 65536 + frequency_of_16(k) * 256; }

/// Rows of the middle array, which lie one group after the other: `array` has the axes (unit, pair, b), other bits
/// below, (a, group). Frequency k, unit u goes to out[k * 4 groups + u] of a vector; otherwise rows stay rows.
template<class T, int C, Form form>
__global__ void __launch_bounds__(sweep_threads, 1)
    row_sweep(const __grid_constant__ CUtensorMap array, uint4* out, SweepShape shape)
{
#if __CUDA_ARCH__ >= 900
    extern __shared__ __align__(128) unsigned char bytes[];
    constexpr bool is_cube = form == Form::cube;
    Sweep<T, C, true, form> sweep(*reinterpret_cast<SweepMemory<T>*>(bytes));
    const auto sign = static_cast<typename NumberOf<T>::real>(shape.sign);
    const unsigned pair = sweep.warp / sweep.together, below = is_cube ? pair + 8 * sweep.g : sweep.g + C * pair;
    const unsigned unit = sweep.lane % units, k = sweep.thread_frequency();
    const auto load = [&](unsigned group) { sweep.fetch(&array, {0, int(below), int(16 * group), 0, 0}); };
    const auto nothing = [] {};
    if constexpr (form == Form::vector) {
        const unsigned stride = units * shape.groups;
        uint4* to = out + std::size_t(k) * stride + unit;
        sweep.run(shape, load, [&](Point<T>* x, unsigned group, unsigned, unsigned turn) {
            sweep.transform(x, turn, nothing, [&](int i, Point<T> value) {
                to_unit(to + std::size_t(sweep.frequency(i)) * stride + units * group, with_sign(value, sign));
            });
        });
    } else {
        constexpr unsigned columns = NumberOf<T>::columns, each = columns / units, length = block_points * C;
        constexpr std::size_t next = is_cube ? row_of_cube(1) : length;
        sweep.run(shape, load, [&](Point<T>* x, unsigned group, unsigned, unsigned turn) {
            const unsigned row = columns * group + unit * each;
            const std::size_t place = is_cube ? row_of_cube(row) + place_in_cube(k) : std::size_t(row) * length + k;
            sweep.transform(x, turn, nothing, [&](int i, Point<T> value) {
                const unsigned frequency = sweep.frequency(i);
                const std::size_t at = place + (is_cube ? place_in_cube(frequency) : frequency);
                to_rows(out, at, at + next, with_sign(value, sign));
            });
        });
    }
#endif
}

namespace {

/// Axes of an array for the copy engine, in numbers of 8 bytes: lengths, distances in bytes, and the box of a warp.
struct Axes {
    cuuint64_t length[5];
    cuuint64_t distance[4];
    cuuint32_t box[5];
};

cudaError_t describe(CUtensorMap& map, const void* array, const Axes& axes)
{
    static const auto encode = [] {
        void* function = nullptr;
        cudaDriverEntryPointQueryResult found;
        cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault, &found);
        return reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(function);
    }();
    if (!encode) return cudaErrorNotSupported;
    const cuuint32_t all[5] = {1, 1, 1, 1, 1};
    const CUresult result =
        encode(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT64, 5, const_cast<void*>(array), axes.length, axes.distance, axes.box,
               all, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
               CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    return result == CUDA_SUCCESS ? cudaSuccess : cudaErrorInvalidValue;
}

/// As many clusters of blocks as there is room for; each takes one group of columns after the other.
template<class T, int blocks, class Out>
cudaError_t launch(void (*kernel)(CUtensorMap, Out, SweepShape), const void* in, const Axes& axes, Out out,
                   const SweepShape& shape, cudaStream_t stream)
{
    constexpr int bytes = sizeof(SweepMemory<T>);
    static_assert(bytes <= 227 * 1024);
    CUtensorMap map;
    if (const auto e = describe(map, in, axes)) return e;
    if (const auto e = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)) return e;
    int device = 0, processors = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    cudaLaunchAttribute cluster[1];
    cluster[0].id = cudaLaunchAttributeClusterDimension;
    cluster[0].val.clusterDim = {blocks, 1, 1};
    cudaLaunchConfig_t config{};
    config.gridDim = static_cast<unsigned>(processors / blocks * blocks);
    config.blockDim = sweep_threads;
    config.dynamicSmemBytes = bytes;
    config.stream = stream;
    config.attrs = cluster;
    config.numAttrs = 1;
    int clusters = 0;
    if (const auto e = cudaOccupancyMaxActiveClusters(&clusters, kernel, &config)) return e;
    config.gridDim = std::min<unsigned>(clusters, shape.groups) * blocks;
    return cudaLaunchKernelEx(&config, kernel, map, out, shape);
}

}  // namespace

template<class T, int C>
bool sweeps_are_there()
{
    cudaFuncAttributes code{};
    return cudaFuncGetAttributes(&code, row_sweep<T, C, Form::vector>) == cudaSuccess && code.ptxVersion >= 90;
}

template<class T, int C, Form form>
cudaError_t launch_columns(const void* in, void* middle, const SweepShape& shape, cudaStream_t stream)
{
    constexpr cuuint64_t b = form == Form::cube ? C : 16 * C, c = form == Form::cube ? 16 : C;
    const cuuint64_t row = 16ull * units * shape.groups;
    const Axes axes{{2ull * units * shape.groups, 8, 16, 16, C},
                    {b * row, c * row, 128 * C * row, row},
                    {2 * units, 8, 1, 16, 1}};
    return launch<T, C>(column_sweep<T, C, form>, in, axes, middle, shape, stream);
}

template<class T, int C, Form form>
cudaError_t launch_rows(const void* middle, void* out, const SweepShape& shape, cudaStream_t stream)
{
    const Axes axes{{128, 8 * C, 16ull * shape.groups, 1, 1}, {1024, 8192 * C, 8192 * C, 8192 * C}, {128, 1, 16, 1, 1}};
    return launch<T, C>(row_sweep<T, C, form>, middle, axes, static_cast<uint4*>(out), shape, stream);
}

template bool sweeps_are_there<BSPFFT_SWEEP_TYPE, BSPFFT_SWEEP_BLOCKS>();
#define BSPFFT_SWEEPS_OF(form)                                                               \
    template cudaError_t launch_columns<BSPFFT_SWEEP_TYPE, BSPFFT_SWEEP_BLOCKS, form>(       \
        const void*, void*, const SweepShape&, cudaStream_t);                                \
    template cudaError_t launch_rows<BSPFFT_SWEEP_TYPE, BSPFFT_SWEEP_BLOCKS, form>(          \
        const void*, void*, const SweepShape&, cudaStream_t);
BSPFFT_SWEEPS_OF(Form::vector)
BSPFFT_SWEEPS_OF(Form::matrix)
#if BSPFFT_SWEEP_BLOCKS == 2
BSPFFT_SWEEPS_OF(Form::cube)
#endif

}  // namespace bspfft::cuda
