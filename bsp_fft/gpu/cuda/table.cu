// The functions of device_abi.h on a GPU, but for what sweeps over elements.
#include <cstdio>
#include <string>

#include "bsp_fft/gpu/cuda/library.hpp"

namespace bspfft::cuda {

namespace {

thread_local std::string reason;

cudaStream_t as_stream(void* stream) { return static_cast<cudaStream_t>(stream); }
cudaEvent_t as_event(void* event) { return static_cast<cudaEvent_t>(event); }
std::size_t size(std::int64_t bytes) { return static_cast<std::size_t>(bytes); }

int attribute(cudaDeviceAttr which, int device)
{
    int value = 0;
    return cudaDeviceGetAttribute(&value, which, device) == cudaSuccess ? value : 0;
}

int device_count(std::int32_t* count) { return checked(cudaGetDeviceCount(count)); }

int use_device(std::int32_t device, bspfft_device_info* info)
{
    if (const int failure = checked(cudaSetDevice(device))) return failure;
    *info = {};
    cudaDeviceProp properties{};
    if (const int failure = checked(cudaGetDeviceProperties(&properties, device))) return failure;
    std::snprintf(info->name, sizeof info->name, "%s", properties.name);
    std::size_t left = 0, all = 0;
    if (const int failure = checked(cudaMemGetInfo(&left, &all))) return failure;
    info->bytes = static_cast<std::int64_t>(all);
    info->bytes_free = static_cast<std::int64_t>(left);
    info->multiprocessors = properties.multiProcessorCount;
    info->compute_major = properties.major;
    info->compute_minor = properties.minor;
    info->cache_bytes = properties.l2CacheSize;
    info->clock_hz = std::int64_t{1000} * attribute(cudaDevAttrClockRate, device);
    return 0;
}

int allocate(std::int64_t bytes, void** array) { return checked(cudaMalloc(array, size(bytes))); }
int release(void* array) { return checked(cudaFree(array)); }
int allocate_host(std::int64_t bytes, void** host)
{
    return checked(cudaHostAlloc(host, size(bytes), cudaHostAllocMapped));
}
int release_host(void* host) { return checked(cudaFreeHost(host)); }
int pin_host(void* host, std::int64_t bytes)
{
    return checked(cudaHostRegister(host, size(bytes), cudaHostRegisterMapped));
}
int unpin_host(void* host) { return checked(cudaHostUnregister(host)); }

int create_stream(void** stream)
{
    cudaStream_t made = nullptr;
    const cudaError_t result = cudaStreamCreateWithFlags(&made, cudaStreamNonBlocking);
    *stream = made;
    return checked(result);
}
int destroy_stream(void* stream) { return checked(cudaStreamDestroy(as_stream(stream))); }
int synchronise(void* stream) { return checked(cudaStreamSynchronize(as_stream(stream))); }

int create_event(void** event)
{
    cudaEvent_t made = nullptr;
    const cudaError_t result = cudaEventCreate(&made);
    *event = made;
    return checked(result);
}
int destroy_event(void* event) { return checked(cudaEventDestroy(as_event(event))); }
int record(void* event, void* stream) { return checked(cudaEventRecord(as_event(event), as_stream(stream))); }
int wait(void* stream, void* event) { return checked(cudaStreamWaitEvent(as_stream(stream), as_event(event), 0)); }

int seconds_between(void* earlier, void* later, double* seconds)
{
    float milliseconds = 0;
    if (const int failure = checked(cudaEventSynchronize(as_event(later)))) return failure;
    const cudaError_t result = cudaEventElapsedTime(&milliseconds, as_event(earlier), as_event(later));
    *seconds = static_cast<double>(milliseconds) * 1e-3;
    return checked(result);
}

int copy(std::int32_t kind, void* to, std::int64_t to_pitch, const void* from, std::int64_t from_pitch,
         std::int64_t width, std::int64_t height, void* stream)
{
    const cudaMemcpyKind way = kind == BSPFFT_DEVICE_TO_DEVICE ? cudaMemcpyHostToDevice
                               : kind == BSPFFT_DEVICE_TO_HOST ? cudaMemcpyDeviceToHost
                                                               : cudaMemcpyDeviceToDevice;
    if (height == 1) return checked(cudaMemcpyAsync(to, from, size(width), way, as_stream(stream)));
    cudaError_t result = cudaSuccess;
    if (copy_short_pieces(way, to, to_pitch, from, from_pitch, width, height, as_stream(stream), result))
        return checked(result);
    return checked(cudaMemcpy2DAsync(to, size(to_pitch), from, size(from_pitch), size(width), size(height), way,
                                     as_stream(stream)));
}

int clear(void* array, std::int64_t bytes, void* stream)
{
    return checked(cudaMemsetAsync(array, 0, size(bytes), as_stream(stream)));
}

int remap_elements(const bspfft_device_remap* what, void* stream) { return checked(remap(*what, as_stream(stream))); }

constexpr bspfft_device_functions functions{
    BSPFFT_DEVICE_VERSION, sizeof(bspfft_device_functions), last_reason, device_count, use_device, allocate, release,
    allocate_host, release_host, pin_host, unpin_host, create_stream, destroy_stream, synchronise, create_event,
    destroy_event, record, wait, seconds_between, copy, clear, remap_elements, make_plan, destroy_plan, execute,
    plan_name};

const char* name_of(cufftResult result)
{
    return result == CUFFT_ALLOC_FAILED     ? "cuFFT has no memory for its plan"
           : result == CUFFT_INVALID_SIZE   ? "cuFFT cannot do transforms of this length"
           : result == CUFFT_INVALID_DEVICE ? "cuFFT does not know this device"
                                            : "cuFFT failed";
}

}  // namespace

int failed(const char* why)
{
    reason = why;
    return 1;
}

int checked(cudaError_t result)
{
    if (result == cudaSuccess) return 0;
    static_cast<void>(cudaGetLastError());  // the next call shall not be told of it
    return failed(cudaGetErrorString(result));
}

int checked(cufftResult result) { return result == CUFFT_SUCCESS ? 0 : failed(name_of(result)); }

const char* last_reason() { return reason.c_str(); }

}  // namespace bspfft::cuda

extern "C" __attribute__((visibility("default"))) const bspfft_device_functions* bspfft_device_table(
    std::int32_t version)
{
    return version == BSPFFT_DEVICE_VERSION ? &bspfft::cuda::functions : nullptr;
}
