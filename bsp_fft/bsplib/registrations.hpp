// What bsp_push_reg and bsp_pop_reg have associated: a sequence of rows, each with one block of every
// process.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace bsplib {

/// A block of one process's memory.
struct Block {
    unsigned char* base;
    std::size_t bytes;
};

/// One bsp_push_reg or bsp_pop_reg, as a process called it. It takes effect at the next sync.
struct RegistrationChange {
    enum class Kind { push, pop } kind;
    Block block;  ///< a pop has only the base
};

using RegistrationChanges = std::vector<RegistrationChange>;

/// One process's copy of the sequence of registrations. All copies are equal, so that every process resolves
/// a remote address without asking anyone.
class Registrations {
public:
    Registrations(unsigned p, unsigned s) : p_(p), s_(s) {}

    /// The blocks of all processes under the newest registration of this process's address (not null); null
    /// if there is none.
    const Block* find(const void* address)
    {
        const Remembered& last = remembered_[hash(address)];
        return last.address == address ? last.blocks : search(address);
    }

    /// Registrations of this address that a pop, called after these changes, could remove.
    std::size_t poppable(const void* address, const RegistrationChanges& pending) const;

    /// Carries out what every process (all[0] .. all[p-1]) changed since the last sync, as one sequence.
    /// Fails where they differ.
    void apply(const RegistrationChanges* const* all);

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

    const Block* search(const void* address);
    std::size_t rows() const { return blocks_.size() / p_; }
    std::ptrdiff_t newest(unsigned q, const unsigned char* address) const;
    std::ptrdiff_t newest_null_everywhere() const;
    std::size_t row_to_pop(const RegistrationChanges* const* all, std::size_t i) const;
    void check_alike(const RegistrationChanges* const* all) const;

    static constexpr std::size_t remembered_size = 64;

    unsigned p_;
    unsigned s_;
    std::vector<Block> blocks_;  ///< row after row, oldest first
    std::array<Remembered, remembered_size> remembered_{};
};

}  // namespace bsplib
