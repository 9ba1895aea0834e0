#include "bsp_fft/fftw3/memory.hpp"

#include <sys/mman.h>

#include "bsp_fft/base/buffer.hpp"

namespace bspfft::fftw3 {

void* allocate(std::size_t bytes)
{
    const bool is_large = bytes >= huge_page;
    void* array = nullptr;
    if (posix_memalign(&array, is_large ? huge_page : cache_line, bytes > 0 ? bytes : 1) != 0) return nullptr;
#ifdef MADV_HUGEPAGE
    // whole pages only; without huge pages it is as good, and slower
    if (is_large) static_cast<void>(madvise(array, bytes / huge_page * huge_page, MADV_HUGEPAGE));
#endif
    return array;
}

}  // namespace bspfft::fftw3
