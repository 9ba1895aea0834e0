#include "bsp_fft/fftw3/next.hpp"

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string_view>

#include <dlfcn.h>

namespace bspfft::fftw3 {

namespace {

// RTLD_NEXT does not find what a plugin has loaded for itself alone, as Python's modules do.
void* find_in_libraries(const std::string& name)
{
    // "", "f", "l" for fftw_plan, fftwf_plan, fftwl_plan, as libraries have it in their names
    const std::string precision = name.substr(4, name.find('_') - 4);
    const bool is_our_precision = precision.empty() || precision == "f";
    for (const char* const part : {"", "_threads", "_omp"}) {
        const std::string library = "libfftw3" + precision + part + ".so.3";
        void* const handle = dlopen(library.c_str(), RTLD_LAZY | RTLD_LOCAL | (is_our_precision ? RTLD_NOLOAD : 0));
        // it stays open for the function
        if (void* const function = handle ? dlsym(handle, name.c_str()) : nullptr) return function;
    }
    return nullptr;
}

}  // namespace

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

void* next_address(const char* name) noexcept
{
    try {
        void* const function = dlsym(RTLD_NEXT, name);
        return function ? function : find_in_libraries(name);
    } catch (...) {
        return nullptr;  // without memory for names
    }
}

void refuse_plan(const char* name, const void* plan) noexcept
{
    if (!plan) {
        std::fprintf(stderr, "libbspfft-fftw3: %s: the plan is NULL, as a planner answers that has none; "
                             "BSPFFT_FFTW_VERBOSE=1 says why\n", name);
    } else {
        std::fprintf(stderr, "libbspfft-fftw3: %s: the plan is not of this library, or was destroyed, and no other "
                             "library with %s is loaded; load FFTW after this one\n", name, name);
    }
    std::abort();
}

}  // namespace bspfft::fftw3
