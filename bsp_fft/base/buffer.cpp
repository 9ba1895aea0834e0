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

namespace {

std::size_t rounded(std::size_t bytes)
{
    const std::size_t unit = bytes >= huge_page ? huge_page : cache_line;
    return (bytes + unit - 1) / unit * unit;
}

}  // namespace

void* allocate_pages(std::size_t bytes)
{
    const std::size_t room = rounded(bytes);
    void* const pages = std::aligned_alloc(bytes >= huge_page ? huge_page : cache_line, room);
    if (!pages) throw Error(Status::out_of_memory, text("no memory for an array of ", bytes, " bytes"));
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
