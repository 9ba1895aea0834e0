#include "bsp_fft/bsplib/mpi/transfers.hpp"

#include <algorithm>
#include <utility>

namespace bsplib::mpi {

Transfers::Transfers(MPI_Comm comm, unsigned p) : comm_(comm), begun_(p), pending_(comm) { expect_announcement(); }

Transfers::~Transfers()
{
    MPI_Cancel(&incoming_request_);
    MPI_Wait(&incoming_request_, MPI_STATUS_IGNORE);
}

void Transfers::expect_announcement()
{
    MPI_Irecv(&incoming_, sizeof incoming_, MPI_BYTE, MPI_ANY_SOURCE, Tag::announcement, comm_, &incoming_request_);
}

void Transfers::announce(unsigned t, Kind kind, const void* address, std::size_t bytes)
{
    if (announced_now_ == announced_.size()) announced_.emplace_back();
    Announcement& next = announced_[announced_now_++];
    next = {kind, superstep_, reinterpret_cast<std::uintptr_t>(address), bytes};
    pending_.send(t, Tag::announcement, &next, sizeof next);
}

void Transfers::put(unsigned t, unsigned char* destination, const void* source, std::size_t bytes)
{
    announce(t, Kind::put, destination, bytes);
    pending_.send(t, Tag::put_data, source, bytes);
    ++begun_[t];
    poll();
}

void Transfers::get(unsigned t, const unsigned char* source, void* destination, std::size_t bytes)
{
    pending_.receive(t, Tag::get_data, destination, bytes);
    announce(t, Kind::get, source, bytes);
    ++begun_[t];
    poll();
}

void Transfers::get_now(unsigned t, const unsigned char* source, void* destination, std::size_t bytes)
{
    PendingMessages answer(comm_);
    answer.receive(t, Tag::direct_reply, destination, bytes);
    announce(t, Kind::get_now, source, bytes);
    poll_until([&] { return answer.arrived(); });
}

void Transfers::poll()
{
    for (;;) {
        int arrived = 0;
        MPI_Status status;
        MPI_Test(&incoming_request_, &arrived, &status);
        if (!arrived) return;
        const Announcement announcement = incoming_;
        expect_announcement();
        receive(announcement, static_cast<unsigned>(status.MPI_SOURCE));
    }
}

// The sender may be a superstep ahead; its transfer must then wait until this process has written the data of
// the current one.
void Transfers::receive(const Announcement& announcement, unsigned sender)
{
    if (announcement.superstep == superstep_) {
        start(announcement, sender);
    } else {
        early_.emplace_back(announcement, sender);
    }
}

void Transfers::start(const Announcement& announcement, unsigned sender)
{
    auto* address = reinterpret_cast<unsigned char*>(static_cast<std::uintptr_t>(announcement.address));
    if (dropping_) {  // at the end of a section the registered memory may no longer exist
        poll_until([&] { return pending_.arrived(); });  // one at a time
        if (dropped_.size() < announcement.bytes) dropped_.resize(announcement.bytes);
        address = dropped_.data();
    }
    if (announcement.kind == Kind::get_now) {
        PendingMessages answer(comm_);
        answer.send(sender, Tag::direct_reply, address, announcement.bytes);
        work_until([&] { return answer.arrived(); }, [] {});
        return;
    }
    ++started_;
    if (announcement.kind == Kind::put) {
        pending_.receive(sender, Tag::put_data, address, announcement.bytes);
    } else {
        pending_.send(sender, Tag::get_data, address, announcement.bytes);
    }
}

void Transfers::complete(std::uint64_t begun_elsewhere)
{
    poll_until([&] { return started_ == begun_elsewhere; });
    poll_until([&] { return pending_.arrived(); });
    started_ = 0;
    announced_now_ = 0;
    std::fill(begun_.begin(), begun_.end(), 0);
}

void Transfers::drop(std::uint64_t begun_elsewhere)
{
    dropping_ = true;
    complete(begun_elsewhere);
}

void Transfers::start_superstep()
{
    ++superstep_;
    for (const auto& [announcement, sender] : std::exchange(early_, {})) receive(announcement, sender);
}

}  // namespace bsplib::mpi
