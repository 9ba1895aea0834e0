// Waiting for another core: a short spin.
#pragma once

#include <chrono>

namespace bsplib::threads {

/// Tells the core that this is a spin, so that it saves power or serves its sibling thread meanwhile.
inline void relax()
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("isb" ::: "memory");  // yield is a no-op on most cores; isb waits some tens of cycles
#endif
}

/// Spins until ready() or until this much time has passed; returns whether it is ready. Long enough for the
/// imbalance of a well-balanced superstep, short beside a time slice.
template <class Ready>
bool spin_until(Ready ready, std::chrono::microseconds limit = std::chrono::microseconds(100))
{
    constexpr int spins_per_clock_read = 256;
    for (int i = 0; i < spins_per_clock_read; ++i) {
        if (ready()) return true;
        relax();
    }
    const auto give_up = std::chrono::steady_clock::now() + limit;
    do {
        for (int i = 0; i < spins_per_clock_read; ++i) {
            if (ready()) return true;
            relax();
        }
    } while (std::chrono::steady_clock::now() < give_up);
    return false;
}

}  // namespace bsplib::threads
