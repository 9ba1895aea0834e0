// Transforms of long vectors, matrices and cubes on a GPU by our own kernels: main memory is swept twice. n = L1 L2,
// both 2048 to 16384: columns of L1 points, twiddles, rows of L2 points; `work`, as long as the array, is in the
// middle, so that the result may take the place of the data. A matrix needs no twiddles, and a cube of 256 x 256 x 256
// has those of its second axis alone.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace bspfft::cuda {

enum class Form : int;

struct TwoSweeps {
    Form form;
    std::size_t columns, rows;  ///< L1 and L2
    bool is_double;

    /// Where this device and an array of these lengths can have it.
    static std::optional<TwoSweeps> of(int rank, const std::int64_t* lengths, bool is_double);
    std::size_t work_bytes() const { return columns * rows * (is_double ? 16 : 8) + 256; }

    /// out = scale * transform of in (which may be out), on `stream`; exp(-2 pi i jk/n) forward.
    cudaError_t execute(bool backward, double scale, const void* in, void* out, void* work, cudaStream_t stream) const;
};

}  // namespace bspfft::cuda
