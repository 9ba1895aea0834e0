#include "bsp_fft/bsplib/registrations.hpp"

#include <algorithm>

#include "bsp_fft/bsplib/failure.hpp"

namespace bsplib {

namespace {

using Kind = RegistrationChange::Kind;

std::size_t count(const RegistrationChanges& changes, Kind kind)
{
    return static_cast<std::size_t>(std::count_if(
        changes.begin(), changes.end(), [kind](const RegistrationChange& c) { return c.kind == kind; }));
}

}  // namespace

const Block* Registrations::search(const void* address)
{
    const std::ptrdiff_t row = newest(s_, static_cast<const unsigned char*>(address));
    if (row < 0) return nullptr;
    const Block* const blocks = &blocks_[static_cast<std::size_t>(row) * p_];
    remembered_[hash(address)] = {address, blocks};
    return blocks;
}

std::ptrdiff_t Registrations::newest(unsigned q, const unsigned char* address) const
{
    for (std::size_t row = rows(); row-- > 0;) {
        if (blocks_[row * p_ + q].base == address) return static_cast<std::ptrdiff_t>(row);
    }
    return -1;
}

std::ptrdiff_t Registrations::newest_null_everywhere() const
{
    for (std::size_t row = rows(); row-- > 0;) {
        const Block* const blocks = &blocks_[row * p_];
        if (std::all_of(blocks, blocks + p_, [](const Block& b) { return !b.base; }))
            return static_cast<std::ptrdiff_t>(row);
    }
    return -1;
}

std::size_t Registrations::poppable(const void* address, const RegistrationChanges& pending) const
{
    std::size_t found = 0;
    for (std::size_t row = 0; row < rows(); ++row) found += blocks_[row * p_ + s_].base == address;
    for (const RegistrationChange& change : pending) {
        if (change.block.base != address) continue;
        change.kind == Kind::push ? ++found : --found;
    }
    return found;
}

void Registrations::check_alike(const RegistrationChanges* const* all) const
{
    const RegistrationChanges& mine = *all[s_];
    for (unsigned q = 0; q < p_; ++q) {
        const RegistrationChanges& theirs = *all[q];
        const bool alike = std::equal(
            mine.begin(), mine.end(), theirs.begin(), theirs.end(),
            [](const RegistrationChange& a, const RegistrationChange& b) { return a.kind == b.kind; });
        if (alike) continue;
        fail("bsp_sync",
             "registrations differ: since the last bsp_sync process %u called bsp_push_reg %zu times and "
             "bsp_pop_reg %zu times, "
             "process %u %zu and %zu times; all processes must make the same calls in the same order",
             s_, count(mine, Kind::push), count(mine, Kind::pop), q, count(theirs, Kind::push),
             count(theirs, Kind::pop));
    }
}

// A pop names the newest row with its address; a process that registered NULL cannot tell one row from
// another and follows the others.
std::size_t Registrations::row_to_pop(const RegistrationChanges* const* all, std::size_t i) const
{
    std::ptrdiff_t found = -1;
    unsigned finder = 0;
    for (unsigned q = 0; q < p_; ++q) {
        const unsigned char* const address = (*all[q])[i].block.base;
        if (!address) continue;
        const std::ptrdiff_t row = newest(q, address);
        if (found >= 0 && row != found) {
            fail("bsp_sync",
                 "bsp_pop_reg number %zu of this superstep removes one registration on process %u and "
                 "another on process %u; "
                 "all processes must pop the same registrations in the same order",
                 i + 1, finder, q);
        }
        found = row;
        finder = q;
    }
    if (found < 0) found = newest_null_everywhere();
    if (found < 0)
        fail("bsp_sync", "bsp_pop_reg(NULL) on all processes, but no registration is NULL on all of them");
    for (unsigned q = 0; q < p_; ++q) {
        if (blocks_[static_cast<std::size_t>(found) * p_ + q].base != (*all[q])[i].block.base) {
            fail("bsp_sync",
                 "bsp_pop_reg(NULL) on process %u, which registered %p there; all processes must pop the "
                 "same registrations in the same order",
                 q, static_cast<void*>(blocks_[static_cast<std::size_t>(found) * p_ + q].base));
        }
    }
    return static_cast<std::size_t>(found);
}

void Registrations::apply(const RegistrationChanges* const* all)
{
    check_alike(all);
    for (std::size_t i = 0; i < all[s_]->size(); ++i) {
        if ((*all[s_])[i].kind == Kind::push) {
            for (unsigned q = 0; q < p_; ++q) blocks_.push_back((*all[q])[i].block);
        } else {
            const auto row = blocks_.begin() + static_cast<std::ptrdiff_t>(row_to_pop(all, i) * p_);
            blocks_.erase(row, row + p_);
        }
    }
    remembered_.fill({});
}

}  // namespace bsplib
