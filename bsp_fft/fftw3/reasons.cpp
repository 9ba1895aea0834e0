#include "bsp_fft/fftw3/reasons.hpp"

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string_view>

namespace bspfft::fftw3 {

void say(const std::string& message) noexcept
{
    const char* const verbose = std::getenv("BSPFFT_FFTW_VERBOSE");
    if (!verbose || std::string_view(verbose) != "1") return;
    try {
        static std::mutex one_at_a_time;
        static std::set<std::string> said;
        const std::lock_guard lock(one_at_a_time);
        if (said.insert(message).second) std::fprintf(stderr, "libbspfft-fftw3: %s\n", message.c_str());
    } catch (...) {
        // without memory for it, it is not said
    }
}

}  // namespace bspfft::fftw3
