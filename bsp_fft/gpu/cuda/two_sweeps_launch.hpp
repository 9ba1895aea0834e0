// The doors of the kernels, each compiled by itself: of double, or of Pairs of floats, in clusters of C blocks.
#pragma once

#include <cuda_runtime.h>

#include "two_sweeps_units.cuh"

namespace bspfft::cuda {

/// Whether the device has code that was made for it: what is compiled for older ones is empty.
template<class T, int C>
bool sweeps_are_there();
template<class T, int C>
cudaError_t launch_columns(const void* in, void* middle, const SweepShape& shape, cudaStream_t stream);
template<class T, int C>
cudaError_t launch_rows(const void* middle, void* out, const SweepShape& shape, cudaStream_t stream);

}  // namespace bspfft::cuda
