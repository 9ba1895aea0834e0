// All processes meet, and each learns what the others brought.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

namespace bsplib::threads {

/// A barrier that also combines one byte of every process by "or".
///
/// Two ways, chosen once for a section:
/// - crowded = false (p <= cores): every process has a flag on a cache line of its own, writes it and reads
/// all others. That is one
///   transfer of a line between cores, the least there is. Who waits spins, then sleeps.
/// - crowded = true (p > cores): one counter; the last process wakes all. Who waits sleeps at once, because
///   the process it waits for may need its core.
class Barrier {
public:
    Barrier(unsigned p, bool crowded) : p_(p), crowded_(crowded), flags_(p) {}

    /// Waits until all p processes have called; returns the "or" of their bytes.
    unsigned meet(unsigned s, std::uint8_t brought)
    {
        if (p_ == 1) return brought;
        return crowded_ ? meet_by_counter(s, brought) : meet_by_flags(s, brought);
    }

private:
    // Two words a process, used in turn: a process that is through may already arrive at the next meeting
    // while another still reads this one's word.
    struct alignas(128) Flag {
        std::atomic<std::uint32_t> word[2]{};
        std::uint32_t round = 0;  ///< how often the owner has come here; only the owner reads it
    };

    unsigned meet_by_flags(unsigned s, std::uint8_t brought);
    unsigned meet_by_counter(unsigned s, std::uint8_t brought);

    const unsigned p_;
    const bool crowded_;
    std::vector<Flag> flags_;
    alignas(128) std::atomic<std::uint32_t> arrived_{0};
    std::atomic<std::uint32_t> brought_[2]{};
    alignas(128) std::atomic<std::uint32_t> released_{0};
};

}  // namespace bsplib::threads
