#include "bsp_fft/base/caches.hpp"

#include <algorithm>
#include <limits>

#include <unistd.h>

namespace bspfft {

Index cache_size(int level)
{
    constexpr Index common[] = {Index{32} << 10, Index{1} << 20, Index{16} << 20};
    constexpr int names[] = {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE};
    const Index bytes = ::sysconf(names[level - 1]);
    return bytes > 0 ? bytes : common[level - 1];
}

Index streamed_from()
{
#if defined(__x86_64__)
    // Intel's servers have a large second cache for each core, and a last one that dozens of cores share; and they have
    // AVX-512.
    static const bool is_server = __builtin_cpu_is("intel") && __builtin_cpu_supports("avx512f");
    static const Index second = cache_size(2);
    constexpr Index large = Index{1} << 20;
    return is_server && second >= large ? 4 * second : std::max(second, cache_size(3));
#else
    return std::numeric_limits<Index>::max();
#endif
}

}  // namespace bspfft
