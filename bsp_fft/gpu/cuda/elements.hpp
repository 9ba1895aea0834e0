// Kernels that go through elements once: they move them, multiply by twiddles and scale.
#pragma once

#include <cuda_runtime.h>

#include "bsp_fft/gpu/device_abi.h"

namespace bspfft::cuda {

cudaError_t remap(const bspfft_device_remap& remap, cudaStream_t stream);

}  // namespace bspfft::cuda
