#include "bsp_fft/bsplib/registrations.hpp"

#include <algorithm>
#include <utility>

#include "bsp_fft/bsplib/failure.hpp"

namespace bsplib {

namespace {

using Kind = RegistrationChange::Kind;

std::size_t count(std::span<const RegistrationChange> changes, Kind kind)
{
    return static_cast<std::size_t>(std::ranges::count(changes, kind, &RegistrationChange::kind));
}

}  // namespace

Registrations::Registrations(unsigned p) : p_(p), newest_(p), all_(p)
{
    blocks_.reserve(usual_rows * p);
    older_.reserve(usual_rows * p);
    null_rows_.reserve(usual_rows);
    free_rows_.reserve(usual_rows);
}

std::size_t Registrations::newest(unsigned q, const void* address) const
{
    const std::size_t* const row = newest_[q].find(address);
    return row ? *row : none;
}

const Block* Registrations::find(unsigned s, const void* address) const
{
    const std::size_t row = newest(s, address);
    return row == none ? nullptr : &blocks_[row * p_];
}

void Registrations::check_alike() const
{
    const std::span first = all_[0];
    for (unsigned q = 1; q < p_; ++q) {
        const std::span theirs = all_[q];
        if (std::ranges::equal(first, theirs, {}, &RegistrationChange::kind, &RegistrationChange::kind)) continue;
        fail("bsp_sync",
             "registrations differ: since the last bsp_sync process 0 called bsp_push_reg %zu times and "
             "bsp_pop_reg %zu times, process %u %zu and %zu times; all processes must make the same calls in "
             "the same order",
             count(first, Kind::push), count(first, Kind::pop), q, count(theirs, Kind::push), count(theirs, Kind::pop));
    }
}

// A pop refers to the newest row with its address; a process that registered NULL cannot distinguish rows and
// takes the row of the others. So the row is the first of its chain on every process.
std::size_t Registrations::row_to_pop(std::size_t i) const
{
    std::size_t row = none;
    unsigned finder = 0;
    for (unsigned q = 0; q < p_; ++q) {
        const unsigned char* const address = all_[q][i].block.base;
        if (!address) continue;
        const std::size_t theirs = newest(q, address);
        if (row != none && theirs != row) {
            fail("bsp_sync",
                 "bsp_pop_reg number %zu of this superstep removes one registration on process %u and another "
                 "on process %u; all processes must pop the same registrations in the same order",
                 i + 1, finder, q);
        }
        row = theirs;
        finder = q;
    }
    if (row == none && !null_rows_.empty()) row = null_rows_.back();
    if (row == none) fail("bsp_sync", "bsp_pop_reg(NULL) on all processes, but no registration is NULL on all of them");
    for (unsigned q = 0; q < p_; ++q) {
        const unsigned char* const registered = blocks_[row * p_ + q].base;
        if (registered != all_[q][i].block.base) {
            fail("bsp_sync",
                 "bsp_pop_reg(NULL) on process %u, which registered %p there; all processes must pop the same "
                 "registrations in the same order",
                 q, static_cast<const void*>(registered));
        }
    }
    return row;
}

std::size_t Registrations::fresh_row()
{
    if (!free_rows_.empty()) {
        const std::size_t row = free_rows_.back();
        free_rows_.pop_back();
        return row;
    }
    const std::size_t row = blocks_.size() / p_;
    blocks_.resize(blocks_.size() + p_);
    older_.resize(blocks_.size());
    return row;
}

void Registrations::push(std::size_t i)
{
    const std::size_t row = fresh_row();
    bool null_everywhere = true;
    for (unsigned q = 0; q < p_; ++q) {
        const Block& block = all_[q][i].block;
        blocks_[row * p_ + q] = block;
        if (!block.base) continue;
        null_everywhere = false;
        older_[row * p_ + q] = std::exchange(newest_[q].at(block.base, none), row);
    }
    if (null_everywhere) null_rows_.push_back(row);
}

void Registrations::pop(std::size_t i)
{
    const std::size_t row = row_to_pop(i);
    bool null_everywhere = true;
    for (unsigned q = 0; q < p_; ++q) {
        const unsigned char* const address = blocks_[row * p_ + q].base;
        if (!address) continue;
        null_everywhere = false;
        const std::size_t older = older_[row * p_ + q];
        older == none ? newest_[q].erase(address) : void(newest_[q].at(address, none) = older);
    }
    if (null_everywhere) null_rows_.pop_back();
    free_rows_.push_back(row);
}

void Registrations::apply_all()
{
    check_alike();
    const std::span first = all_[0];
    for (std::size_t i = 0; i < first.size(); ++i) first[i].kind == Kind::push ? push(i) : pop(i);
}

}  // namespace bsplib
