// The sweeps of one type (BSPFFT_SWEEP_TYPE) in clusters of BSPFFT_SWEEP_BLOCKS blocks, compiled once for each.
#include <cuda.h>

#include <algorithm>

#include "two_sweeps.cuh"
#include "two_sweeps_launch.hpp"

namespace bspfft::cuda {
namespace {

/// P of two_sweeps_kernel.cuh: what was faster.
template<class T>
constexpr int column_sets(int G)
{
    return NumberOf<T>::columns == 4 && G == 2 ? 1 : 2;
}

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
    config.gridDim = std::min<unsigned>(clusters * blocks, shape.groups);
    return cudaLaunchKernelEx(&config, kernel, map, out, shape);
}

}  // namespace

template<class T, int G>
bool sweeps_are_there()
{
    cudaFuncAttributes code{};
    return cudaFuncGetAttributes(&code, row_sweep<T, G>) == cudaSuccess && code.ptxVersion >= 90;
}

template<class T, int G>
cudaError_t launch_columns(const void* in, void* middle, const SweepShape& shape, cudaStream_t stream)
{
    constexpr int P = column_sets<T>(G);
    const cuuint64_t row = 32ull * shape.groups;
    const Axes axes{{4ull * shape.groups, 16, 16, 16, G},
                    {16 * G * row, G * row, 256 * G * row, row},
                    {4 * P, 16, 1, 16 / P, 1}};
    return launch<T, G * P>(column_sweep<T, G, P>, in, axes, middle, shape, stream);
}

template<class T, int G>
cudaError_t launch_rows(const void* middle, void* out, const SweepShape& shape, cudaStream_t stream)
{
    constexpr cuuint64_t kept = NumberOf<T>::columns, all_a = 16ull;
    const Axes together{{64 * kept, 16 / kept, all_a * shape.groups, 1, 1},
                        {512 * kept, 8192, 8192, 8192},
                        {64 * kept, 1, 16, 1, 1}};
    const Axes apart{{4, kept, 16, 16 * G / kept, all_a * shape.groups},
                     {32, 32 * kept, 512 * kept, 8192 * G},
                     {4, 1, 16, 1, 16}};
    return launch<T, G>(row_sweep<T, G>, middle, G == 1 ? together : apart, static_cast<uint4*>(out), shape,
                            stream);
}

template bool sweeps_are_there<BSPFFT_SWEEP_TYPE, BSPFFT_SWEEP_BLOCKS>();
template cudaError_t launch_columns<BSPFFT_SWEEP_TYPE, BSPFFT_SWEEP_BLOCKS>(const void*, void*, const SweepShape&,
                                                                            cudaStream_t);
template cudaError_t launch_rows<BSPFFT_SWEEP_TYPE, BSPFFT_SWEEP_BLOCKS>(const void*, void*, const SweepShape&,
                                                                         cudaStream_t);

}  // namespace bspfft::cuda
