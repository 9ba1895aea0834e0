#include "bsp_fft/bsplib/participant.hpp"

#include <atomic>
#include <limits>
#include <utility>

namespace bsplib {

namespace {

int next_number()
{
    static std::atomic<unsigned> made{0};
    constexpr unsigned most = std::numeric_limits<int>::max();
    return static_cast<int>(made.fetch_add(1, std::memory_order_relaxed) % most) + 1;
}

}  // namespace

Participant::Participant(const Registrations& registrations, unsigned s, unsigned p)
    : s_(s), p_(p), number_(next_number()), registered_(registrations, s)
{}

void Participant::push(const void* address, std::size_t bytes)
{
    if (!address && bytes > 0)
        fail("bsp_push_reg", "NULL with %zu bytes; NULL may be registered with 0 bytes only", bytes);
    check_bytes("bsp_push_reg", "the block", bytes);
    // The interface says const, but puts of other processes write to the registered block.
    auto* const base = static_cast<unsigned char*>(const_cast<void*>(address));
    changes_->push_back({RegistrationChange::Kind::push, {base, bytes}});
    if (address) ++poppable_.at(address, 0);
    brought_ |= Brought::registrations;
}

void Participant::pop(const void* address)
{
    if (address && !poppable_.find(address)) {
        fail("bsp_pop_reg",
             "address %p is not registered; each bsp_pop_reg removes one earlier bsp_push_reg of the same "
             "address",
             address);
    }
    if (address && --poppable_.at(address, 0) == 0) poppable_.erase(address);
    auto* const base = static_cast<unsigned char*>(const_cast<void*>(address));
    changes_->push_back({RegistrationChange::Kind::pop, {base, 0}});
    brought_ |= Brought::registrations;
}

std::size_t Participant::set_tag_size(std::size_t bytes)
{
    check_bytes("bsp_set_tagsize", "the tag", bytes);
    brought_ |= Brought::tag_size;
    return std::exchange(next_tag_size_, bytes);
}

void Participant::refuse(const char* function, unsigned t, const void* address, std::size_t offset, std::size_t bytes)
{
    if (!address) fail(function, "NULL where the address of registered memory is needed");
    if (const Block* const blocks = registered_.find(address)) {
        fail(function, "bytes %zu to %zu + %zu of the block at %p on process %u, which registered %zu bytes there",
             offset, offset, bytes, address, t, blocks[t].bytes);
    }
    for (const RegistrationChange& change : *changes_) {
        if (change.block.base == address && change.kind == RegistrationChange::Kind::push) {
            fail(function, "address %p was registered in this superstep; it can be used after the next bsp_sync",
                 address);
        }
    }
    fail(function, "address %p is not registered; give the base address of a block that was passed to bsp_push_reg",
         address);
}

void Participant::check_together(unsigned all, bool leaving) const
{
    if (!(all & Brought::leaves) || !(all & Brought::goes_on)) return;
    fail(leaving ? "bsp_end" : "bsp_sync",
         "this process called %s while another called %s; all processes must call bsp_sync equally often",
         leaving ? "bsp_end" : "bsp_sync", leaving ? "bsp_sync" : "bsp_end");
}

void Participant::check_tag_size(unsigned q, unsigned brought_there, std::size_t theirs) const
{
    if ((brought_ ^ brought_there) & Brought::tag_size) {
        const bool here = brought_ & Brought::tag_size;
        fail(
            "bsp_sync",
            "since the last bsp_sync process %u called bsp_set_tagsize and process %u did not; all processes must call "
            "it, with the same size",
            here ? s_ : q, here ? q : s_);
    }
    if (theirs == next_tag_size_) return;
    fail("bsp_sync",
         "tag sizes differ: %zu bytes on process %u, %zu bytes on process %u; all processes must pass the "
         "same size to bsp_set_tagsize",
         next_tag_size_, s_, theirs, q);
}

}  // namespace bsplib
