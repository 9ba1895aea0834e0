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

template<class T, Form form>
cudaError_t both(const TwoSweeps& sweeps, bool backward, double scale, const void* in, void* out, void* work,
                 cudaStream_t stream)
{
    constexpr unsigned together = NumberOf<T>::columns;
    const auto length1 = static_cast<unsigned>(sweeps.columns), length2 = static_cast<unsigned>(sweeps.rows);
    const int first = log2_of(length1 / block_points), second = log2_of(length2 / block_points);
    unsigned* taken = reinterpret_cast<unsigned*>(static_cast<char*>(work) +
                                                  sweeps.columns * sweeps.rows * 16 * units / together);
    if (const auto e = cudaMemsetAsync(taken, 0, 2 * sizeof *taken, stream)) return e;
    const double sign = backward ? -1.0 : 1.0;
    const SweepShape of_columns{length2 / together, length2, second, taken, scale, sign};
    const SweepShape of_rows{length1 / together, length1, first, taken + 1, 1.0, sign};
    const auto columns = [&](auto C) {
        return launch_columns<T, decltype(C)::value, form>(in, work, of_columns, stream);
    };
    const auto rows = [&](auto C) { return launch_rows<T, decltype(C)::value, form>(work, out, of_rows, stream); };
    if constexpr (form == Form::cube) {
        const std::integral_constant<int, 2> blocks;
        const auto e = columns(blocks);
        return e ? e : rows(blocks);
    } else {
        if (const auto e = in_clusters(first, columns)) return e;
        return in_clusters(second, rows);
    }
}

// A vector has columns as long as its rows, or half as long.
std::optional<TwoSweeps> cut_of(int rank, const std::int64_t* lengths, bool is_double)
{
    const auto is = [](std::size_t length) {
        return length == std::size_t(1) << log2_of(length) && length >= block_points && length <= 8 * block_points;
    };
    if (rank == 3 && lengths[0] == 256 && lengths[1] == 256 && lengths[2] == 256)
        return TwoSweeps{Form::cube, 4096, 4096, is_double};
    const auto n = static_cast<std::size_t>(lengths[0]);
    const std::size_t columns = rank == 1 ? std::size_t(1) << log2_of(n) / 2 : n;
    const std::size_t rows = rank == 1 ? n / columns : static_cast<std::size_t>(lengths[1]);
    if (rank > 2 || n == 0 || !is(columns) || !is(rows) || (rank == 1 && columns * rows != n)) return {};
    return TwoSweeps{rank == 1 ? Form::vector : Form::matrix, columns, rows, is_double};
}

}  // namespace

std::optional<TwoSweeps> TwoSweeps::of(int rank, const std::int64_t* lengths, bool is_double)
{
    const auto cut = cut_of(rank, lengths, is_double);
    int device = 0, major = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
    return cut && major == 9 && sweeps_are_there<double, 1>() ? cut : std::nullopt;
}

cudaError_t TwoSweeps::execute(bool backward, double scale, const void* in, void* out, void* work,
                               cudaStream_t stream) const
{
    const auto by = [&](auto function) { return function(*this, backward, scale, in, out, work, stream); };
    if (form == Form::cube) return by(is_double ? both<double, Form::cube> : both<Pair, Form::cube>);
    if (form == Form::matrix) return by(is_double ? both<double, Form::matrix> : both<Pair, Form::matrix>);
    return by(is_double ? both<double, Form::vector> : both<Pair, Form::vector>);
}

}  // namespace bspfft::cuda
