// How a superstep ends:
//
//   counts                 every process sends every other one its counts; short data come with them
//   bulk                   long data follow, sent and received without a copy, because their sizes are known
//   transfers complete     large hpputs and hpgets, which started when they were called
//   gets                   read, exchanged, written; then puts are written
//   messages, registrations, tag size
//
// There is no barrier at the end: a process that has all counts knows that all others are in this sync.
// Messages of the next superstep carry its number (Transfers), or are received only there.
#include <algorithm>
#include <climits>
#include <cstring>

#include "bsp_fft/bsplib/mpi/process.hpp"

namespace bsplib::mpi {

void Process::leave()
{
    const FailTogether together;
    tell(Brought::leaves);
    std::uint64_t begun = 0;
    each_other([&](unsigned q) { begun += counts_.from(q).transfers; });
    transfers_.drop(begun);
}

void Process::sync()
{
    const FailTogether together;
    launch_all();
    const unsigned all = tell(brought_ | Brought::goes_on);
    receive_bulk();
    if (all & Brought::gets) answer_gets();
    if (all & Brought::puts) write_puts();
    queue_.clear(sent_tag_size_);
    if (all & Brought::messages) receive_messages();
    if (all & Brought::registrations) apply_registrations();
    adopt_tag_size(all & Brought::tag_size);
    start_superstep();
}

Count Process::summary() const
{
    Count count;
    each_other([&](unsigned t) {
        const std::size_t bytes = outgoing_[t].bytes();
        if (!comes_in_bulk(bytes)) return;
        count.bulk += bytes;
        ++count.receivers;
    });
    count.changes = static_cast<std::uint32_t>(std::min<std::size_t>(my_changes_.size(), UINT32_MAX));
    count.wanted = wanted_;
    count.tag_size = next_tag_size_;
    return count;
}

// Messages first: their sizes are multiples of their alignment.
void Process::append_all(const Outgoing& from, Arena& to)
{
    for (const Arena* part : {&from.messages, &from.puts, &from.gets}) {
        if (!part->empty()) std::memcpy(to.append(part->size()), part->begin(), part->size());
    }
}

void Process::write_envelope(unsigned t, Count count, Arena& envelope) const
{
    const Outgoing& out = outgoing_[t];
    count.puts = out.puts.size();
    count.gets = out.gets.size();
    count.messages = out.messages.size();
    count.transfers = transfers_.begun(t);
    std::memcpy(envelope.append(sizeof count, arena_start_), &count, sizeof count);
    if (!comes_in_bulk(count.bytes())) append_all(out, envelope);
}

// Returns what all brought.
unsigned Process::tell(std::uint8_t brought)
{
    Count mine = summary();
    mine.brought = brought;
    counts_.exchange([&](unsigned t, Arena& envelope) { write_envelope(t, mine, envelope); }, transfers_);
    unsigned all = brought;
    each_other([&](unsigned q) { all |= counts_.from(q).brought; });
    check_together(all, brought & Brought::leaves);
    return all;
}

void Process::place(unsigned q, const unsigned char* base)
{
    const Count& count = counts_.from(q);
    Incoming& from = incoming_[q];
    from.messages = {base, count.messages};
    from.puts = {from.messages.end(), count.puts};
    from.gets = {from.puts.end(), count.gets};
}

void Process::receive_bulk()
{
    std::size_t bytes = 0, receivers = 0;
    std::uint64_t begun = 0;
    const auto include = [&](const Count& count) {
        bytes = std::max(bytes, std::size_t{count.bulk});
        receivers = std::max(receivers, std::size_t{count.receivers});
    };
    include(summary());
    each_other([&](unsigned q) {
        include(counts_.from(q));
        begun += counts_.from(q).transfers;
        if (!comes_in_bulk(counts_.from(q).bytes())) place(q, counts_.with(q));
    });
    if (bytes > 0) crossover_.choose(receivers, bytes) == Pattern::direct ? bulk_direct() : bulk_by_bruck();
    transfers_.complete(begun);
}

void Process::bulk_direct()
{
    ++exchanges_.direct;
    each_other([&](unsigned q) {
        const Count& count = counts_.from(q);
        if (!comes_in_bulk(count.bytes())) return;
        bulk_[q].clear();
        unsigned char* at = bulk_[q].append(count.bytes());
        place(q, at);
        for (const std::uint64_t bytes : {count.messages, count.puts, count.gets}) {
            if (bytes > 0) pending_.receive(q, Tag::bulk, at, bytes);
            at += bytes;
        }
    });
    each_other([&](unsigned t) {
        const Outgoing& out = outgoing_[t];
        if (!comes_in_bulk(out.bytes())) return;
        for (const Arena* part : {&out.messages, &out.puts, &out.gets}) {
            if (!part->empty()) pending_.send(t, Tag::bulk, part->begin(), part->size());
        }
    });
    transfers_.poll_until([&] { return pending_.arrived(); });
}

void Process::bulk_by_bruck()
{
    ++exchanges_.bruck;
    for (unsigned j = 1; j < p_; ++j) {
        const Outgoing& out = outgoing_[(s_ + j) % p_];
        packed_[j].clear();
        if (comes_in_bulk(out.bytes())) append_all(out, packed_[j]);
        blocks_[j] = {packed_[j].begin(), packed_[j].size()};
    }
    bruck_exchange_.run(blocks_, 0, Tag::bulk, transfers_);
    for (unsigned j = 1; j < p_; ++j) {
        const unsigned q = (s_ + p_ - j) % p_;
        if (blocks_[j].bytes == 0) continue;
        bulk_[q].clear();
        unsigned char* const at = bulk_[q].append(blocks_[j].bytes);
        std::memcpy(at, blocks_[j].begin, blocks_[j].bytes);
        place(q, at);
    }
}

void Process::write_puts()
{
    for (unsigned q = 0; q < p_; ++q) {
        const Arena& own = outgoing_[q].puts;
        q == s_ ? put_record::write_all(own.begin(), own.end())
                : put_record::write_all(incoming_[q].puts.begin, incoming_[q].puts.end());
    }
}

void Process::receive_messages()
{
    own_messages_.swap(outgoing_[s_].messages);
    outgoing_[s_].messages.clear();
    for (unsigned q = 0; q < p_; ++q) {
        const Span own{own_messages_.begin(), own_messages_.size()};
        const Span& run = q == s_ ? own : incoming_[q].messages;
        if (run.bytes > 0) queue_.add(run.begin, run.end());
    }
}

// MPI counts in int: in changes, not in bytes.
void Process::apply_registrations()
{
    std::vector<int> counts(p_), starts(p_);
    std::size_t total = 0;
    for (unsigned q = 0; q < p_; ++q) {
        const std::size_t changes = q == s_ ? my_changes_.size() : counts_.from(q).changes;
        if (total + changes > INT_MAX)
            fail("bsp_sync", "%zu registrations on the first %u processes; MPI can tell of %d in one superstep",
                 total + changes, q + 1, INT_MAX);
        counts[q] = static_cast<int>(changes);
        starts[q] = static_cast<int>(total);
        total += changes;
    }
    RegistrationChanges all(total);
    MPI_Datatype change;
    MPI_Type_contiguous(sizeof(RegistrationChange), MPI_BYTE, &change);
    MPI_Type_commit(&change);
    MPI_Allgatherv(my_changes_.data(), counts[s_], change, all.data(), counts.data(), starts.data(), change, comm_);
    MPI_Type_free(&change);
    for (unsigned q = 0; q < p_; ++q) all_changes_[q].assign(&all[0] + starts[q], &all[0] + starts[q] + counts[q]);
    registrations_of_all_.apply([&](unsigned q) -> const RegistrationChanges& { return all_changes_[q]; });
    registered_.forget();
}

void Process::adopt_tag_size(bool changed)
{
    if (changed) {
        each_other([&](unsigned q) { check_tag_size(brought_, q, counts_.from(q).brought, counts_.from(q).tag_size); });
    }
    sent_tag_size_ = next_tag_size_;
}

void Process::start_superstep()
{
    if (brought_ & (Brought::puts | Brought::gets | Brought::messages)) {
        for (Outgoing& out : outgoing_) {
            out.puts.clear();
            out.gets.clear();
            out.messages.clear();
        }
    }
    my_changes_.clear();
    brought_ = 0;
    wanted_ = 0;
    transfers_.start_superstep();
}

}  // namespace bsplib::mpi
