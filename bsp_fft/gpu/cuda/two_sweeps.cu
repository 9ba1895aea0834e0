#include "two_sweeps.hpp"

#include "two_sweeps_units.cuh"

namespace bspfft::cuda {
namespace {

int log2_of(std::size_t n)
{
    int log = 0;
    while (n >> (log + 1)) ++log;
    return log;
}

template<class T>
cudaError_t columns(int blocks_log, const void* in, void* middle, const SweepShape& shape, cudaStream_t stream)
{
    if (blocks_log == 0) return launch_columns<T, 1>(in, middle, shape, stream);
    if (blocks_log == 1) return launch_columns<T, 2>(in, middle, shape, stream);
    if (blocks_log == 2) return launch_columns<T, 4>(in, middle, shape, stream);
    return launch_columns<T, 8>(in, middle, shape, stream);
}

template<class T>
cudaError_t rows(int blocks_log, const void* middle, void* out, const SweepShape& shape, cudaStream_t stream)
{
    if (blocks_log == 0) return launch_rows<T, 1>(middle, out, shape, stream);
    if (blocks_log == 1) return launch_rows<T, 2>(middle, out, shape, stream);
    if (blocks_log == 2) return launch_rows<T, 4>(middle, out, shape, stream);
    return launch_rows<T, 8>(middle, out, shape, stream);
}

template<class T>
cudaError_t both(std::size_t n, bool backward, double scale, const void* in, void* out, void* work, cudaStream_t stream)
{
    constexpr unsigned together = NumberOf<T>::columns;
    const int blocks_log = log2_of(n) - 2 * log2_of(block_points), first = blocks_log / 2, second = blocks_log - first;
    const unsigned length1 = block_points << first, length2 = block_points << second;
    unsigned* taken = reinterpret_cast<unsigned*>(static_cast<char*>(work) + n * 16 * units / together);
    if (const auto e = cudaMemsetAsync(taken, 0, 2 * sizeof *taken, stream)) return e;
    const double sign = backward ? -1.0 : 1.0;
    const SweepShape of_columns{length2 / together, length2, second, taken, scale, sign};
    const SweepShape of_rows{length1 / together, length1, first, taken + 1, 1.0, sign};
    if (const auto e = columns<T>(first, in, work, of_columns, stream)) return e;
    return rows<T>(second, work, out, of_rows, stream);
}

}  // namespace

bool TwoSweeps::fits(std::size_t n)
{
    const int log = log2_of(n);
    if (n != std::size_t(1) << log || log < 22 || log > 28) return false;
    int device = 0, major = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
    return major == 9 && sweeps_are_there<double, 1>();
}

cudaError_t TwoSweeps::execute(bool backward, double scale, const void* in, void* out, void* work,
                               cudaStream_t stream) const
{
    return is_double ? both<double>(n, backward, scale, in, out, work, stream)
                     : both<Pair>(n, backward, scale, in, out, work, stream);
}

}  // namespace bspfft::cuda
