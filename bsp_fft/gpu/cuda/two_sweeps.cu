#include "two_sweeps.hpp"

#include <type_traits>

#include "two_sweeps_points.cuh"

namespace bspfft::cuda {
namespace {

int log2_of(std::size_t n)
{
    int log = 0;
    while (n >> (log + 1)) ++log;
    return log;
}

/// launch(C) of clusters of C = 2^blocks_log blocks; C is a constant.
template<class Launch>
cudaError_t in_clusters(int blocks_log, Launch launch)
{
    if (blocks_log == 0) return launch(std::integral_constant<int, 1>());
    if (blocks_log == 1) return launch(std::integral_constant<int, 2>());
    if (blocks_log == 2) return launch(std::integral_constant<int, 4>());
    return launch(std::integral_constant<int, 8>());
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
    const auto columns = [&](auto C) { return launch_columns<T, decltype(C)::value>(in, work, of_columns, stream); };
    const auto rows = [&](auto C) { return launch_rows<T, decltype(C)::value>(work, out, of_rows, stream); };
    if (const auto e = in_clusters(first, columns)) return e;
    return in_clusters(second, rows);
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
