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

namespace {

void each_get(const Span& records, auto function)
{
    for (const unsigned char* at = records.begin; at != records.end(); at += sizeof(GetRecord)) {
        GetRecord record;
        std::memcpy(&record, at, sizeof record);
        function(record);
    }
}

}  // namespace

// A bulk exchange, which is counted.
void Process::exchange(Pattern pattern, Tag tag, std::vector<Arena>& in, auto sizes_from, auto parts_for)
{
    ++(pattern == Pattern::direct ? exchanges_.direct : exchanges_.bruck);
    all_to_all_.run(pattern, tag, in, 0, sizes_from, parts_for);
}

void Process::leave()
{
    const FailTogether together;
    tell(Brought::leaves);
    std::uint64_t begun = 0;
    each_other([&](unsigned q) { begun += count_from(q).transfers; });
    transfers_.drop(begun);
}

void Process::sync()
{
    const FailTogether together;
    for (const unsigned t : waiting_for_) launch(t);
    waiting_for_.clear();
    const unsigned all = tell(brought_ | Brought::goes_on);
    receive_bulk();
    if (all & Brought::gets) answer_gets();
    if (all & Brought::puts) {
        for (const Incoming& from : incoming_) put_record::write_all(from.puts.begin, from.puts.end());
    }
    queue_.clear(sent_tag_size_);
    if (all & Brought::messages) receive_messages();
    if (all & Brought::registrations) apply_registrations();
    if (all & Brought::tag_size)
        each_other([&](unsigned q) { check_tag_size(q, count_from(q).brought, count_from(q).tag_size); });
    sent_tag_size_ = next_tag_size_;
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

void Process::write_envelope(unsigned t, Count count, Arena& envelope) const
{
    const Outgoing& out = outgoing_[t];
    count.parts = {out.messages.size(), out.puts.size(), out.gets.size()};
    count.transfers = transfers_.begun(t);
    envelope.clear();
    std::memcpy(envelope.append(sizeof count, arena_start_), &count, sizeof count);
    if (comes_in_bulk(count.bytes())) return;
    for (const Span& part : out.parts()) append(envelope, part);
}

// Returns what all brought.
unsigned Process::tell(std::uint8_t brought)
{
    Count mine = summary();
    mine.brought = brought;
    each_other([&](unsigned t) { write_envelope(t, mine, envelopes_[t]); });
    const std::size_t longest = sizeof(Count) + most_inline_;
    all_to_all_.run(
        count_pattern_, Tag::counts, counts_, (p_ + 1) / 2 * (sizeof(std::size_t) + longest),
        [&](unsigned) { return std::array{longest}; }, [&](unsigned t) { return std::array{span_of(envelopes_[t])}; });
    unsigned all = brought;
    each_other([&](unsigned q) { all |= count_from(q).brought; });
    check_together(all, brought & Brought::leaves);
    return all;
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
        include(count_from(q));
        begun += count_from(q).transfers;
    });
    const auto sizes_from = [&](unsigned q) {
        const Count& count = count_from(q);
        return comes_in_bulk(count.bytes()) ? count.parts : decltype(count.parts){};
    };
    const auto parts_for = [&](unsigned t) {
        return comes_in_bulk(outgoing_[t].bytes()) ? outgoing_[t].parts() : std::array<Span, 3>{};
    };
    if (bytes > 0) exchange(crossover_.choose(receivers, bytes), Tag::bulk, bulk_, sizes_from, parts_for);
    each_other([&](unsigned q) {
        const Count& count = count_from(q);
        const auto& [messages, puts, gets] = count.parts;
        const unsigned char* const base =
            comes_in_bulk(count.bytes()) ? bulk_[q].begin() : counts_[q].begin() + sizeof count;
        incoming_[q] = {{base, messages}, {base + messages, puts}, {base + messages + puts, gets}};
    });
    const Outgoing& own = outgoing_[s_];
    incoming_[s_] = {span_of(own.messages), span_of(own.puts), span_of(own.gets)};
    transfers_.complete(begun);
}

// Gets are read at their owners before any put is written there, sent, and written here before any put.
void Process::answer_gets()
{
    std::size_t most = wanted_;
    for (unsigned q = 0; q < p_; ++q) {
        answers_[q].clear();
        each_get(incoming_[q].gets,
                 [&](const GetRecord& get) { std::memcpy(answers_[q].append(get.bytes), get.source, get.bytes); });
        if (q != s_) most = std::max(most, std::size_t{count_from(q).wanted});
    }
    const auto wanted_from = [&](unsigned t) {
        std::size_t bytes = 0;
        each_get(span_of(outgoing_[t].gets), [&](const GetRecord& get) { bytes += get.bytes; });
        return std::array{bytes};
    };
    const auto answers_for = [&](unsigned q) { return std::array{span_of(answers_[q])}; };
    if (most > 0) exchange(crossover_.choose(p_ - 1, most), Tag::replies, got_, wanted_from, answers_for);
    for (unsigned t = 0; t < p_; ++t) {
        const unsigned char* from = t == s_ ? answers_[t].begin() : got_[t].begin();
        each_get(span_of(outgoing_[t].gets), [&](const GetRecord& get) {
            std::memcpy(get.destination, from, get.bytes);
            from += get.bytes;
        });
    }
}

void Process::receive_messages()
{
    own_messages_.swap(outgoing_[s_].messages);
    outgoing_[s_].messages.clear();
    for (const Incoming& from : incoming_)
        if (from.messages.bytes > 0) queue_.add(from.messages.begin, from.messages.end());
}

// MPI counts in int: in changes, not in bytes.
void Process::apply_registrations()
{
    std::vector<int> counts(p_), starts(p_);
    std::size_t total = 0;
    for (unsigned q = 0; q < p_; ++q) {
        const std::size_t changes = q == s_ ? my_changes_.size() : count_from(q).changes;
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
    registrations_of_all_.apply([&](unsigned q) {
        return std::span(all).subspan(static_cast<std::size_t>(starts[q]), static_cast<std::size_t>(counts[q]));
    });
    registered_.forget();
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
