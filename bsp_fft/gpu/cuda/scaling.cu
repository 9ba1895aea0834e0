// What cuFFT leaves to do: results times a scale, and transforms of one element.
#include <algorithm>

#include "bsp_fft/gpu/cuda/library.hpp"

namespace bspfft::cuda {

namespace {

constexpr int threads = 256;
constexpr std::int64_t most_blocks = 1 << 16;

__host__ __device__ std::int64_t length_in(const bspfft_device_transform& transform, int axis)
{
    const bool halved = transform.data == BSPFFT_DEVICE_REAL_TO_HALF && axis == transform.rank - 1;
    return halved ? transform.length[axis] / 2 + 1 : transform.length[axis];
}

__host__ __device__ std::int64_t outputs(const bspfft_device_transform& transform)
{
    std::int64_t product = transform.batch;
    for (int l = 0; l < transform.rank; ++l) product *= length_in(transform, l);
    return product;
}

__device__ std::int64_t place_of(const bspfft_device_transform& transform, std::int64_t number)
{
    std::int64_t place = 0, weight = transform.out_stride;
    for (int l = transform.rank - 1; l >= 0; --l) {
        place += number % length_in(transform, l) * weight;
        number /= length_in(transform, l);
        weight *= transform.out_embed[l];
    }
    return place + number * transform.out_distance;
}

template <class Real>
__global__ void scale_contiguous(Real* reals, std::int64_t count, Real scale)
{
    const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
    for (std::int64_t i = blockIdx.x * static_cast<std::int64_t>(blockDim.x) + threadIdx.x; i < count; i += step)
        reals[i] *= scale;
}

template <class Real>
__global__ void scale_places(bspfft_device_transform transform, Real* out, Real scale)
{
    const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
    const int reals = transform.data == BSPFFT_DEVICE_HALF_TO_REAL ? 1 : 2;
    std::int64_t i = blockIdx.x * static_cast<std::int64_t>(blockDim.x) + threadIdx.x;
    for (const std::int64_t count = outputs(transform); i < count; i += step) {
        Real* const at = out + reals * place_of(transform, i);
        at[0] *= scale;
        if (reals == 2) at[1] *= scale;
    }
}

template <class Real>
__global__ void copy_each(bspfft_device_transform transform, const Real* in, Real* out, Real scale)
{
    const std::int64_t i = blockIdx.x * static_cast<std::int64_t>(blockDim.x) + threadIdx.x;
    if (i >= transform.batch) return;
    const bool from_real = transform.data == BSPFFT_DEVICE_REAL_TO_HALF;
    const bool to_real = transform.data == BSPFFT_DEVICE_HALF_TO_REAL;
    const Real* const from = in + (from_real ? 1 : 2) * i * transform.in_distance;
    Real* const to = out + (to_real ? 1 : 2) * i * transform.out_distance;
    const Real re = from[0], im = from_real ? 0 : from[1];
    to[0] = scale * re;
    if (!to_real) to[1] = scale * im;
}

unsigned blocks_for(std::int64_t count)
{
    return static_cast<unsigned>(std::min(most_blocks, (count + threads - 1) / threads));
}

bool is_contiguous(const bspfft_device_transform& transform)
{
    if (transform.out_stride != 1) return false;
    std::int64_t distance = length_in(transform, 0);
    for (int l = 1; l < transform.rank; ++l) {
        if (transform.out_embed[l] != length_in(transform, l)) return false;
        distance *= length_in(transform, l);
    }
    return transform.batch == 1 || transform.out_distance == distance;
}

/// launch(array, scale) in the transform's precision.
template <class Launch>
cudaError_t in_precision(const bspfft_device_transform& transform, void* out, double scale, Launch launch)
{
    if (transform.bytes_per_real == 4) {
        launch(static_cast<float*>(out), static_cast<float>(scale));
    } else {
        launch(static_cast<double*>(out), scale);
    }
    return cudaGetLastError();
}

}  // namespace

cudaError_t scale_outputs(const bspfft_device_transform& transform, void* out, double scale, cudaStream_t stream)
{
    const std::int64_t count = outputs(transform), reals = transform.data == BSPFFT_DEVICE_HALF_TO_REAL ? 1 : 2;
    return in_precision(transform, out, scale, [&](auto* to, auto factor) {
        if (is_contiguous(transform)) {
            scale_contiguous<<<blocks_for(reals * count), threads, 0, stream>>>(to, reals * count, factor);
        } else {
            scale_places<<<blocks_for(count), threads, 0, stream>>>(transform, to, factor);
        }
    });
}

cudaError_t copy_elements(const bspfft_device_transform& transform, const void* in, void* out, double scale,
                          cudaStream_t stream)
{
    const auto blocks = static_cast<unsigned>((transform.batch + threads - 1) / threads);
    return in_precision(transform, out, scale, [&](auto* to, auto factor) {
        copy_each<<<blocks, threads, 0, stream>>>(transform, static_cast<const decltype(factor)*>(in), to, factor);
    });
}

}  // namespace bspfft::cuda
