// Batched transforms: by kernels of our own where they are faster, otherwise by cuFFT.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "bsp_fft/gpu/device_abi.h"

namespace bspfft::cuda {

int make_plan(const bspfft_device_transform* transform, bspfft_device_plan** plan, std::int64_t* bytes);
int destroy_plan(bspfft_device_plan* plan);
int execute(bspfft_device_plan* plan, std::int32_t inverse, double scale, void* in, void* out, void* stream);
const char* plan_name(const bspfft_device_plan* plan);

/// reals[i] *= scale
cudaError_t scale_reals(void* reals, std::int64_t count, std::int32_t bytes_per_real, double scale,
                        cudaStream_t stream);
/// The same of real numbers, or of complex ones, that are at the outputs' places of a transform.
cudaError_t scale_outputs(const bspfft_device_transform& transform, void* out, double scale, cudaStream_t stream);
/// Transforms of one element: what is copied, as real or complex numbers, times scale.
cudaError_t copy_elements(const bspfft_device_transform& transform, const void* in, void* out, double scale,
                          cudaStream_t stream);

}  // namespace bspfft::cuda
