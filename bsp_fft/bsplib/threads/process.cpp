// How a superstep ends, with one barrier unless someone gets:
//
//   barrier                      all have asked for all they want
//   gets: read, barrier, write   no put may change what a get reads (registrations: a barrier too)
//   puts, messages, registrations: each process takes what the others have for it
//
// There is no barrier at the end. A process that is through may run ahead: what it tells in the next
// superstep goes into its other bulletin, and an hpput or hpget into the memory of a process that is not yet
// through waits for that one process (await_written).
#include "bsp_fft/bsplib/threads/process.hpp"

#include <cstring>

#include <sched.h>

#include "bsp_fft/bsplib/threads/section.hpp"
#include "bsp_fft/bsplib/threads/spin.hpp"

namespace bsplib::threads {

Process::Process(Section& section, unsigned s, unsigned p)
    : section_(section),
      s_(s),
      p_(p),
      registered_(section.registrations, s),
      bulletins_{Bulletin(p, s), Bulletin(p, s)}
{}

/// What process t tells in this superstep.
Bulletin& Process::peer_bulletin(unsigned t) const
{
    return section_.processes[t]->bulletins_[superstep_ % 2];
}

void Process::open(Outbox& box, Outboxes& mine, Inbox& theirs, Brought what)
{
    bulletin().brought |= what;
    mine.use(box);
    theirs.announce(box);
}

void Process::get(const unsigned char* source, void* destination, std::size_t bytes)
{
    bulletin().brought |= Brought::gets;
    gets_.push_back({source, static_cast<unsigned char*>(destination), bytes});
}

void Process::send(unsigned t, const void* tag, const void* payload, std::size_t bytes)
{
    Outbox& box = bulletin().messages.to(t);
    if (box.records.empty())
        open(box, bulletin().messages, peer_bulletin(t).messages_for_me, Brought::messages);
    const std::size_t tag_room = round_up(sent_tag_size_, MessageRecord::alignment);
    unsigned char* const place =
        box.records.append(sizeof(MessageRecord) + tag_room + round_up(bytes, MessageRecord::alignment));
    reinterpret_cast<MessageRecord*>(place)->bytes = bytes;
    if (sent_tag_size_ > 0) std::memcpy(place + sizeof(MessageRecord), tag, sent_tag_size_);
    if (bytes > 0) std::memcpy(place + sizeof(MessageRecord) + tag_room, payload, bytes);
    ++box.count;
    box.payload_bytes += bytes;
}

void Process::push(const void* address, std::size_t bytes)
{
    if (!address && bytes > 0)
        fail("bsp_push_reg", "NULL with %zu bytes; NULL may be registered with 0 bytes only", bytes);
    bulletin().brought |= Brought::registrations;
    // The registered block is written by others' puts, so the const of the interface is only its courtesy.
    auto* const base = static_cast<unsigned char*>(const_cast<void*>(address));
    bulletin().changes.push_back({RegistrationChange::Kind::push, {base, bytes}});
}

void Process::pop(const void* address)
{
    if (address && section_.registrations.poppable(s_, address, bulletin().changes) == 0) {
        fail("bsp_pop_reg",
             "address %p is not registered; each bsp_pop_reg removes one earlier bsp_push_reg of the same "
             "address",
             address);
    }
    bulletin().brought |= Brought::registrations;
    auto* const base = static_cast<unsigned char*>(const_cast<void*>(address));
    bulletin().changes.push_back({RegistrationChange::Kind::pop, {base, 0}});
}

std::size_t Process::set_tag_size(std::size_t bytes)
{
    bulletin().brought |= Brought::tag_size;
    const std::size_t before = next_tag_size_;
    next_tag_size_ = bytes;
    return before;
}

void Process::refuse(const char* function, unsigned t, const void* address, std::size_t offset,
                     std::size_t bytes)
{
    if (!address) fail(function, "NULL where the address of registered memory is needed");
    if (const Block* const blocks = registered_.find(address)) {
        fail(function,
             "bytes %zu to %zu + %zu of the block at %p on process %u, which registered %zu bytes there",
             offset, offset, bytes, address, t, blocks[t].bytes);
    }
    for (const RegistrationChange& change : bulletin().changes) {
        if (change.block.base == address && change.kind == RegistrationChange::Kind::push) {
            fail(function,
                 "address %p was registered in this superstep; it can be used after the next bsp_sync",
                 address);
        }
    }
    fail(function,
         "address %p is not registered; give the base address of a block that was passed to bsp_push_reg",
         address);
}

unsigned Process::meet(std::uint8_t brought)
{
    const unsigned all = section_.barrier.meet(s_, brought);
    if ((all & Brought::leaves) && (all & Brought::goes_on)) {
        const bool leaving = brought & Brought::leaves;
        fail(leaving ? "bsp_end" : "bsp_sync",
             "this process called %s while another called %s; all processes must call bsp_sync equally often",
             leaving ? "bsp_end" : "bsp_sync", leaving ? "bsp_sync" : "bsp_end");
    }
    return all;
}

void Process::leave() { meet(Brought::leaves); }

void Process::sync()
{
    bulletin().next_tag_size = next_tag_size_;
    const unsigned all = meet(bulletin().brought | Brought::goes_on);
    if (all & Brought::gets) {
        read_gets();
        section_.barrier.meet(s_, 0);
        write_gets();
    }
    if (all & Brought::puts) write_puts();
    last_sync_wrote_ = all & (Brought::gets | Brought::puts);
    if (last_sync_wrote_) written_.store(superstep_ + 1, std::memory_order_release);

    received_tag_size_ = sent_tag_size_;
    queued_ = queued_bytes_ = 0;
    if (all & Brought::messages) receive_messages();
    if (all & Brought::registrations) apply_registrations();
    adopt_tag_size(all & Brought::tag_size);
    start_superstep();
}

void Process::read_gets()
{
    got_.clear();
    for (const GetRecord& get : gets_) std::memcpy(got_.append(get.bytes), get.source, get.bytes);
}

void Process::write_gets()
{
    const unsigned char* from = got_.begin();
    for (const GetRecord& get : gets_) {
        std::memcpy(get.destination, from, get.bytes);
        from += get.bytes;
    }
    gets_.clear();
}

void Process::write_puts()
{
    bulletin().puts_for_me.collect(incoming_);
    for (const Outbox* box : incoming_) {
        for (const unsigned char* at = box->records.begin(); at != box->records.end();)
            at = put_record::write(at);
    }
}

// The queue is not a copy: the messages stay in their senders' outboxes, which are not written again before
// the next sync.
void Process::receive_messages()
{
    bulletin().messages_for_me.collect(incoming_);
    for (const Outbox* box : incoming_) {
        queued_ += box->count;
        queued_bytes_ += box->payload_bytes;
    }
    queue_box_ = 0;
    queue_at_ = 0;
}

const MessageRecord* Process::first_message()
{
    if (queued_ == 0) return nullptr;
    if (incoming_[queue_box_]->records.begin() + queue_at_ == incoming_[queue_box_]->records.end()) {
        ++queue_box_;
        queue_at_ = 0;
    }
    return reinterpret_cast<const MessageRecord*>(incoming_[queue_box_]->records.begin() + queue_at_);
}

void Process::drop(const MessageRecord* message)
{
    const unsigned char* const past =
        payload_of(message) + round_up(message->bytes, MessageRecord::alignment);
    queue_at_ += static_cast<std::size_t>(past - reinterpret_cast<const unsigned char*>(message));
    --queued_;
    queued_bytes_ -= message->bytes;
}

// One table serves all: process 0 writes it while the others wait.
void Process::apply_registrations()
{
    if (s_ == 0) {
        section_.registrations.apply(
            [&](unsigned q) -> const RegistrationChanges& { return peer_bulletin(q).changes; });
    }
    section_.barrier.meet(s_, 0);
    registered_.forget();
}

// A process that did not call bsp_set_tagsize keeps the size it had, and that must be everyone's.
void Process::adopt_tag_size(bool changed)
{
    if (changed) {
        for (unsigned q = 0; q < p_; ++q) {
            const std::size_t theirs = peer_bulletin(q).next_tag_size;
            if (theirs == next_tag_size_) continue;
            fail("bsp_sync",
                 "tag sizes differ: %zu bytes on process %u, %zu bytes on process %u; all processes must "
                 "pass the same size to bsp_set_tagsize",
                 next_tag_size_, s_, theirs, q);
        }
    }
    sent_tag_size_ = next_tag_size_;
}

// The bulletin of two supersteps ago is free again: everyone has been at a barrier since it was read.
void Process::start_superstep()
{
    ++superstep_;
    Bulletin& fresh = bulletin();
    fresh.puts.clear();
    fresh.messages.clear();
    fresh.changes.clear();
    fresh.brought = 0;
}

void Process::await_written(unsigned t)
{
    if (!last_sync_wrote_) return;
    const std::atomic<std::uint64_t>& theirs = section_.processes[t]->written_;
    const auto written = [&] { return theirs.load(std::memory_order_acquire) >= superstep_; };
    while (!spin_until(written)) ::sched_yield();
}

}  // namespace bsplib::threads
