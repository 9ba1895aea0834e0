// The transform of one long vector on a GPU by our own kernels: main memory is swept twice. n = L1 L2, both 2048 to
// 16384: n = 2^22 to 2^28. Columns of L1 points, twiddles, rows of L2 points; `work`, as long as the vector, is
// in the middle, so that the result may take the place of the data.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

namespace bspfft::cuda {

struct TwoSweeps {
    std::size_t n;
    bool is_double;

    /// Whether this device and this n can have it.
    static bool fits(std::size_t n);
    std::size_t work_bytes() const { return n * (is_double ? 16 : 8) + 256; }

    /// out = scale * transform of in (which may be out), on `stream`; exp(-2 pi i jk/n) forward.
    cudaError_t execute(bool backward, double scale, const void* in, void* out, void* work, cudaStream_t stream) const;
};

}  // namespace bspfft::cuda
