// The calls that allocate. A function with a 64 in its name is called by programs that are compiled for large files.
#undef _FILE_OFFSET_BITS
#include <sys/mman.h>
#include <sys/types.h>

#include "player.hpp"

extern "C" void* malloc(std::size_t bytes)
{
    return no_memory("malloc", __builtin_return_address(0)) ? nullptr : __libc_malloc(bytes);
}

extern "C" void* calloc(std::size_t elements, std::size_t bytes)
{
    return no_memory("calloc", __builtin_return_address(0)) ? nullptr : __libc_calloc(elements, bytes);
}

extern "C" void* realloc(void* old, std::size_t bytes)
{
    return no_memory("realloc", __builtin_return_address(0)) ? nullptr : __libc_realloc(old, bytes);
}

extern "C" void* aligned_alloc(std::size_t alignment, std::size_t bytes)
{
    return no_memory("aligned_alloc", __builtin_return_address(0)) ? nullptr : __libc_memalign(alignment, bytes);
}

extern "C" int posix_memalign(void** block, std::size_t alignment, std::size_t bytes)
{
    if (no_memory("posix_memalign", __builtin_return_address(0))) return ENOMEM;
    *block = __libc_memalign(alignment, bytes);
    return *block ? 0 : ENOMEM;
}

extern "C" void* mmap64(void* at, std::size_t bytes, int protection, int flags, int file, off64_t offset) noexcept
{
    if ((flags & MAP_ANONYMOUS) && no_memory("mmap64", __builtin_return_address(0))) return MAP_FAILED;
    static auto* const real = next<void*(void*, std::size_t, int, int, int, off64_t)>("mmap64");
    return real(at, bytes, protection, flags, file, offset);
}

extern "C" void* mmap(void* at, std::size_t bytes, int protection, int flags, int file, off_t offset) noexcept
{
    if ((flags & MAP_ANONYMOUS) && no_memory("mmap", __builtin_return_address(0))) return MAP_FAILED;
    static auto* const real = next<void*(void*, std::size_t, int, int, int, off_t)>("mmap");
    return real(at, bytes, protection, flags, file, offset);
}
