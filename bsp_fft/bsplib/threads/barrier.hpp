// A barrier that also combines a byte of every process.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

namespace bsplib::threads {

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

    unsigned meet_by_flags(unsigned s, std::uint8_t brought);
    unsigned meet_by_counter(unsigned s, std::uint8_t brought);

    const unsigned p_;
    const bool oversubscribed_;
    std::vector<Flag> flags_;
    alignas(128) std::atomic<std::uint32_t> arrived_{0};
    std::atomic<std::uint32_t> brought_[2]{};
    alignas(128) std::atomic<std::uint32_t> released_{0};
};

}  // namespace bsplib::threads
