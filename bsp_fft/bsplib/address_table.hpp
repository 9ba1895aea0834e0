// Numbers by address.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace bsplib {

/// A hash table with open addressing and linear probing, at most half full. It allocates only when it grows, so that a
/// loop of equal supersteps allocates nothing. Addresses are not null.
///
/// The standard library's table allocates for each entry, and its pool of memory (libstdc++ 12) crashes at its next
/// use when an allocation has failed.
class AddressTable {
public:
    /// Null if there is none.
    const std::size_t* find(const void* address) const
    {
        const Entry& entry = entries_[place(address)];
        return entry.address ? &entry.value : nullptr;
    }

    /// The address's value; made from `fresh` if there is none. Valid until the table changes.
    std::size_t& at(const void* address, std::size_t fresh)
    {
        std::size_t here = place(address);
        if (!entries_[here].address) {
            if (2 * (used_ + 1) > entries_.size()) {
                grow();
                here = place(address);
            }
            entries_[here] = {address, fresh};
            ++used_;
        }
        return entries_[here].value;
    }

    /// The address is there.
    void erase(const void* address)
    {
        std::size_t hole = place(address);
        // An entry that was pushed past the hole moves into it: no place() may end at a hole before its entry.
        for (std::size_t i = next(hole); entries_[i].address; i = next(i)) {
            const std::size_t pushed = (i - home(entries_[i].address)) & mask();
            if (pushed < ((i - hole) & mask())) continue;
            entries_[hole] = entries_[i];
            hole = i;
        }
        entries_[hole] = {};
        --used_;
    }

private:
    struct Entry {
        const void* address = nullptr;
        std::size_t value = 0;
    };

    static constexpr std::size_t least_size = 64;  // a power of two, as are all sizes

    std::size_t mask() const { return entries_.size() - 1; }
    std::size_t next(std::size_t i) const { return (i + 1) & mask(); }

    // The high bits of the product depend on all bits of the address, the low ones of which are often zero.
    std::size_t home(const void* address) const
    {
        constexpr std::uint64_t golden_ratio = 0x9E3779B97F4A7C15;  // times 2^64
        return static_cast<std::size_t>((reinterpret_cast<std::uintptr_t>(address) * golden_ratio) >> shift_);
    }

    /// Where the address is, or where it would be put.
    std::size_t place(const void* address) const
    {
        std::size_t i = home(address);
        while (entries_[i].address && entries_[i].address != address) i = next(i);
        return i;
    }

    void grow()
    {
        std::vector<Entry> before(2 * entries_.size());
        before.swap(entries_);
        --shift_;
        for (const Entry& entry : before) {
            if (entry.address) entries_[place(entry.address)] = entry;
        }
    }

    std::vector<Entry> entries_ = std::vector<Entry>(least_size);
    int shift_ = 64 - std::countr_zero(least_size);  ///< leaves as many bits as an index has
    std::size_t used_ = 0;
};

}  // namespace bsplib
