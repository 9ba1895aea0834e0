// The sweeps of one type (BSPFFT_SWEEP_TYPE) in clusters of BSPFFT_SWEEP_BLOCKS blocks, compiled once for each.
#include <cuda.h>

#include <algorithm>

#include "two_sweeps.cuh"

namespace bspfft::cuda {
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
    return cudaFuncGetAttributes(&code, row_sweep<T, C>) == cudaSuccess && code.ptxVersion >= 90;
}

template<class T, int C>
cudaError_t launch_columns(const void* in, void* middle, const SweepShape& shape, cudaStream_t stream)
{
    const cuuint64_t row = 16ull * units * shape.groups;
    const Axes axes{{2ull * units * shape.groups, 8, 16, 16, C},
                    {16 * C * row, C * row, 128 * C * row, row},
                    {2 * units, 8, 1, 16, 1}};
    return launch<T, C>(column_sweep<T, C>, in, axes, middle, shape, stream);
}

template<class T, int C>
cudaError_t launch_rows(const void* middle, void* out, const SweepShape& shape, cudaStream_t stream)
{
    const Axes axes{{128, 8 * C, 16ull * shape.groups, 1, 1}, {1024, 8192 * C, 8192 * C, 8192 * C}, {128, 1, 16, 1, 1}};
    return launch<T, C>(row_sweep<T, C>, middle, axes, static_cast<uint4*>(out), shape, stream);
}

template bool sweeps_are_there<BSPFFT_SWEEP_TYPE, BSPFFT_SWEEP_BLOCKS>();
template cudaError_t launch_columns<BSPFFT_SWEEP_TYPE, BSPFFT_SWEEP_BLOCKS>(const void*, void*, const SweepShape&,
                                                                            cudaStream_t);
template cudaError_t launch_rows<BSPFFT_SWEEP_TYPE, BSPFFT_SWEEP_BLOCKS>(const void*, void*, const SweepShape&,
                                                                         cudaStream_t);

}  // namespace bspfft::cuda
