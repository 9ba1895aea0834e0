#include "bsp_fft/base/buffer.hpp"

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <string>

#include <sys/mman.h>

#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

void* allocate_pages(std::size_t bytes)
{
    // Aligned to huge pages, but the size is not rounded up to them, as aligned_alloc would require: that could add
    // a tenth to a short array.
    const std::size_t room = (bytes + cache_line - 1) / cache_line * cache_line;
    void* pages = nullptr;
    if (::posix_memalign(&pages, bytes >= huge_page ? huge_page : cache_line, room) != 0)
        throw Error(Status::out_of_memory, text("no memory for an array of ", bytes, " bytes"));
    if (bytes >= huge_page) ::madvise(pages, room, MADV_HUGEPAGE);
    std::memset(pages, 0, room);
    return pages;
}

void free_pages(void* pages) { std::free(pages); }

Index available_memory()
{
    std::ifstream meminfo("/proc/meminfo");
    std::string name;
    Index kibibytes = 0;
    for (std::string line; meminfo >> name >> kibibytes; std::getline(meminfo, line)) {
        if (name == "MemAvailable:") return kibibytes * 1024;
    }
    return std::numeric_limits<Index>::max();
}

}  // namespace bspfft
