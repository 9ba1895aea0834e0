// Failures of the library for CUDA: a sentence for the thread that asked.
#pragma once

#include <cuda_runtime.h>
#include <cufft.h>

namespace bspfft::cuda {

/// 0 if all is well; otherwise keeps the reason.
int checked(cudaError_t result);
int checked(cufftResult result);
int failed(const char* reason);

const char* last_reason();

}  // namespace bspfft::cuda
