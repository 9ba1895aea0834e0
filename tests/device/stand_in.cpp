// A stand-in for a device: the table of device_abi.h in ordinary memory, for tests on machines without a GPU. What it
// allocates is counted, and host memory that is given as the device's, or the other way round, is refused.
#include <algorithm>
#include <chrono>
#include <complex>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>

#include "bsp_fft/gpu/element_map.h"
#include "tests/device/stand_in_transform.hpp"

namespace {

thread_local std::string reason;

int fail(const char* why)
{
    reason = why;
    return 1;
}

/// Arrays of the device: by their first byte, how many they have.
class Arrays {
public:
    void add(void* array, std::int64_t bytes)
    {
        const std::lock_guard lock(mutex_);
        sizes_[static_cast<char*>(array)] = bytes;
    }
    void remove(void* array)
    {
        const std::lock_guard lock(mutex_);
        sizes_.erase(static_cast<char*>(array));
    }
    bool have(const void* begin, std::int64_t bytes)
    {
        const std::lock_guard lock(mutex_);
        const auto* const first = static_cast<const char*>(begin);
        auto after = sizes_.upper_bound(const_cast<char*>(first));
        if (after == sizes_.begin()) return false;
        --after;
        return first + bytes <= after->first + after->second;
    }

private:
    std::mutex mutex_;
    std::map<char*, std::int64_t> sizes_;
};

Arrays& arrays()
{
    static Arrays all;
    return all;
}

const char* message() { return reason.c_str(); }

int device_count(std::int32_t* count)
{
    // as on a machine without one
    const char* const none = std::getenv("BSPFFT_STAND_IN_DEVICES");
    *count = none ? std::atoi(none) : 1;
    return 0;
}

int use_device(std::int32_t, bspfft_device_info* info)
{
    *info = {};
    std::strcpy(info->name, "stand-in");
    const char* const bytes = std::getenv("BSPFFT_STAND_IN_BYTES");
    info->bytes = info->bytes_free = bytes ? std::atoll(bytes) : std::int64_t{1} << 30;
    info->multiprocessors = 1;
    info->compute_major = 9;
    info->cache_bytes = std::int64_t{1} << 20;
    info->clock_hz = 1000000000;
    return 0;
}

int allocate(std::int64_t bytes, void** array)
{
    *array = std::malloc(static_cast<std::size_t>(bytes));
    if (!*array) return fail("out of memory");
    // what a device's memory has at first is not known
    std::memset(*array, 0xff, static_cast<std::size_t>(bytes));
    arrays().add(*array, bytes);
    return 0;
}

int release(void* array)
{
    arrays().remove(array);
    std::free(array);
    return 0;
}

int allocate_host(std::int64_t bytes, void** host)
{
    *host = std::malloc(static_cast<std::size_t>(bytes));
    return *host ? 0 : fail("out of host memory");
}

int release_host(void* host)
{
    std::free(host);
    return 0;
}

int pin_host(void*, std::int64_t) { return 0; }
int unpin_host(void*) { return 0; }

int create(void** something)
{
    *something = new double(0);
    return 0;
}

int destroy(void* something)
{
    delete static_cast<double*>(something);
    return 0;
}

int synchronise(void*) { return 0; }

int record(void* event, void*)
{
    *static_cast<double*>(event) =
        std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    return 0;
}

int wait(void*, void*) { return 0; }

int seconds_between(void* earlier, void* later, double* seconds)
{
    *seconds = *static_cast<double*>(later) - *static_cast<double*>(earlier);
    return 0;
}

int copy(std::int32_t kind, void* to, std::int64_t to_pitch, const void* from, std::int64_t from_pitch,
         std::int64_t width, std::int64_t height, void*)
{
    const bool to_device = kind != BSPFFT_DEVICE_TO_HOST, from_device = kind != BSPFFT_DEVICE_TO_DEVICE;
    if (arrays().have(to, (height - 1) * to_pitch + width) != to_device) return fail("a copy to what is not there");
    if (arrays().have(from, (height - 1) * from_pitch + width) != from_device)
        return fail("a copy from what is not there");
    for (std::int64_t i = 0; i < height; ++i)
        std::memcpy(static_cast<char*>(to) + i * to_pitch, static_cast<const char*>(from) + i * from_pitch,
                    static_cast<std::size_t>(width));
    return 0;
}

int clear(void* array, std::int64_t bytes, void*)
{
    if (!arrays().have(array, bytes)) return fail("clearing what is not there");
    std::memset(array, 0, static_cast<std::size_t>(bytes));
    return 0;
}

template <class Real>
std::complex<double> twiddle(const bspfft_device_twiddles& twiddles, std::int64_t r, std::int64_t c)
{
    std::complex<double> product = 1;
    for (std::int32_t l = 0; l < twiddles.axes; ++l) {
        const std::int64_t k = twiddles.row_index[l * twiddles.rows + r];
        const std::int64_t j = twiddles.column_index[l * twiddles.columns + c];
        product *= root(twiddles.inverse != 0, k * j, twiddles.order[l]);
    }
    return product;
}

template <class Real>
int remap_of(const bspfft_device_remap& remap)
{
    for (std::int64_t c = remap.first; c < remap.first + remap.columns; ++c) {
        for (std::int64_t r = 0; r < remap.rows; ++r) {
            const auto to = bspfft_find<Real>(remap.to, remap.rows, remap.first, r, c);
            if (!to.real) continue;
            const auto from = bspfft_find<Real>(remap.from, remap.rows, remap.first, r, c);
            std::complex<double> value = 0;
            if (from.real) value = {from.real[0], remap.from.reals == 1 ? 0.0 : from.real[from.imaginary]};
            if (from.conjugate) value = std::conj(value);
            value *= twiddle<Real>(remap.twiddles, r, c) * remap.scale;
            if (to.conjugate) value = std::conj(value);
            const std::int64_t last = remap.to.reals == 1 ? 0 : to.imaginary;
            if (!arrays().have(to.real, (last + 1) * static_cast<std::int64_t>(sizeof(Real))))
                return fail("an element goes where nothing is");
            to.real[0] = static_cast<Real>(value.real());
            if (remap.to.reals == 2) to.real[to.imaginary] = static_cast<Real>(value.imag());
        }
    }
    return 0;
}

int remap(const bspfft_device_remap* what, void*)
{
    return what->bytes_per_real == 4 ? remap_of<float>(*what) : remap_of<double>(*what);
}

int make_plan(const bspfft_device_transform* transform, bspfft_device_plan** plan, std::int64_t* bytes)
{
    if (transform->batch < 1 || transform->length[0] < 1) return fail("a plan of nothing");
    *plan = reinterpret_cast<bspfft_device_plan*>(new bspfft_device_transform(*transform));
    *bytes = 0;
    return 0;
}

int destroy_plan(bspfft_device_plan* plan)
{
    delete reinterpret_cast<bspfft_device_transform*>(plan);
    return 0;
}

int execute(bspfft_device_plan* plan, std::int32_t inverse, double factor, void* in, void* out, void*)
{
    if (!arrays().have(in, 1) || !arrays().have(out, 1)) return fail("a transform of what is not there");
    const auto& transform = *reinterpret_cast<bspfft_device_transform*>(plan);
    const auto is_odd = [&](const void* array) {
        return reinterpret_cast<std::uintptr_t>(array) / static_cast<std::uintptr_t>(transform.bytes_per_real) % 2 != 0;
    };
    // as cuFFT wants it
    if (is_odd(in) || is_odd(out)) return fail("a transform of numbers that are not aligned as pairs");
    stand_in_transform(*reinterpret_cast<bspfft_device_transform*>(plan), inverse != 0, factor, in, out);
    return 0;
}

const char* plan_name(const bspfft_device_plan*) { return "the definition"; }

constexpr bspfft_device_functions functions{
    BSPFFT_DEVICE_VERSION, sizeof(bspfft_device_functions), message, device_count, use_device, allocate, release,
    allocate_host, release_host, pin_host, unpin_host, create, destroy, synchronise, create, destroy, record, wait,
    seconds_between, copy, clear, remap, make_plan, destroy_plan, execute, plan_name};

}  // namespace

extern "C" __attribute__((visibility("default"))) const bspfft_device_functions* bspfft_device_table(
    std::int32_t version)
{
    return version == BSPFFT_DEVICE_VERSION ? &functions : nullptr;
}
