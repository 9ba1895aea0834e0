#include "counted_memory.hpp"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include <dlfcn.h>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

namespace {

std::atomic<long long> live{0};
std::atomic<long long> count{0};
std::atomic<long long> refused{0};  // the number of the allocation to refuse

template <class Function>
Function* next(const char* name)
{
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

bool refuses() { return ++count == refused; }

void* counted(void* block)
{
    if (block) live += static_cast<long long>(malloc_usable_size(block));
    return block;
}

}  // namespace

long long live_bytes() { return live; }
long long allocations() { return count; }
void refuse_allocation(long long k) { refused = k == 0 ? 0 : count + k; }
bool was_refused() { return refused != 0 && count >= refused; }

long long resident_bytes()
{
    long long pages = 0, resident = 0;
    std::FILE* const file = std::fopen("/proc/self/statm", "r");
    if (!file) return 0;
    if (std::fscanf(file, "%lld %lld", &pages, &resident) != 2) resident = 0;
    std::fclose(file);
    return resident * sysconf(_SC_PAGESIZE);
}

extern "C" void* malloc(std::size_t bytes)
{
    static auto* const real = next<void*(std::size_t)>("malloc");
    if (refuses()) {
        errno = ENOMEM;
        return nullptr;
    }
    return counted(real(bytes));
}

// dlsym itself may ask for zeros before it is known where they come from; these are never given back.
extern "C" void* calloc(std::size_t elements, std::size_t bytes)
{
    alignas(16) static char first[4096];
    static std::size_t used = 0;
    static bool looking = false;
    static void* (*real)(std::size_t, std::size_t) = nullptr;
    if (!real && looking) {
        void* const block = first + used;
        used += (elements * bytes + 15) / 16 * 16;
        return used <= sizeof first ? block : nullptr;
    }
    if (!real) {
        looking = true;
        real = next<void*(std::size_t, std::size_t)>("calloc");
        looking = false;
    }
    if (refuses()) {
        errno = ENOMEM;
        return nullptr;
    }
    return counted(real(elements, bytes));
}

extern "C" void* realloc(void* old, std::size_t bytes)
{
    static auto* const real = next<void*(void*, std::size_t)>("realloc");
    if (refuses()) {
        errno = ENOMEM;
        return nullptr;
    }
    const auto before = old ? static_cast<long long>(malloc_usable_size(old)) : 0;
    void* const block = real(old, bytes);
    if (block || bytes == 0) live -= before;
    return counted(block);
}

extern "C" int posix_memalign(void** block, std::size_t alignment, std::size_t bytes)
{
    static auto* const real = next<int(void**, std::size_t, std::size_t)>("posix_memalign");
    if (refuses()) return ENOMEM;
    const int status = real(block, alignment, bytes);
    if (status == 0) counted(*block);
    return status;
}

extern "C" void* aligned_alloc(std::size_t alignment, std::size_t bytes)
{
    static auto* const real = next<void*(std::size_t, std::size_t)>("aligned_alloc");
    if (refuses()) {
        errno = ENOMEM;
        return nullptr;
    }
    return counted(real(alignment, bytes));
}

extern "C" void free(void* block)
{
    static auto* const real = next<void(void*)>("free");
    if (block) live -= static_cast<long long>(malloc_usable_size(block));
    real(block);
}

// Stacks of threads are the C library's, which keeps some: it does not come here for them.
extern "C" void* mmap(void* at, std::size_t bytes, int protection, int flags, int file, off_t offset) noexcept
{
    static auto* const real = next<void*(void*, std::size_t, int, int, int, off_t)>("mmap");
    if (refuses()) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    void* const block = real(at, bytes, protection, flags, file, offset);
    if (block != MAP_FAILED) live += static_cast<long long>(bytes);
    return block;
}

extern "C" int munmap(void* at, std::size_t bytes) noexcept
{
    static auto* const real = next<int(void*, std::size_t)>("munmap");
    live -= static_cast<long long>(bytes);
    return real(at, bytes);
}
