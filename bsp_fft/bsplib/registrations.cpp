#include "bsp_fft/bsplib/registrations.hpp"

#include <algorithm>

#include "bsp_fft/bsplib/failure.hpp"

namespace bsplib {

namespace {

using Kind = RegistrationChange::Kind;

std::size_t count(const RegistrationChanges& changes, Kind kind)
{
    const auto is_it = [kind](const RegistrationChange& c) { return c.kind == kind; };
    return static_cast<std::size_t>(std::count_if(changes.begin(), changes.end(), is_it));
}

bool same_kinds(const RegistrationChanges& a, const RegistrationChanges& b)
{
    return std::equal(
        a.begin(), a.end(), b.begin(), b.end(),
        [](const RegistrationChange& x, const RegistrationChange& y) { return x.kind == y.kind; });
}

}  // namespace

std::ptrdiff_t Registrations::newest(unsigned q, const void* address) const
{
    for (std::size_t row = rows(); row-- > 0;) {
        if (blocks_[row * p_ + q].base == address) return static_cast<std::ptrdiff_t>(row);
    }
    return -1;
}

const Block* Registrations::find(unsigned s, const void* address) const
{
    const std::ptrdiff_t row = newest(s, address);
    return row < 0 ? nullptr : &blocks_[static_cast<std::size_t>(row) * p_];
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

std::size_t Registrations::poppable(unsigned s, const void* address, const RegistrationChanges& pending) const
{
    std::size_t found = 0;
    for (std::size_t row = 0; row < rows(); ++row) found += blocks_[row * p_ + s].base == address;
    for (const RegistrationChange& change : pending) {
        if (change.block.base != address) continue;
        change.kind == Kind::push ? ++found : --found;
    }
    return found;
}

void Registrations::check_alike() const
{
    const RegistrationChanges& first = *all_[0];
    for (unsigned q = 1; q < p_; ++q) {
        const RegistrationChanges& theirs = *all_[q];
        if (same_kinds(first, theirs)) continue;
        fail("bsp_sync",
             "registrations differ: since the last bsp_sync process 0 called bsp_push_reg %zu times and "
             "bsp_pop_reg %zu times, process %u %zu and %zu times; all processes must make the same calls in "
             "the same order",
             count(first, Kind::push), count(first, Kind::pop), q, count(theirs, Kind::push),
             count(theirs, Kind::pop));
    }
}

// A pop refers to the newest row with its address; a process that registered NULL cannot distinguish rows and
// takes the row of the others.
std::size_t Registrations::row_to_pop(std::size_t i) const
{
    std::ptrdiff_t found = -1;
    unsigned finder = 0;
    for (unsigned q = 0; q < p_; ++q) {
        const unsigned char* const address = (*all_[q])[i].block.base;
        if (!address) continue;
        const std::ptrdiff_t row = newest(q, address);
        if (found >= 0 && row != found) {
            fail(
                "bsp_sync",
                "bsp_pop_reg number %zu of this superstep removes one registration on process %u and another "
                "on process %u; all processes must pop the same registrations in the same order",
                i + 1, finder, q);
        }
        found = row;
        finder = q;
    }
    if (found < 0) found = newest_null_everywhere();
    if (found < 0)
        fail("bsp_sync", "bsp_pop_reg(NULL) on all processes, but no registration is NULL on all of them");
    const auto row = static_cast<std::size_t>(found);
    for (unsigned q = 0; q < p_; ++q) {
        const unsigned char* const registered = blocks_[row * p_ + q].base;
        if (registered != (*all_[q])[i].block.base) {
            fail(
                "bsp_sync",
                "bsp_pop_reg(NULL) on process %u, which registered %p there; all processes must pop the same "
                "registrations in the same order",
                q, static_cast<const void*>(registered));
        }
    }
    return row;
}

void Registrations::apply_all()
{
    check_alike();
    for (std::size_t i = 0; i < all_[0]->size(); ++i) {
        if ((*all_[0])[i].kind == Kind::push) {
            for (const RegistrationChanges* changes : all_) blocks_.push_back((*changes)[i].block);
        } else {
            const auto row = blocks_.begin() + static_cast<std::ptrdiff_t>(row_to_pop(i) * p_);
            blocks_.erase(row, row + p_);
        }
    }
}

}  // namespace bsplib
