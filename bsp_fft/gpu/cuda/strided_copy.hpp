// Copies of many short pieces between host and device.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace bspfft::cuda {

/// Whether it was done so, with this result: the host's memory is pinned, and pieces are short and aligned.
bool copy_short_pieces(cudaMemcpyKind way, void* to, std::int64_t to_pitch, const void* from, std::int64_t from_pitch,
                       std::int64_t width, std::int64_t height, cudaStream_t stream, cudaError_t& result);

}  // namespace bspfft::cuda
