#include "bsp_fft/base/buffer.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <sys/mman.h>
#include <unistd.h>

#include "bsp_fft/base/memory.hpp"

namespace bspfft {

namespace {

std::size_t rounded_up(std::size_t bytes, std::size_t to) { return (bytes + to - 1) / to * to; }

// Aligned to huge pages, but the size is not rounded up to them: that could add a tenth to a short array.
std::size_t mapped_bytes(std::size_t bytes)
{
    return rounded_up(bytes, static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)));
}

// Fresh from the system: what malloc gives may have been used before, and then it has small pages for good.
void* map_huge_pages(std::size_t bytes)
{
    const std::size_t room = mapped_bytes(bytes), all = room + huge_page;
    void* const mapped = ::mmap(nullptr, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) throw NoMemory(bytes);
    const auto begin = reinterpret_cast<std::uintptr_t>(mapped);
    const std::uintptr_t aligned = rounded_up(begin, huge_page), end = aligned + room;
    if (aligned > begin) ::munmap(mapped, aligned - begin);
    if (begin + all > end) ::munmap(reinterpret_cast<void*>(end), begin + all - end);
    void* const pages = reinterpret_cast<void*>(aligned);
    ::madvise(pages, room, MADV_HUGEPAGE);
    return pages;
}

}  // namespace

NoMemory::NoMemory(std::size_t bytes) noexcept
{
    std::snprintf(message_, sizeof message_, "no memory for an array of %zu bytes", bytes);
}

void* allocate_pages(std::size_t bytes)
{
    void* pages = nullptr;
    if (bytes >= huge_page) {
        pages = map_huge_pages(bytes);
    } else if (::posix_memalign(&pages, cache_line, rounded_up(bytes, cache_line)) != 0) {
        throw NoMemory(bytes);
    }
    std::memset(pages, 0, bytes);
    return pages;
}

void free_pages(void* pages, std::size_t bytes)
{
    if (bytes >= huge_page) {
        ::munmap(pages, mapped_bytes(bytes));
    } else {
        std::free(pages);
    }
}

Index available_memory()
{
    const MemoryLeft left = memory_left();
    return std::min(left.machine, left.program);
}

}  // namespace bspfft
