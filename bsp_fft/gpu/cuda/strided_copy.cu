// Many short pieces between host and device: the copy engines take nearly twice as long for pieces of 4 KiB as for
// longer ones, and for 8 KiB if these lie in 64 GiB. A kernel that reads and writes pinned host memory itself does not;
// but what comes and what goes then slow each other down: on an H200 36 GB/s each way, where engines have 50. Pieces of
// 32 KiB are faster by engines.
#include <algorithm>
#include <cstdint>

#include "bsp_fft/gpu/cuda/library.hpp"

namespace bspfft::cuda {

namespace {

// As few blocks as fill the bus. With more of them stores to the host delay what comes from there, and all else on the
// device: other sweeps took twelve times as long beside 64 blocks that stored.
constexpr int threads = 512, loading_blocks = 16, storing_blocks = 4;
// as long_piece_bytes in schedule/device.hpp, by which cuts are chosen and predicted
constexpr std::int64_t longest_piece = 1 << 15;

__global__ void __launch_bounds__(threads) copy_pieces(char* to, std::int64_t to_pitch, const char* from,
                                                       std::int64_t from_pitch, std::int64_t words,
                                                       std::int64_t height)
{
    const std::int64_t count = words * height, step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
    std::int64_t i = blockIdx.x * static_cast<std::int64_t>(blockDim.x) + threadIdx.x;
    // four at a time, which do not wait for each other
    for (; i + 3 * step < count; i += 4 * step) {
        uint4 values[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            const std::int64_t at = i + j * step;
            values[j] = *reinterpret_cast<const uint4*>(from + at / words * from_pitch + at % words * 16);
        }
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            const std::int64_t at = i + j * step;
            *reinterpret_cast<uint4*>(to + at / words * to_pitch + at % words * 16) = values[j];
        }
    }
    for (; i < count; i += step) {
        *reinterpret_cast<uint4*>(to + i / words * to_pitch + i % words * 16) =
            *reinterpret_cast<const uint4*>(from + i / words * from_pitch + i % words * 16);
    }
}

// As the device sees pinned host memory; null if it does not.
void* mapped(const void* host)
{
    void* address = nullptr;
    if (cudaHostGetDevicePointer(&address, const_cast<void*>(host), 0) == cudaSuccess) return address;
    static_cast<void>(cudaGetLastError());
    return nullptr;
}

bool is_even(const void* address) { return reinterpret_cast<std::uintptr_t>(address) % 16 == 0; }

}  // namespace

bool copy_short_pieces(cudaMemcpyKind kind, void* to, std::int64_t to_pitch, const void* from, std::int64_t from_pitch,
                       std::int64_t width, std::int64_t height, cudaStream_t stream, cudaError_t& result)
{
    const bool in_words = is_even(to) && is_even(from) && (to_pitch | from_pitch | width) % 16 == 0;
    if (kind == cudaMemcpyDeviceToDevice || width >= longest_piece || !in_words) return false;
    const void* const source = kind == cudaMemcpyHostToDevice ? mapped(from) : from;
    void* const target = kind == cudaMemcpyDeviceToHost ? mapped(to) : to;
    if (!source || !target) return false;
    const int blocks = kind == cudaMemcpyHostToDevice ? loading_blocks : storing_blocks;
    copy_pieces<<<blocks, threads, 0, stream>>>(static_cast<char*>(target), to_pitch, static_cast<const char*>(source),
                                                from_pitch, width / 16, height);
    result = cudaGetLastError();
    return true;
}

}  // namespace bspfft::cuda
