// Waiting for another process that needs this core: asleep at once.
#pragma once

#include <atomic>
#include <cstdint>

#ifdef __linux__
#include <climits>

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace bsplib::threads {

// std::atomic::wait of GCC's library yields several times before it sleeps; with thousands of processes on a core each
// yield is a turn of all of them.

/// Sleeps while the word has this value; may return earlier.
inline void sleep_while(const std::atomic<std::uint32_t>& word, std::uint32_t value)
{
#ifdef __linux__
    static_assert(sizeof word == sizeof value, "the word is the number alone");
    ::syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, nullptr, nullptr, 0);
#else
    word.wait(value, std::memory_order_seq_cst);
#endif
}

/// Wakes all that sleep_while() this word had its former value.
inline void wake_sleepers(std::atomic<std::uint32_t>& word)
{
#ifdef __linux__
    ::syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
#else
    word.notify_all();
#endif
}

}  // namespace bsplib::threads
