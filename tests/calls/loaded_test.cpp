// A host that loads the library, calls it and unloads it, while the library's threads wait for the next call.
#include <doctest/doctest.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include <dlfcn.h>
#include <link.h>

namespace {

using Transform = int(std::int64_t, const double*, double*);
using SetThreads = int(int);

template <class Function>
Function* function_of(void* library, const char* name)
{
    return reinterpret_cast<Function*>(::dlsym(library, name));
}

// Whether the file itself asks to stay. GCC's unique symbols keep a library too, but not those of every compiler.
bool stays(const link_map* loaded)
{
    for (const ElfW(Dyn)* entry = loaded->l_ld; entry->d_tag != DT_NULL; ++entry) {
        if (entry->d_tag == DT_FLAGS_1 && (entry->d_un.d_val & DF_1_NODELETE) != 0) return true;
    }
    return false;
}

}  // namespace

TEST_CASE("the library, its vector code and its BSPlib ask to stay")
{
    void* const library = ::dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    REQUIRE(library != nullptr);
    link_map* first = nullptr;
    REQUIRE(::dlinfo(library, RTLD_DI_LINKMAP, &first) == 0);
    while (first->l_prev) first = first->l_prev;
    int found = 0;
    for (const link_map* loaded = first; loaded; loaded = loaded->l_next) {
        const std::string name = loaded->l_name;
        if (name.find("libbspfft") == std::string::npos && name.find("libbsplib") == std::string::npos) continue;
        CAPTURE(name);
        CHECK(stays(loaded));
        ++found;
    }
    CHECK(found == 3);  // and its vector code
    REQUIRE(::dlclose(library) == 0);
}

TEST_CASE("the library can be unloaded and loaded again while its threads wait")
{
    constexpr std::int64_t n = 1 << 15;
    std::vector<double> x(2 * n);
    for (int times = 0; times < 5; ++times) {
        CAPTURE(times);
        void* const library = ::dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
        REQUIRE(library != nullptr);
        auto* const set_threads = function_of<SetThreads>(library, "bspfft_set_threads");
        auto* const fft = function_of<Transform>(library, "bspfft_fft");
        auto* const ifft = function_of<Transform>(library, "bspfft_ifft");
        REQUIRE((set_threads && fft && ifft));
        x[2] = 1;
        REQUIRE(set_threads(3) == 0);
        REQUIRE(fft(n, x.data(), x.data()) == 0);
        REQUIRE(ifft(n, x.data(), x.data()) == 0);
        CHECK(x[2] == doctest::Approx(1));
        REQUIRE(::dlclose(library) == 0);
        // a thread that slept, or still looks for work, would go on where there is no code
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
}
