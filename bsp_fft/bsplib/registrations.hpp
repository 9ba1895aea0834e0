// The registrations made by bsp_push_reg and bsp_pop_reg: a sequence of rows, each with one block of every process.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bsp_fft/bsplib/address_table.hpp"

namespace bsplib {

/// A block of one process's memory.
struct Block {
    unsigned char* base;
    std::size_t bytes;
};

/// One bsp_push_reg or bsp_pop_reg, as a process called it. It takes effect at the next sync.
struct RegistrationChange {
    enum class Kind : std::uint64_t { push, pop } kind;  ///< of no less, so that no byte is sent that was never set
    Block block;                                         ///< a pop has only the base
};

using RegistrationChanges = std::vector<RegistrationChange>;

/// Room from the start, so that a bsp_push_reg, or the sync after it, seldom allocates: no other process would know of
/// memory that lacks there.
constexpr std::size_t usual_changes = 16;  ///< of a process in a superstep
constexpr std::size_t usual_rows = 32;

/// The sequence of registrations of all processes. Only the order of rows with a common address matters: every
/// process has a chain of the rows of each of its addresses, from the newest to the oldest, and a pop removes the
/// first of a chain on every process. So a push, a pop and a find take constant time for each process.
class Registrations {
public:
    explicit Registrations(unsigned p);

    /// The blocks of all processes under the newest registration of process s's address; null if there is none.
    const Block* find(unsigned s, const void* address) const;

    /// Applies the changes that every process q made since the last sync (changes_of(q), 0 <= q < p). Fails
    /// where the processes differ.
    void apply(auto changes_of)
    {
        for (unsigned q = 0; q < p_; ++q) all_[q] = changes_of(q);
        apply_all();
    }

private:
    static constexpr std::size_t none = SIZE_MAX;

    std::size_t newest(unsigned q, const void* address) const;
    std::size_t row_to_pop(std::size_t i) const;
    std::size_t fresh_row();
    void push(std::size_t i);
    void pop(std::size_t i);
    void check_alike() const;
    void apply_all();

    unsigned p_;
    std::vector<Block> blocks_;           ///< row after row, in any order
    std::vector<std::size_t> older_;      ///< for each block the next row of its chain, or none
    std::vector<AddressTable> newest_;    ///< for each process the first rows of its chains
    std::vector<std::size_t> null_rows_;  ///< those that are NULL on all processes, oldest first
    std::vector<std::size_t> free_rows_;
    std::vector<std::span<const RegistrationChange>> all_;  ///< the changes being applied
};

/// One process's view of the registrations: remembers where it found its addresses.
class RegistrationView {
public:
    RegistrationView(const Registrations& registrations, unsigned s) : registrations_(registrations), s_(s) {}

    /// As Registrations::find, for this process's address (not null).
    const Block* find(const void* address)
    {
        Remembered& last = remembered_[hash(address)];
        if (last.address != address) last = {address, registrations_.find(s_, address)};
        return last.blocks;
    }

    /// To be called when the registrations have changed.
    void forget() { remembered_.fill({}); }

private:
    struct Remembered {
        const void* address = nullptr;
        const Block* blocks = nullptr;
    };

    static std::size_t hash(const void* address)
    {
        const auto bits = reinterpret_cast<std::uintptr_t>(address);
        return (bits >> 4 ^ bits >> 12) % remembered_size;
    }

    static constexpr std::size_t remembered_size = 32;

    const Registrations& registrations_;
    unsigned s_;
    std::array<Remembered, remembered_size> remembered_{};
};

}  // namespace bsplib
