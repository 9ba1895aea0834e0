// Every element from one place to another, times twiddles and scale, in one sweep.
#include <cstdint>

#include "bsp_fft/gpu/cuda/library.hpp"
#include "bsp_fft/gpu/element_map.h"

namespace bspfft::cuda {

namespace {

// A warp has four rows of eight columns, so that both sides have whole sectors of memory, whichever of the two is
// contiguous there; a block has eight warps side by side along the columns or the rows.
constexpr int rows_of_warp = 4, columns_of_warp = 8, warps = 8, threads = 32 * warps;

struct Complex {
    double re;
    double im;
};

__device__ __forceinline__ Complex product(Complex a, Complex b)
{
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

// exp(-2 pi i e / n), 0 <= e < n: the angle is first brought into an eighth of the circle in integers, where it is
// rounded least.
__device__ __forceinline__ Complex root_of_unity(std::int64_t e, std::int64_t n)
{
    const bool lower = 2 * e > n;
    if (lower) e = n - e;
    const bool left = 4 * e > n;
    if (left) e = n - 2 * e;
    const std::int64_t whole = left ? 2 * n : n;  // the angle is e / whole of a circle, at most a quarter
    const bool steep = 8 * e > whole;
    // the numerator of 2 e / whole, or of 1/2 - 2 e / whole
    const double turns = steep ? static_cast<double>(whole - 4 * e) / static_cast<double>(2 * whole)
                               : 2 * static_cast<double>(e) / static_cast<double>(whole);
    double sine, cosine;
    sincospi(turns, &sine, &cosine);
    if (steep) {
        const double other = sine;
        sine = cosine;
        cosine = other;
    }
    if (left) cosine = -cosine;
    return {cosine, lower ? sine : -sine};
}

__device__ __forceinline__ Complex twiddle(const bspfft_device_twiddles& twiddles, std::int64_t r, std::int64_t c)
{
    Complex result{1, 0};
    for (int l = 0; l < twiddles.axes; ++l) {
        const std::int64_t e = twiddles.row_index[l * twiddles.rows + r] *
                               twiddles.column_index[l * twiddles.columns + c];
        if (e == 0) continue;
        const Complex root = root_of_unity(e % twiddles.order[l], twiddles.order[l]);
        result = l == 0 ? root : product(result, root);
    }
    if (twiddles.inverse) result.im = -result.im;
    return result;
}

template <class Real>
__global__ void __launch_bounds__(threads) move_elements(bspfft_device_remap remap, std::int64_t row_blocks,
                                                         bool along_rows)
{
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const std::int64_t block_row = blockIdx.x % row_blocks, block_column = blockIdx.x / row_blocks;
    const std::int64_t warp_row = along_rows ? block_row * warps + warp : block_row;
    const std::int64_t warp_column = along_rows ? block_column : block_column * warps + warp;
    const std::int64_t r = warp_row * rows_of_warp + lane % rows_of_warp;
    const std::int64_t c = warp_column * columns_of_warp + lane / rows_of_warp + remap.first;
    if (r >= remap.rows || c >= remap.first + remap.columns) return;
    const bspfft_element<Real> to = bspfft_find<Real>(remap.to, remap.rows, remap.first, r, c);
    if (!to.real) return;
    const bspfft_element<Real> from = bspfft_find<Real>(remap.from, remap.rows, remap.first, r, c);
    Real re = 0, im = 0;
    if (from.real) {
        re = from.real[0];
        if (remap.from.reals == 2) im = from.real[from.imaginary];
    }
    if (from.conjugate) im = -im;
    if (remap.twiddles.axes > 0) {
        const Complex value = product({re, im}, twiddle(remap.twiddles, r, c));
        re = static_cast<Real>(value.re * remap.scale);
        im = static_cast<Real>(value.im * remap.scale);
    } else {
        re *= static_cast<Real>(remap.scale);
        im *= static_cast<Real>(remap.scale);
    }
    to.real[0] = re;
    if (remap.to.reals == 2) to.real[to.imaginary] = to.conjugate ? -im : im;
}

// Squares go through shared memory, so that both sides have whole lines of memory. Neighbouring blocks have the same
// rows, which are far apart on the plain side.
constexpr int square = 32, rows_at_once = threads / square;

template <class Real>
struct alignas(2 * sizeof(Real)) Pair {
    Real re;
    Real im;
};

template <class Real>
__device__ __forceinline__ Pair<Real>* pair_at(const bspfft_device_remap& remap, const bspfft_device_side& side,
                                               std::int64_t r, std::int64_t c)
{
    return reinterpret_cast<Pair<Real>*>(bspfft_find<Real>(side, remap.rows, remap.first, r, c).real);
}

template <class Real>
__global__ void __launch_bounds__(threads) transpose_elements(bspfft_device_remap remap, std::int64_t column_blocks)
{
    __shared__ Pair<Real> tile[square][square + 1];  // [row][column]
    const std::int64_t row = blockIdx.x / column_blocks * square, column = blockIdx.x % column_blocks * square;
    const std::int64_t rows = remap.rows - row, columns = remap.columns - column;
    const int x = threadIdx.x % square, y = threadIdx.x / square;
    const bool gathers = remap.to.kind == BSPFFT_DEVICE_WORK;
    for (int i = y; i < square; i += rows_at_once) {
        const int r = gathers ? i : x, c = gathers ? x : i;
        if (r < rows && c < columns) tile[r][c] = *pair_at<Real>(remap, remap.from, row + r, remap.first + column + c);
    }
    __syncthreads();
    const Real scale = static_cast<Real>(remap.scale);
    for (int i = y; i < square; i += rows_at_once) {
        const int r = gathers ? x : i, c = gathers ? i : x;
        if (r >= rows || c >= columns) continue;
        const Pair<Real> value = tile[r][c];
        *pair_at<Real>(remap, remap.to, row + r, remap.first + column + c) = {value.re * scale, value.im * scale};
    }
}

template <class Real>
cudaError_t launch(const bspfft_device_remap& remap, cudaStream_t stream)
{
    const auto blocks_of = [](std::int64_t count, std::int64_t size) { return (count + size - 1) / size; };
    if (remap.transposes) {
        const std::int64_t across = blocks_of(remap.columns, square);
        const auto squares = static_cast<unsigned>(blocks_of(remap.rows, square) * across);
        transpose_elements<Real><<<squares, threads, 0, stream>>>(remap, across);
        return cudaGetLastError();
    }
    const bool along_rows = remap.rows >= rows_of_warp * warps;
    const std::int64_t row_blocks = blocks_of(remap.rows, along_rows ? rows_of_warp * warps : rows_of_warp);
    const std::int64_t column_blocks =
        blocks_of(remap.columns, along_rows ? columns_of_warp : columns_of_warp * warps);
    const auto blocks = static_cast<unsigned>(row_blocks * column_blocks);
    move_elements<Real><<<blocks, threads, 0, stream>>>(remap, row_blocks, along_rows);
    return cudaGetLastError();
}

}  // namespace

cudaError_t remap(const bspfft_device_remap& remap, cudaStream_t stream)
{
    return remap.bytes_per_real == 4 ? launch<float>(remap, stream) : launch<double>(remap, stream);
}

}  // namespace bspfft::cuda
