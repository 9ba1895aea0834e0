// What programs set for all calls, or the environment does.
#include <atomic>
#include <cstdlib>
#include <string_view>

#include "bsp_fft/base/environment.hpp"
#include "bsp_fft/base/refusal.hpp"
#include "bsp_fft/calls/crew.hpp"

namespace bspfft::calls {

namespace {

constexpr int as_by_default = -1;
std::atomic<int> requested_threads{0}, requested_reproducible{as_by_default};

}  // namespace

void set_threads(int threads)
{
    if (threads < 0 || threads > most_threads())
        throw refusal(threads, " threads; there may be 1 to ", most_threads(), ", or 0 for the default");
    requested_threads.store(threads);
}

Index threads()
{
    const int set = requested_threads.load();
    if (set > 0) return set;
    static const auto cores = static_cast<Index>(bsplib_cores());
    static const Index requested = threads_in_environment(cores);
    return requested > 0 ? requested : cores;
}

void set_reproducible(int on)
{
    if (on != 0 && on != 1) throw refusal("reproducible is set to ", on, "; it is 1, or 0 for the default");
    requested_reproducible.store(on);
}

bool reproducible()
{
    const int set = requested_reproducible.load();
    if (set != as_by_default) return set == 1;
    static const bool by_default = [] {
        const char* const requested = std::getenv("BSPFFT_REPRODUCIBLE");
        const std::string_view word = requested ? requested : "0";
        if (word != "0" && word != "1")
            throw refusal("the environment variable BSPFFT_REPRODUCIBLE is \"", word,
                          "\"; it must be 1, or 0 for the default");
        return word == "1";
    }();
    return by_default;
}

}  // namespace bspfft::calls
