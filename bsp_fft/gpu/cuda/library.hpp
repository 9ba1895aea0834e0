// What the sources of the library for CUDA have for each other: failures, copies, kernels that go through elements
// once, and transforms.
#pragma once

#include <cuda_runtime.h>
#include <cufft.h>

#include <cstdint>

#include "bsp_fft/gpu/device_abi.h"

namespace bspfft::cuda {

/// 0 if all is well; otherwise keeps the reason, a sentence for the thread that asked.
int checked(cudaError_t result);
int checked(cufftResult result);
int failed(const char* reason);

const char* last_reason();

/// Copies many short pieces between host and device. Whether it was done so, with this result: the host's memory is
/// pinned, and pieces are short and aligned.
bool copy_short_pieces(cudaMemcpyKind kind, void* to, std::int64_t to_pitch, const void* from, std::int64_t from_pitch,
                       std::int64_t width, std::int64_t height, cudaStream_t stream, cudaError_t& result);

/// Moves elements, multiplies them by twiddles and scales them.
cudaError_t remap(const bspfft_device_remap& remap, cudaStream_t stream);

/// Batched transforms: by kernels of our own where they are faster, otherwise by cuFFT.
int make_plan(const bspfft_device_transform* transform, bspfft_device_plan** plan, std::int64_t* bytes);
int destroy_plan(bspfft_device_plan* plan);
int execute(bspfft_device_plan* plan, std::int32_t inverse, double scale, void* in, void* out, void* stream);
const char* plan_name(const bspfft_device_plan* plan);

/// Multiplies real or complex numbers at the outputs' places of a transform by a scale.
cudaError_t scale_outputs(const bspfft_device_transform& transform, void* out, double scale, cudaStream_t stream);
/// Transforms of one element: what is copied, as real or complex numbers, times scale.
cudaError_t copy_elements(const bspfft_device_transform& transform, const void* in, void* out, double scale,
                          cudaStream_t stream);

}  // namespace bspfft::cuda
