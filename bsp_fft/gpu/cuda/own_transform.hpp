// Transforms by kernels of our own: one place where plans ask for them before they take cuFFT.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "bsp_fft/gpu/device_abi.h"

namespace bspfft::cuda {

/// A whole transform on one device, in place or not.
class OwnTransform {
public:
    virtual ~OwnTransform() = default;

    /// Scratch memory that execute() is given.
    virtual std::int64_t workspace_bytes() const = 0;
    /// out = scale * transform of in, unscaled otherwise; in may be out, and is kept if it is not.
    virtual cudaError_t execute(bool inverse, double scale, const void* in, void* out, void* workspace,
                                cudaStream_t stream) = 0;
    virtual const char* name() const = 0;
};

/// A new one, which the caller deletes; null where cuFFT is as fast or does what ours do not: then it is used.
OwnTransform* make_own_transform(const bspfft_device_transform& transform);

}  // namespace bspfft::cuda
