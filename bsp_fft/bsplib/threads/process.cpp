// How a superstep ends, with one barrier if there are no gets:
//
//   barrier                      all requests of the superstep are known
//   gets: read, barrier, write   no put may change what a get reads (registrations: a barrier too)
//   puts, messages, registrations: each process applies those for it
//
// There is no barrier at the end. A process may run ahead: its requests of the next superstep go into its
// other bulletin, and its hpput or hpget to a process that has not yet finished its sync waits for that
// process (await_written).
#include "bsp_fft/bsplib/threads/process.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>

#include <sched.h>

namespace bsplib::threads {

Process::Process(Section& section, unsigned s, unsigned p)
    : Participant(section.registrations, s, p), section_(section), bulletins_{Bulletin(p, s), Bulletin(p, s)}
{
    changes_ = &bulletin().changes;
}

std::size_t Process::bytes(unsigned p)
{
    // Pages of a thread's stack that are touched, and its entries in the tables of the section: flags, registrations.
    constexpr std::size_t thread = std::size_t{48} << 10, tables = std::size_t{4} << 10;
    const auto others = std::min(p, 64 + 2 * static_cast<unsigned>(std::sqrt(p)));
    return sizeof(Process) + thread + tables + 2 * (Outboxes::bytes(p, others) + Outboxes::bytes(p, 0));
}

/// The bulletin of process t for this superstep.
Bulletin& Process::peer_bulletin(unsigned t) const { return section_.processes[t]->bulletins_[superstep_ % 2]; }

void Process::open(Outbox& box, Outboxes& mine, Inbox& theirs, Brought what)
{
    brought_ |= what;
    mine.use(box);
    theirs.announce(box);
}

void Process::get(unsigned, const unsigned char* source, void* destination, std::size_t bytes)
{
    brought_ |= Brought::gets;
    gets_.push_back({source, static_cast<unsigned char*>(destination), bytes});
}

void Process::send(unsigned t, const void* tag, const void* payload, std::size_t bytes)
{
    Outboxes& mine = bulletin().messages;
    Outbox& box = mine.to(t);
    if (box.records.empty()) {
        open(box, mine, peer_bulletin(t).messages_for_me, Brought::messages);
        new (box.records.append(sizeof(MessageTotals), mine.arena_start())) MessageTotals{0, 0};
    }
    MessageQueue::append(box.records, tag, sent_tag_size_, payload, bytes, mine.arena_start());
    auto& totals = *reinterpret_cast<MessageTotals*>(box.records.begin());
    ++totals.messages;
    totals.payload_bytes += bytes;
}

void Process::hpput(unsigned t, unsigned char* destination, const void* source, std::size_t bytes)
{
    await_written(t);
    std::memmove(destination, source, bytes);
}

unsigned Process::meet(std::uint8_t brought)
{
    const unsigned all = section_.barrier.meet(s_, brought);
    check_together(all, brought & Brought::leaves);
    return all;
}

bool Process::is_team_of_one() const { return p_ == 1 && !section_.ends_with_bsp_end; }

void Process::leave() { meet(Brought::leaves); }

void Process::sync()
{
    bulletin().brought = brought_;
    bulletin().next_tag_size = next_tag_size_;
    const unsigned all = meet(brought_ | Brought::goes_on);
    if (all & Brought::gets) exchange_gets();
    if (all & Brought::puts) {
        bulletin().puts_for_me.collect(incoming_);
        for (const Outbox* box : incoming_) put_record::write_all(box->records.begin(), box->records.end());
    }
    last_sync_wrote_ = all & (Brought::gets | Brought::puts);
    if (last_sync_wrote_) written_.store(superstep_ + 1, std::memory_order_release);

    queue_.clear(sent_tag_size_);
    if (all & Brought::messages) receive_messages();
    if (all & Brought::registrations) apply_registrations();
    for (unsigned q = 0; all & Brought::tag_size && q < p_; ++q)
        check_tag_size(q, peer_bulletin(q).brought, peer_bulletin(q).next_tag_size);
    sent_tag_size_ = next_tag_size_;
    start_superstep();
}

void Process::exchange_gets()
{
    got_.clear();
    for (const GetRecord& get : gets_) std::memcpy(got_.append(get.bytes), get.source, get.bytes);
    section_.barrier.meet(s_, 0);
    const unsigned char* from = got_.begin();
    for (const GetRecord& get : gets_) {
        std::memcpy(get.destination, from, get.bytes);
        from += get.bytes;
    }
    gets_.clear();
}

// Messages stay in their senders' outboxes.
void Process::receive_messages()
{
    bulletin().messages_for_me.collect(incoming_);
    for (const Outbox* box : incoming_) {
        const auto& totals = *reinterpret_cast<const MessageTotals*>(box->records.begin());
        queue_.add(box->records.begin() + sizeof totals, box->records.end(), totals.messages, totals.payload_bytes);
    }
}

// One table for all processes: process 0 writes it while the others wait.
void Process::apply_registrations()
{
    if (s_ == 0) {
        section_.registrations.apply([&](unsigned q) { return std::span(peer_bulletin(q).changes); });
    }
    section_.barrier.meet(s_, 0);
    registered_.forget();
}

// The bulletin of two supersteps ago is free again: all processes have passed a barrier since it was read.
void Process::start_superstep()
{
    ++superstep_;
    Bulletin& fresh = bulletin();
    fresh.puts.clear();
    fresh.messages.clear();
    fresh.changes.clear();
    changes_ = &fresh.changes;
    brought_ = 0;
}

// The memory of process t must not be accessed until t has written the puts and gets of the last sync.
void Process::await_written(unsigned t)
{
    if (!last_sync_wrote_) return;
    const std::atomic<std::uint64_t>& theirs = section_.processes[t]->written_;
    const auto written = [&] { return theirs.load(std::memory_order_acquire) >= superstep_; };
    if (section_.oversubscribed) {  // t may need this core
        while (!written()) ::sched_yield();
    } else {
        while (!spin_until(written)) ::sched_yield();
    }
}

}  // namespace bsplib::threads
