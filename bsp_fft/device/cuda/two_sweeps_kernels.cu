// The sweeps of one type (BSPFFT_SWEEP_TYPE) in clusters of BSPFFT_SWEEP_BLOCKS blocks, compiled once for each.
#include <algorithm>

#include "two_sweeps.cuh"
#include "two_sweeps_launch.hpp"

namespace bspfft::device {
namespace {

/// As many blocks as there is room for; each takes one group of columns after the other.
template<class T, int G, class In, class Out>
cudaError_t launch(void (*kernel)(In, Out, SweepShape), In in, Out out, const SweepShape& shape, cudaStream_t stream)
{
    constexpr int bytes = sizeof(SweepMemory<T, G>);
    if (const auto e = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)) return e;
    int device = 0, processors = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    cudaLaunchAttribute cluster[1];
    cluster[0].id = cudaLaunchAttributeClusterDimension;
    cluster[0].val.clusterDim = {G, 1, 1};
    cudaLaunchConfig_t config{};
    config.gridDim = static_cast<unsigned>(processors / G * G);
    config.blockDim = sweep_threads;
    config.dynamicSmemBytes = bytes;
    config.stream = stream;
    config.attrs = cluster;
    config.numAttrs = G > 1 ? 1 : 0;
    int clusters = processors;
    if (G > 1)
        if (const auto e = cudaOccupancyMaxActiveClusters(&clusters, kernel, &config)) return e;
    config.gridDim = std::min(static_cast<unsigned>(clusters), shape.groups) * G;
    return cudaLaunchKernelEx(&config, kernel, in, out, shape);
}

}  // namespace

template<class T, int G>
cudaError_t launch_columns(const void* in, void* middle, const SweepShape& shape, cudaStream_t stream)
{
    return launch<T, G>(column_sweep<T, G>, static_cast<const uint4*>(in), middle, shape, stream);
}

template<class T, int G>
cudaError_t launch_rows(const void* middle, void* out, const SweepShape& shape, cudaStream_t stream)
{
    return launch<T, G>(row_sweep<T, G>, static_cast<const uint4*>(middle), static_cast<uint4*>(out), shape, stream);
}

template cudaError_t launch_columns<BSPFFT_SWEEP_TYPE, BSPFFT_SWEEP_BLOCKS>(const void*, void*, const SweepShape&,
                                                                            cudaStream_t);
template cudaError_t launch_rows<BSPFFT_SWEEP_TYPE, BSPFFT_SWEEP_BLOCKS>(const void*, void*, const SweepShape&,
                                                                         cudaStream_t);

}  // namespace bspfft::device
