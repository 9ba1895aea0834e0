#include "bsp_fft/bsplib/mpi/transfers.hpp"

#include <algorithm>
#include <utility>

namespace bsplib::mpi {

namespace {

std::uint64_t number(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

}  // namespace

Flights::Flights(MPI_Comm comm, unsigned p) : comm_(comm), begun_(p), flock_(comm) { expect_note(); }

Flights::~Flights()
{
    MPI_Cancel(&incoming_request_);
    MPI_Wait(&incoming_request_, MPI_STATUS_IGNORE);
}

void Flights::expect_note()
{
    MPI_Irecv(&incoming_, sizeof incoming_, MPI_BYTE, MPI_ANY_SOURCE, Tag::control, comm_,
              &incoming_request_);
}

void Flights::tell(unsigned t, const Note& note)
{
    if (told_now_ == told_.size()) told_.emplace_back();
    told_[told_now_] = note;
    flock_.send(t, Tag::control, &told_[told_now_], sizeof note);
    ++told_now_;
}

void Flights::put(unsigned t, unsigned char* destination, const void* source, std::size_t bytes)
{
    tell(t, {Kind::put, superstep_, number(destination), bytes});
    flock_.send(t, Tag::put_data, source, bytes);
    ++begun_[t];
    look();
}

void Flights::get(unsigned t, const unsigned char* source, void* destination, std::size_t bytes)
{
    flock_.receive(t, Tag::get_data, destination, bytes);
    tell(t, {Kind::get, superstep_, number(source), bytes});
    ++begun_[t];
    look();
}

void Flights::get_now(unsigned t, const unsigned char* source, void* destination, std::size_t bytes)
{
    Flock answer(comm_);
    answer.receive(t, Tag::direct_reply, destination, bytes);
    tell(t, {Kind::get_now, superstep_, number(source), bytes});
    look_until([&] { return answer.arrived(); });
}

void Flights::look()
{
    for (;;) {
        int come = 0;
        MPI_Status status;
        MPI_Test(&incoming_request_, &come, &status);
        if (!come) return;
        const Note note = incoming_;
        expect_note();
        read(note, static_cast<unsigned>(status.MPI_SOURCE));
    }
}

// The sender may already be a superstep ahead; then its flight must wait until this process has written what
// belongs to the last one.
void Flights::read(const Note& note, unsigned sender)
{
    if (note.superstep == superstep_) {
        follow(note, sender);
    } else {
        early_.push_back({note, sender});
    }
}

// At the end of a section the memory may be gone.
unsigned char* Flights::place_of(const Note& note)
{
    if (!dropping_) return reinterpret_cast<unsigned char*>(static_cast<std::uintptr_t>(note.address));
    look_until([&] { return flock_.arrived(); });  // one at a time
    if (dropped_.size() < note.bytes) dropped_.resize(note.bytes);
    return dropped_.data();
}

void Flights::follow(const Note& note, unsigned sender)
{
    unsigned char* const address = place_of(note);
    if (note.kind == Kind::get_now) {
        Flock answer(comm_);
        answer.send(sender, Tag::direct_reply, address, note.bytes);
        for (Patience patience; !answer.arrived();) patience.look_again();
        return;
    }
    ++followed_;
    if (note.kind == Kind::put) {
        flock_.receive(sender, Tag::put_data, address, note.bytes);
    } else {
        flock_.send(sender, Tag::get_data, address, note.bytes);
    }
}

void Flights::land(std::uint64_t begun_elsewhere)
{
    look_until([&] { return followed_ == begun_elsewhere; });
    if (!flock_.empty()) look_until([&] { return flock_.arrived(); });
    followed_ = 0;
    told_now_ = 0;
    std::fill(begun_.begin(), begun_.end(), 0);
}

void Flights::drop(std::uint64_t begun_elsewhere)
{
    dropping_ = true;
    land(begun_elsewhere);
}

void Flights::start_superstep()
{
    ++superstep_;
    for (const Kept& kept : std::exchange(early_, {})) read(kept.note, kept.sender);
}

}  // namespace bsplib::mpi
