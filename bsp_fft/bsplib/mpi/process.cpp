// The requests of a process between two syncs.
#include "bsp_fft/bsplib/mpi/process.hpp"

#include <cstring>

#include "bsp_fft/base/steady_seconds.hpp"

namespace bsplib::mpi {

namespace {

// Shorter ones are packed with others: two copies cost less than a separate message.
constexpr std::size_t shortest_transfer = std::size_t{16} << 10;
// Neighbouring hpputs are joined up to this length, at which messages reach full bandwidth.
constexpr std::size_t long_enough = std::size_t{256} << 10;
// Between devices a message costs more, and all of them are ready at once.
constexpr std::size_t long_enough_on_device = std::size_t{4} << 20;
// Too short to be worth joining.
constexpr std::size_t shortest_to_join = 256;

}  // namespace

Process::Process(MPI_Comm comm, unsigned s, unsigned p, unsigned here, const Network& network)
    : Participant(registrations_of_all_, s, p),
      comm_(comm),
      here_(here),
      registrations_of_all_(p),
      crossover_(network, p),
      transfers_(comm, p),
      all_to_all_(comm, s, p, transfers_),
      count_pattern_(crossover_.choose(p - 1, (p - 1) * sizeof(Count))),
      most_inline_(crossover_.most_inline(sizeof(Count))),
      envelopes_(p),
      counts_(p),
      arena_start_(Arena::start_of_one_among(p)),
      outgoing_(p),
      incoming_(p),
      bulk_(p),
      answers_(p),
      got_(p)
{
    my_changes_.reserve(usual_changes);
    changes_ = &my_changes_;
    MPI_Barrier(comm);
    start_ = bspfft::steady_seconds();
}

std::size_t Process::bytes(unsigned p)
{
    // Outgoing, Incoming, the arenas for bulk data and answers, changes and blocks of one process; its malloc'ed parts.
    constexpr std::size_t tables = sizeof(Outgoing) + sizeof(Incoming) + 4 * sizeof(Arena) + 64;
    // Each envelope is there when it is sent and when it has come, and in Bruck's exchange once more both ways.
    constexpr std::size_t envelopes = 2 * sizeof(Arena) + sizeof(Span) + 4 * longest_eager_envelope;
    return sizeof(Process) + p * (tables + envelopes + 2 * Arena::start_of_one_among(p));
}

double Process::seconds() const { return bspfft::steady_seconds() - start_; }

void Process::get(unsigned t, const unsigned char* source, void* destination, std::size_t bytes)
{
    brought_ |= Brought::gets;
    const GetRecord record{source, static_cast<unsigned char*>(destination), bytes};
    std::memcpy(outgoing_[t].gets.append(sizeof record, arena_start_), &record, sizeof record);
    if (t != s_) wanted_ += bytes;
}

void Process::send(unsigned t, const void* tag, const void* payload, std::size_t bytes)
{
    brought_ |= Brought::messages;
    MessageQueue::append(outgoing_[t].messages, tag, sent_tag_size_, payload, bytes, arena_start_);
}

void Process::hpput(unsigned t, unsigned char* destination, const void* source, std::size_t bytes)
{
    if (t == s_) {
        std::memmove(destination, source, bytes);
        return;
    }
    const Waiting next{destination, static_cast<const unsigned char*>(source), bytes};
    if (bytes < shortest_to_join && !outgoing_[t].waiting.is_followed_by(next)) {
        put(t, destination, source, bytes);
    } else {
        grow(t, next);
    }
}

void Process::device_hpput(unsigned t, unsigned char* destination, const void* source, std::size_t bytes)
{
    grow(t, {destination, static_cast<const unsigned char*>(source), bytes, true});
}

void Process::grow(unsigned t, const Waiting& next)
{
    Waiting& waiting = outgoing_[t].waiting;
    if (waiting.is_followed_by(next)) {
        waiting.bytes += next.bytes;
    } else {
        launch(t);
        waiting = next;
        waiting_for_.push_back(t);
    }
    if (waiting.bytes >= (waiting.on_device ? long_enough_on_device : long_enough)) launch(t);
}

void Process::launch(unsigned t)
{
    Waiting& waiting = outgoing_[t].waiting;
    if (waiting.bytes == 0) return;
    if (waiting.bytes < shortest_transfer && !waiting.on_device) {
        put(t, waiting.destination, waiting.source, waiting.bytes);
    } else {
        transfers_.put(t, waiting.destination, waiting.source, waiting.bytes);
    }
    waiting.bytes = 0;
}

void Process::hpget(unsigned t, const unsigned char* source, void* destination, std::size_t bytes)
{
    if (t == s_ || bytes < shortest_transfer) {
        get(t, source, destination, bytes);
    } else {
        transfers_.get(t, source, destination, bytes);
    }
}

void Process::direct_get(unsigned t, const unsigned char* source, void* destination, std::size_t bytes)
{
    if (t == s_) {
        std::memmove(destination, source, bytes);
    } else {
        transfers_.get_now(t, source, destination, bytes);
    }
}

}  // namespace bsplib::mpi
