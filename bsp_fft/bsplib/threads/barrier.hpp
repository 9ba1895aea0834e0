// Waiting for other processes, a short spin if they have other cores, asleep at once if they need this one; and the
// barrier, which also combines a byte of every process.
#pragma once

#include <atomic>
#include <chrono>
#include <climits>
#include <cstdint>
#include <vector>

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

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

/// Polls before the first relax(). Since Skylake an Intel core pauses for about 140 cycles, as long as a cache line
/// needs from one core to another: a process that is about to arrive would be noticed late. isb is short; on a
/// Neoverse V1 such polls gained nothing.
#if defined(__x86_64__) || defined(__i386__)
constexpr int eager_polls = 64;
#else
constexpr int eager_polls = 0;
#endif

/// Spins until ready() or until this much time has passed; returns whether it is ready. Long enough for the
/// imbalance of a well-balanced superstep, short beside a time slice.
bool spin_until(auto ready, std::chrono::microseconds limit = std::chrono::microseconds(100))
{
    constexpr int spins_per_clock_read = 256;
    for (int i = 0; i < eager_polls + spins_per_clock_read; ++i) {
        if (ready()) return true;
        if (i >= eager_polls) relax();
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

// std::atomic::wait of GCC's library yields several times before it sleeps; with thousands of processes on a core each
// yield is a turn of all of them.

/// Sleeps while the word has this value; may return earlier.
inline void sleep_while(const std::atomic<std::uint32_t>& word, std::uint32_t value)
{
    static_assert(sizeof word == sizeof value, "the word is the number alone");
    ::syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, nullptr, nullptr, 0);
}

/// Wakes all that sleep_while() this word had its former value.
inline void wake_sleepers(std::atomic<std::uint32_t>& word)
{
    ::syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}

/// Two methods, chosen once for a section:
/// - oversubscribed = false (p <= cores): every process has a flag on a separate cache line, writes it
///   and reads all others: one cache line transfer, the minimum. A waiting process spins, then sleeps.
/// - oversubscribed = true (p > cores): one counter; the last process wakes all. A waiting process sleeps
///   at once, because the process it waits for may need its core.
class Barrier {
public:
    Barrier(unsigned p, bool oversubscribed) : p_(p), oversubscribed_(oversubscribed), flags_(p) {}

    /// Waits until all p processes have called; returns the "or" of their bytes.
    unsigned meet(unsigned s, std::uint8_t brought)
    {
        if (p_ == 1) return brought;
        return oversubscribed_ ? meet_by_counter(s, brought) : meet_by_flags(s, brought);
    }

private:
    // Two words per process, used alternately: a process may arrive at the next barrier while another still
    // reads its word of this one.
    struct alignas(128) Flag {
        std::atomic<std::uint32_t> word[2]{};
        std::uint32_t round = 0;  ///< barriers the owner has arrived at; only the owner reads it
    };

    static constexpr unsigned brought_bits = 8;

    // Rounds are compared modulo 2^24. A word lags by at most two rounds, so that is enough.
    static constexpr std::uint32_t pack(std::uint32_t round, std::uint8_t brought)
    {
        return round << brought_bits | brought;
    }
    static constexpr bool is_of(std::uint32_t word, std::uint32_t round)
    {
        return word >> brought_bits == (round << brought_bits) >> brought_bits;
    }

    // The store and the sleeper's load are both seq_cst, so that either the sleeper sees the new word or
    // notify_all sees the sleeper.
    unsigned meet_by_flags(unsigned s, std::uint8_t brought)
    {
        const std::uint32_t round = ++flags_[s].round;
        std::atomic<std::uint32_t>& mine = flags_[s].word[round % 2];
        mine.store(pack(round, brought), std::memory_order_seq_cst);
        mine.notify_all();

        unsigned all = brought;
        for (unsigned i = 1; i < p_; ++i) {
            const unsigned t = s + i < p_ ? s + i : s + i - p_;  // a remainder would take a division
            std::atomic<std::uint32_t>& theirs = flags_[t].word[round % 2];
            std::uint32_t word = 0;
            const auto arrived = [&] { return is_of(word = theirs.load(std::memory_order_acquire), round); };
            if (!spin_until(arrived)) {
                while (!arrived()) theirs.wait(word, std::memory_order_seq_cst);
            }
            all |= word & ((1U << brought_bits) - 1);
        }
        return all;
    }

    // The last process to arrive clears the byte of the next round: all others read it before they arrived here.
    unsigned meet_by_counter(unsigned s, std::uint8_t brought)
    {
        const std::uint32_t round = ++flags_[s].round;
        std::atomic<std::uint32_t>& collected = brought_[round % 2];
        if (brought) collected.fetch_or(brought, std::memory_order_relaxed);
        if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == p_) {
            arrived_.store(0, std::memory_order_relaxed);
            brought_[(round + 1) % 2].store(0, std::memory_order_relaxed);
            released_.store(round, std::memory_order_seq_cst);
            wake_sleepers(released_);
        } else {
            while (released_.load(std::memory_order_acquire) != round) sleep_while(released_, round - 1);
        }
        return collected.load(std::memory_order_relaxed);
    }

    const unsigned p_;
    const bool oversubscribed_;
    std::vector<Flag> flags_;
    alignas(128) std::atomic<std::uint32_t> arrived_{0};
    std::atomic<std::uint32_t> brought_[2]{};
    alignas(128) std::atomic<std::uint32_t> released_{0};
};

}  // namespace bsplib::threads
