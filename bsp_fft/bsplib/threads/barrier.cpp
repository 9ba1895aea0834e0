#include "bsp_fft/bsplib/threads/barrier.hpp"

namespace bsplib::threads {

namespace {

constexpr unsigned brought_bits = 8;

// Rounds are compared modulo 2^24. A word lags by at most two rounds, so that is enough.
constexpr std::uint32_t pack(std::uint32_t round, std::uint8_t brought) { return round << brought_bits | brought; }
constexpr bool is_of(std::uint32_t word, std::uint32_t round)
{
    return word >> brought_bits == (round << brought_bits) >> brought_bits;
}

}  // namespace

// The store and the sleeper's load are both seq_cst, so that either the sleeper sees the new word or
// notify_all sees the sleeper.
unsigned Barrier::meet_by_flags(unsigned s, std::uint8_t brought)
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
unsigned Barrier::meet_by_counter(unsigned s, std::uint8_t brought)
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

}  // namespace bsplib::threads
